"""Distances of two meshes that have moved little: triangles of an earlier answer bound the new one.

The walk is that of :mod:`impinge.narrow.kernels.distance`, with a limit from its first step on.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import kernel
from impinge.core.mat import scaled
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels.distance import measure, walk_distance
from impinge.narrow.kernels.pair_row import BOX_TESTS, GAP, KIND, LOWER, TRIANGLE_TESTS
from impinge.narrow.kernels.relation import moved_corners, relate, row_of, scaled_corners
from impinge.narrow.kernels.witness import write_witness

OUTWARD = 1.0 + 2.0**-50
"""Factor on a limit such that what it was made from is within it."""


@kernel
def walk_from(tree_a, pose_a, tree_b, pose_b, i, j, best):
    """As ``walk_distance`` without a limit, beginning with triangles ``i`` and ``j``, -1: none."""
    any_one = np.bool_(False)
    if i < 0 or j < 0:
        return walk_distance(tree_a, pose_a, tree_b, pose_b, inf, any_one, best)
    rotation, shift, unit, scale_a, scale_b = relate(tree_a.place, pose_a, tree_b.place, pose_b)
    x, y, z = scaled_corners(tree_a.triangles, i, scale_a)
    p, q, r = moved_corners(tree_b.triangles, j, scaled(scale_b, rotation), shift)
    known_sq = measure(x, y, z, p, q, r, inf)
    found_sq = inf
    best[0], best[2], best[3] = -1, 0, 0
    if known_sq > 0.0:
        limit = sqrt(known_sq) * unit * OUTWARD
        found_sq = walk_distance(tree_a, pose_a, tree_b, pose_b, limit, any_one, best)
    best[3] += 1
    if best[0] < 0 or known_sq < found_sq:
        best[0], best[1] = i, j
        return known_sq
    return found_sq


@kernel
def write_closest(tree_a, pose_a, tree_b, pose_b, d_sq, best, out):
    """The row of an answer (``witness``) for the triangles and costs in ``best``."""
    write_witness(tree_a, pose_a, tree_b, pose_b, best[0], best[1], d_sq == 0.0, out)
    out[LOWER], out[KIND] = out[GAP], 0.0
    out[BOX_TESTS], out[TRIANGLE_TESTS] = best[2], best[3]


@kernel
def distance_rows_from(tree_a, poses_a, tree_b, poses_b, starts, out, start, stop):
    """Distances of rows ``start`` to ``stop``; ``starts (n, 2)`` are places of triangles."""
    best = np.empty(4, np.int64)
    a, b = as_tree(tree_a), as_tree(tree_b)
    for k in range(start, stop):
        pose_a, pose_b, first = row_of(poses_a, k), row_of(poses_b, k), row_of(starts, k)
        d_sq = walk_from(a, pose_a, b, pose_b, first[0], first[1], best)
        write_closest(a, pose_a, b, pose_b, d_sq, best, out[k])
