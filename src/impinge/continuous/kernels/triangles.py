"""First contact of two moving triangles: conservative advancement with directions.

A direction n keeps two triangles apart, at a time and some h later, by gaps of their corners along
it, and from these follows how long it does in between (:mod:`impinge.continuous.kernels.chords`).
Nothing else is concluded from n:
where it comes from matters for speed only.
"""

from math import inf, sqrt
from typing import Any, NamedTuple

from impinge.continuous.kernels.advance import next_goal
from impinge.continuous.kernels.chords import free_share
from impinge.core.jit import inlined, kernel, merged
from impinge.core.mat import scaled
from impinge.core.vec import along, cross, dot, neg, norm_sq, scale, sub
from impinge.geometry.kernels.segment import closest_edge_edge
from impinge.geometry.kernels.triangle import closest_triangle_triangle
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.motion.kernels.pose_at import pose_at
from impinge.narrow.kernels.certificate import span_above, span_below
from impinge.narrow.kernels.relation import moved_corners, row_of

REFINEMENTS = 6
"""Steps taken on from where the gap is within the tolerance, until the time is too."""
HERE = (0.0, 0.0, 0.0)
TOUCHED, PASSED, GIVEN_UP = 0, 1, 2
"""How an advancement ends: near enough, free until the end, or out of steps."""


class MovingTrees(NamedTuple):
    """Two trees and the rows of their motions."""

    tree_a: Any
    motions_a: Any
    i: int
    tree_b: Any
    motions_b: Any
    j: int


@merged
def moving_trees(moving_a, moving_b, r):
    """The trees of row ``r``; what moves is (tree, surface, motions, places of rows among them)."""
    tree_a, _, motions_a, places_a = moving_a
    tree_b, _, motions_b, places_b = moving_b
    return MovingTrees(
        as_tree(tree_a), motions_a, row_of(places_a, r),
        as_tree(tree_b), motions_b, row_of(places_b, r),
    )  # fmt: skip


@inlined
def edges_between(p, d, p_third, q, e, q_third):
    """From the nearest point of one edge to that of another, and how far the third corners reach
    into what is between the two planes square to this vector.
    """
    r = sub(p, q)
    s, t = closest_edge_edge(d, e, r, norm_sq(d), norm_sq(e))
    v = along(along(r, s, d), -t, e)
    reach_a = -dot(along(sub(p_third, p), -s, d), v)
    reach_b = dot(along(sub(q_third, q), -t, e), v)
    return v, max(reach_a, reach_b)


@inlined
def corner_over(a, b, c, p, q, r):
    """The corner of (p, q, r) that is nearest to the plane of (a, b, c), where it is over the face.

    Square of its distance, infinite if it is not, and the direction away from the face.
    """
    ab, ac = sub(b, a), sub(c, a)
    n = cross(ab, ac)
    nn = norm_sq(n)
    x, y, z = dot(n, sub(p, a)), dot(n, sub(q, a)), dot(n, sub(r, a))
    away = n
    if x < 0.0 or y < 0.0 or z < 0.0:
        x, y, z, away = -x, -y, -z, neg(n)
    low = min(x, min(y, z))
    if not (low > 0.0 and nn > 0.0):
        return inf, away
    w = p if low == x else (q if low == y else r)
    aw, bw = sub(w, a), sub(w, b)
    inside = min(dot(cross(n, ab), aw), min(dot(cross(ac, n), aw), dot(cross(n, sub(c, b)), bw)))
    return (low * low / nn if inside >= 0.0 else inf), away


@kernel
def direction_between(a0, a1, a2, b0, b1, b2):
    """Square of the distance of two points of the triangles, and the way from A to B there.

    These are the nearest points, but for rounding, of triangles that do not cross. Two planes
    through the nearest points of two edges often prove it at once [Larsen1999]_.
    """
    best_sq, best = inf, sub(b0, a0)
    for i in range(3):
        p = a0 if i == 0 else (a1 if i == 1 else a2)
        p_next = a1 if i == 0 else (a2 if i == 1 else a0)
        p_third = a2 if i == 0 else (a0 if i == 1 else a1)
        for j in range(3):
            q = b0 if j == 0 else (b1 if j == 1 else b2)
            q_next = b1 if j == 0 else (b2 if j == 1 else b0)
            q_third = b2 if j == 0 else (b0 if j == 1 else b1)
            v, reach = edges_between(p, sub(p_next, p), p_third, q, sub(q_next, q), q_third)
            v_sq = norm_sq(v)
            if v_sq < best_sq:
                best_sq, best = v_sq, neg(v)
                if reach <= 0.0:
                    return best_sq, best
    d_sq, n = corner_over(a0, a1, a2, b0, b1, b2)
    if d_sq < best_sq:
        best_sq, best = d_sq, n
    d_sq, n = corner_over(b0, b1, b2, a0, a1, a2)
    if d_sq < best_sq:
        best_sq, best = d_sq, neg(n)
    return best_sq, best


@inlined
def length_one(n):
    """``n`` at length one; zero stays what it is."""
    length = sqrt(norm_sq(n))
    return scale(1.0 / length, n) if length > 0.0 else n


@inlined
def gap_along(n, a, b):
    """How far the corners ``b`` are beyond ``a`` along ``n``; negative if they are not."""
    return span_below(n, b[0], b[1], b[2]) - span_above(n, a[0], a[1], a[2])


@kernel
def widest_axis(a, b, n):
    """Of ``n``, the normals of two triangles and the products of their edges, the unit vector along
    which B is furthest beyond A.

    The way between nearest points is a difference of nearly equal places: at a gap of 1e-8 of the
    coordinates its direction is known to 1e-8, and the corners of a triangle hide the gap. Products
    of edges keep their digits.
    """
    best, widest = n, gap_along(n, a, b)
    for k in range(11):
        if k == 9:
            m = cross(sub(a[1], a[0]), sub(a[2], a[0]))
        elif k == 10:
            m = cross(sub(b[1], b[0]), sub(b[2], b[0]))
        else:
            i, j = k // 3, k % 3
            p = a[0] if i == 0 else (a[1] if i == 1 else a[2])
            q = a[1] if i == 0 else (a[2] if i == 1 else a[0])
            r = b[0] if j == 0 else (b[1] if j == 1 else b[2])
            s = b[1] if j == 0 else (b[2] if j == 1 else b[0])
            m = cross(sub(q, p), sub(s, r))
        m = length_one(m)
        gap, back = gap_along(m, a, b), gap_along(m, b, a)
        if max(gap, back) > widest:
            best, widest = (m, gap) if gap > back else (neg(m), back)
    return best


@inlined
def free_along(n, a_t0, b_t0, a_t1, b_t1, bar, bend):
    """Whether ``n``, or its opposite, keeps two triangles apart from one time to another."""
    g0 = gap_along(n, a_t0, b_t0) - bar
    if g0 > 0.0:
        g1 = gap_along(n, a_t1, b_t1) - bar
        return g1 > 0.0 and free_share(g0, g1, bend) >= 1.0
    g0 = gap_along(n, b_t0, a_t0) - bar
    if g0 > 0.0:
        g1 = gap_along(n, b_t1, a_t1) - bar
        return g1 > 0.0 and free_share(g0, g1, bend) >= 1.0
    return False


@inlined
def posed_pair(pair, scales, t):
    """Turns of A and of B that take corners of triangles to directions of the world, and the way
    from A's origin to B's, in the common unit.

    Seen from A's origin, which may be far from the world's: what is near keeps its digits.
    """
    unit, scale_a, scale_b, _ = scales
    turn_a, shift_a = pose_at(pair.motions_a, pair.i, t)
    turn_b, shift_b = pose_at(pair.motions_b, pair.j, t)
    return (
        scaled(scale_a, turn_a),
        scaled(scale_b, turn_b),
        scale(1.0 / unit, sub(shift_b, shift_a)),
    )


@inlined
def pair_at(pair, k, m, scales, t):
    """The corners of triangle ``k`` of A and of ``m`` of B, seen from A's origin."""
    turn_a, turn_b, apart = posed_pair(pair, scales, t)
    a = moved_corners(pair.tree_a.triangles, k, turn_a, HERE)
    return a, moved_corners(pair.tree_b.triangles, m, turn_b, apart)


@kernel
def advance_triangles(pair, k, m, scales, bent, t, t1, goals, max_steps):
    """(how it ends, time, gap, direction, steps) of two triangles, from ``t`` to ``t1``.

    Until the time returned they are proved to be more than ``margin`` apart. They touch where they
    are within ``near`` of that, and where they approach, within ``share`` of the step before; what
    begins nearer than ``near`` comes half as near first: ``goals`` are those of ``leaves``.
    ``bent`` bounds the accelerations of both together. Lengths are in the common unit, which is the
    first of ``scales``.
    """
    margin, near, floor, share, _, _ = goals
    pad = scales[3]
    a, b = pair_at(pair, k, m, scales, t)
    refinements, closing, steps, goal = REFINEMENTS, 0.0, 0, near
    while True:
        steps += 1
        d_sq, n = direction_between(a[0], a[1], a[2], b[0], b[1], b[2])
        n = length_one(n)
        g0 = gap_along(n, a, b) - margin - pad
        if g0 <= 0.0:
            # Crossing, or so near that the quick way has not found them apart.
            d_sq, on_a, on_b = closest_triangle_triangle(a[0], a[1], a[2], b[0], b[1], b[2])
            n = length_one(sub(on_b, on_a))
            g0 = gap_along(n, a, b) - margin - pad
        if g0 <= 0.0:
            n = widest_axis(a, b, n)
            g0 = gap_along(n, a, b) - margin - pad
        d = sqrt(d_sq)
        left = d - margin
        goal = next_goal(goal, left, near, floor, steps)
        if left <= goal:
            refinements -= 1
        if g0 <= 0.0 or refinements < 0 or left <= min(goal, closing * share) or left <= floor:
            return TOUCHED, t, d, n, steps
        if steps >= max_steps:
            return GIVEN_UP, t, d, n, steps

        h = t1 - t
        if bent > 0.0:
            # Longer, and paths may bend through what is proved even where nothing comes near.
            h = min(h, sqrt(8.0 * g0 / bent))
        far = min(t + h, t1)
        h = far - t
        a, b = pair_at(pair, k, m, scales, far)
        g1 = gap_along(n, a, b) - margin - pad
        u = free_share(g0, g1, 0.5 * bent * h * h)
        if u >= 1.0:
            if far >= t1:
                return PASSED, t1, d, n, steps
            t = far
            continue
        closing = (g0 - g1) / h
        later = t + u * h
        if not later > t:
            return TOUCHED, t, d, n, steps
        t = later
        a, b = pair_at(pair, k, m, scales, t)
