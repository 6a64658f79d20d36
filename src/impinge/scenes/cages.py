"""Coarse tetrahedra around a surface, from cells of a grid."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Flags, as_whole
from impinge.core.options import as_kind
from impinge.geometry import Mesh, TetMesh
from impinge.hierarchy import contains

ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
WIDER = 0.05
"""Share of the size by which the grid is wider than the mesh, on each side."""


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
    for order in ORDERS:
        steps = np.cumsum(np.eye(3, dtype=np.int64)[list(order)], axis=0)
        tets.append(np.stack([p @ places for p in (first, *(first + s for s in steps))], axis=1))
    used, rows = np.unique(np.concatenate(tets), return_inverse=True)
    grid = np.stack(np.unravel_index(used, (n + 1,) * 3), axis=1)
    return TetMesh(low + side * grid, rows.reshape(-1, 4))
