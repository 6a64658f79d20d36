"""The tree of eight boxes a node, and the order it is made from."""

import numpy as np
import pytest
from box_cases import CASES, boxes_of

from impinge.pairs.box_tree import BoxTree, curve_order
from impinge.scenes import box_set

FILLED = [case for case in CASES if case != "empty"]


@pytest.mark.parametrize("case", FILLED)
def test_the_order_has_each_box_once(case):
    lower, upper = boxes_of(case)

    assert np.sort(curve_order(lower, upper)).tolist() == list(range(len(lower)))


@pytest.mark.parametrize("case", FILLED)
def test_each_node_encloses_its_children(case):
    lower, upper = boxes_of(case)
    tree = BoxTree(lower, upper)

    first = tree.first
    lanes = tree.nodes.reshape(-1, 6, 8)
    boxes = lanes[: first[1]].transpose(0, 2, 1).reshape(-1, 6)
    np.testing.assert_array_equal(boxes[: len(lower), :3], lower[tree.order])
    np.testing.assert_array_equal(boxes[: len(lower), 3:], upper[tree.order])
    assert np.isnan(boxes[len(lower) :]).all()
    for level in range(1, len(first) - 1):
        for row in range(first[level], first[level + 1]):
            for lane in range(8):
                child = first[level - 1] + 8 * (row - first[level]) + lane
                if child >= first[level]:
                    assert np.isnan(lanes[row, :, lane]).all()
                    continue
                inside = lanes[child][:, ~np.isnan(lanes[child, 0])]
                np.testing.assert_array_equal(lanes[row, :3, lane], inside[:3].min(axis=1))
                np.testing.assert_array_equal(lanes[row, 3:, lane], inside[3:].max(axis=1))


def mean_block_edge(lower, upper):
    tree = BoxTree(lower, upper)
    lanes = tree.nodes[: len(lower) // 8].reshape(-1, 6, 8)
    return (lanes[:, 3:].max(axis=2) - lanes[:, :3].min(axis=2)).mean()


@pytest.mark.parametrize("far", [1e3, 1e30, 1e300])
def test_an_outlier_does_not_spoil_the_order(far):
    """All other centres then share one cell of the first curve, and get one of their own."""
    lower = np.random.default_rng(2).uniform(size=(4000, 3))
    near = mean_block_edge(lower, lower)

    lower[0] = far

    # The block with the outlier itself aside.
    tree = BoxTree(lower, lower)
    lanes = tree.nodes[:500].reshape(-1, 6, 8)
    edges = (lanes[:, 3:].max(axis=2) - lanes[:, :3].min(axis=2)).max(axis=1)
    assert np.mean(edges[edges < 2.0]) < 1.6 * near
    assert (edges >= 2.0).sum() == 1


def test_boxes_along_a_line_are_sorted_along_it():
    """Cells of one scale an axis once sorted them by how far they were off the line as well."""
    lower, upper = box_set("line", 20_000)
    tree = BoxTree(lower, upper)

    lanes = tree.nodes[: tree.first[1]].reshape(-1, 6, 8)
    along = lanes[:, 3].max(axis=1) - lanes[:, 0].min(axis=1)
    assert np.mean(along) < 3e-3
