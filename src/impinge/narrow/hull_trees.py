"""Distances of meshes by their hull trees, with a cache from one call to the next."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import as_numbers
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_kind
from impinge.geometry import Mesh
from impinge.hierarchy.hull_tree import HullTree, hull_tree
from impinge.narrow.kernels.hull_walk import CACHE, distance_hull_trees
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.pair_rows import Distance
from impinge.narrow.posed import Pose, as_two_poses


def hull_tree_distance(
    a: Mesh, b: Mesh, pose_a: Pose = None, pose_b: Pose = None, *, cache: ArrayLike | None = None
) -> tuple[Distance, Ids]:
    """The distance of two meshes by their hull trees, and a cache for the next call.

    The result is that of :func:`distance` within 1e-12 of it; of several closest pairs it may be
    another one. It is faster than :func:`distance` for rigid meshes that are apart and asked about
    often; its trees take far longer to build, and where meshes overlap it may be slower.

    Parameters
    ----------
    a, b : Mesh
        Any triangles; each keeps its hull tree (:func:`~impinge.hierarchy.hull_tree`).
    pose_a, pose_b : (4, 4) array_like, optional
        Body to world; identity if not given.
    cache : (4,) array_like of int, optional
        From an earlier call for the same meshes: where the search begins. It saves time where they
        moved little, and never changes the distance by more than rounding.

    Returns
    -------
    Distance
        One row, as from :func:`distance`. Its box tests are tests of hulls.
    cache : (4,) int64

    Raises
    ------
    ImpingeError
        If a mesh, a pose or the cache is not usable; the message names the argument.

    Examples
    --------
    >>> from impinge.geometry import box_mesh, pose
    >>> cube = box_mesh((1, 1, 1))
    >>> near, cache = hull_tree_distance(cube, cube, pose_b=pose((3, 0, 0)))
    >>> again, cache = hull_tree_distance(cube, cube, pose_b=pose((3, 0.1, 0)), cache=cache)
    >>> near.distance, again.distance
    (2.0, 2.0)
    """
    as_kind(a, "a", Mesh)
    as_kind(b, "b", Mesh)
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    if count is not None:
        raise ImpingeError("pose_a, pose_b: batches are not supported, expected shape (4, 4)")
    s, t = hull_tree(a), hull_tree(b)
    known, row = _as_cache(cache, s, t), np.empty(PAIR_ROW)
    distance_hull_trees(
        (s._arrays, s._tree._arrays), poses_a, (t._arrays, t._tree._arrays), poses_b, known, row
    )
    return Distance(row), known


def _as_cache(given: Any, a: HullTree, b: HullTree) -> Ids:
    """Checked against both trees."""
    if given is None:
        return np.full(CACHE, -1, np.int64)
    numbers = as_numbers(given, "cache")
    if numbers.shape != (CACHE,) or numbers.dtype.kind not in "iu":
        raise ImpingeError(f"cache: expected {CACHE} whole numbers from an earlier call")
    ends = len(a.patches), len(b.patches), len(a.children), len(b.children)
    for k in (0, 2):
        one, other = int(numbers[k]), int(numbers[k + 1])
        none = one == other == -1
        if not none and not (0 <= one < ends[k] and 0 <= other < ends[k + 1]):
            raise ImpingeError(f"cache: numbers {k} and {k + 1} are not from a call for a and b")
    # A copy: the kernel writes into it.
    return numbers.astype(np.int64)
