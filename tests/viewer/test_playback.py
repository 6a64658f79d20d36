"""A recording as a page plays it."""

import numpy as np
from payload_reading import at
from viewer.recorded import FRAMES, dust, every_track, sheet, strands

import impinge as im
from impinge.geometry import grid_mesh
from impinge.viewer import playback
from impinge.viewer.playback import Playback, rests


def test_long_recordings_are_thinned_out_and_that_is_said(monkeypatch):
    monkeypatch.setattr(playback, "MOST_POSES", 10)
    run = im.Recording(np.arange(25), {"a": [at(k) for k in range(25)]})
    made = im.View().add(im.Sphere(1), "a").recording(run).payload()
    assert made["times"] == list(range(0, 25, 3))
    assert made["notes"] == [
        "9 of 25 frames are shown, one in 3, so that this page stays small."
    ]  # fmt: skip
    # A scene of 96 things at rest costs as much a frame as two that move.
    assert Playback.of(run, 96)[0].recording.frames == 4
    assert Playback.of(run, panes=2)[0].recording.frames == 5
    short = im.Recording([0, 1], {"a": [at(), at()]})
    found, notes = Playback.of(short)
    assert (found.recording, notes) == (short, [])


def test_large_frames_are_thinned_out_as_well(monkeypatch):
    """36 + 8 vertices, 5.5 points and 7 points of lines, in 6 bytes each."""
    monkeypatch.setattr(playback, "MOST_BYTES", 6 * 56.5 * FRAMES / 2)
    assert Playback.of(every_track())[0].recording.frames == FRAMES // 2
    monkeypatch.setattr(playback, "MOST_BYTES", 6 * 56.5 * FRAMES)
    assert Playback.of(every_track())[0].recording.frames == FRAMES


def test_tracks_know_their_boxes_and_counts():
    found = Playback.of(every_track())[0]
    track = found.tracks["vertices", "sheet"]
    cloud = np.concatenate([sheet(k) for k in range(FRAMES)])
    np.testing.assert_array_equal(track.box, [cloud.min(axis=0), cloud.max(axis=0)])
    assert (track.most, track.values) == (36, None)
    starts = np.cumsum([0, *range(FRAMES)]).tolist()
    assert found.tracks["points", "speed"].starts.tolist() == starts
    assert found.tracks["points", "speed"].values == (0.0, 3.0)
    assert found.tracks["lines", "hair"].most == 2
    rows = list(found.rows(found.tracks["lines", "hair"]))
    np.testing.assert_array_equal(rows[3], np.concatenate(strands(3)))
    np.testing.assert_array_equal(
        list(found.rows(found.tracks["points", "speed"]))[4], dust(4)[:, :3]
    )
    assert (found.in_world("sheet"), found.in_world("jelly"), found.in_world("hair")) == (
        True,
        False,
        False,
    )


def test_points_without_values_in_some_frame_have_none():
    run = im.Recording(
        [0, 1],
        points={"p": [np.ones((2, 4)), np.zeros((0, 3))], "q": [np.ones((1, 3)), np.ones((1, 4))]},
    )
    found = Playback.of(run)[0].tracks
    assert found["points", "p"].values == (1.0, 1.0)
    assert found["points", "q"].values is None
    empty = im.Recording([0], points={"p": [np.zeros((0, 4))]})
    track = Playback.of(empty)[0].tracks["points", "p"]
    assert (track.values, track.most, track.box.tolist()) == (None, 0, [[0.0] * 3] * 2)


def test_ground_and_obstacles_stay_behind_what_deforms():
    cloth, floor, ball = grid_mesh(1.0, 3), grid_mesh(9.0, 1), im.icosphere(0.3, 1)
    falls = [cloth.vertices + np.array([0.0, 0.0, z]) for z in (2.0, 1.5, 1.0)]
    tracks = {"cloth": falls, "floor": [floor.vertices] * 3, "ball": [ball.vertices] * 3}
    things = {"cloth": cloth, "floor": floor, "ball": ball}
    run = im.Recording([0.0, 0.1, 0.2], vertices=tracks, things=things)
    found, _ = Playback.of(run, 0)
    assert [rests(run, name) for name in (*things, "other")] == [False, True, True, False]
    assert [found.is_ground(name) for name in things] == [False, True, False]
    made = im.View().recording(run).payload()
    shown = {layer["name"]: layer for layer in made["layers"]}
    assert [shown[name]["colour"] for name in things] == ["a", "free", "neutral"]
    assert [shown[name]["frame"] for name in things] == [True, False, True]
    # A sheet that lies there alone is looked at.
    alone = im.Recording([0.0, 1.0], vertices={"floor": [floor.vertices] * 2}, things=things)
    assert not Playback.of(alone, 0)[0].is_ground("floor")
