"""How deep convex shapes and half spaces are in meshes and height fields."""

from __future__ import annotations

from math import inf

import numpy as np

from impinge.core.arrays import Array
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.directional import row_count
from impinge.narrow.hulls import convex_of
from impinge.narrow.inner import find_ways_out, write_ways_out
from impinge.narrow.kernels.mesh_depth import depth_mesh_rows
from impinge.narrow.kernels.pair_row import GAP, KIND, LOWER, NORMAL, PAIR_ROW, POINT_A, POINT_B
from impinge.narrow.mesh_regions import sense_of
from impinge.narrow.meshes import gaps_mesh_half_space
from impinge.narrow.penetration import KINDS, PENETRATION, Penetration, ask
from impinge.narrow.posed import Pose, as_two_poses

NO_DIRECTIONS = np.empty((0, 3))


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
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    units = NO_DIRECTIONS if direction is None else direction
    n = row_count(count, units if len(units) else np.zeros((1, 3)))
    tree = tree_of(a)
    rows = np.empty((n, PAIR_ROW))
    run_rows(
        depth_mesh_rows, n, tree._arrays,
        poses_a.reshape(-1, 4, 4), b._packed, poses_b.reshape(-1, 4, 4), units, sense_of(a), rows,
        grain=1,
    )  # fmt: skip
    if counting():
        add_cost(primitive_tests=n)
    if solid:
        _write_inner(rows, a, poses_a.reshape(-1, 4, 4), b, poses_b.reshape(-1, 4, 4), direction)
    rows[:, KIND] = KINDS.index("local" if direction is None else "directional")
    return Penetration(rows[0] if count is None and len(units) < 2 else rows)


def _write_inner(
    rows: Array, a: Mesh, poses_a: Array, b: Convex, poses_b: Array,
    direction: Array | None,
) -> None:  # fmt: skip
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
    count = None if found.ndim == 1 else len(found)
    n = row_count(count, np.zeros((1, 3)) if direction is None else direction)
    rows = np.array(np.broadcast_to(found, (n, PAIR_ROW)))
    # Signed gaps as depths: 0 where they are apart.
    apart = rows[:, GAP] > 0.0
    rows[apart, LOWER] = 0.0
    rows[:, GAP] = np.where(apart, 0.0, np.abs(rows[:, GAP]))
    if direction is not None:
        _turn(rows, direction)
    rows[:, KIND] = KINDS.index(kind or "convex")
    return Penetration(rows[0] if count is None and n == 1 else rows)


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
