"""Closed meshes as solids: what is inside one overlaps it, though no surfaces touch."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_flag
from impinge.core.threads import run_rows
from impinge.geometry import Compound, Convex, Mesh, as_shape
from impinge.hierarchy.tree import tree_of
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.holding import A_HOLDS, A_UNKNOWN, B_HOLDS, COMPONENT, WHO
from impinge.narrow.kernels.mesh_pairs import hold_pairs
from impinge.narrow.mesh_links import component_points
from impinge.narrow.posed import poses_of
from impinge.narrow.posed_shapes import is_many
from impinge.narrow.shape_table import addresses_of


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


def find_held(a: Mesh, poses_a: Array, b: Mesh | Convex, poses_b: Array, rows: Ids) -> Ids:
    """Who holds the other, for rows in which a mesh and another or a convex shape do not touch.

    (k, 2) int64: ``NEITHER``, ``A_HOLDS`` or ``B_HOLDS``, and the component of the other that is
    inside. One vertex of each connected component is looked for inside the other, or the middle of
    the convex shape. An error if a mesh is open and something lies within its bounds: there it has
    no inside and no outside. What lies beyond its bounds is outside of any mesh.

    Examples
    --------
    >>> from impinge.geometry import box_mesh, pose
    >>> one = pose()[None]
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


def add_held_distances(
    found: Array, a: Mesh, poses_a: Array, b: Mesh | Convex, poses_b: Array
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


def check_closed(shapes: Any, name: str) -> None:
    """Raise for an open mesh, also within a compound: it encloses nothing, wherever it is.

    Examples
    --------
    >>> from impinge.geometry import grid_mesh
    >>> check_closed(grid_mesh(1.0, 2), "a")
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: a: solid=True needs a closed mesh, this one is not closed \
(8 border edges, such as 0-1); close it (welded() joins equal vertices), or ask with solid=False
    """
    if is_many(shapes):
        for shape in {id(shape): shape for shape in shapes}.values():
            check_closed(shape, name)
        return
    shape = as_shape(shapes, name)
    if isinstance(shape, Compound):
        for part, _ in shape.parts:
            check_closed(part, name)
    elif isinstance(shape, Mesh) and not shape.is_closed:
        raise ImpingeError(
            f"{name}: solid=True needs a closed mesh, this one is {shape._topology.defect()}; "
            "close it (welded() joins equal vertices), or ask with solid=False"
        )


def as_solid(solid: Any, a: Any, b: Any) -> bool:
    """The option ``solid`` of a query about A and B.

    Raises
    ------
    ImpingeError
        If it is no flag, or asked for with an open mesh.
    """
    asked = as_flag(solid, "solid")
    if asked:
        check_closed(a, "a")
        check_closed(b, "b")
    return asked
