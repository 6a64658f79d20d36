"""Colours of regions: neighbours differ, and a region keeps its colour as it grows."""

import numpy as np

import impinge as im
from impinge.geometry import grid_mesh
from impinge.viewer.colouring import REGION_COLOURS, coloured, colours_of_levels, parents_of


def halves(count):
    """Runs of faces that are joined two by two, level by level."""
    faces = np.arange(count)
    return [faces >> k for k in range(int(count).bit_length()) if k == 0 or count >> (k - 1) > 1]


def test_neighbours_have_different_colours_at_every_level():
    for mesh in (im.icosphere(1.0, 4), im.torus_knot(60, 8)):
        levels = halves(len(mesh.faces))
        for regions, colours in zip(levels, colours_of_levels(levels, mesh.adjacency), strict=True):
            assert colours.shape == (regions.max() + 1,)
            assert 0 <= colours.min() <= colours.max() < len(REGION_COLOURS)
            i, j = regions[mesh.adjacency].T
            alike = colours[i[i != j]] == colours[j[i != j]]
            # Runs of a sphere's faces are no map in the plane: few may run out of colours.
            assert alike.mean() <= 0.02 if len(alike) else True


def test_a_region_keeps_the_colour_of_its_largest_part():
    mesh = grid_mesh(1.0, 8)
    levels = halves(len(mesh.faces))
    found = colours_of_levels(levels, mesh.adjacency)
    for k in range(len(levels) - 1):
        parents = parents_of(levels[k], levels[k + 1])
        for region, colour in enumerate(found[k + 1]):
            assert colour in found[k][parents == region]


def test_crowded_regions_take_the_rarest_colour():
    n = len(REGION_COLOURS) + 3
    everyone = np.stack(np.triu_indices(n, 1), axis=1)
    colours = coloured(everyone, np.full(n, -1))
    assert np.bincount(colours, minlength=len(REGION_COLOURS)).max() <= 2
    given = np.array([3, -1])
    assert coloured(np.array([[0, 1]]), given).tolist()[0] == 3
    assert coloured(np.zeros((0, 2), np.int64), np.full(2, -1)).min() >= 0
