"""Queries over rows of poses: what the public functions call.

Each takes two trees, two batches of poses, of which one may have a single
row that goes with every row of the other, and the rows to answer.

Flags go to the walks as ``np.bool_``: a plain True is a type of its own to Numba, and the walk
would be compiled once for each.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import scaled
from impinge.hierarchy.kernels.tree_arrays import TreeArrays, as_tree
from impinge.narrow.kernels.distance import measure, walk_distance
from impinge.narrow.kernels.overlap import walk_overlap
from impinge.narrow.kernels.pair_row import BOX_TESTS, GAP, KIND, LOWER, TRIANGLE_TESTS
from impinge.narrow.kernels.relation import moved_corners, relate, row_of, scaled_corners
from impinge.narrow.kernels.witness import write_witness

SHORT = 48
"""Up to here pairs are sorted in the kernel, by insertion."""


@inlined
def overlap_trees(tree_a, pose_a, tree_b, pose_b, margin, cost):
    """Whether two meshes come within ``margin`` (touching counts)."""
    if margin == 0.0:
        found = np.empty(1, np.int64)
        return walk_overlap(tree_a, pose_a, tree_b, pose_b, np.bool_(True), found, cost) > 0
    best = np.empty(4, np.int64)
    walk_distance(tree_a, pose_a, tree_b, pose_b, margin, np.bool_(True), best)
    cost[0], cost[1] = best[2], best[3]
    return best[0] >= 0


@kernel
def answer_overlap(
    nodes_a, triangles_a, place_a, pose_a, nodes_b, triangles_b, place_b, pose_b, margin
):
    """The same for a single query: arrays cost least one by one."""
    return overlap_trees(
        TreeArrays(nodes_a, triangles_a, place_a), pose_a,
        TreeArrays(nodes_b, triangles_b, place_b), pose_b, margin, np.empty(2, np.int64),
    )  # fmt: skip


@kernel
def distance_trees(tree_a, pose_a, tree_b, pose_b, out):
    """Fill a packed answer (columns in ``witness``)."""
    best = np.empty(4, np.int64)
    d_sq = walk_distance(tree_a, pose_a, tree_b, pose_b, inf, np.bool_(False), best)
    write_closest(tree_a, pose_a, tree_b, pose_b, d_sq, best, out)


@kernel
def answer_distance(
    nodes_a, triangles_a, place_a, pose_a, nodes_b, triangles_b, place_b, pose_b, out
):
    """The same for a single query: arrays cost least one by one."""
    distance_trees(
        TreeArrays(nodes_a, triangles_a, place_a), pose_a,
        TreeArrays(nodes_b, triangles_b, place_b), pose_b, out,
    )  # fmt: skip


@inlined
def sort_short(codes, first, stop):
    for i in range(first + 1, stop):
        code = codes[i]
        j = i
        while j > first and codes[j - 1] > code:
            codes[j] = codes[j - 1]
            j -= 1
        codes[j] = code


@kernel
def pairs_rows(tree_a, poses_a, tree_b, poses_b, costs, codes, counts, start, stop):
    """All meeting pairs of rows ``start`` onward, one after another in ``codes``.

    Returns the first row that found no room, or is expected to find none, or ``stop``; ``counts``
    tells what each row has or would need. Rows of at most ``SHORT`` pairs are sorted.
    """
    used = 0
    for i in range(start, stop):
        room = codes[used:]
        if i > start and len(room) < 2 * counts[i - 1]:
            # A walk that ends without room is lost; neighbouring rows are often alike.
            counts[i] = 0
            return i
        counts[i] = walk_overlap(
            as_tree(tree_a), row_of(poses_a, i), as_tree(tree_b), row_of(poses_b, i),
            np.bool_(False), room, costs[i],
        )  # fmt: skip
        if counts[i] > len(room):
            return i
        if counts[i] <= SHORT:
            sort_short(room, 0, counts[i])
        used += counts[i]
    return stop


OUTWARD = 1.0 + 2.0**-50
"""Factor on a limit such that what it was made from is within it."""


@kernel
def walk_from(tree_a, pose_a, tree_b, pose_b, i, j, best):
    """As ``walk_distance`` without a limit, beginning with triangles ``i`` and ``j``, -1: none.

    Triangles of an earlier answer bound that of meshes which have moved little.
    """
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
