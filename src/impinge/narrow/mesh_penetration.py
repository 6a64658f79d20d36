"""How deep are meshes in meshes, convex shapes and half spaces? Depths of several meanings."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.counters import add_cost
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.directional import slide_mesh_mesh
from impinge.narrow.hulls import convex_of
from impinge.narrow.kernels.mesh_depth import depth_mesh_rows
from impinge.narrow.kernels.pair_row import GAP, KIND, LOWER, NORMAL, PAIR_ROW, POINT_A, POINT_B
from impinge.narrow.mesh_regions import MeshRegions, regions_mesh_mesh, sense_of
from impinge.narrow.meshes import distance_mesh, gaps_mesh_half_space
from impinge.narrow.penetration import KINDS, PENETRATION, Penetration, ask, row_count
from impinge.narrow.posed import Pose, as_batches, poses_of
from impinge.narrow.solid import find_ways_out, write_ways_out

NO_DIRECTIONS = np.empty((0, 3))


@PENETRATION.answers(Mesh, Mesh)
def penetration_mesh_mesh(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, kind: str | None, direction: Array | None,
    solid: bool,
) -> Penetration:  # fmt: skip
    if direction is not None:
        return slide_mesh_mesh(a, pose_a, b, pose_b, direction, solid)
    if kind == "convex":
        # Of their convex hulls; features are those of the hulls.
        return ask(convex_of(a), pose_a, convex_of(b), pose_b, kind, None)
    return local_depth(a, pose_a, b, pose_b, solid)


def local_depth(a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose, solid: bool = False) -> Penetration:
    """The deepest of the regions in which two meshes cross (:func:`impinge.narrow.regions_of`).

    Where they do not meet, the depth is 0 and the direction that of the shortest connection. An
    error where the deepest region is cut along a line that does not close, so that nothing is
    enclosed.
    """
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    found = regions_mesh_mesh(a, pose_a, b, pose_b)
    deepest = _deepest(found)
    _check_enclosed(found, deepest, single)
    rows = np.empty((n, PAIR_ROW))
    met, apart = np.flatnonzero(deepest >= 0), np.flatnonzero(deepest < 0)
    rows[met] = found._rows[deepest[met], :PAIR_ROW]
    if len(apart):
        near = distance_mesh(a, poses_of(poses_a, apart), b, poses_of(poses_b, apart))
        rows[apart] = near._rows
        rows[apart, GAP] = rows[apart, LOWER] = 0.0
        if solid:
            write_ways_out(rows, a, poses_a, b, poses_b, apart)
    rows[:, KIND] = KINDS.index("local")
    return Penetration(rows[0] if single else rows)


def _deepest(found: MeshRegions) -> Ids:
    """The number of the deepest region of each row, the first of equals; -1 where there is none."""
    rows, deepest = found.rows(), np.full(len(found.counts()), -1, np.int64)
    order = np.lexsort((-found.depth, rows))
    which, first = np.unique(rows[order], return_index=True)
    deepest[which] = order[first]
    return deepest


def _check_enclosed(found: MeshRegions, deepest: Ids, single: bool) -> None:
    """Refuse depths of lines that do not close; that nothing is deep is known of any."""
    met = np.flatnonzero(deepest >= 0)
    regions = deepest[met]
    undefined = met[~found.closed[regions] & (found.depth[regions] > 0.0)]
    if len(undefined):
        row = "" if single else f" in row {undefined[0]}"
        raise ImpingeError(
            f'kind: "local" is not defined{row}: the surfaces cut each other along a line that '
            'does not close, and nothing lies behind it; use kind="directional" or kind="convex"'
        )


@PENETRATION.answers(Mesh, Convex)
def penetration_mesh_convex(
    a: Mesh, pose_a: Pose, b: Convex, pose_b: Pose, kind: str | None, direction: Array | None,
    solid: bool,
) -> Penetration:  # fmt: skip
    """Local: of the triangles that touch the solid, the deepest, each left by its shortest way.

    No translation that is shorter than ``lower`` separates the shapes, since it would have to part
    the solid from every triangle. Going by ``depth`` along the direction parts it from this one.
    Triangles of a closed mesh whose faces agree which side is out are left on that side.
    """
    if kind == "convex":
        return ask(convex_of(a), pose_a, b, pose_b, kind, None)
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    units = NO_DIRECTIONS if direction is None else direction
    n = n if direction is None else row_count(n, units)
    rows, arrays = np.empty((n, PAIR_ROW)), tree_of(a)._arrays
    run_rows(
        depth_mesh_rows, n, arrays, poses_a, b._packed, poses_b, units, sense_of(a), rows, grain=1
    )
    add_cost(primitive_tests=n)
    if solid:
        _write_inner(rows, a, poses_a, b, poses_b, direction)
    rows[:, KIND] = KINDS.index("local" if direction is None else "directional")
    return Penetration(rows[0] if single and len(units) < 2 else rows)


def _write_inner(
    rows: Array, a: Mesh, poses_a: Array, b: Convex, poses_b: Array, direction: Array | None
) -> None:
    """Ways out of the mesh, for rows in which no triangle touches the convex shape."""
    apart = np.flatnonzero(rows[:, GAP] == 0.0)
    apart = apart[(rows[apart, POINT_A:POINT_B] != rows[apart, POINT_B:NORMAL]).any(axis=1)]
    if direction is None:
        write_ways_out(rows, a, poses_a, b, poses_b, apart)
        return
    if len(find_ways_out(a, poses_a, b, poses_b, apart)[0]):
        raise ImpingeError(
            f'kind: "directional" with solid is not there for a {type(b).__name__} inside a Mesh; '
            'use kind="local", or turn it into a Mesh'
        )


@PENETRATION.answers(Mesh, HalfSpace)
def penetration_mesh_half_space(
    a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, kind: str | None, direction: Array | None,
    _solid: bool,
) -> Penetration:  # fmt: skip
    """The deepest vertex decides, and which way is out is clear: exact, whatever it is called."""
    found = gaps_mesh_half_space(a, pose_a, b, pose_b, True)
    n = 1 if found.ndim == 1 else len(found)
    n = n if direction is None else row_count(n, direction)
    rows = np.array(np.broadcast_to(found, (n, PAIR_ROW)))
    # Signed gaps as depths: 0 where they are apart.
    apart = rows[:, GAP] > 0.0
    rows[apart, LOWER] = 0.0
    rows[:, GAP] = np.where(apart, 0.0, np.abs(rows[:, GAP]))
    if direction is not None:
        _turn(rows, direction)
    rows[:, KIND] = KINDS.index(kind or "convex")
    return Penetration(rows[0] if found.ndim == 1 and n == 1 else rows)


def _turn(rows: Array, units: Array) -> None:
    """Depths along normals as ways along other directions; inf where these do not lead out."""
    rise = (rows[:, NORMAL : NORMAL + 3] * units).sum(axis=1)
    depth = rows[:, GAP]
    deep = depth > 0.0
    out = deep & (rise > 0.0)
    way = np.where(out, depth / np.where(out, rise, 1.0), np.where(deep, inf, 0.0))
    shown = np.where(np.isfinite(way), way, 0.0)[:, None] * units
    rows[deep, POINT_B : POINT_B + 3] = (rows[:, POINT_A : POINT_A + 3] - shown)[deep]
    rows[:, GAP] = rows[:, LOWER] = way
    rows[:, NORMAL : NORMAL + 3] = units
