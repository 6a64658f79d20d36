"""The tree of wide leaves: when it changes, and what it finds beside pairs."""

import numpy as np
import pytest
from box_cases import CASES, boxes_of, meeting

from impinge.core.errors import ImpingeError
from impinge.pairs import DynamicTree
from impinge.scenes import box_set, drifted


def test_a_box_within_its_leaf_changes_nothing():
    lower, upper = box_set("uniform", 500)
    tree = DynamicTree(lower, upper, margin=0.01)
    tree.pairs()
    before = tree.statistics

    shift = np.random.default_rng(1).uniform(-0.009, 0.009, (500, 3))
    tree.move(np.arange(500), lower + shift, upper + shift)

    np.testing.assert_array_equal(tree.pairs(), meeting(lower + shift, upper + shift))
    after = tree.statistics
    assert after["moved"] == before["moved"] + 500
    assert after["inserted"] == before["inserted"] == 0
    assert after["built"] == 1


def test_a_box_that_leaves_its_leaf_is_inserted_again():
    lower, upper = box_set("uniform", 500)
    tree = DynamicTree(lower, upper, margin=0.01)
    tree.pairs()
    assert tree.statistics["built"] == 1
    ids = np.arange(0, 500, 50)

    lower[ids] += 0.3
    upper[ids] += 0.3
    tree.move(ids, lower[ids], upper[ids])

    np.testing.assert_array_equal(tree.pairs(), meeting(lower, upper))
    assert tree.statistics["inserted"] == 10
    assert tree.statistics["built"] == 1


def test_a_leaf_much_too_large_is_made_anew():
    lower, upper = box_set("uniform", 300)
    lower[0], upper[0] = -1.0, 2.0
    tree = DynamicTree(lower, upper)
    assert tree.statistics["inserted"] == 0

    lower[0], upper[0] = 0.4, 0.41
    tree.move([0], lower[:1], upper[:1])

    assert tree.statistics["inserted"] == 1
    np.testing.assert_array_equal(tree.pairs(), meeting(lower, upper))


def test_many_leaves_at_once_are_a_new_tree():
    lower, upper = box_set("uniform", 300)
    tree = DynamicTree(lower, upper, margin=0.0)
    assert tree.statistics["built"] == 1

    tree.move(np.arange(300), lower + 5.0, upper + 5.0)

    assert tree.statistics["built"] == 2
    np.testing.assert_array_equal(tree.pairs(), meeting(lower, upper))


def test_the_tree_stays_low():
    """Boxes in a row, one by one, would make a list of a tree that is not balanced."""
    tree = DynamicTree()
    corner = np.zeros((1, 3))
    for k in range(400):
        corner[0, 0] = k
        tree.add(corner, corner + 0.5)

    assert len(tree) == 400
    assert tree.statistics["nodes"] == 799
    assert tree.statistics["height"] <= 13
    tree.remove(np.arange(0, 400, 2))
    assert tree.statistics["height"] <= 11
    tree.remove(tree.ids)
    assert tree.statistics["height"] == tree.statistics["nodes"] == 0


@pytest.mark.parametrize("case", CASES)
def test_find_agrees_with_the_definition(case):
    lower, upper = boxes_of(case)
    tree = DynamicTree(lower, upper)
    queries = [(lower[i], upper[i]) for i in range(0, len(lower), 40)]
    queries += [((-np.inf,) * 3, (np.inf,) * 3), ((0.2, 0.2, 0.2), (0.4, 0.4, 0.4))]

    for low, high in queries:
        expected = np.flatnonzero(((lower <= high) & (upper >= low)).all(axis=1))
        np.testing.assert_array_equal(tree.find(low, high), expected)


def entries(lower, upper, origin, direction):
    """Where the ray enters each box, by the definition; infinite where it does not."""
    near, far = np.zeros(len(lower)), np.full(len(lower), np.inf)
    for axis in range(3):
        if direction[axis] == 0.0:
            out = (origin[axis] < lower[:, axis]) | (origin[axis] > upper[:, axis])
            near[out] = np.inf
        else:
            ends = (np.stack((lower[:, axis], upper[:, axis])) - origin[axis]) / direction[axis]
            near, far = np.maximum(near, ends.min(axis=0)), np.minimum(far, ends.max(axis=0))
    return np.where(near <= far, near, np.inf)


@pytest.mark.parametrize("case", ["uniform", "giant", "mixed", "touching exactly", "half spaces"])
def test_rays_meet_what_is_on_their_way(case):
    rng = np.random.default_rng(8)
    lower, upper = boxes_of(case)
    inside = np.isfinite(lower).all(axis=1) | np.isfinite(upper).all(axis=1)
    lower, upper = lower[inside], upper[inside]
    tree = DynamicTree(lower, upper)
    hits = 0
    for k in range(120):
        origin = rng.uniform(0.0, 1.0, 3)
        direction = rng.normal(size=3) if k % 2 else np.eye(3)[k % 3] * (-1.0) ** (k // 3)
        if case == "touching exactly":
            origin = np.round(4.0 * origin)

        found = tree.cast_ray(origin, direction)

        times = entries(lower, upper, origin, direction)
        assert set(found.tolist()) >= set(np.flatnonzero(times < np.inf).tolist())
        # Others only by rounding: grown a little, the ray meets them.
        grown = entries(lower - 1e-12, upper + 1e-12, origin, direction)
        assert (grown[found] < np.inf).all()
        assert (np.diff(grown[found]) > -1e-9).all()
        hits += len(found)
    assert hits > 60


def test_a_ray_needs_a_direction():
    tree = DynamicTree(np.zeros((1, 3)), np.ones((1, 3)))
    with pytest.raises(ImpingeError, match="direction: is zero"):
        tree.cast_ray([0, 0, 0], [0, 0, 0])
    with pytest.raises(ImpingeError, match="origin: row 0 is not finite"):
        tree.cast_ray([0, np.nan, 0], [0, 0, 1])


def test_an_empty_tree_finds_nothing():
    tree = DynamicTree()

    assert tree.find([0, 0, 0], [1, 1, 1]).shape == (0,)
    assert tree.cast_ray([0, 0, 0], [1, 1, 1]).shape == (0,)
    assert tree.pairs().shape == (0, 2)


def test_the_margin_is_checked():
    with pytest.raises(ImpingeError, match="margin"):
        DynamicTree(margin=-0.1)


def test_pairs_are_kept_while_others_come_and_go():
    """Few move in each of many frames: pairs come from those of the frame before."""
    lower, upper = box_set("clustered", 600)
    tree = DynamicTree(lower, upper)
    for frame in range(30):
        ids, (low, high) = drifted((lower, upper), 0.3, 0.04, frame)
        lower[ids], upper[ids] = low, high
        tree.move(ids, low, high)
        np.testing.assert_array_equal(tree.pairs(), meeting(lower, upper))

    assert tree.statistics["built"] == 1
    assert tree.statistics["inserted"] > 100


def test_the_tree_waits_until_it_is_asked():
    """Frames in which much moves, and only pairs are wanted, cost no insertion."""
    lower, upper = box_set("uniform", 400)
    tree = DynamicTree(lower, upper)
    for k in range(5):
        tree.move(np.arange(400), lower + k, upper + k)
        np.testing.assert_array_equal(tree.pairs(), meeting(lower, upper))
    assert tree._built == tree._inserted == 0

    assert tree.find(lower[7] + 4.0, upper[7] + 4.0).tolist() == [
        i for i in range(400) if (lower[i] <= upper[7]).all() and (upper[i] >= lower[7]).all()
    ]
    assert tree._built == 1


def test_what_is_returned_is_the_callers_own():
    lower, upper = box_set("uniform", 400)
    tree = DynamicTree(lower, upper)

    tree.pairs()[:] = 7

    np.testing.assert_array_equal(tree.pairs(), meeting(lower, upper))


def test_corners_of_uneven_length_are_refused():
    tree = DynamicTree([[0, 0, 0]], [[1, 1, 1]])
    with pytest.raises(ImpingeError, match="lower"):
        tree.find([[0], [1, 2]], [1, 1, 1])
    with pytest.raises(ImpingeError, match="direction"):
        tree.cast_ray([0, 0, 0], [[0], [1, 2]])
