"""Meshes against convex shapes and half spaces: overlap and distance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import frozen
from impinge.core.counters import add_cost, counting
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.convex import FIRST, IN_ORDER
from impinge.narrow.distance import DISTANCE
from impinge.narrow.distance_rows import Distance
from impinge.narrow.held_convex import mark_held, rows_that_hold
from impinge.narrow.kernels import pair_row, witness
from impinge.narrow.kernels.mesh_convex import gap_mesh_rows, overlap_mesh_rows, touches_convex
from impinge.narrow.kernels.mesh_half_space import gap_half_space_rows
from impinge.narrow.overlap import OVERLAP
from impinge.narrow.posed import Pose, as_two_poses

Vectors = NDArray[np.float64]
Flags = NDArray[np.bool_]


@OVERLAP.answers(Mesh, Convex)
def overlap_mesh_convex(
    a: Mesh, pose_a: Pose, b: Convex, pose_b: Pose, margin: float, solid: bool = False
) -> bool | Flags:
    """Whether a triangle comes within the margin of the convex solid, or holds it, if ``solid``."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    tree = tree_of(a)
    if count is None and not solid and not counting():
        # The path of single queries, where every tenth of a microsecond counts.
        row = np.empty(pair_row.PAIR_ROW)
        return touches_convex(  # type: ignore[no-any-return]
            tree._nodes, tree._triangles, tree._place, poses_a, b._packed, poses_b, margin, row
        )
    poses_a, poses_b = poses_a.reshape(-1, 4, 4), poses_b.reshape(-1, 4, 4)
    n = 1 if count is None else count
    found, costs = np.empty(n, np.bool_), np.empty((n, 2), np.int64)
    run_rows(
        overlap_mesh_rows, n, tree._nodes, tree._triangles, tree._place, poses_a,
        b._packed, FIRST, poses_b, margin, IN_ORDER, found, costs,
    )  # fmt: skip
    if counting():
        add_cost(0, *costs.sum(axis=0))
    if solid:
        found[rows_that_hold(a, poses_a, b, poses_b, np.flatnonzero(~found))] = True
    return bool(found[0]) if count is None else frozen(found)


@DISTANCE.answers(Mesh, Convex)
def distance_mesh_convex(
    a: Mesh, pose_a: Pose, b: Convex, pose_b: Pose, solid: bool = False
) -> Distance:
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    poses_a, poses_b = poses_a.reshape(-1, 4, 4), poses_b.reshape(-1, 4, 4)
    n = 1 if count is None else count
    tree = tree_of(a)
    rows = np.empty((n, pair_row.PAIR_ROW))
    run_rows(
        gap_mesh_rows, n, tree._nodes, tree._triangles, tree._place, poses_a,
        b._packed, FIRST, poses_b, IN_ORDER, rows,
    )  # fmt: skip
    count_tests(rows)
    if solid:
        apart = np.flatnonzero(rows[:, pair_row.GAP] > 0.0)
        mark_held(rows, rows_that_hold(a, poses_a, b, poses_b, apart))
    return Distance(rows[0] if count is None else rows)


@OVERLAP.answers(Mesh, HalfSpace)
def overlap_mesh_half_space(
    a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, margin: float, _solid: bool = False
) -> bool | Flags:
    gaps = gaps_mesh_half_space(a, pose_a, b, pose_b, False)[..., pair_row.GAP]
    return frozen(gaps <= margin) if gaps.ndim else bool(gaps <= margin)


@DISTANCE.answers(Mesh, HalfSpace)
def distance_mesh_half_space(
    a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, _solid: bool = False
) -> Distance:
    return Distance(gaps_mesh_half_space(a, pose_a, b, pose_b, False))


def gaps_mesh_half_space(
    a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, signed: bool
) -> Vectors:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`: one, or a batch; unsigned, as distances."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    n = 1 if count is None else count
    tree = tree_of(a)
    rows = np.empty((n, pair_row.PAIR_ROW))
    run_rows(
        gap_half_space_rows, n, tree._nodes, tree._triangles, tree._place,
        poses_a.reshape(-1, 4, 4), b._packed, poses_b.reshape(-1, 4, 4), signed, rows,
    )  # fmt: skip
    if not signed:
        count_tests(rows)
    return rows[0] if count is None else rows


def count_tests(rows: Vectors) -> None:
    """Report what the last columns of distances of meshes say about their cost."""
    if counting():
        boxes, triangles = rows[:, witness.BOX_TESTS : witness.ROW].sum(axis=0)
        add_cost(0, int(boxes), int(triangles))
