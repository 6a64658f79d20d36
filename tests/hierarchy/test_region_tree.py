"""Regions of a surface: partitions that nest, connected and round, from faces to parts."""

from itertools import combinations

import numpy as np
import pytest
from folding_surfaces import CASES, joined, soup, surface

import impinge as im
from impinge.geometry import Mesh, box_mesh, grid_mesh, icosphere
from impinge.hierarchy import RegionTree
from impinge.scenes import crumpled_sheet


def edge_links(faces):
    """Pairs of faces with a common edge, as sets of two vertices."""
    at = {}
    for f, (a, b, c) in enumerate(faces.tolist()):
        if len({a, b, c}) == 3:
            for edge in ((a, b), (b, c), (c, a)):
                at.setdefault(frozenset(edge), []).append(f)
    return [pair for users in at.values() for pair in combinations(users, 2)]


def connected(labels, links):
    """Labels of the classes that links within one label make, the lowest face of each."""
    root = list(range(len(labels)))

    def find(f):
        while root[f] != f:
            root[f] = root[root[f]]
            f = root[f]
        return f

    for i, j in links:
        if labels[i] == labels[j]:
            low, high = sorted((find(i), find(j)))
            root[high] = low
    return np.array([find(f) for f in range(len(labels))])


def check(mesh):
    tree, links = RegionTree(mesh), edge_links(mesh.faces)
    faces = len(mesh.faces)
    assert len(tree.counts) == tree.levels
    np.testing.assert_array_equal(tree.regions(0), np.arange(faces))
    for level in range(tree.levels):
        regions = tree.regions(level)
        assert regions.shape == (faces,)
        np.testing.assert_array_equal(np.unique(regions), np.arange(tree.counts[level]))
        # Each region is connected by edges.
        assert len(np.unique(connected(regions, links))) == tree.counts[level]
        if level:
            below = tree.regions(level - 1)
            pairs = np.unique(np.stack([below, regions], axis=1), axis=0)
            assert len(pairs) == tree.counts[level - 1]
            children = np.bincount(pairs[:, 1])
            assert children.max() <= 3
            assert (children >= 2).any()
    # The last level has one region a connected part.
    parts = connected(np.zeros(faces), links)
    assert len(np.unique(parts)) == tree.counts[-1]
    return tree


@pytest.mark.parametrize("name", CASES)
def test_levels_are_partitions_that_nest(name):
    check(surface(name))


def test_any_faces_have_regions():
    rng = np.random.default_rng(3)
    for _ in range(100):
        check(soup(rng))


def test_regions_of_a_grid_are_compact_and_few():
    """Squares of a grid merge to rectangles: levels halve, contours are those of blocks."""
    tree = check(grid_mesh(1.0, 16))
    np.testing.assert_array_equal(tree.counts, [512 >> k for k in range(10)])
    cell = np.arange(256)
    x, y = np.divmod(cell, 16)
    for level in range(3, 8):
        regions = tree.regions(level)
        for r in range(tree.counts[level]):
            inside = np.flatnonzero(regions == r) % 256
            extent = np.ptp(x[inside]) + np.ptp(y[inside]) + 2
            assert extent <= 3.5 * np.sqrt(2.0**level)


def test_regions_depend_on_faces_alone():
    mesh = crumpled_sheet(10)
    tree, other = RegionTree(mesh), RegionTree(Mesh(grid_mesh(1.0, 10).vertices, mesh.faces))
    moved = RegionTree(mesh.with_vertices(2.0 * mesh.vertices))
    assert moved._arrays is tree._arrays
    for level in range(tree.levels):
        np.testing.assert_array_equal(tree.regions(level), other.regions(level))


def test_a_closed_surface_and_several_parts():
    assert check(icosphere(1.0, 2)).counts[-1] == 1
    tree = check(joined(box_mesh(), grid_mesh(1.0, 3), box_mesh()))
    assert tree.counts[-1] == 3
    regions = tree.regions(tree.levels - 1)
    np.testing.assert_array_equal(regions, np.repeat([0, 1, 2], [12, 18, 12]))
    assert repr(tree) == f"RegionTree(42 faces, {tree.levels} levels, 3 parts)"


def test_long_and_branching_surfaces_have_few_levels():
    strip = np.arange(2000)
    fan = np.stack([0 * strip, 1 + strip, 2 + strip], axis=1)
    # A triangle cut at each side, and so on: no inner vertex, a tree of neighbours.
    tree, edges, count = [[0, 1, 2]], [(0, 1), (1, 2), (2, 0)], 3
    while len(tree) < 2000:
        a, b = edges.pop(0)
        tree.append([b, a, count])
        edges += [(a, count), (count, b)]
        count += 1
    # Many faces at one edge.
    book = np.stack([0 * strip, 0 * strip + 1, 2 + strip], axis=1)
    for faces in (fan, np.array(tree), book):
        found = RegionTree(Mesh(np.random.default_rng(0).random((faces.max() + 1, 3)), faces))
        assert found.levels <= 25
        assert found.counts[-1] == 1


def test_levels_that_are_not_there_are_refused():
    tree = RegionTree(grid_mesh(1.0, 2))
    for level in (-1, tree.levels, 0.5, "top"):
        with pytest.raises(im.ImpingeError, match="level"):
            tree.regions(level)
    with pytest.raises(im.ImpingeError, match="mesh: expected a Mesh"):
        RegionTree(im.Sphere(1.0))
