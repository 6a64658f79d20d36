"""Closed meshes as solids: what is inside one overlaps it, though no surfaces touch.

Its way out is between the point of the surface that is nearest to a point of the inner shape, and
the point of that shape which has the longest way out in this direction.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_flag
from impinge.core.threads import run_rows
from impinge.geometry import Compound, Convex, Mesh, Shape, as_shape
from impinge.geometry.kernels.convex_row import CENTRE
from impinge.geometry.shape import unit_rows
from impinge.hierarchy import closest_point
from impinge.hierarchy.tree import tree_of
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.mesh_pairs import (
    A_HOLDS,
    A_UNKNOWN,
    B_HOLDS,
    COMPONENT,
    WHO,
    hold_pairs,
)
from impinge.narrow.kernels.pair_row import LOWER, PAIR, POINT_A, POINT_B
from impinge.narrow.mesh_links import component_points
from impinge.narrow.posed import Poses, poses_of
from impinge.narrow.posed_shapes import is_many
from impinge.narrow.shape_table import addresses_of


def body_of(mesh: Mesh) -> tuple[Any, ...]:
    """What kernels ask a solid for: see ``kernels.mesh_pairs``."""
    bounds, points = np.array(mesh.bounds), component_points(mesh)[0]
    return tree_of(mesh)._arrays, mesh.is_closed, mesh.is_oriented, bounds, points


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


def find_ways_out(
    a: Mesh, poses_a: Poses, b: Mesh | Convex, poses_b: Poses, rows: Ids
) -> tuple[Ids, Array]:
    """Rows in which one shape contains the other, or a component of it, and the ways out.

    Both are closed; B may be convex. One of the checked poses (n, 4, 4) may have a single row. The
    given rows are those in which surfaces do not touch. Returned are m of them, and (m, PAIR_ROW)
    float64: depth, points, direction, and the face of the outer one; the feature of the inner one
    is -1.
    """
    held = find_held(a, poses_a, b, poses_b, rows)
    in_a, in_b = held[:, WHO] == A_HOLDS, held[:, WHO] == B_HOLDS
    of_a, of_b = poses_of(poses_a, rows), poses_of(poses_b, rows)
    points = _points_of(b)[held[in_a, COMPONENT]]
    first = ways_out(a, of_a[in_a], b, of_b[in_a], points)
    points = _points_of(a)[held[in_b, COMPONENT]]
    second = ways_out(b, of_b[in_b], a, of_a[in_b], points)
    found = np.concatenate([rows[in_a], rows[in_b]])
    return found, np.concatenate([first, PAIR.swapped(second)])


def write_ways_out(
    depths: Array, a: Mesh, poses_a: Poses, b: Mesh | Convex, poses_b: Poses, rows: Ids
) -> None:
    """Write ways out into those of the rows of depths (n, PAIR_ROW) in which one holds the other.

    Their points are the closest ones of the surfaces so far: no shorter translation than their
    distance leads out.
    """
    rows, ways = find_ways_out(a, poses_a, b, poses_b, rows)
    apart = depths[rows, POINT_B : POINT_B + 3] - depths[rows, POINT_A : POINT_A + 3]
    ways[:, LOWER] = np.linalg.norm(apart, axis=1)
    depths[rows] = ways


def _points_of(shape: Mesh | Convex) -> Array:
    """A point of each component."""
    if isinstance(shape, Mesh):
        return component_points(shape)[0]
    return shape._packed[None, CENTRE : CENTRE + 3]


def ways_out(a: Shape, poses_a: Poses, b: Shape, poses_b: Poses, points: Array) -> Array:
    """(n, PAIR_ROW), for a point of B, its frame, that is inside A."""
    inner = _turned(poses_b, points) + poses_b[:, :3, 3]
    local = np.einsum("nji,nj->ni", poses_a[:, :3, :3], inner - poses_a[:, :3, 3])
    nearest = closest_point(a, local)
    normal = _turned(poses_a, unit_rows(nearest.point - local))
    place = _turned(poses_a, nearest.point) + poses_a[:, :3, 3]
    last = b._support(np.einsum("nji,nj->ni", poses_b[:, :3, :3], -normal))
    deepest = _turned(poses_b, last) + poses_b[:, :3, 3]
    return PAIR.rows(
        len(points), gap=-((deepest - place) * normal).sum(axis=1), point_a=place, point_b=deepest,
        normal=normal, feature_a=nearest.feature, feature_b=-1.0,
    )  # fmt: skip


def _turned(poses: Poses, vectors: Array) -> Array:
    return np.asarray(np.einsum("nij,nj->ni", poses[:, :3, :3], vectors))
