"""Meshes against meshes, convex shapes and half spaces: overlap and distance."""

from __future__ import annotations

from math import inf

import numpy as np

from impinge.core.arrays import Array, Flags, frozen
from impinge.core.counters import counting
from impinge.core.rows import NEW, SET_ROWS
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.distance import DISTANCE
from impinge.narrow.kernels.mesh_convex import answer_mesh_convex
from impinge.narrow.kernels.mesh_half_space import gap_half_space_rows
from impinge.narrow.kernels.mesh_pairs import NEITHER, WHO, gap_mesh_convex_pairs, gap_mesh_pairs
from impinge.narrow.kernels.pair_row import GAP, PAIR_ROW
from impinge.narrow.kernels.rows import answer_distance, answer_overlap
from impinge.narrow.overlap import OVERLAP
from impinge.narrow.pair_rows import Distance
from impinge.narrow.posed import Pose, as_batches, as_two_poses
from impinge.narrow.posed_shapes import NO_MARGIN, NO_PAIRS, count_tests
from impinge.narrow.shape_table import addresses_of
from impinge.narrow.solid import add_held_distances, find_held


@OVERLAP.answers(Mesh, Mesh)
@OVERLAP.answers(Mesh, Convex)
def overlap_mesh(
    a: Mesh, pose_a: Pose, b: Mesh | Convex, pose_b: Pose, margin: float, solid: bool = False
) -> bool | Flags:
    """Whether a triangle comes within the margin of B, or one holds the other, if ``solid``."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    if not solid and (count is None or count == 1) and not counting():
        # The path of single queries, where every tenth of a microsecond counts.
        at_a, at_b = (poses_a, poses_b) if count is None else (poses_a[0], poses_b[0])
        s = tree_of(a)
        if isinstance(b, Mesh):
            t = tree_of(b)
            touching = answer_overlap(
                s._nodes, s._triangles, s._place, at_a, t._nodes, t._triangles, t._place, at_b,
                margin,
            )  # fmt: skip
        else:
            touching = answer_mesh_convex(
                s._nodes, s._triangles, s._place, at_a, b._packed, at_b, margin, True,
                np.empty(PAIR_ROW),
            )  # fmt: skip
        return touching if count is None else frozen(np.array([touching]))
    poses_a, poses_b = poses_a.reshape(-1, 4, 4), poses_b.reshape(-1, 4, 4)
    found = _gaps(a, poses_a, b, poses_b, count, margin)[:, GAP] <= 0.0
    if solid:
        apart = np.flatnonzero(~found)
        found[apart] = find_held(a, poses_a, b, poses_b, apart)[:, WHO] != NEITHER
    return bool(found[0]) if count is None else frozen(found)


@DISTANCE.answers(Mesh, Mesh)
@DISTANCE.answers(Mesh, Convex)
def distance_mesh(
    a: Mesh, pose_a: Pose, b: Mesh | Convex, pose_b: Pose, solid: bool = False
) -> Distance:
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    if not solid and (count is None or count == 1) and not counting():
        at_a, at_b = (poses_a, poses_b) if count is None else (poses_a[0], poses_b[0])
        s, row = tree_of(a), np.empty(PAIR_ROW)
        if isinstance(b, Mesh):
            t = tree_of(b)
            answer_distance(
                s._nodes, s._triangles, s._place, at_a, t._nodes, t._triangles, t._place, at_b, row
            )
        else:
            answer_mesh_convex(
                s._nodes, s._triangles, s._place, at_a, b._packed, at_b, inf, False, row
            )
        found = NEW(Distance)
        SET_ROWS(found, row if count is None else row[None])
        return found
    poses_a, poses_b = poses_a.reshape(-1, 4, 4), poses_b.reshape(-1, 4, 4)
    rows = _gaps(a, poses_a, b, poses_b, count, None)
    if solid:
        add_held_distances(rows, a, poses_a, b, poses_b)
    return Distance(rows[0] if count is None else rows)


def _gaps(
    a: Mesh, poses_a: Array, b: Mesh | Convex, poses_b: Array, count: int | None,
    margin: float | None,
) -> Array:  # fmt: skip
    """Distances; with a margin, 0 within it and else infinite."""
    rows = np.empty((1 if count is None else count, PAIR_ROW))
    limit = np.array([margin]) if margin else NO_MARGIN
    kernel, other = gap_mesh_convex_pairs, b._packed
    if isinstance(b, Mesh):
        kernel, other = gap_mesh_pairs, addresses_of(b)
    run_rows(
        kernel, len(rows), addresses_of(a), poses_a, other, poses_b, NO_PAIRS, limit,
        margin is not None, rows,
    )  # fmt: skip
    count_tests(rows)
    return rows


@OVERLAP.answers(Mesh, HalfSpace)
def overlap_mesh_half_space(
    a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, margin: float, _solid: bool = False
) -> bool | Flags:
    gaps = gaps_mesh_half_space(a, pose_a, b, pose_b, False)[..., GAP]
    return frozen(gaps <= margin) if gaps.ndim else bool(gaps <= margin)


@DISTANCE.answers(Mesh, HalfSpace)
def distance_mesh_half_space(
    a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, _solid: bool = False
) -> Distance:
    return Distance(gaps_mesh_half_space(a, pose_a, b, pose_b, False))


def gaps_mesh_half_space(a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, signed: bool) -> Array:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`: one, or a batch; unsigned, as distances."""
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    rows = np.empty((n, PAIR_ROW))
    arrays = tree_of(a)._arrays
    run_rows(gap_half_space_rows, n, arrays, poses_a, b._packed, poses_b, signed, rows)
    if not signed:
        count_tests(rows)
    return rows[0] if single else rows
