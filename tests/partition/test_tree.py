"""Octree and k-d tree: roots, room, options; cubes and planes that follow what is in them."""

import numpy as np
import pytest
from box_scenes import SCENES, box_scene

from impinge.core.errors import ImpingeError
from impinge.partition import KdTree, Octree
from impinge.partition.boxes import box_rows
from impinge.partition.tree import _root


@pytest.mark.parametrize("cubic", [False, True])
@pytest.mark.parametrize("scene", SCENES)
def test_the_root_holds_all_that_is_finite(scene, cubic):
    boxes = box_rows(*box_scene(scene, 50))
    root, region = _root(boxes, np.ones(50, np.bool_), cubic=cubic)
    finite = np.isfinite(boxes)

    assert np.isfinite(root).all()
    assert (root[:3] < root[3:]).all()
    assert (region[3:] < root[3:]).all()
    assert (boxes[:, :3] >= region[:3])[finite[:, :3]].all()
    assert (boxes[:, 3:] <= root[3:])[finite[:, 3:]].all()


@pytest.mark.parametrize("kind", [Octree, KdTree])
def test_a_tree_divides_down_to_its_limits(kind):
    lower, upper = box_scene("uniform", 500)
    shallow, deep = kind(lower, upper, depth=1), kind(lower, upper, leaf_size=4)

    assert shallow.depth == 1
    assert shallow.cells().counts.max() > 16
    assert deep.depth > kind(lower, upper).depth
    assert deep.nodes > kind(lower, upper).nodes
    assert "500 boxes" in repr(deep)


@pytest.mark.parametrize("kind", [Octree, KdTree])
def test_equal_boxes_are_not_divided_in_vain(kind):
    for scene in ("coincident", "coincident_points"):
        lower, upper = box_scene(scene, 300)
        tree = kind(lower, upper)
        assert tree.statistics.references <= 300 * 8
        assert tree.nodes <= 8 * 63 + 1
        assert len(tree.pairs()) == 300 * 299 // 2


@pytest.mark.parametrize("kind", [Octree, KdTree])
def test_a_uniform_tree_has_leaves_of_one_level(kind):
    points = np.random.default_rng(0).uniform(size=(300, 3))
    tree = kind(points, points, adaptive=False, depth=4)
    cells = tree.cells()
    sizes = np.sort(cells.upper - cells.lower, axis=1)

    assert tree.depth == 4
    np.testing.assert_allclose(sizes, np.broadcast_to(sizes[0], sizes.shape), rtol=1e-9)
    tree.remove(tree.ids)
    assert tree.nodes == 1


@pytest.mark.parametrize(("kind", "most"), [(Octree, 21), (KdTree, 63)])
def test_options_are_checked(kind, most):
    boxes = box_scene("uniform", 10)
    assert len(kind(*boxes, depth=np.int64(3), leaf_size=2).pairs()) > 0
    for depth in (0, most + 1, 1.5, True, "3"):
        with pytest.raises(ImpingeError, match=f"depth: expected a whole number from 1 to {most}"):
            kind(*boxes, depth=depth)
    for leaf in (1, 2.5, True):
        with pytest.raises(ImpingeError, match="leaf_size: expected a whole number from 2 to"):
            kind(*boxes, leaf_size=leaf)


def test_cells_are_cubes_and_small_where_things_are_dense():
    lower, upper = box_scene("clustered", 600)
    tree = Octree(lower, upper)
    cells = tree.cells()
    edges = cells.upper - cells.lower

    np.testing.assert_allclose(edges[:, 0], edges[:, 1], rtol=1e-9)
    np.testing.assert_allclose(edges[:, 0], edges[:, 2], rtol=1e-9)
    # Clusters are a hundredth of the scene, and cells a part of them.
    assert edges.max() < 0.05 * (upper.max() - lower.min())
    assert edges.min() < 0.2 * edges.max()


def test_a_box_is_in_eight_nodes_at_most():
    lower, upper = box_scene("mixed", 500)
    for k in range(0, 500, 50):
        tree = Octree(lower, upper)
        before = tree.statistics.references
        tree.remove([k])
        assert 1 <= before - tree.statistics.references <= 8 + 64


def test_a_giant_stays_with_the_root():
    lower, upper = box_scene("giant", 500)
    tree = Octree(np.delete(lower, 250, 0), np.delete(upper, 250, 0))
    references = tree.statistics.references
    tree.add(lower[[250]], upper[[250]])

    assert tree.statistics.references == references + 1
    assert len(tree.find((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))) >= 1


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
    links, cells = tree._kept.links, tree._kept.cells
    inner = np.flatnonzero(links[: tree.nodes, 1] >= 0)

    assert len(inner) > 20
    for node in inner:
        axis, plane = links[node, 5], tree._kept.planes[node, 0]
        low, high = cells[node, axis], cells[node, axis + 3]
        assert 0.249 <= (plane - low) / (high - low) <= 0.751


def test_it_is_balanced_where_things_are_even():
    lower, upper = box_scene("uniform", 2000)

    assert KdTree(lower, upper).depth <= np.log2(2000 / 8) + 4
