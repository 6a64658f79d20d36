"""Tetrahedra from cells of a grid: bricks, crowds of them that overlap, and cages around surfaces.

Crowds are the scenes of a published table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags, as_whole
from impinge.core.errors import ImpingeError
from impinge.core.options import as_kind
from impinge.geometry import Mesh, TetMesh
from impinge.hierarchy import contains
from impinge.scenes.poses import random_rotation

EVEN = ((0, 4, 2, 1), (6, 4, 2, 7), (5, 4, 1, 7), (3, 2, 1, 7), (4, 2, 1, 7))
ODD = ((4, 0, 6, 5), (2, 0, 6, 3), (1, 0, 5, 3), (7, 6, 5, 3), (0, 6, 5, 3))
"""Corners of the five tetrahedra of a cube, numbered by 4 x + 2 y + z; neighbours take turns, so
that the diagonals of their common face agree."""
CROWDED = 0.3
"""Volume of all bricks, as a share of the box they are strewn in."""
WIDER = 0.05
"""Share of the size by which the grid of a cage is wider than the mesh, on each side."""


class Published(NamedTuple):
    """A row of the table of Teschner et al. 2003 (Pentium 4, 1.8 GHz)."""

    objects: int
    tets: int
    vertices: int
    milliseconds: float
    """Longest time of a step."""
    cells: tuple[int, int, int]
    """Cubes of the brick that has the size of an object."""


PUBLISHED = (
    Published(100, 1000, 1200, 6.0, (2, 1, 1)),
    Published(8, 4000, 1936, 15.0, (10, 10, 1)),
    Published(20, 10000, 4840, 34.0, (10, 10, 1)),
    Published(2, 20514, 5898, 72.0, (38, 18, 3)),
    Published(100, 50000, 24200, 174.0, (10, 10, 1)),
)


def brick(cells: Sequence[int], edge: float = 1.0) -> TetMesh:
    """A brick of so many cubes along each axis, five tetrahedra each.

    Examples
    --------
    >>> brick((10, 10, 1))
    TetMesh(242 vertices, 500 tets)
    """
    x, y, z = (np.arange(n + 1) for n in cells)
    grid = np.stack(np.meshgrid(x, y, z, indexing="ij"), axis=-1).reshape(-1, 3)
    corner = grid[(grid < cells).all(axis=1)]
    strides = np.array([len(y) * len(z), len(z), 1])
    offsets = np.stack(np.meshgrid(*[[0, 1]] * 3, indexing="ij"), axis=-1).reshape(-1, 3) @ strides
    cubes = (corner @ strides)[:, None] + offsets
    odd = corner.sum(axis=1) % 2 == 1
    corners = np.where(odd[:, None, None], np.array(ODD), np.array(EVEN))
    tets = np.take_along_axis(cubes, corners.reshape(len(cubes), -1), axis=1).reshape(-1, 4)
    return TetMesh(grid * edge, tets)


def brick_crowd(
    objects: int = 100,
    tets: int = 50_000,
    *,
    cells: tuple[int, int, int] | None = None,
    crowded: float = CROWDED,
    seed: int = 0,
) -> tuple[TetMesh, ...]:
    """Equal bricks, strewn and turned at random, so dense that they overlap.

    Parameters
    ----------
    objects, tets : int, optional
        Number of bricks, and about how many tetrahedra they have together.
    cells : three ints, optional
        Cubes of a brick along each axis; those of the published table for its sizes, and otherwise
        a plate of one cube thickness, as most of these are.
    crowded : float, optional
        Volume of all bricks, as a share of the box they are strewn in.
    seed : int, optional

    Returns
    -------
    tuple of TetMesh

    Examples
    --------
    >>> crowd = brick_crowd(8, 4000)
    >>> len(crowd), sum(len(mesh.tets) for mesh in crowd), sum(len(m.vertices) for m in crowd)
    (8, 4000, 1936)
    """
    count = as_whole(objects, "objects", 1, 10**6)
    cubes = as_whole(tets, "tets", 5 * count, 10**9) // (5 * count)
    if cells is None:
        table = {(row.objects, row.tets): row.cells for row in PUBLISHED}
        cells = table.get((count, tets)) or _plate(cubes)
    if not crowded > 0.0:
        raise ImpingeError(f"crowded: {crowded}, expected a share above zero")
    rng, first = np.random.default_rng(seed), brick(cells, 0.1)
    centred = first.vertices - first.vertices.mean(axis=0)
    side = (count * first.volume / crowded) ** (1 / 3)
    places = rng.uniform(0.0, side, (count, 3))
    turns = [random_rotation(rng) for _ in range(count)]
    return tuple(
        first.with_vertices(centred @ turn.T + place)
        for turn, place in zip(turns, places, strict=True)
    )


def crowd_frames(meshes: Sequence[TetMesh], count: int) -> Iterator[list[Array]]:
    """Vertices of all meshes for some frames: each drifts, turns, and bends in a wave."""
    for frame in range(count):
        t, vertices = 0.1 * frame, []
        for i, mesh in enumerate(meshes):
            x = mesh.vertices
            wave = np.sin(2.0 * x[:, [1, 2, 0]] + t + i)
            vertices.append(x + 0.02 * wave + 0.05 * np.sin(t + i + np.arange(3.0)))
        yield vertices


def _plate(cubes: int) -> tuple[int, int, int]:
    """About so many cubes, side by side in a rectangle."""
    width = round(cubes**0.5)
    near = (w for w in range(width, width // 2, -1) if cubes % w == 0)
    w = next(near, width)
    return max(1, round(cubes / w)), w, 1


def cage(mesh: Mesh, cells: int = 5) -> TetMesh:
    """Tetrahedra of the cells of a grid that a solid meets: a coarse mesh to drive a dense one.

    Parameters
    ----------
    mesh : Mesh
        Closed; its triangles are smaller than the cells.
    cells : int, optional
        Along each axis of the box around it, up to 64.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> cage(icosphere(1.0), 2)
    TetMesh(27 vertices, 48 tets)
    """
    as_kind(mesh, "mesh", Mesh)
    n = as_whole(cells, "cells", 1, 64)
    low, high = mesh.bounds
    low, side = low - WIDER * (high - low), (1.0 + 2.0 * WIDER) * (high - low) / n
    met: Flags = np.zeros((n, n, n), np.bool_)
    at = np.clip(((mesh.vertices[np.unique(mesh.faces)] - low) / side).astype(np.int64), 0, n - 1)
    met[tuple(at.T)] = True
    first = np.argwhere(~met)
    met[tuple(first[np.atleast_1d(contains(mesh, low + side * (first + 0.5)))].T)] = True
    first, tets = np.argwhere(met), []
    places = np.array([(n + 1) ** 2, n + 1, 1])
    for order in permutations(range(3)):
        steps = np.cumsum(np.eye(3, dtype=np.int64)[list(order)], axis=0)
        tets.append(np.stack([p @ places for p in (first, *(first + s for s in steps))], axis=1))
    used, rows = np.unique(np.concatenate(tets), return_inverse=True)
    grid = np.stack(np.unravel_index(used, (n + 1,) * 3), axis=1)
    return TetMesh(low + side * grid, rows.reshape(-1, 4))
