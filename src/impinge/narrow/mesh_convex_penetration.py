"""How deep convex shapes and half spaces are in meshes and height fields."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from impinge.core.counters import add_cost, counting
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.directional import row_count
from impinge.narrow.hulls import convex_of
from impinge.narrow.kernels.mesh_depth import depth_mesh_rows
from impinge.narrow.kernels.pair_row import GAP, KIND, LOWER, NORMAL, PAIR_ROW, POINT_A, POINT_B
from impinge.narrow.meshes import gaps_mesh_half_space
from impinge.narrow.penetration import KINDS, PENETRATION, Penetration, ask
from impinge.narrow.posed import Pose, as_two_poses

Vectors = NDArray[np.float64]

NO_DIRECTIONS = np.empty((0, 3))


@PENETRATION.answers(Mesh, Convex)
def penetration_mesh_convex(
    a: Mesh, pose_a: Pose, b: Convex, pose_b: Pose, kind: str | None, direction: Vectors | None
) -> Penetration:
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
        poses_a.reshape(-1, 4, 4), b._packed, poses_b.reshape(-1, 4, 4), units, _sense(a), rows,
        grain=1,
    )  # fmt: skip
    if counting():
        add_cost(primitive_tests=n)
    rows[:, KIND] = KINDS.index("local" if direction is None else "directional")
    return Penetration(rows[0] if count is None and len(units) < 2 else rows)


def _as_depths(rows: Vectors) -> None:
    """Signed gaps (n, PAIR_ROW) as depths: 0 where they are apart."""
    apart = rows[:, GAP] > 0.0
    rows[apart, LOWER] = 0.0
    rows[:, GAP] = np.where(apart, 0.0, np.abs(rows[:, GAP]))


@PENETRATION.answers(Mesh, HalfSpace)
def penetration_mesh_half_space(
    a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, kind: str | None, direction: Vectors | None
) -> Penetration:
    """The deepest vertex decides, and which way is out is clear: exact, whatever it is called."""
    found = gaps_mesh_half_space(a, pose_a, b, pose_b, True)
    count = None if found.ndim == 1 else len(found)
    n = row_count(count, np.zeros((1, 3)) if direction is None else direction)
    rows = np.array(np.broadcast_to(found, (n, PAIR_ROW)))
    _as_depths(rows)
    if direction is not None:
        _turn(rows, direction)
    rows[:, KIND] = KINDS.index(kind or "convex")
    return Penetration(rows[0] if count is None and n == 1 else rows)


def _sense(mesh: Mesh) -> float:
    """1 for a closed mesh whose faces look outward, -1 inward, 0 where they do not say."""
    if mesh._topology.defect() is not None:
        return 0.0
    return float(mesh._measures("volume").sense)


def _turn(rows: Vectors, units: Vectors) -> None:
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
