"""How far apart are two triangles? The hot loop of every distance query.

Larsen, Gottschalk, Lin and Manocha 1999 [Larsen1999]_ (PQP): for each pair of edges, the two planes
through their closest points, square to the line between them, bound a slab without edges. Where the
third vertices keep out of it too, this pair is the answer; where one reaches in, what is left
of the slab still bounds the distance from below. If no pair of edges settles the matter, a vertex
over a face may.

Deviations. A caller who keeps a limit gets the lower bound used against it. And every decision
needs a margin larger than its rounding error: what is too close to call goes to the slower
:func:`closest_triangle_triangle`, whose answer depends on no such decision.
"""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, cross, dot, norm_sq, sub
from impinge.geometry.kernels.orientation import UNIT_ROUNDOFF
from impinge.geometry.kernels.segment import closest_edge_edge
from impinge.geometry.kernels.triangle import closest_triangle_triangle

SLAB_ROUNDOFF = 16.0 * UNIT_ROUNDOFF
"""Error of a height above a slab's plane, relative to the squared size of both triangles.

The line v between the closest points is off by about 4 u size, a product with an edge by 3 u more.
"""
WELL_SHAPED_SQ = 0.25
"""A face is used for heights if its edges enclose an angle with a squared sine above this.

Its normal is then off by less than 6 u, so a height is exact to 1e-15 of the size. Others, needles,
go to the slower way.
"""
FACE_ROUNDOFF_SQ = (64.0 * UNIT_ROUNDOFF) ** 2
"""Squared error of a height over a face (see there), with room for the sums of squares."""
UNCERTAIN = -1.0


@inlined
def edge_pair(p, d, dd, p_third, q, e, ee, q_third):
    """(distance_sq, how far the third vertices of A and B reach into the slab, times distance)."""
    r = sub(p, q)
    s, t = closest_edge_edge(d, e, r, dd, ee)
    # From the point on B to the point on A.
    v = along(along(r, s, d), -t, e)
    # Heights over the two planes, from each third vertex, measured along v into the slab.
    reach_a = -dot(along(sub(p_third, p), -s, d), v)
    reach_b = dot(along(sub(q_third, q), -t, e), v)
    return norm_sq(v), max(reach_a, reach_b), max(reach_a, 0.0) + max(reach_b, 0.0)


@inlined
def inside_prism(w, a0, a1, a2, ea, eb, ec, n):
    """Positive where ``w`` is over the face, times the lengths of the normal and an edge."""
    return min(
        dot(sub(w, a0), cross(n, ea)),
        min(dot(sub(w, a1), cross(n, eb)), dot(sub(w, a2), cross(n, ec))),
    )


@inlined
def vertex_over_face(a0, a1, a2, ea, eb, ec, ea_sq, eb_sq, b0, b1, b2, size_sq):
    """(distance_sq, or inf where no vertex of B is over the face A, or UNCERTAIN; separated)."""
    n = cross(ea, eb)
    nn = norm_sq(n)
    edges_sq = ea_sq * eb_sq
    x, y, z = dot(sub(b0, a0), n), dot(sub(b1, a0), n), dot(sub(b2, a0), n)
    if x < 0.0:
        x, y, z = -x, -y, -z
    nearest, lowest = min(x, min(y, z)), min(x, min(abs(y), abs(z)))
    # A height times |n| errs by a few u |ea| |eb| times the size.
    margin_sq = FACE_ROUNDOFF_SQ * edges_sq * size_sq
    if lowest * lowest <= margin_sq:
        return UNCERTAIN, False
    if nearest < 0.0:
        return inf, False
    # Of vertices at the same height, within the error, any may be the nearest.
    for height, w in ((x, b0), (y, b1), (z, b2)):
        higher = height - nearest
        if higher * higher <= 4.0 * margin_sq:
            inside = inside_prism(w, a0, a1, a2, ea, eb, ec, n)
            if inside * inside <= margin_sq * size_sq:
                return UNCERTAIN, True
            if inside > 0.0:
                if higher > 0.0 or nn < WELL_SHAPED_SQ * edges_sq:
                    return UNCERTAIN, True
                return nearest * nearest / nn, True
    return inf, True


@kernel
def distance_sq_triangle_triangle(a0, a1, a2, b0, b1, b2, limit_sq):
    """Squared distance of two closed triangles, 0 where they meet; or, as soon as it is known to
    be no less than ``limit_sq``, any number not less than ``limit_sq`` (within rounding).

    Errors of the distance stay below 2e-15 of the size of both triangles together.
    """
    s0, s1, s2 = sub(a1, a0), sub(a2, a1), sub(a0, a2)
    t0, t1, t2 = sub(b1, b0), sub(b2, b1), sub(b0, b2)
    s0_sq, s1_sq, s2_sq = norm_sq(s0), norm_sq(s1), norm_sq(s2)
    t0_sq, t1_sq, t2_sq = norm_sq(t0), norm_sq(t1), norm_sq(t2)
    edges_sq = s0_sq + s1_sq + s2_sq + t0_sq + t1_sq + t2_sq
    best_sq = inf
    separated = False
    margin = SLAB_ROUNDOFF * edges_sq

    # Of each edge where it begins, its direction, its squared length, and the third corner.
    edges_a = (a0, s0, s0_sq, a2), (a1, s1, s1_sq, a0), (a2, s2, s2_sq, a1)
    edges_b = (b0, t0, t0_sq, b2), (b1, t1, t1_sq, b0), (b2, t2, t2_sq, b1)
    for p, d, dd, p_third in edges_a:
        for q, e, ee, q_third in edges_b:
            distance_sq, reach, reaches = edge_pair(p, d, dd, p_third, q, e, ee, q_third)
            best_sq = min(best_sq, distance_sq)
            # Far apart, a reach of rounding size takes nothing from the distance.
            if reach <= (margin if distance_sq >= edges_sq else -margin):
                return distance_sq
            slab = distance_sq - reaches - margin
            if slab > 0.0:
                separated = True
                if slab * slab >= limit_sq * distance_sq:
                    return distance_sq

    size_sq = edges_sq + best_sq
    over_a, clear_a = vertex_over_face(a0, a1, a2, s0, s1, s2, s0_sq, s1_sq, b0, b1, b2, size_sq)
    if over_a >= 0.0 and over_a < inf:
        return over_a
    over_b, clear_b = vertex_over_face(b0, b1, b2, t0, t1, t2, t0_sq, t1_sq, a0, a1, a2, size_sq)
    if over_b >= 0.0 and over_b < inf:
        return over_b
    if (separated or clear_a or clear_b) and over_a == inf and over_b == inf:
        return best_sq
    return closest_distance_sq(a0, a1, a2, b0, b1, b2)


@kernel
def closest_distance_sq(a0, a1, a2, b0, b1, b2):
    distance_sq, _, _ = closest_triangle_triangle(a0, a1, a2, b0, b1, b2)
    return distance_sq
