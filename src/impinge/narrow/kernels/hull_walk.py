"""How far apart are two posed meshes? By their hull trees, hulls against hulls.

The distance of two hulls bounds the distance of their contents. Where it ends on features of both
hulls that lie on the surface, it is the distance, and nothing below is visited. Otherwise the hull
that ends on a virtual feature is opened, or the larger one. Ehmann and Lin 2001 [Ehmann2001]_.

Deviations. GJK takes the place of walking Voronoi regions, and begins with the direction of the
pair above. Triangles are measured wherever a hull's distance is taken for that of the surface, so
flags that are wrong, or hulls that are off by rounding, cost time and not correctness. Two patches
too large to be compared triangle by triangle are left to the triangle tree.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel, merged
from impinge.core.mat import apply_transposed, moved, scaled
from impinge.core.memory import borrowed, scratch_floats
from impinge.core.vec import norm_sq, scale, sub
from impinge.geometry.kernels.convex_row import CENTRE, REACH
from impinge.geometry.kernels.triangle import closest_point_triangle, point_at
from impinge.hierarchy.kernels import hull_nodes as hulls
from impinge.hierarchy.kernels.hull_nodes import as_hulls
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels.certificate import span_above, span_below
from impinge.narrow.kernels.convex_pair import NEAR, TOUCH, from_a_to_b, largest_coordinate
from impinge.narrow.kernels.convex_rows import LARGEST, LEAST
from impinge.narrow.kernels.corners import NUMBER_A, NUMBER_B, numbers_of, vector_at
from impinge.narrow.kernels.distance import measure
from impinge.narrow.kernels.features import feature_of_polytope
from impinge.narrow.kernels.gjk import APART, FIRST_THREE, SIMPLEX_TABLE, gjk, point_on_a
from impinge.narrow.kernels.pair_row import (
    FEATURE_A,
    FEATURE_B,
    GAP,
    NORMAL,
    PAIR_ROW,
    POINT_A,
    POINT_B,
    write_pair,
)
from impinge.narrow.kernels.relation import moved_corners, relate, relation_of, scaled_corners
from impinge.narrow.kernels.rows import walk_from, write_closest
from impinge.narrow.kernels.support import Pair

SAME = 4e-13
"""Share of a distance within which it is the same: what is nearer by less is not looked for."""
MOST_TESTS = 1 << 14
"""Pairs of triangles of two patches from which on the triangle tree is faster."""
TRIANGLE_A, TRIANGLE_B, NODE_A, NODE_B = range(4)
"""Columns of a cache: the closest triangles, by their places in the trees, and the nodes where they
were found; -1 for none."""
CACHE = 4


@inlined
def gap_of_balls(pair):
    """A lower bound of the distance, by the balls around both hulls."""
    rows_a, start_a, rows_b, start_b = pair.rows_a, pair.start_a, pair.rows_b, pair.start_b
    middle = moved(pair.rotation, pair.shift, vector_at(rows_b, start_b + CENTRE))
    between = sqrt(norm_sq(sub(middle, vector_at(rows_a, start_a + CENTRE))))
    return between - (rows_a[start_a + REACH] + rows_b[start_b + REACH])


@kernel
def measure_hulls(pair, direction, size, limit, out):
    """Fill a row with the distance of two hulls, in the frame of A.

    The gap is infinite where it is proved to be larger than ``limit``, and 0 where hulls overlap or
    are so near that rounding shows; features are -1 then.
    """
    out[FEATURE_A] = out[FEATURE_B] = -1.0
    for k in range(3):
        out[NORMAL + k] = direction[k]
    if gap_of_balls(pair) > limit:
        out[GAP] = inf
        return
    corners = scratch_floats(SIMPLEX_TABLE)
    nearest = gjk(pair, direction, TOUCH * size, limit, corners)
    if nearest.status != APART:
        out[GAP] = 0.0
        return
    if nearest.low_sq > limit * limit:
        out[GAP] = inf
        return
    gap = sqrt(norm_sq(nearest.v))
    n = scale(1.0 / gap, nearest.v)
    if gap <= NEAR * size:
        out[GAP] = 0.0
        for k in range(3):
            out[NORMAL + k] = n[k]
        return
    i, j = numbers_of(corners, FIRST_THREE, NUMBER_A), numbers_of(corners, FIRST_THREE, NUMBER_B)
    back = scale(-1.0, apply_transposed(pair.rotation, n))
    a = feature_of_polytope(pair.rows_a, pair.start_a, nearest.count, i[0], i[1], i[2], n)
    b = feature_of_polytope(pair.rows_b, pair.start_b, nearest.count, j[0], j[1], j[2], back)
    write_pair(out, gap, n, point_on_a(nearest, corners), a, b, sqrt(nearest.low_sq))


@kernel
def triangle_at(triangles, places, begin, end, turn, shift, p):
    """The place of the triangle nearest to ``p`` among some."""
    best, found = inf, places[begin]
    if end == begin + 1:
        return found
    for k in range(begin, end):
        x, y, z = moved_corners(triangles, places[k], turn, shift)
        v, w = closest_point_triangle(p, x, y, z)
        d_sq = norm_sq(sub(point_at(x, sub(y, x), sub(z, x), v, w), p))
        if d_sq < best:
            best, found = d_sq, places[k]
    return found


@inlined
def range_of(tree, node, feature):
    """The range of triangles on a feature of a node's hull; empty if it is virtual."""
    if feature < 0.0:
        return 0, 0
    at = tree.nodes[node, hulls.FEATURES] + int(feature)
    return tree.lists[at, 0], tree.lists[at, 1]


@kernel
def compare_patches(patch_a, patch_b, placed_a, placed_b, u, best_sq, best):
    """Measure all pairs of triangles of two patches; returns the least squared distance.

    A patch is ``(places, first, last)``, a placed mesh its triangles with what brings them into the
    frame of A. Pairs that are further apart along ``u`` than the best are left out.
    """
    places_a, first_a, last_a = patch_a
    places_b, first_b, last_b = patch_b
    triangles_a, scale_a = placed_a
    triangles_b, turn_b, shift = placed_b
    for k in range(first_b, last_b):
        j = places_b[k]
        p, q, r = moved_corners(triangles_b, j, turn_b, shift)
        ahead = span_below(u, p, q, r) - sqrt(best_sq)
        for m in range(first_a, last_a):
            i = places_a[m]
            x, y, z = scaled_corners(triangles_a, i, scale_a)
            if span_above(u, x, y, z) <= ahead:
                continue
            best[3] += 1
            d_sq = measure(x, y, z, p, q, r, best_sq)
            if d_sq < best_sq:
                best_sq = d_sq
                best[0], best[1] = i, j
                if d_sq == 0.0:
                    return d_sq
                ahead = span_below(u, p, q, r) - sqrt(best_sq)
    return best_sq


@merged
def pair_of(hulls_a, a, hulls_b, b, relation):
    """The hulls of two nodes."""
    start_a, start_b = hulls_a.nodes[a, hulls.START], hulls_b.nodes[b, hulls.START]
    return Pair(hulls_a.rows, start_a, hulls_b.rows, start_b, relation[0], relation[1])


@merged
def push_pair(search, a, b, direction, limit, top):
    """Measure two nodes into the next row of the stack, unless they are beyond the limit."""
    hulls_a, hulls_b, relation, size, stack, waiting = search
    pair = pair_of(hulls_a, a, hulls_b, b, relation)
    measure_hulls(pair, direction, size, limit, stack[top])
    if stack[top, GAP] < limit:
        waiting[top, 0], waiting[top, 1] = a, b
        top += 1
    return top


@inlined
def opens_a(hulls_a, hulls_b, a, b, virtual_a, virtual_b):
    """Which hull to open: the one that ends on a virtual part, or the larger one."""
    if hulls_a.nodes[a, hulls.CHILD_A] < 0:
        return False
    if hulls_b.nodes[b, hulls.CHILD_A] < 0:
        return True
    if virtual_a != virtual_b:
        return virtual_a
    return (
        hulls_a.rows[hulls_a.nodes[a, hulls.START] + REACH]
        >= hulls_b.rows[hulls_b.nodes[b, hulls.START] + REACH]
    )


@inlined
def swap_rows(stack, waiting, k):
    """Rows k and k + 1 of the stack, so that the nearer pair is on top."""
    for c in range(PAIR_ROW):
        stack[k, c], stack[k + 1, c] = stack[k + 1, c], stack[k, c]
    for c in range(2):
        waiting[k, c], waiting[k + 1, c] = waiting[k + 1, c], waiting[k, c]


@kernel
def walk_rest(tree_a, pose_a, tree_b, pose_b, cache, best):
    """The answer of the triangle tree, beginning with the triangles of the cache."""
    tests = best[3]
    d_sq = walk_from(tree_a, pose_a, tree_b, pose_b, cache[TRIANGLE_A], cache[TRIANGLE_B], best)
    best[3] += tests
    cache[TRIANGLE_A], cache[TRIANGLE_B], cache[NODE_A], cache[NODE_B] = best[0], best[1], -1, -1
    return d_sq


@kernel
def walk_hulls(hulls_a, tree_a, pose_a, hulls_b, tree_b, pose_b, cache, best):
    """The closest pair of triangles; its squared distance in the common unit.

    ``best`` receives their places, the number of hull tests and of triangle tests. ``cache`` is
    where the walk begins (places of triangles, not faces), and receives where it ended.
    """
    relation = relation_of(pose_a, pose_b)
    rotation, shift, unit, scale_a, scale_b = relate(tree_a.place, pose_a, tree_b.place, pose_b)
    turn_a = (scale_a, 0.0, 0.0, 0.0, scale_a, 0.0, 0.0, 0.0, scale_a)
    turn_b = scaled(scale_b, rotation)
    triangles_a, triangles_b = tree_a.triangles, tree_b.triangles
    root_a, root_b = len(hulls_a.nodes) - 1, len(hulls_b.nodes) - 1
    whole = pair_of(hulls_a, root_a, hulls_b, root_b, relation)
    size = largest_coordinate(whole)
    best_sq, best[0], best[1], best[2], best[3] = inf, -1, -1, 0, 0
    if not LEAST < size < LARGEST:
        return walk_rest(tree_a, pose_a, tree_b, pose_b, cache, best)

    depth = hulls_a.nodes[root_a, hulls.DEPTH] + hulls_b.nodes[root_b, hulls.DEPTH]
    rows, pairs = np.empty((depth + 3, PAIR_ROW)), np.empty((depth + 3, 2), np.int64)
    stack, waiting = borrowed(rows), borrowed(pairs)
    search = hulls_a, hulls_b, relation, size, stack, waiting
    direction = from_a_to_b(whole)
    if cache[TRIANGLE_A] >= 0:
        x, y, z = scaled_corners(triangles_a, cache[TRIANGLE_A], scale_a)
        p, q, r = moved_corners(triangles_b, cache[TRIANGLE_B], turn_b, shift)
        best_sq = measure(x, y, z, p, q, r, inf)
        best[0], best[1], best[3] = cache[TRIANGLE_A], cache[TRIANGLE_B], 1
    limit = sqrt(best_sq) * unit * (1.0 - SAME)
    top = push_pair(search, root_a, root_b, direction, limit, 0)
    best[2] = 1
    if top > 0 and cache[NODE_A] >= 0 and (cache[NODE_A] != root_a or cache[NODE_B] != root_b):
        direction = vector_at(stack[0], NORMAL)
        top = push_pair(search, cache[NODE_A], cache[NODE_B], direction, limit, top)
        best[2] += 1
    while top > 0 and best_sq > 0.0:
        top -= 1
        row, a, b = stack[top], waiting[top, 0], waiting[top, 1]
        gap = row[GAP]
        if gap >= limit:
            continue
        direction = vector_at(row, NORMAL)
        begin_a, end_a = range_of(hulls_a, a, row[FEATURE_A])
        begin_b, end_b = range_of(hulls_b, b, row[FEATURE_B])
        if end_a > begin_a and end_b > begin_b:
            on_a = scale(1.0 / unit, vector_at(row, POINT_A))
            on_b = scale(1.0 / unit, vector_at(row, POINT_B))
            i = triangle_at(
                triangles_a, hulls_a.places, begin_a, end_a, turn_a, (0.0, 0.0, 0.0), on_a
            )
            j = triangle_at(triangles_b, hulls_b.places, begin_b, end_b, turn_b, shift, on_b)
            x, y, z = scaled_corners(triangles_a, i, scale_a)
            p, q, r = moved_corners(triangles_b, j, turn_b, shift)
            best[3] += 1
            d_sq = measure(x, y, z, p, q, r, best_sq)
            if d_sq < best_sq:
                best_sq = d_sq
                best[0], best[1] = i, j
                cache[NODE_A], cache[NODE_B] = a, b
                limit = sqrt(best_sq) * unit * (1.0 - SAME)
                if gap >= limit:
                    continue
        open_a = opens_a(hulls_a, hulls_b, a, b, end_a == begin_a, end_b == begin_b)
        if not open_a and hulls_b.nodes[b, hulls.CHILD_A] < 0:
            first_a, last_a = hulls_a.nodes[a, hulls.FIRST], hulls_a.nodes[a, hulls.LAST]
            first_b, last_b = hulls_b.nodes[b, hulls.FIRST], hulls_b.nodes[b, hulls.LAST]
            if (last_a - first_a) * (last_b - first_b) > MOST_TESTS:
                cache[TRIANGLE_A], cache[TRIANGLE_B] = best[0], best[1]
                return walk_rest(tree_a, pose_a, tree_b, pose_b, cache, best)
            u = direction if gap > 0.0 else (0.0, 0.0, 0.0)
            d_sq = compare_patches(
                (hulls_a.places, first_a, last_a), (hulls_b.places, first_b, last_b),
                (triangles_a, scale_a), (triangles_b, turn_b, shift), u, best_sq, best,
            )  # fmt: skip
            if d_sq < best_sq:
                best_sq = d_sq
                cache[NODE_A], cache[NODE_B] = a, b
                limit = sqrt(best_sq) * unit * (1.0 - SAME)
            continue
        before = top
        for k in range(2):
            child_a = hulls_a.nodes[a, hulls.CHILD_A + k] if open_a else a
            child_b = b if open_a else hulls_b.nodes[b, hulls.CHILD_A + k]
            best[2] += 1
            # The row that was popped is overwritten; its direction is known by now.
            top = push_pair(search, child_a, child_b, direction, limit, top)
        if top == before + 2 and stack[before, GAP] < stack[before + 1, GAP]:
            swap_rows(stack, waiting, before)
    cache[TRIANGLE_A], cache[TRIANGLE_B] = best[0], best[1]
    return best_sq


@kernel
def distance_hull_trees(side_a, pose_a, side_b, pose_b, cache, out):
    """Fill a row (columns in ``pair_row``); a side is the arrays of a hull tree and of a tree."""
    hulls_a, tree_a = as_hulls(side_a[0]), as_tree(side_a[1])
    hulls_b, tree_b = as_hulls(side_b[0]), as_tree(side_b[1])
    best = np.empty(4, np.int64)
    d_sq = walk_hulls(hulls_a, tree_a, pose_a, hulls_b, tree_b, pose_b, cache, best)
    write_closest(tree_a, pose_a, tree_b, pose_b, d_sq, best, out)
