"""Distances of meshes that begin with the closest triangles of an earlier answer."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.kernels.coherent import distance_rows_from
from impinge.narrow.kernels.pair_row import FEATURE_A, FEATURE_B, PAIR_ROW
from impinge.narrow.posed import Pose, as_two_poses
from impinge.narrow.posed_shapes import count_tests


def gaps_from(a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose, earlier: Array) -> Array:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`; ``earlier`` is one, or one for each.

    Faces that one of the meshes does not have begin nowhere.
    """
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    n = 1 if count is None else count
    known = earlier.reshape(-1, earlier.shape[-1])
    if len(known) not in (1, n):
        raise ImpingeError(f"start: {len(known)} rows, expected {n} or one for all")
    starts = np.stack([_places(a, known[:, FEATURE_A]), _places(b, known[:, FEATURE_B])], axis=1)
    rows = np.empty((n, PAIR_ROW))
    run_rows(
        distance_rows_from, n, tree_of(a)._arrays, poses_a.reshape(-1, 4, 4),
        tree_of(b)._arrays, poses_b.reshape(-1, 4, 4), starts, rows,
    )  # fmt: skip
    count_tests(rows)
    return rows[0] if count is None else rows


def _places(mesh: Mesh, features: Array) -> Ids:
    """Where faces are in the tree, -1 for numbers of none."""
    places = derived(mesh, "places", lambda: np.argsort(tree_of(mesh).faces))
    faces = features.astype(np.int64)
    known = (faces >= 0) & (faces < len(places))
    return np.where(known, places[np.where(known, faces, 0)], -1)
