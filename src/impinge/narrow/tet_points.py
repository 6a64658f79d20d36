"""Which tetrahedron contains a point?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, frozen
from impinge.core.counters import add_cost
from impinge.core.ids import Ids
from impinge.core.options import as_kind
from impinge.core.threads import run_rows
from impinge.geometry import TetMesh
from impinge.geometry.coordinates import as_coordinates
from impinge.narrow.kernels.tet_weights import weigh_rows
from impinge.narrow.tet_bodies import joined_of
from impinge.narrow.tet_table import PointTable, mean_edge


@dataclass(frozen=True, eq=False, kw_only=True)
class PointsInTets:
    """Tetrahedra that contain points, by :func:`points_in_tets`. Immutable.

    Attributes
    ----------
    tet : (n,) int64
        Tetrahedron that contains the point, the first one of several; -1 outside. Read-only.
    weights : (n, 4) float64
        Barycentric coordinates of the point in it; zero outside. Read-only.
    """

    tet: Ids
    weights: Array

    def __len__(self) -> int:
        return len(self.tet)

    def __repr__(self) -> str:
        return f"PointsInTets({len(self)} points, {np.count_nonzero(self.tet >= 0)} inside)"


def points_in_tets(mesh: TetMesh, points: ArrayLike) -> PointsInTets:
    """The tetrahedron that contains each of some points.

    Tetrahedra are closed and may be folded; flat ones contain nothing.

    Parameters
    ----------
    mesh : TetMesh
    points : (n, 3) array_like
        Coordinates [m].

    Returns
    -------
    PointsInTets

    Raises
    ------
    ImpingeError
        If the mesh or a point is not usable; the message names the row.

    See Also
    --------
    vertices_in_tets : the vertices of meshes instead of points.

    Examples
    --------
    >>> corner = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
    >>> found = points_in_tets(corner, [[0.25, 0.25, 0.25], [1, 1, 1]])
    >>> found.tet, found.weights[0]
    (array([ 0, -1]), array([0.25, 0.25, 0.25, 0.25]))
    """
    body = as_kind(mesh, "mesh", TetMesh)
    at = as_coordinates(points, "points")
    count, scene, vertices = len(at), joined_of([body]), body._vertices
    tet, weights = np.full(count, -1), np.zeros((count, 4))
    if count:
        table, nobody = PointTable(count, None), np.full(count, -1)
        cell = mean_edge(vertices, scene.tets)
        codes, (_, visited, tested) = table.find(at, nobody, vertices, scene, cell, (0, 0, 0, 1))
        add_cost(count, visited, tested)
        # Sorted by point: the first of each.
        codes = codes[np.r_[True, np.diff(codes // len(scene.tets)) > 0][: len(codes)]]
        found, some = np.empty((len(codes), 2), np.int64), np.empty((len(codes), 4))
        run_rows(weigh_rows, len(codes), codes, at, vertices, scene.tets, found, some)
        tet[found[:, 0]], weights[found[:, 0]] = found[:, 1], some
    return PointsInTets(tet=frozen(tet), weights=frozen(weights))
