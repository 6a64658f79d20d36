"""Closed meshes as solids: what is inside one overlaps it, though no surfaces touch."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError
from impinge.core.threads import run_rows
from impinge.geometry import Convex, Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.holding import (
    A_HOLDS,
    A_UNKNOWN,
    B_HOLDS,
    COMPONENT,
    NEITHER,
    WHO,
)
from impinge.narrow.kernels.mesh_pairs import hold_pairs
from impinge.narrow.mesh_links import component_points
from impinge.narrow.posed import poses_of
from impinge.narrow.shape_table import addresses_of

Ids = NDArray[np.int64]
Vectors = NDArray[np.float64]


def body_of(mesh: Mesh) -> tuple[Any, ...]:
    """What kernels ask a solid for: see ``kernels.holding``."""
    tree = tree_of(mesh)
    return (
        tree._arrays,
        mesh.is_closed,
        mesh.is_oriented,
        np.array(mesh.bounds),
        component_points(mesh)[0],
    )


def find_held(a: Mesh, poses_a: Vectors, b: Mesh | Convex, poses_b: Vectors, rows: Ids) -> Ids:
    """Who holds the other, for rows in which a mesh and another or a convex shape do not touch.

    Parameters
    ----------
    a, b : Mesh; B may be convex
        One vertex of each connected component of one is looked for inside the other, or the middle
        of the convex shape.
    poses_a, poses_b : (n, 4, 4) float64
        Checked poses; one of them may have a single row.
    rows : (k,) int64
        The rows to answer.

    Returns
    -------
    (k, 2) int64
        ``NEITHER``, ``A_HOLDS`` or ``B_HOLDS``, and the component of the other that is inside.

    Raises
    ------
    ImpingeError
        If a mesh is open, and something lies within its bounds: there it has no inside and no
        outside. What lies beyond its bounds is outside of any mesh.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> one = np.eye(4)[None]
    >>> find_held(box_mesh((2, 2, 2)), one, box_mesh(), one, np.array([0]))
    array([[1, 0]])
    """
    found, pairs = np.empty((len(rows), 2), np.int64), np.zeros((len(rows), 4), np.int64)
    for column, poses in ((1, poses_a), (3, poses_b)):
        pairs[:, column] = rows if len(poses) > 1 else 0
    sides = addresses_of(a, inside=True), poses_a, addresses_of(b, inside=True), poses_b
    run_rows(hold_pairs, len(rows), *sides, pairs, found)
    unknown = np.flatnonzero(found[:, WHO] >= A_UNKNOWN)
    if len(unknown):
        line = int(unknown[0])
        at = f", row {rows[line]}" if max(len(poses_a), len(poses_b)) > 1 else ""
        mesh, said = a, f"solid{at}: is the {type(b).__name__} inside the Mesh? It is"
        if isinstance(b, Mesh):
            names = "ab"
            if found[line, WHO] != A_UNKNOWN:
                mesh, names = b, "ba"
            said = f"{names[0]}: solid{at} asks whether {names[1]} is inside it, but it is"
        raise ImpingeError(
            f"{said} {mesh._topology.defect()}; close it (welded() joins equal vertices), "
            "or ask with solid=False"
        )
    return found


def add_held_overlaps(
    answers: NDArray[np.bool_], a: Mesh, poses_a: Vectors, b: Mesh | Convex, poses_b: Vectors
) -> None:
    """Set those of (n,) answers True where one body holds the other."""
    rows = np.flatnonzero(~answers)
    answers[rows] = find_held(a, poses_a, b, poses_b, rows)[:, WHO] != NEITHER


def add_held_distances(
    found: Vectors, a: Mesh, poses_a: Vectors, b: Mesh | Convex, poses_b: Vectors
) -> None:
    """Make rows (n, :) of distances zero where one body holds the other.

    The common point is a vertex of the one that is inside; its feature is a face there, that of the
    other the closest face; and moving B along the normal is the way to that face. Of a convex
    shape it is the point nearest to a face.
    """
    rows = np.flatnonzero(found[:, pair_row.GAP] > 0.0)
    held = find_held(a, poses_a, b, poses_b, rows)
    for who, inner, poses, feature in (
        (A_HOLDS, b, poses_b, pair_row.FEATURE_B),
        (B_HOLDS, a, poses_a, pair_row.FEATURE_A),
    ):
        which = held[:, WHO] == who
        lines, component = rows[which], held[which, COMPONENT]
        inside = found[lines, pair_row.POINT_B : pair_row.NORMAL]
        if isinstance(inner, Mesh):
            points, faces = component_points(inner)
            pose = poses_of(poses, lines)
            inside = np.einsum("nij,nj->ni", pose[:, :3, :3], points[component]) + pose[:, :3, 3]
            found[lines, feature] = faces[component]
        found[lines, pair_row.GAP] = 0.0
        found[lines, pair_row.POINT_A : pair_row.POINT_B] = inside
        found[lines, pair_row.POINT_B : pair_row.NORMAL] = inside
        found[lines, pair_row.NORMAL : pair_row.NORMAL + 3] *= -1.0


def check_closed(mesh: Mesh, name: str) -> None:
    """Raise for a mesh that encloses nothing."""
    if not mesh.is_closed:
        raise ImpingeError(
            f"{name}: solid asks for a closed mesh, this one is {mesh._topology.defect()}; "
            "close it (welded() joins equal vertices), or ask with solid=False"
        )
