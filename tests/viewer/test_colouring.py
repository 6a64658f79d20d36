"""Colours of regions, and of contacts by their depth."""

import numpy as np

import impinge as im
from impinge.geometry import grid_mesh
from impinge.viewer.colouring import (
    DEPTH_COLOURS,
    REGION_COLOURS,
    STEPS,
    DepthScale,
    coloured,
    colours_of_levels,
    parents_of,
)


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


def test_resting_shallow_and_deep_are_told_apart():
    scale = DepthScale.of([0.0, 1e-9, 0.01, 0.5], 1e-6, 1.0)
    assert scale.deepest == 0.5
    places = scale.places([0.0, -1.0, 1e-9, 0.01, 0.5, np.nan])
    assert places.tolist() == [0, 0, 0, 1, len(STEPS), 0]
    assert len(DEPTH_COLOURS) == 1 + len(STEPS)


def test_small_depths_alone_do_not_look_deep():
    scale = DepthScale.of([1e-4], 1e-7, 1.0)
    assert scale.places([1e-4]).tolist() == [1]
    assert DepthScale.of([0.3], 1e-7, 1.0).places([0.3]).tolist() == [len(STEPS)]


def test_deeper_is_never_paler():
    depths = np.linspace(0, 2, 300)
    places = DepthScale(1e-3, 1.5).places(depths)
    assert (np.diff(places) >= 0).all()
    assert set(places) == set(range(len(DEPTH_COLOURS)))
    assert not DepthScale(1e-3, 0.0).places([0.0]).any()


def test_steps_grow_evenly_darker():
    light = [
        sum(int(code[k : k + 2], 16) * w for k, w in ((1, 3), (3, 6), (5, 1))) for code in STEPS
    ]
    assert (np.diff(light) < 0).all()
