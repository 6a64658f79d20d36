"""How deep are two meshes in each other? Three depths, each with its own meaning."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.narrow.directional import slide_mesh_mesh
from impinge.narrow.hulls import hull_of
from impinge.narrow.inner import write_ways_out
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.pair_row import KIND
from impinge.narrow.mesh_regions import MeshRegions, regions_mesh_mesh
from impinge.narrow.meshes import distance_mesh
from impinge.narrow.penetration import KINDS, PENETRATION, Penetration, penetration_convex_convex
from impinge.narrow.posed import Pose, as_two_poses, poses_of


@PENETRATION.answers(Mesh, Mesh)
def penetration_mesh_mesh(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, kind: str | None, direction: Array | None,
    solid: bool,
) -> Penetration:  # fmt: skip
    if direction is not None:
        return slide_mesh_mesh(a, pose_a, b, pose_b, direction, solid)
    if kind == "convex":
        # Of their convex hulls; features are those of the hulls.
        return penetration_convex_convex(hull_of(a), pose_a, hull_of(b), pose_b, kind, None)
    return local_depth(a, pose_a, b, pose_b, solid)


def local_depth(a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose, solid: bool = False) -> Penetration:
    """The deepest of the regions in which two meshes cross (:func:`impinge.narrow.regions_of`).

    Where they do not meet, the depth is 0 and the direction that of the shortest connection. An
    error where the deepest region is cut along a line that does not close, so that nothing is
    enclosed.
    """
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    many_a, many_b = poses_a.reshape(-1, 4, 4), poses_b.reshape(-1, 4, 4)
    found = regions_mesh_mesh(a, pose_a, b, pose_b)
    n = 1 if count is None else count
    deepest = _deepest(found)
    _check_enclosed(found, deepest, count)
    rows = np.empty((n, pair_row.PAIR_ROW))
    met, apart = np.flatnonzero(deepest >= 0), np.flatnonzero(deepest < 0)
    rows[met] = found._rows[deepest[met], : pair_row.PAIR_ROW]
    if len(apart):
        near = distance_mesh(a, poses_of(many_a, apart), b, poses_of(many_b, apart))
        rows[apart] = near._rows
        rows[apart, pair_row.GAP] = rows[apart, pair_row.LOWER] = 0.0
        if solid:
            write_ways_out(rows, a, many_a, b, many_b, apart)
    rows[:, KIND] = KINDS.index("local")
    return Penetration(rows[0] if count is None else rows)


def _deepest(found: MeshRegions) -> Ids:
    """The number of the deepest region of each row, the first of equals; -1 where there is none."""
    rows, deepest = found.rows(), np.full(len(found.counts()), -1, np.int64)
    order = np.lexsort((-found.depth, rows))
    which, first = np.unique(rows[order], return_index=True)
    deepest[which] = order[first]
    return deepest


def _check_enclosed(found: MeshRegions, deepest: Ids, count: int | None) -> None:
    """Refuse depths of lines that do not close; that nothing is deep is known of any."""
    met = np.flatnonzero(deepest >= 0)
    regions = deepest[met]
    undefined = met[~found.closed[regions] & (found.depth[regions] > 0.0)]
    if len(undefined):
        row = "" if count is None else f" in row {undefined[0]}"
        raise ImpingeError(
            f'kind: "local" is not defined{row}: the surfaces cut each other along a line that '
            'does not close, and nothing lies behind it; use kind="directional" or kind="convex"'
        )
