"""Tracks of a recording as layers, plots and tables."""

import re

import numpy as np
import pytest
from payload_reading import array, at, column, layer, layers, table, world
from viewer.recorded import FRAMES, TIMES, carried, dust, every_track, jelly, sheet, strands

import impinge as im
from impinge.geometry import box_mesh, grid_mesh
from impinge.simulation import World
from impinge.viewer import layers_tracks, playback
from impinge.viewer.show import view_of
from impinge.viewer.still import draw_still


@pytest.fixture(scope="module")
def made():
    return im.View().recording(every_track()).payload()


def restored(payload, number):
    plain = payload["arrays"][number]
    return plain["low"] + array(payload, number) * np.array(plain["step"])


def vertices_of(payload, name):
    """(F, n, 3) in the frame of its thing."""
    mesh = array(payload, layer(payload, name)["mesh"])[0]
    frames = restored(payload, payload["meshes"][mesh]["frames"])
    return payload["scale"] * frames.reshape(FRAMES, -1, 3)


def within(found, expected):
    """As near as a page promises: 1/4000 of the size of the track."""
    cloud = np.concatenate(list(expected))
    bound = np.ptp(cloud, axis=0).max() / 4000
    assert max(np.abs(f - e).max(initial=0) for f, e in zip(found, expected, strict=True)) <= bound


def test_vertices_are_those_of_each_frame(made):
    poses = array(made, layer(made, "sheet")["poses"]).reshape(3, 4)
    within(vertices_of(made, "sheet") + world(made, poses[:, 3]), [sheet(k) for k in range(FRAMES)])


def test_with_poses_they_are_in_the_frame_of_the_body(made):
    within(vertices_of(made, "jelly"), [jelly(k) for k in range(FRAMES)])
    poses = array(made, layer(made, "jelly")["poses"]).reshape(FRAMES, 3, 4)
    np.testing.assert_allclose(world(made, poses[5, :, 3]), carried(5)[:3, 3], atol=1e-6)


def test_points_have_values_and_a_scale(made):
    one = layer(made, "speed")
    starts = array(made, one["frames"])
    places = world(made, restored(made, one["positions"]))
    values = restored(made, one["values"])[:, 0]
    frames = [slice(*starts[k : k + 2]) for k in range(FRAMES)]
    within([places[k] for k in frames], [dust(k)[:, :3] for k in range(FRAMES)])
    within([values[k, None] for k in frames], [dust(k)[:, 3:] for k in range(FRAMES)])
    assert one["range"] == {"low": 0.0, "high": 3.0}
    (said,) = [entry for entry in made["legend"] if entry["text"] == "speed"]
    assert said["range"] == one["range"]


def test_frames_may_be_empty():
    run = im.Recording(
        [0, 1, 2], points={"p": [np.zeros((0, 3)), np.ones((2, 4)), np.zeros((0, 4))]},
        lines={"l": [[], [np.zeros((2, 3))], []]}, joints={"j": np.zeros((3, 0))},
    )  # fmt: skip
    found = im.View().recording(run).payload()
    assert array(found, layer(found, "p")["frames"]).tolist() == [0, 0, 2, 2]
    assert array(found, layer(found, "p")["values"]).shape == (2, 1)
    assert array(found, layer(found, "l")["frames"]).tolist() == [0, 0, 1, 1]


def test_lines_are_strands(made):
    one = layer(made, "hair")
    offsets, starts = array(made, one["offsets"]), array(made, one["frames"])
    places = world(made, restored(made, one["positions"]))
    for k in (0, 7):
        rows = range(*starts[k : k + 2])
        within([places[slice(*offsets[r : r + 2])] for r in rows], strands(k))


def test_contacts_are_those_recorded(made):
    rows = table(made, "contacts")
    assert rows["frames"] == np.cumsum([0, *(k % 3 for k in range(FRAMES))]).tolist()
    assert set(column(rows, "separation")) == {-0.02}
    depths = world(made, array(made, layer(made, "Contact depths")["segments"]))
    np.testing.assert_allclose(depths[0], [[0.1, 0.0, -0.49], [0.1, 0.0, -0.51]], atol=1e-6)
    # They are not found again where a scene has some.
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": im.Sphere(1)})
    run = im.Recording([0], {"a": [np.eye(4)]}, contacts=[np.zeros((0, 7))])
    found = im.View().add(scene).recording(run).payload()
    assert table(found, "contacts")["rows"] == []


def test_numbers_are_plotted_at_all_times(made, monkeypatch):
    assert [(plot["name"], plot["kind"]) for plot in made["plots"]] == [
        ("energy", "scalars"), ("count", "scalars"), ("arm", "joints"),
    ]  # fmt: skip
    energy, _, arm = made["plots"]
    np.testing.assert_array_equal(array(made, energy["times"]), TIMES)
    np.testing.assert_array_equal(array(made, energy["values"]), 2.0 - TIMES)
    np.testing.assert_array_equal(array(made, arm["values"])[:, 1], np.cos(TIMES))
    monkeypatch.setattr(layers_tracks, "MOST_SAMPLES", 6)
    few = im.View().recording(every_track()).payload()
    assert array(few, few["plots"][0]["times"]).tolist() == TIMES[::2].tolist()
    assert "energy: one in 2 values is drawn." in few["notes"]


def test_the_error_is_said(made):
    rows = table(made, "tracks")
    assert column(rows, "name") == ["sheet", "jelly", "speed", "hair"]
    assert column(rows, "most") == [36, 8, 11, 2]
    cloud = np.concatenate([sheet(k) for k in range(FRAMES)])
    told = column(rows, "error")[0]
    assert told == pytest.approx(np.linalg.norm(np.ptp(cloud, axis=0)) / 131070)
    assert made["subtitle"] == "12 frames over 1.1 s, 44 vertices, 11 points, 2 lines"


def test_vertices_without_a_mesh_are_points():
    run = im.Recording(TIMES, vertices={"sheet": [sheet(k) for k in range(FRAMES)]})
    made = im.View().recording(run).payload()
    assert [one["kind"] for one in layers(made)] == ["points"]
    assert array(made, layers(made)[0]["frames"]).tolist() == (36 * np.arange(FRAMES + 1)).tolist()


def test_a_scene_with_what_deforms_is_not_asked_for_contacts():
    scene = im.Scene.from_dict({"sheet": (grid_mesh(2.0, 5), at(3)), "ball": im.Sphere(1)})
    run = im.Recording(TIMES, vertices={"sheet": [sheet(k, 5.0) for k in range(FRAMES)]})
    made = im.View().add(scene).recording(run).payload()
    assert [one["id"] for one in made["tables"]] == ["things", "tracks"]
    assert "sheet deforms: contacts are shown if they were recorded." in made["notes"]
    # In world coordinates, wherever the thing of the scene is.
    within(vertices_of(made, "Scene"), [sheet(k, 5.0) for k in range(FRAMES)])
    poses = array(made, layer(made, "Scene")["poses"]).reshape(2, 3, 4)
    np.testing.assert_allclose(world(made, poses[0, :, 3]), 0.0, atol=1e-6)


@pytest.mark.parametrize(
    ("shape", "text"),
    [(im.Sphere(1), "it is a Sphere, and only meshes deform"), (box_mesh(), "its mesh has 8")],
)
def test_other_shapes_do_not_deform(shape, text):
    run = im.Recording(TIMES, vertices={"sheet": [sheet(k) for k in range(FRAMES)]})
    with pytest.raises(
        im.ImpingeError, match=re.escape(f"vertices of 'sheet': 36 in the recording, but {text}")
    ):
        im.View().add(shape, "sheet").recording(run).payload()


def test_a_page_of_300_frames_of_10000_vertices_stays_below_40_megabytes():
    rng = np.random.default_rng(0)
    run = im.Recording(
        np.arange(300), vertices={"sheet": rng.normal(size=(300, 10_000, 3))},
        things={"sheet": grid_mesh(2.0, 99)},
    )  # fmt: skip
    html = im.View().recording(run).html()
    assert len(html) < 40_000_000
    assert '"times":[0.0,1.0,2.0' in html


def test_they_are_drawn_without_a_browser(made, tmp_path):
    draw_still(made, tmp_path / "tracks.png", size=(80, 60), samples=1)
    assert (tmp_path / "tracks.png").read_bytes().startswith(b"\x89PNG")


def test_a_run_has_ticks_arrows_contacts_and_energies(monkeypatch):
    """Impacts of frames that are not shown belong to the next one that is."""
    made = World(restitution=0.5)
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    made.add("ball", im.Sphere(0.1), im.pose((0, 0, 0.2)))
    run = made.run(120, every=2)
    payload = view_of(run).payload()
    hits = np.flatnonzero(run.impacts)
    assert [moment["frame"] for moment in payload["moments"]] == hits.tolist()
    assert payload["moments"][0]["label"] == "impacts: 1"
    assert {plot["name"] for plot in payload["plots"]} >= {"kinetic", "potential", "repositioned"}
    assert layer(payload, "impulses")
    monkeypatch.setattr(playback, "MOST_POSES", 80)
    thinned = view_of(run).payload()
    step = -(-240 // 80)
    expected = sorted({-(-int(hit) // step) for hit in hits if hit <= 117})
    assert [moment["frame"] for moment in thinned["moments"]] == expected


def test_a_run_of_soft_bodies_shows_depths_and_one_way_out():
    from soft_cases import pressing

    run = pressing(speed=2.0).run(4, every=2, progress=False)
    payload = im.View().add(run).payload()
    assert layer(payload, "low")["opacity"] < 0.5
    assert layer(payload, "depth")["range"]["high"] == pytest.approx(
        max(run.recording.scalar("depth"))
    )
    assert layer(payload, "push-out: consistent")["visible"]
    assert not layer(payload, "push-out: closest")["visible"]
    assert not layer(payload, "Deepest")["visible"]
    found = table(payload, "contacts")
    assert len(column(found, "separation")) == sum(
        len(run.recording.contacts(k)[2]) for k in range(4)
    )


def run():
    return im.Recording([0.0, 0.5, 2.0], {"a": [at(), at(1), at(1, 2)], "b": [at(5)] * 3})


def test_axes_move_and_paths_stay():
    made = im.View().add(run()).payload()
    rows = table(made, "poses")
    assert rows["frames"] == [0, 2, 4, 6]
    assert made["times"] == [0.0, 0.5, 2.0]
    assert column(rows, "position", rows["rows"][4:]) == [[1.0, 2.0, 0.0], [5.0, 0.0, 0.0]]
    arrows = layers(made, "arrows")
    assert [one["name"] for one in arrows] == ["x axes", "y axes", "z axes"]
    places = world(made, array(made, arrows[0]["positions"]))
    np.testing.assert_allclose(places[4:], [[1, 2, 0], [5, 0, 0]], atol=1e-6)
    assert array(made, arrows[0]["frames"]).tolist() == [0, 2, 4, 6]
    paths = world(made, array(made, layer(made, "Paths")["segments"]))
    assert len(paths) == 4
    assert layer(made, "Paths")["ways"] == 2
    assert layer(made, "Paths")["frames"] is None
    assert "2 frames of reference over 2 s" in made["subtitle"]


def test_only_what_is_not_in_the_view_is_shown_so():
    made = im.View().add(im.Sphere(1), "a").recording(run()).payload()
    assert column(table(made, "poses"), "name") == ["b"] * 3
    whole = im.View().add({"a": im.Sphere(1), "b": im.Sphere(1)}).recording(run()).payload()
    assert layers(whole, "arrows") == []


def test_one_frame_and_long_paths(monkeypatch):
    made = im.View().add(im.Recording([0.0], {"a": [at()]})).payload()
    assert layers(made, "lines") == []
    monkeypatch.setattr(layers_tracks, "MOST_SEGMENTS", 1)
    assert "Paths are too long to be drawn." in im.View().add(run()).payload()["notes"]
