"""The octree: cubes that follow what is in them."""

import numpy as np
from box_scenes import box_scene

from impinge.partition import Octree


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
