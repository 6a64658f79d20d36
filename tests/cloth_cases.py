"""Cloths for tests."""

import numpy as np

from impinge.geometry import Mesh, grid_mesh
from impinge.simulation import Cloth, ClothWorld

SQUARE = Mesh([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]])


def bent_sheet(seed=0, cells=3):
    """A sheet that is not flat at rest."""
    sheet = grid_mesh(1.0, cells)
    moved = 0.1 * np.random.default_rng(seed).normal(size=sheet.vertices.shape)
    return sheet.with_vertices(sheet.vertices + moved)


def raised(mesh, height):
    return mesh.with_vertices(mesh.vertices + np.array([0, 0, height]))


def strip(length=1.0, width=0.1, cells=20, across=2):
    """A strip along -z from the origin, in the plane of x and z."""
    mesh = grid_mesh(1.0, cells)
    x, y, _ = mesh.vertices.T
    keep = np.isin(np.arange(cells + 1), np.arange(across + 1))
    numbers = np.flatnonzero(np.tile(keep, cells + 1))
    place = np.full(len(x), -1)
    place[numbers] = np.arange(len(numbers))
    faces = place[mesh.faces[(place[mesh.faces] >= 0).all(axis=1)]]
    along, aside = x[numbers] + 0.5, (y[numbers] + 0.5) * cells / across
    return Mesh(np.column_stack([width * aside, 0 * aside, -length * along]), faces)


def falling(cells=8, **options):
    """A cloth and another one below it, over a floor."""
    cloths = {
        "low": Cloth(raised(grid_mesh(0.2, cells), 0.004)),
        "high": Cloth(raised(grid_mesh(0.16, cells), 0.012)),
    }
    own = {"obstacles": {"floor": grid_mesh(0.5, 1)}, "velocities": {"high": (0.3, 0, -0.5)}}
    return ClothWorld(cloths, **{**own, **options})


def crossings(world):
    """Pairs of faces of all bodies that cross, those of obstacles alone left out."""
    from impinge.narrow import self_intersections

    found = self_intersections(world._at(world._now.vertices)).pairs
    corners = world._mesh.faces[found].reshape(len(found), 6)
    return int((world._system.masses[corners] > 0.0).any(axis=1).sum())
