"""Tracks over time, in memory."""

import copy
import pickle

import numpy as np
import pytest
from populated import random_pose
from recordings import THINGS, check_same, frame, in_memory

import impinge as im


def run(frames=5, names=("a", "b"), seed=0):
    rng = np.random.default_rng(seed)
    poses = {name: np.stack([random_pose(rng) for _ in range(frames)]) for name in names}
    return im.Recording(np.cumsum(rng.uniform(0.1, 1.0, frames)), poses), poses


def test_it_gives_back_what_it_was_given():
    found, poses = run()
    assert found.names == ("a", "b")
    assert len(found) == 2
    assert found.frames == 5
    assert found.duration == found.times[-1] - found.times[0]
    assert list(found) == ["a", "b"]
    assert "a" in found
    assert "c" not in found
    assert 3 not in found
    for name in poses:
        np.testing.assert_allclose(found.of(name), poses[name], atol=1e-15)
    assert found.poses.shape == (2, 5, 4, 4)


def test_frames_are_given_as_they_are_and_others_are_between():
    found, poses = run()
    for k, t in enumerate(found.times):
        at = found.at(t)
        assert list(at) == ["a", "b"]
        for name in poses:
            np.testing.assert_array_equal(at[name], found.of(name)[k])
    half = found.at(0.5 * (found.times[1] + found.times[2]))["b"]
    middle = 0.5 * (poses["b"][1, :3, 3] + poses["b"][2, :3, 3])
    np.testing.assert_allclose(half[:3, 3], middle, atol=1e-12)
    np.testing.assert_allclose(half[:3, :3] @ half[:3, :3].T, np.eye(3), atol=1e-12)


def test_one_frame_has_one_time():
    found, _ = run(1)
    np.testing.assert_array_equal(found.at(found.times[0])["a"], found.of("a")[0])
    assert found.duration == 0.0


def test_it_does_not_change():
    found, poses = run()
    before = found.of("a").copy()
    poses["a"][:] = 7.0
    np.testing.assert_array_equal(found.of("a"), before)
    for array in (found.times, found.poses, found.of("a")):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0
    with pytest.raises(AttributeError, match="cannot be changed"):
        found.times = [1.0]
    at = found.at(found.times[0])
    at["a"][:] = 3.0
    np.testing.assert_array_equal(found.of("a"), before)


def test_equal_ones_are_equal():
    first, _ = run()
    assert first == run()[0] != run(seed=1)[0]
    assert first == pickle.loads(pickle.dumps(first)) == copy.deepcopy(first)
    assert first != "a recording"
    assert first.every(1) == first
    assert first.every(9).frames == 1


@pytest.mark.parametrize(
    ("times", "poses", "text"),
    [
        ([0, 1], {}, "at least one thing"),
        ([], {"a": np.zeros((0, 4, 4))}, "at least one frame"),
        ([0, 0], {"a": [np.eye(4)] * 2}, "row 1 is 0 after 0"),
        ([1, 0], {"a": [np.eye(4)] * 2}, "increasing"),
        ([0, np.nan], {"a": [np.eye(4)] * 2}, "row 1 is not finite"),
        ([[0, 1]], {"a": [np.eye(4)] * 2}, "shape"),
        (["x"], {"a": [np.eye(4)]}, "times: expected real numbers"),
        ([10**400], {"a": [np.eye(4)]}, "times: expected real numbers"),
        ([0, 1], {"a": [np.eye(4)] * 3}, "poses of 'a': expected shape"),
        ([0, 1], {"a": None}, "poses of 'a': expected shape"),
        ([0], {"a": np.eye(4)}, "poses of 'a': expected shape"),
        ([0, 1], {"a": [np.eye(4), 2 * np.eye(4)]}, "poses of 'a': row 1"),
        ([0], {"": [np.eye(4)]}, "poses"),
        ([0], {3: [np.eye(4)]}, "poses"),
        ([0], [np.eye(4)], "dictionary"),
        ([0], None, "at least one thing"),
    ],
)
def test_errors_name_what_is_wrong(times, poses, text):
    with pytest.raises(im.ImpingeError, match=text):
        im.Recording(times, poses)


@pytest.mark.parametrize(
    ("tracks", "text"),
    [
        ({"vertices": np.zeros((2, 4, 3))}, "vertices: expected a dictionary"),
        ({"vertices": {"a": np.zeros((3, 4, 3))}}, "vertices of 'a': expected 2 frames"),
        ({"vertices": {"a": 3}}, "vertices of 'a': expected 2 frames"),
        ({"vertices": {"a": [[[0, 0, 0]], [[0, 0, np.nan]]]}}, "'a' at frame 1: row 0 is not fin"),
        ({"vertices": {"a": [np.zeros((4, 3)), np.zeros((5, 3))]}}, "frame 1: 5 rows, expected 4"),
        ({"joints": {"a": [[1, 2], [1]]}}, "joints of 'a' at frame 1: 1 rows, expected 2"),
        ({"scalars": {"a": [1, None]}}, "scalars of 'a' at frame 1: expected a number"),
        ({"scalars": {"a": {0: 1, 1: 2}}}, "scalars of 'a': expected 2 frames"),
        ({"contacts": [None]}, "contacts: expected 2 frames"),
        ({"contacts": [None, [[0] * 6]]}, "contacts at frame 1: expected shape"),
        (
            {"vertices": {"a": np.zeros((2, 3, 3))}, "things": {"a": im.Sphere(1)}},
            "vertices of 'a': it is a Sphere",
        ),
    ],
)
def test_errors_name_track_and_frame(tracks, text):
    with pytest.raises(im.ImpingeError, match=text):
        im.Recording([0, 1], **tracks)


def test_outside_of_its_times_nobody_knows():
    found, _ = run()
    for t in (found.times[0] - 1e-9, found.times[-1] + 1e-9, np.nan):
        with pytest.raises(im.ImpingeError, match="time"):
            found.at(t)
    with pytest.raises(im.ImpingeError, match="time: expected a number"):
        found.at("now")
    with pytest.raises(im.ImpingeError, match="'c'"):
        found.of("c")
    for step in (0, True, 1.5):
        with pytest.raises(im.ImpingeError, match="step"):
            found.every(step)


def test_times_may_be_as_far_apart_as_numbers_go():
    far = np.eye(4)
    far[0, 3] = 2.0
    run = im.Recording([-1.7e308, 1.7e308], {"crate": [np.eye(4), far]})
    assert run.at(0.0)["crate"][0, 3] == 1.0


def test_every_track_comes_back():
    found = in_memory()
    assert found.names == (
        "crate", "naïve 名前", "\udc80", "ball", "loose", "drops", "dust", "hair", "arm",
        "gripper", "energy", "count", "minus zero",
    )  # fmt: skip
    assert found.tracks["vertices"] == ("ball", "loose")
    assert found.tracks["contacts"] == ("contacts",)
    assert found.things == THINGS
    for k in range(5):
        given = frame(k)
        np.testing.assert_array_equal(found.vertices("ball", k), given["vertices"]["ball"])
        np.testing.assert_array_equal(found.points("drops", k), given["points"]["drops"][:, :3])
        np.testing.assert_array_equal(
            found.point_values("drops", k), given["points"]["drops"][:, 3]
        )
        assert found.point_values("dust", k) is None
        for a, b in zip(found.lines("hair", k), given["lines"]["hair"], strict=True):
            np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(found.joints("arm")[k], given["joints"]["arm"])
        assert found.scalar("energy")[k] == given["scalars"]["energy"]
        rows = np.zeros((0, 7)) if given["contacts"] is None else given["contacts"]
        np.testing.assert_array_equal(np.column_stack(found.contacts(k)), rows)
    np.testing.assert_array_equal(found.vertices("ball", -1), found.vertices("ball", 4))


def test_tracks_do_not_change():
    values = np.zeros((2, 3, 3))
    found = im.Recording([0, 1], vertices={"sheet": values})
    values[:] = 1.0
    assert not found.vertices("sheet", 1).any()
    for array in (found.vertices("sheet", 0), in_memory().points("drops", 3)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


def test_some_frames_of_every_track():
    found = in_memory(7).every(3)
    assert found.frames == 3
    np.testing.assert_array_equal(found.vertices("ball", 2), frame(6)["vertices"]["ball"])
    check_same(found, pickle.loads(pickle.dumps(found)))
    check_same(found, copy.deepcopy(found))
    assert found != in_memory(7)
    assert found != in_memory(7, seed=1).every(3)
    assert im.Recording([0], scalars={"a": [1]}) != im.Recording([0], scalars={"b": [1]})


def test_a_recording_without_poses():
    found = im.Recording([0, 1], scalars={"energy": [2, 1]})
    assert found.poses.shape == (0, 2, 4, 4)
    assert found.at(0.5) == {}
    assert repr(found) == "Recording(1 track, 2 frames, 0 to 1 s)"
    with pytest.raises(im.ImpingeError, match="no poses in the recording are called 'energy'"):
        found.of("energy")


def test_names_and_frames_that_are_not_there():
    found = in_memory()
    for ask in (found.vertices, found.points, found.lines):
        with pytest.raises(im.ImpingeError, match="'nobody'; there are '"):
            ask("nobody", 0)
    for wrong in (5, -6, 1.5, "1"):
        with pytest.raises(im.ImpingeError, match="frame: expected a whole number below 5"):
            found.vertices("ball", wrong)
