"""Queries over rows of poses: what the public functions call.

Each takes two trees, two batches of poses, of which one may have a single
row that goes with every row of the other, and the rows to answer.

Flags go to the walks as ``np.bool_``: a plain True is a type of its own to Numba, and the walk
would be compiled once for each.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, moved, rotation_of, scaled, translation_of
from impinge.core.vec import cross, dot, scale, sub, unit_vector
from impinge.geometry.kernels.triangle import closest_triangle_triangle
from impinge.hierarchy.kernels.tree_arrays import TreeArrays, as_tree
from impinge.narrow.kernels.distance import measure, walk_distance
from impinge.narrow.kernels.overlap import walk_overlap
from impinge.narrow.kernels.pair_row import (
    BOX_TESTS,
    FEATURE_A,
    FEATURE_B,
    GAP,
    KIND,
    LOWER,
    NORMAL,
    POINT_A,
    POINT_B,
    TRIANGLE_TESTS,
)
from impinge.narrow.kernels.relation import moved_corners, relate, row_of, scaled_corners
from impinge.pairs.kernels.grouping import sort_short

SHORT = 48
"""Up to here pairs are sorted in the kernel, by insertion."""
OUTWARD = 1.0 + 2.0**-50
"""Factor on a limit such that what it was made from is within it."""
INDISTINCT = 2.0**-46
"""In the common unit: gaps that are rounding, and have no direction."""
SMALLEST = 2.0**-1074
"""The distance [m] of what is apart by less than can be measured."""


@inlined
def normal_of_touching(x, y, z, p, q, r):
    """A direction from A to B where there is no gap: out of A's face, or into B's.

    The x axis, if both triangles have no area.
    """
    n, known = unit_vector(cross(sub(y, x), sub(z, x)))
    if known:
        return n
    n, known = unit_vector(cross(sub(q, p), sub(r, p)))
    return (-n[0], -n[1], -n[2]) if known else (1.0, 0.0, 0.0)


@inlined
def lies_above(n, foot, x, y, z):
    """1 if a triangle is above the plane of ``foot`` and ``n``, -1 if below, 0 if neither."""
    a, b, c = dot(n, sub(x, foot)), dot(n, sub(y, foot)), dot(n, sub(z, foot))
    if min(a, min(b, c)) >= -INDISTINCT:
        return 1.0
    return -1.0 if max(a, max(b, c)) <= INDISTINCT else 0.0


@kernel
def normal_of_resting(u, x, y, z, p, q, r):
    """A direction from A to B of triangles that are nearer than can be measured.

    Along the face that has the other on one side. If none has, ``u``, the direction of two points a
    rounding apart.
    """
    n, known = unit_vector(cross(sub(y, x), sub(z, x)))
    side = lies_above(n, x, p, q, r) if known else 0.0
    if side != 0.0:
        return scale(side, n)
    n, known = unit_vector(cross(sub(q, p), sub(r, p)))
    side = lies_above(n, p, x, y, z) if known else 0.0
    return scale(-side, n) if side != 0.0 else u


@kernel
def write_witness(tree_a, pose_a, tree_b, pose_b, i, j, touching, out):
    """Fill a packed answer for triangles ``i`` of A and ``j`` of B, places in leaf order."""
    triangles_a, triangles_b = tree_a.triangles, tree_b.triangles
    rotation, shift, unit, scale_a, scale_b = relate(tree_a.place, pose_a, tree_b.place, pose_b)
    x, y, z = scaled_corners(triangles_a, i, scale_a)
    p, q, r = moved_corners(triangles_b, j, scaled(scale_b, rotation), shift)
    d_sq, on_a, on_b = closest_triangle_triangle(x, y, z, p, q, r)
    normal, known = unit_vector(sub(on_b, on_a))
    if touching or not known:
        normal = normal_of_touching(x, y, z, p, q, r)
    elif d_sq <= INDISTINCT * INDISTINCT:
        normal = normal_of_resting(normal, x, y, z, p, q, r)
    turn, origin = rotation_of(pose_a), translation_of(pose_a)
    a, b = moved(turn, origin, scale(unit, on_a)), moved(turn, origin, scale(unit, on_b))
    n = apply(turn, normal)
    # Apart, but closer than can be measured: small, and not zero.
    out[GAP] = 0.0 if touching else max(sqrt(d_sq) * unit, SMALLEST)
    for k in range(3):
        out[POINT_A + k], out[POINT_B + k], out[NORMAL + k] = a[k], b[k], n[k]
    out[FEATURE_A], out[FEATURE_B] = triangles_a[i, 9], triangles_b[j, 9]


@kernel
def write_closest(tree_a, pose_a, tree_b, pose_b, d_sq, best, out):
    """The row of an answer (``pair_row``) for the triangles and costs in ``best``."""
    write_witness(tree_a, pose_a, tree_b, pose_b, best[0], best[1], d_sq == 0.0, out)
    out[LOWER], out[KIND] = out[GAP], 0.0
    out[BOX_TESTS], out[TRIANGLE_TESTS] = best[2], best[3]


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
    """Fill a packed answer (``pair_row``)."""
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
def distance_rows_from(tree_a, poses_a, tree_b, poses_b, starts, out, start, stop):
    """Distances of rows ``start`` to ``stop``; ``starts (n, 2)`` are places of triangles."""
    best = np.empty(4, np.int64)
    a, b = as_tree(tree_a), as_tree(tree_b)
    for k in range(start, stop):
        pose_a, pose_b, first = row_of(poses_a, k), row_of(poses_b, k), row_of(starts, k)
        d_sq = walk_from(a, pose_a, b, pose_b, first[0], first[1], best)
        write_closest(a, pose_a, b, pose_b, d_sq, best, out[k])
