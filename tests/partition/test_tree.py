"""What octree and k-d tree share: roots, room, options."""

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
