"""How much of a box is filled, counted from points on its triangles."""

import numpy as np
import trimesh

from impinge.geometry import Mesh, grid_mesh, icosphere
from impinge.hierarchy import VolumeTree
from impinge.narrow.filled import filled_cells
from impinge.narrow.kernels.probable import CELLS


def test_a_sheet_fills_one_layer_of_cells():
    tree = VolumeTree(grid_mesh(1.0, 16), volume="aabb")
    assert filled_cells(tree)[0] == CELLS // 4


def test_the_surface_of_a_cube_fills_the_cells_along_it():
    cube = trimesh.creation.box(extents=(1, 1, 1))
    for _ in range(4):
        cube = cube.subdivide()
    tree = VolumeTree(Mesh(cube.vertices, cube.faces), volume="aabb")
    assert filled_cells(tree)[0] == CELLS - 8


def test_it_is_made_once():
    tree = VolumeTree(icosphere(1.0, 3), volume="aabb")
    counts = filled_cells(tree)
    assert counts is filled_cells(tree)
    assert counts.min() >= 0
    assert counts.max() <= CELLS
    assert 1 < counts.mean() < CELLS


def test_a_tree_that_waits_is_fitted_first():
    mesh = icosphere(1.0, 2)
    tree = VolumeTree(mesh, volume="aabb")
    waiting = tree.refitted(mesh, "top-down")
    np.testing.assert_array_equal(filled_cells(waiting), filled_cells(tree))
    assert waiting.stale_count == 0


def test_a_refitted_tree_counts_anew():
    mesh = icosphere(1.0, 3)
    tree = VolumeTree(mesh, volume="aabb")
    before = filled_cells(tree)
    flat = tree.refitted(mesh.with_vertices(mesh.vertices * [1.0, 1.0, 0.0]))
    assert not np.array_equal(filled_cells(flat), before)
