"""Regions whose normals agree with one direction."""

import numpy as np
import pytest
from folding_surfaces import surface

import impinge as im
from impinge.bounds import dop_directions
from impinge.geometry import grid_mesh
from impinge.hierarchy import RegionTree
from impinge.narrow.flat_regions import flat_regions


@pytest.mark.parametrize("directions", [26, 62])
@pytest.mark.parametrize("name", ["crumpled", "closed", "flaws"])
def test_normals_of_a_flat_region_agree_with_a_direction(name, directions):
    mesh = surface(name)
    flat, half = flat_regions(mesh, directions), dop_directions(directions)
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    along = np.cross(b - a, c - a) @ np.concatenate([half, -half]).T
    for label in np.unique(flat[flat >= 0]):
        assert (along[flat == label] > 0.0).all(axis=0).any()
    # The largest: regions of the tree, and none that is flat is in a larger flat one.
    tree = RegionTree(mesh)
    for level in range(tree.levels):
        regions = tree.regions(level)
        for r in range(tree.counts[level]):
            inside = regions == r
            if (along[inside] > 1e-9).all(axis=0).any() and (flat[inside] >= 0).all():
                assert len(np.unique(flat[inside])) == 1


def test_faces_without_area_are_in_no_flat_region():
    sheet = grid_mesh(1.0, 3)
    assert len(np.unique(flat_regions(sheet))) == 1
    points = sheet.vertices.copy()
    points[5] = points[4]
    flat = flat_regions(sheet.with_vertices(points))
    a, b, c = (points[sheet.faces[:, k]] for k in range(3))
    np.testing.assert_array_equal(flat < 0, ~np.cross(b - a, c - a).any(axis=1))


def test_there_are_two_sets_of_directions():
    with pytest.raises(im.ImpingeError, match="directions: 14"):
        flat_regions(grid_mesh(1.0, 2), 14)
