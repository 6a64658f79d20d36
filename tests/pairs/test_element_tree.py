"""The tree over boxes of elements: its order, its boxes, refits, and pairs by the definition."""

import numpy as np
import pytest
from box_cases import CASES, boxes_of, meeting
from hypothesis import given
from strategies import points

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.pairs import ElementTree, find_pairs_between, tree_pairs
from impinge.pairs.element_tree import curve_order
from impinge.pairs.kernels.walk import MOST, begin_walk, next_pairs
from impinge.scenes import box_set


def between(lower_a, upper_a, lower_b, upper_b):
    """Sorted pairs of boxes of two sets that share a point, by comparing all sides of all."""
    below = (lower_a[:, None] <= upper_b[None]).all(axis=2)
    return np.argwhere(below & (lower_b[None] <= upper_a[:, None]).all(axis=2))


def moved(boxes, seed):
    """The boxes elsewhere, some of them far away, some larger, some points."""
    rng = np.random.default_rng(seed)
    lower, upper = boxes
    step = rng.normal(size=lower.shape) * rng.choice([0.0, 0.1, 2.0], (len(lower), 1))
    grown = rng.choice([0.0, 0.05, 3.0], (len(lower), 1))
    low = lower + step - grown
    return low, np.maximum(low, np.where(grown == 0.05, low, upper + step + grown))


def checked(tree, boxes):
    """Everything a tree returns, compared with the definition."""
    lower, upper = boxes
    found = tree.pairs()
    assert found.dtype == np.int64
    np.testing.assert_array_equal(found, meeting(lower, upper))
    for name in ("uniform", "empty", "single", "half spaces"):
        other = boxes_of(name)
        expected = between(lower, upper, *other)
        np.testing.assert_array_equal(tree.pairs_with(ElementTree(*other)), expected)
        np.testing.assert_array_equal(tree.overlapping(*other), between(*other, lower, upper))
    for k in range(min(len(lower), 3)):
        alone = tree.overlapping(lower[k], upper[k])
        assert alone.dtype == np.int64
        expected = between(lower[k : k + 1], upper[k : k + 1], lower, upper)[:, 1]
        np.testing.assert_array_equal(alone, expected)
    return found


@pytest.mark.parametrize("case", CASES)
def test_pairs_are_those_of_the_definition_after_build_and_refits(case):
    boxes = boxes_of(case)
    tree = ElementTree(*boxes)
    assert len(tree) == len(boxes[0])
    checked(tree, boxes)

    for seed in range(3):
        boxes = moved(boxes, seed)
        tree.refit(*boxes)

        checked(tree, boxes)


@pytest.mark.parametrize("case", CASES)
def test_a_swept_refit_has_the_pairs_of_both_ends_and_of_the_union(case):
    start = boxes_of(case)
    end = moved(start, 7)
    tree = ElementTree(*start)

    tree.refit_swept(*start, *end)

    union = np.minimum(start[0], end[0]), np.maximum(start[1], end[1])
    swept = {tuple(pair) for pair in checked(tree, union).tolist()}
    for boxes in (start, end):
        assert swept >= {tuple(pair) for pair in meeting(*boxes).tolist()}
    tree.refit(*start)
    np.testing.assert_array_equal(tree.pairs(), meeting(*start))


@given(points(11, 2, 3), points(11, 2, 3))
def test_anything_refitted_to_anything(a, b):
    a, b = (np.sort(c, axis=1).transpose(1, 0, 2) for c in (a, b))
    if len(a[0]) != len(b[0]):
        a = b
    tree = ElementTree(*a)
    np.testing.assert_array_equal(tree.pairs(), meeting(*a))

    tree.refit(*b)

    np.testing.assert_array_equal(tree.pairs(), meeting(*b))
    np.testing.assert_array_equal(tree.pairs_with(tree), between(*b, *b))


def test_same_bits_for_any_number_of_threads():
    boxes, end = box_set("clustered", 9_000), box_set("clustered", 9_000, seed=2)
    found = set()
    for threads in (1, 2, 5):
        with use_threads(threads):
            tree = ElementTree(*boxes)
            built = tree.levels.nodes.tobytes(), tree.pairs().tobytes()
            tree.refit(*end)
            results = tree.pairs(), tree.overlapping(*boxes), tree.pairs_with(ElementTree(*boxes))
            found.add((*built, tree.levels.nodes.tobytes(), *(r.tobytes() for r in results)))

    assert len(found) == 1


@pytest.mark.plain
@pytest.mark.parametrize("itself", [True, False])
def test_a_walk_goes_on_where_its_buffer_was_full(itself):
    """Pairs come in the same order, whatever the capacity and wherever groups are divided."""
    lower, upper = boxes_of("mixed")
    a, b = ElementTree(lower, upper), ElementTree(*boxes_of("giant"))
    b = a if itself else b

    def streamed(capacity, ranges):
        rows, pairs = [], np.empty((capacity, 2), np.int32)
        for start, stop in ranges:
            walk = begin_walk(start, stop)
            while count := next_pairs(a.levels, b.levels, itself, walk, pairs):
                rows.append(pairs[:count].copy())
            assert next_pairs(a.levels, b.levels, itself, walk, pairs) == 0
        assert capacity > 1000 or len(rows) > 5
        return np.concatenate(rows)

    every = streamed(100_000, [(0, a.groups)])
    expected = a.pairs() if itself else a.pairs_with(b)
    np.testing.assert_array_equal(every[np.lexsort(every.T[::-1])], expected)
    for capacity in (MOST, MOST + 1, 200):
        np.testing.assert_array_equal(streamed(capacity, [(0, a.groups)]), every)
        parts = [(0, 1), (1, 1), (1, a.groups)]
        np.testing.assert_array_equal(streamed(capacity, parts), every)


@pytest.mark.plain
def test_what_cannot_be_refitted_is_refused_and_changes_nothing():
    lower, upper = boxes_of("nine")
    tree = ElementTree(lower, upper)
    wrong, above = lower.copy(), lower.copy()
    wrong[4, 1], above[2, 2] = np.nan, 99.0

    for message, change in {
        "lower: row 4 is not a number": lambda: tree.refit(wrong, upper),
        "lower: row 2 .* lies above upper": lambda: tree.refit(above, upper),
        "lower: 8 rows, expected 9": lambda: tree.refit(lower[1:], upper[1:]),
        "lower and upper: 9 and 8 rows": lambda: tree.refit(lower, upper[1:]),
        "lower_t1: 1 rows": lambda: tree.refit_swept(lower, upper, lower[:1], upper[:1]),
        "upper_t1: row 4": lambda: tree.refit_swept(lower, upper, lower, wrong),
        "expected an ElementTree, got list": lambda: tree.pairs_with([]),
        "expected shape": lambda: tree.overlapping(lower[:, :2], upper[:, :2]),
        "rows differ in length": lambda: tree.overlapping([[0, 0, 0], [1]], upper[:2]),
        "lower: row 0 .* lies above upper": lambda: tree.overlapping([2, 2, 2], [1, 3, 3]),
        "lower: row 1 is not": lambda: ElementTree([[0] * 3, [np.nan] * 3], [[1] * 3] * 2),
    }.items():
        with pytest.raises(ImpingeError, match=message):
            change()
    np.testing.assert_array_equal(tree.pairs(), meeting(lower, upper))


def test_it_says_how_many_elements_it_has():
    assert repr(ElementTree(np.zeros((3, 3)), np.ones((3, 3)))) == "ElementTree(3 elements)"


def test_boxes_given_are_not_kept():
    lower, upper = boxes_of("uniform")
    tree = ElementTree(lower, upper)
    pairs = tree.pairs()

    lower[:], upper[:] = 0.0, 1.0

    np.testing.assert_array_equal(tree.pairs(), pairs)


@pytest.mark.parametrize("case", CASES)
def test_the_order_has_each_box_once(case):
    lower, upper = boxes_of(case)

    assert np.sort(curve_order(lower, upper)).tolist() == list(range(len(lower)))


@pytest.mark.parametrize("case", CASES)
def test_each_node_encloses_its_children(case):
    lower, upper = boxes_of(case)
    nodes, order, first = ElementTree(lower, upper).levels

    lanes = nodes.reshape(-1, 6, 8)
    boxes = lanes[: first[1]].transpose(0, 2, 1).reshape(-1, 6)
    np.testing.assert_array_equal(boxes[: len(lower), :3], lower[order])
    np.testing.assert_array_equal(boxes[: len(lower), 3:], upper[order])
    assert np.isnan(boxes[len(lower) :]).all()
    for level in range(1, len(first) - 1):
        for row in range(first[level], first[level + 1]):
            for lane in range(8):
                child = first[level - 1] + 8 * (row - first[level]) + lane
                if child >= first[level]:
                    assert np.isnan(lanes[row, :, lane]).all()
                    continue
                inside = lanes[child][:, ~np.isnan(lanes[child, 0])] if len(lower) else lanes[child]
                np.testing.assert_array_equal(lanes[row, :3, lane], inside[:3].min(axis=1))
                np.testing.assert_array_equal(lanes[row, 3:, lane], inside[3:].max(axis=1))


def mean_block_edge(lower, upper):
    tree = ElementTree(lower, upper)
    lanes = tree.levels.nodes[: len(lower) // 8].reshape(-1, 6, 8)
    return (lanes[:, 3:].max(axis=2) - lanes[:, :3].min(axis=2)).mean()


@pytest.mark.parametrize("far", [1e3, 1e30, 1e300])
def test_an_outlier_does_not_spoil_the_order(far):
    """All other centres then share one cell of the first curve, and get one of their own."""
    lower = np.random.default_rng(2).uniform(size=(4000, 3))
    near = mean_block_edge(lower, lower)

    lower[0] = far

    # The block with the outlier itself aside.
    tree = ElementTree(lower, lower)
    lanes = tree.levels.nodes[:500].reshape(-1, 6, 8)
    edges = (lanes[:, 3:].max(axis=2) - lanes[:, :3].min(axis=2)).max(axis=1)
    assert np.mean(edges[edges < 2.0]) < 1.6 * near
    assert (edges >= 2.0).sum() == 1


def test_boxes_along_a_line_are_sorted_along_it():
    """Cells of one scale an axis once sorted them by how far they were off the line as well."""
    lower, upper = box_set("line", 20_000)
    tree = ElementTree(lower, upper)

    lanes = tree.levels.nodes[: tree.levels.first[1]].reshape(-1, 6, 8)
    along = lanes[:, 3].max(axis=1) - lanes[:, 0].min(axis=1)
    assert np.mean(along) < 3e-3


def meeting_between(lower_a, upper_a, lower_b, upper_b):
    below = (lower_a[:, None] <= upper_b[None]).all(axis=2)
    above = (lower_b[None] <= upper_a[:, None]).all(axis=2)
    return np.argwhere(below & above)


@pytest.mark.plain
@pytest.mark.parametrize("n", [0, 1, 2, 8, 9, 64, 65, 130])
def test_every_number_of_boxes_around_a_node(n):
    lower = np.random.default_rng(n).integers(0, 5, (n, 3)) * 1.0
    upper = lower + 1.0

    np.testing.assert_array_equal(tree_pairs(lower, upper), meeting(lower, upper))


@pytest.mark.parametrize("n", [511, 512, 513, 4097])
def test_every_number_of_levels(n):
    lower, upper = box_set("clustered", n)

    np.testing.assert_array_equal(tree_pairs(lower, upper), meeting(lower, upper))


def test_long_runs_are_sorted():
    """A giant meets thousands: its run is sorted by digits, not by insertion."""
    lower, upper = box_set("giant", 70_000)
    order = np.random.default_rng(1).permutation(len(lower))

    found = tree_pairs(lower[order], upper[order])

    giant = int(np.argmax(order == 0))
    assert ((found == giant).any(axis=1)).sum() == len(lower) - 1
    assert (np.diff(found[:, 0] * len(lower) + found[:, 1]) > 0).all()
    assert (found[:, 0] < found[:, 1]).all()


def test_many_more_pairs_than_boxes():
    lower, upper = np.zeros((1500, 3)), np.ones((1500, 3))

    found = tree_pairs(lower, upper)

    np.testing.assert_array_equal(found, np.argwhere(np.triu(np.ones((1500, 1500)), k=1)))


@pytest.mark.parametrize("a", CASES)
@pytest.mark.parametrize("b", ["uniform", "empty", "single", "half spaces", "giant"])
def test_between_two_sets_of_boxes(a, b):
    boxes_a, boxes_b = boxes_of(a), boxes_of(b)

    found = find_pairs_between(*boxes_a, *boxes_b)

    assert found.dtype == np.int64
    np.testing.assert_array_equal(found, meeting_between(*boxes_a, *boxes_b))
    swapped = find_pairs_between(*boxes_b, *boxes_a)[:, ::-1]
    np.testing.assert_array_equal(found, swapped[np.lexsort((swapped[:, 1], swapped[:, 0]))])


@given(points(9, 2, 3), points(14, 2, 3))
def test_between_anything(a, b):
    boxes = *np.sort(a, axis=1).transpose(1, 0, 2), *np.sort(b, axis=1).transpose(1, 0, 2)

    np.testing.assert_array_equal(find_pairs_between(*boxes), meeting_between(*boxes))


def test_between_gives_the_same_bits_for_any_number_of_threads():
    boxes = *box_set("clustered", 9_000), *box_set("clustered", 5_000, seed=2)

    answers = []
    for threads in (1, 2, 5):
        with use_threads(threads):
            answers.append(find_pairs_between(*boxes).tobytes())

    assert len(set(answers)) == 1
    assert len(answers[0]) > 10_000


def test_a_set_with_itself_has_each_pair_twice_and_each_box_once():
    lower, upper = boxes_of("mixed")

    found = find_pairs_between(lower, upper, lower, upper)

    assert len(found) == 2 * len(tree_pairs(lower, upper)) + len(lower)


def test_bad_boxes_are_refused_by_side():
    good = np.zeros((2, 3)), np.ones((2, 3))
    with pytest.raises(ImpingeError, match=r"upper_b: row 1 .*nan"):
        find_pairs_between(*good, good[0], [[1, 1, 1], [1, np.nan, 1]])
    with pytest.raises(ImpingeError, match=r"lower_a: row 0 .* lies above upper_a"):
        find_pairs_between(good[1] + 1.0, good[1], *good)
