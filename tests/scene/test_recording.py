"""Poses of things at some times."""

import copy
import pickle

import numpy as np
import pytest
from populated import random_pose

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
        (["x"], {"a": [np.eye(4)]}, "times: expected numbers"),
        ([10**400], {"a": [np.eye(4)]}, "times: expected numbers"),
        ([0, 1], {"a": [np.eye(4)] * 3}, "poses of 'a': expected shape"),
        ([0, 1], {"a": None}, "poses of 'a': expected shape"),
        ([0], {"a": np.eye(4)}, "poses of 'a': expected shape"),
        ([0, 1], {"a": [np.eye(4), 2 * np.eye(4)]}, "poses of 'a': row 1"),
        ([0], {"": [np.eye(4)]}, "poses"),
        ([0], {3: [np.eye(4)]}, "poses"),
        ([0], [np.eye(4)], "dictionary"),
    ],
)
def test_errors_name_what_is_wrong(times, poses, text):
    with pytest.raises(im.ImpingeError, match=text):
        im.Recording(times, poses)


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
