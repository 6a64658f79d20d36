"""The k-d tree: planes through the middle of what is there."""

import numpy as np
from box_scenes import box_scene

from impinge.partition import KdTree


def test_a_flat_scene_is_divided_across_its_sides_only():
    lower, upper = box_scene("plane", 500)
    tree = KdTree(lower, upper)
    cells = tree.cells()

    assert len(cells.counts) > 30
    assert len(np.unique(cells.lower[:, 2])) == 1
    assert cells.counts.max() <= 32


def test_planes_leave_a_quarter_on_either_side():
    lower, upper = box_scene("clustered", 500)
    tree = KdTree(lower, upper)
    links, cells = tree._links, tree._cells
    inner = np.flatnonzero(links[: tree.nodes, 1] >= 0)

    assert len(inner) > 20
    for node in inner:
        axis, plane = links[node, 5], tree._planes[node, 0]
        low, high = cells[node, axis], cells[node, axis + 3]
        assert 0.249 <= (plane - low) / (high - low) <= 0.751


def test_it_is_balanced_where_things_are_even():
    lower, upper = box_scene("uniform", 2000)

    assert KdTree(lower, upper).depth <= np.log2(2000 / 8) + 4
