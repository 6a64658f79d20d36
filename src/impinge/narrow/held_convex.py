"""Convex shapes inside closed meshes: ``solid=True`` where no triangle touches them.

A convex shape that no triangle touches lies on one side of a surface: one point of it tells for
all of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.poses import AT_REST
from impinge.core.threads import run_rows
from impinge.geometry import Convex, Mesh
from impinge.geometry.kernels.convex_row import CENTRE
from impinge.hierarchy.kernels.inside import contains_rows
from impinge.hierarchy.tree import tree_of
from impinge.narrow.kernels import pair_row

Vectors = NDArray[np.float64]
Ids = NDArray[np.int64]


def rows_that_hold(mesh: Mesh, poses_a: Vectors, shape: Convex, poses_b: Vectors, rows: Ids) -> Ids:
    """Those of some rows, in which nothing touches, where a convex shape is inside a mesh.

    Parameters
    ----------
    mesh : Mesh
    shape : Convex
    poses_a, poses_b : (n, 4, 4) float64
        Checked poses; one of them may have a single row.
    rows : (k,) int64
        The rows to answer.

    Raises
    ------
    ImpingeError
        If the mesh is open, and the shape lies within its bounds: there it has no inside and no
        outside.

    Examples
    --------
    >>> from impinge.geometry import Sphere, box_mesh
    >>> one = np.eye(4)[None]
    >>> rows_that_hold(box_mesh(), one, Sphere(0.1), one, np.array([0]))
    array([0])
    """
    pose_a, pose_b = (p[rows] if len(p) > 1 else p for p in (poses_a, poses_b))
    middle = pose_b[:, :3, :3] @ shape._packed[CENTRE : CENTRE + 3] + pose_b[:, :3, 3]
    arms = np.broadcast_to(middle - pose_a[:, :3, 3], (len(rows), 3))
    local = np.ascontiguousarray((arms[:, None] @ pose_a[:, :3, :3])[:, 0])
    low, high = mesh.bounds
    within = np.flatnonzero(((local >= low) & (local <= high)).all(axis=1))
    if len(within) and not mesh.is_closed:
        at = f", row {rows[within[0]]}" if max(len(poses_a), len(poses_b)) > 1 else ""
        raise ImpingeError(
            f"solid{at}: is the {type(shape).__name__} inside the Mesh? It is "
            f"{mesh._topology.defect()}; close it (welded() joins equal vertices), "
            "or ask with solid=False"
        )
    tree = tree_of(mesh)
    inside, costs = np.empty(len(within), np.bool_), np.empty((len(within), 2), np.int64)
    run_rows(
        contains_rows, len(within), tree._nodes, tree._triangles, tree._place, AT_REST,
        local[within], mesh.is_oriented, inside, costs,
    )  # fmt: skip
    if counting():
        add_cost(0, *costs.sum(axis=0))
    return rows[within[inside]]


def mark_held(found: Vectors, rows: Ids) -> None:
    """Make some rows (n, :) of distances zero, at the point of the convex shape nearest to a face.

    The normal, which led from the face inward, becomes the way out.
    """
    points = found[rows, pair_row.POINT_B : pair_row.NORMAL]
    found[rows, pair_row.GAP] = 0.0
    found[rows, pair_row.POINT_A : pair_row.POINT_B] = points
    found[rows, pair_row.NORMAL : pair_row.NORMAL + 3] *= -1.0
