"""Every partition of boxes keeps one contract: it finds what comparing all with all finds."""

import copy
import pickle

import numpy as np
import pytest
from box_scenes import SCENES, box_scene, brute_pairs
from hypothesis import given
from hypothesis import strategies as st
from strategies import points

from impinge.core.errors import ImpingeError
from impinge.partition import KdTree, Octree, SpatialHash, UniformGrid

KINDS = {
    "grid": UniformGrid,
    "hash": SpatialHash,
    "one slot": lambda lower, upper: SpatialHash(lower, upper, slots=1),
    "octree": Octree,
    "k-d": KdTree,
    "small leaves": lambda lower, upper: KdTree(lower, upper, leaf_size=2),
    "uniform octree": lambda lower, upper: Octree(lower, upper, adaptive=False, depth=3),
    "uniform k-d": lambda lower, upper: KdTree(lower, upper, adaptive=False, depth=8),
}
TREES = ["octree", "k-d", "small leaves"]

every_kind = pytest.mark.parametrize("kind", KINDS)


def check(held, lower, upper, ids):
    """Pairs, counts and boxes are those of what should be there."""
    np.testing.assert_array_equal(held.pairs(), brute_pairs(lower, upper, ids))
    np.testing.assert_array_equal(held.ids, ids)
    np.testing.assert_array_equal(held.lower, lower)
    np.testing.assert_array_equal(held.upper, upper)
    assert len(held) == len(ids) == held.statistics.boxes
    counts = held.cells().counts
    assert counts.sum() == held.statistics.references
    assert len(counts) == held.statistics.cells


@every_kind
@pytest.mark.parametrize("scene", SCENES)
def test_pairs_are_those_of_brute_force(kind, scene):
    for n in (2, 37, 250):
        lower, upper = box_scene(scene, n)

        check(KINDS[kind](lower, upper), lower, upper, np.arange(n))


@every_kind
def test_nothing_is_a_legal_number_of_boxes(kind):
    held = KINDS[kind](np.empty((0, 3)), np.empty((0, 3)))

    assert held.pairs().shape == (0, 2)
    assert held.pairs().dtype == np.int64
    assert held.find((-1, -1, -1), (1, 1, 1)).tolist() == []
    assert held.add([[0, 0, 0], [1, 0, 0]], [[1, 1, 1], [2, 2, 2]]).tolist() == [0, 1]
    assert held.pairs().tolist() == [[0, 1]]


@every_kind
@given(corner=points(12, 3), size=points(12, 3))
def test_any_boxes(kind, corner, size):
    lower, upper = corner, corner + np.abs(size)

    np.testing.assert_array_equal(KINDS[kind](lower, upper).pairs(), brute_pairs(lower, upper))


@every_kind
@pytest.mark.parametrize("scene", ["uniform", "mixed", "whole", "half_infinite", "clustered"])
def test_boxes_come_move_and_go(kind, scene):
    """Sixty frames of random changes; each is compared with brute force, in pairs and by search."""
    rng = np.random.default_rng(5)
    lower, upper = box_scene(scene, 60)
    held = KINDS[kind](lower, upper)
    known = {i: (lower[i], upper[i]) for i in range(60)}
    hits = 0

    for frame in range(60):
        choice = rng.integers(0, 3)
        if choice == 0:
            new = box_scene(scene, 8, seed=100 + frame)
            ids = held.add(*new)
            assert not set(ids.tolist()) & set(known)
            known |= {int(i): (a, b) for i, a, b in zip(ids, *new, strict=True)}
        elif choice == 1 and len(known) > 10:
            ids = rng.permutation(sorted(known))[:7]
            held.remove(ids)
            for i in ids:
                del known[int(i)]
        else:
            ids = rng.permutation(sorted(known))[: len(known) // 2]
            # Some stay in their cells, some cross all of them.
            shift = rng.normal(size=(len(ids), 3)) * 10.0 ** rng.uniform(-4, 0, (len(ids), 1))
            new = [np.array([known[int(i)][k] for i in ids]) + shift for k in (0, 1)]
            held.move(ids, *new)
            known |= {int(i): (a, b) for i, a, b in zip(ids, *new, strict=True)}
        ids = np.array(sorted(known))
        lower, upper = (np.array([known[i][k] for i in ids.tolist()]) for k in (0, 1))
        check(held, lower, upper, ids)
        low = rng.uniform(-2.0, 1.0, 3)
        high = low + rng.uniform(0.0, 2.5, 3)
        inside = ((lower <= high) & (low <= upper)).all(axis=1)
        np.testing.assert_array_equal(held.find(low, high), ids[inside])
        hits += inside.any()

    assert hits >= 8


@every_kind
def test_nothing_is_lost_in_a_hundred_thousand_moves(kind):
    rng = np.random.default_rng(3)
    n = 500
    centre = rng.uniform(size=(n, 3))
    held = KINDS[kind](centre - 0.02, centre + 0.02)

    for _ in range(200):
        centre = np.clip(centre + 0.05 * rng.normal(size=(n, 3)), 0.0, 1.0)
        order = rng.permutation(n)
        held.move(order, centre[order] - 0.02, centre[order] + 0.02)

    check(held, centre - 0.02, centre + 0.02, np.arange(n))
    assert held.find((-1, -1, -1), (2, 2, 2)).tolist() == list(range(n))


@every_kind
def test_memory_returns_when_things_disperse(kind):
    """A crowd comes together and leaves again, time after time: nothing is left behind.

    A cell that was divided for the crowd stays so until it holds half of what divides it.
    """
    rng = np.random.default_rng(3)
    n = 400
    centre = rng.uniform(size=(n, 3))
    held = KINDS[kind](centre - 0.01, centre + 0.01)
    first = held.statistics

    for _ in range(5):
        crowd = 0.5 + 0.01 * rng.normal(size=(n, 3))
        held.move(np.arange(n), crowd - 0.01, crowd + 0.01)
        held.move(np.arange(n), centre - 0.01, centre + 0.01)
        last = held.statistics
        assert last.cells <= 2 * first.cells
        assert last.references <= 1.2 * first.references

    held.remove(held.ids)
    assert held.statistics.references == held.statistics.cells == 0
    check(held, np.empty((0, 3)), np.empty((0, 3)), [])


@pytest.mark.parametrize("kind", TREES)
def test_trees_divide_and_join(kind):
    lower, upper = box_scene("uniform", 400)
    tree = KINDS[kind](lower, upper)
    nodes, splits = tree.nodes, tree.statistics.splits
    assert splits >= 9
    assert tree.depth >= 2

    tree.remove(np.arange(390))
    assert tree.statistics.merges > 0.5 * splits
    assert tree.nodes < 0.3 * nodes
    tree.add(lower[:390], upper[:390])
    assert tree.nodes > 0.5 * nodes


@every_kind
def test_what_stays_in_its_cells_is_not_moved(kind):
    lower, upper = box_scene("uniform", 300)
    held = KINDS[kind](lower, upper)
    held.move(np.arange(300), lower, upper)
    assert held.statistics.moved == 0

    held.move(np.arange(300), lower + 1e-9, upper + 1e-9)
    assert held.statistics.moved <= 3
    held.move([7], lower[[7]] + 0.4, upper[[7]] + 0.4)
    assert held.statistics.moved > 0


@every_kind
@pytest.mark.parametrize("exponent", [-900, -3, 40, 900])
def test_scaling_by_a_power_of_two_changes_nothing(kind, exponent):
    lower, upper = box_scene("mixed", 200)
    a = KINDS[kind](lower, upper)
    b = KINDS[kind](np.ldexp(lower, exponent), np.ldexp(upper, exponent))

    np.testing.assert_array_equal(a.pairs(), b.pairs())
    assert a.statistics == b.statistics
    np.testing.assert_array_equal(np.ldexp(a.cells().lower, exponent), b.cells().lower)


@every_kind
def test_a_shift_that_floats_can_tell_changes_no_pairs(kind):
    lower, upper = box_scene("whole", 300)
    pairs = KINDS[kind](lower, upper).pairs()
    assert 300 < len(pairs) < 3000

    for shift in (-4096.0, 1024.0, 2.0**40):
        held = KINDS[kind](lower + shift, upper + shift)
        np.testing.assert_array_equal(held.pairs(), pairs)
        held.move(np.arange(300), lower - shift, upper - shift)
        np.testing.assert_array_equal(held.pairs(), pairs)


@every_kind
def test_all_may_leave_for_another_place(kind):
    """Beyond the region border cells hold all; a new one is laid out when too many are there."""
    lower, upper = box_scene("uniform", 300)
    held = KINDS[kind](lower, upper)
    expected = brute_pairs(lower, upper)

    held.move(np.arange(20), lower[:20] + 2.0**30, upper[:20] + 2.0**30)
    moved = lower.copy(), upper.copy()
    for side in moved:
        side[:20] += 2.0**30
    check(held, *moved, np.arange(300))
    assert held.statistics.rebuilds == 0
    held.move(np.arange(300), lower + 2.0**30, upper + 2.0**30)
    np.testing.assert_array_equal(held.pairs(), brute_pairs(lower + 2.0**30, upper + 2.0**30))
    assert held.statistics.rebuilds == 1
    held.move(np.arange(300), lower, upper)
    np.testing.assert_array_equal(held.pairs(), expected)


@every_kind
def test_references_are_bounded_for_giants(kind):
    """One box around all the others, and boxes a million times longer than wide."""
    for scene in ("giant", "many_giants", "rods", "half_infinite", "mixed"):
        lower, upper = box_scene(scene, 400)
        assert KINDS[kind](lower, upper).statistics.references <= 64 * 400


@every_kind
def test_freed_ids_are_given_again_lowest_first(kind):
    lower, upper = box_scene("uniform", 20)
    held = KINDS[kind](lower, upper)
    held.remove([11, 3, 5])

    assert held.add(lower[:4], upper[:4]).tolist() == [3, 5, 11, 20]
    assert held.ids.tolist() == list(range(21))


@every_kind
def test_copies_and_pickles_go_their_own_way(kind):
    lower, upper = box_scene("uniform", 100)
    held = KINDS[kind](lower, upper)
    held.remove([4])

    for other in (copy.deepcopy(held), pickle.loads(pickle.dumps(held))):
        np.testing.assert_array_equal(other.pairs(), held.pairs())
        other.move([0], lower[[9]], upper[[9]])
        other.add(lower[:3], upper[:3])
        assert len(held) == 99
    np.testing.assert_array_equal(held.lower[0], lower[0])


@every_kind
def test_cells_hold_their_boxes(kind):
    lower, upper = box_scene("uniform", 100)
    cells = KINDS[kind](lower, upper).cells()
    low, high = np.minimum.reduce(cells.lower), np.maximum.reduce(cells.upper)

    assert (cells.lower < cells.upper).all()
    assert (low <= lower.min(axis=0)).all()
    assert (high >= upper.max(axis=0) - 1e-12).all()


@every_kind
def test_shown_arrays_cannot_be_written(kind):
    held = KINDS[kind]([[0, 0, 0]], [[1, 1, 1]])

    with pytest.raises(ValueError, match="read-only"):
        held.lower[0] = 1.0


@every_kind
def test_what_is_wrong_is_named(kind):
    lower, upper = box_scene("uniform", 10)
    make = KINDS[kind]
    held = make(lower, upper)
    bad = lower.copy()
    bad[3, 1] = np.nan

    with pytest.raises(ImpingeError, match="lower: row 3 is not a number"):
        make(bad, upper)
    with pytest.raises(ImpingeError, match=r"lower: row 0 .* lies above upper"):
        held.add(upper, lower)
    with pytest.raises(ImpingeError, match="ids: no box has the id 10"):
        held.move([10], lower[:1], upper[:1])
    with pytest.raises(ImpingeError, match="ids: 2 is named more than once"):
        held.remove([2, 5, 2])
    with pytest.raises(ImpingeError, match="ids and lower: 2 and 3 rows, expected equal"):
        held.move([0, 1], lower[:3], upper[:3])
    with pytest.raises(ImpingeError, match="move_vertices: this holds boxes"):
        held.move_vertices(lower)
    check(held, lower, upper, np.arange(10))


@every_kind
@given(low=st.floats(-2, 2), size=st.floats(0, 3))
def test_a_search_finds_what_meets_the_box(kind, low, size):
    lower, upper = box_scene("mixed", 60)
    held = KINDS[kind](lower, upper)
    found = held.find([low] * 3, [low + size] * 3)

    meets = ((lower <= low + size) & (low <= upper)).all(axis=1)
    np.testing.assert_array_equal(found, np.flatnonzero(meets))
