"""Do two closed triangles meet? The hot loop of every mesh query, and what decides where it cannot.

In every degenerate case exact signs alone decide. Two triangles meet if and only if an edge of one
meets the other (end points included). This holds for triangles without area too: they are nothing
but their edges.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, sub
from impinge.geometry.kernels.orientation import orient2d_sign, orient3d_sign

DUST = 2.0**-290
"""Share of the largest coordinate on an axis below which one is taken for zero: 5e-88."""


@inlined
def overlap_interval_interval(a, b, c, d):
    """Do [a, b] and [c, d] meet, their ends given in any order?"""
    return min(a, b) <= max(c, d) and min(c, d) <= max(a, b)


@inlined
def overlap_box_box(p, q, r, s):
    """Do the boxes along the axes with the corners p, q and r, s meet?"""
    return (
        overlap_interval_interval(p[0], q[0], r[0], s[0])
        and overlap_interval_interval(p[1], q[1], r[1], s[1])
        and overlap_interval_interval(p[2], q[2], r[2], s[2])
    )


@inlined
def overlap_range_range(a, b, c, d, e, f):
    """Do the ranges of three numbers each meet?"""
    return min(a, min(b, c)) <= max(d, max(e, f)) and min(d, min(e, f)) <= max(a, max(b, c))


@kernel
def overlap_segment_segment_2d(px, py, qx, qy, rx, ry, sx, sy):
    """1 they meet, 0 they do not, -1 all four points lie on one line (not decided here)."""
    r_side = orient2d_sign(px, py, qx, qy, rx, ry)
    s_side = orient2d_sign(px, py, qx, qy, sx, sy)
    if r_side * s_side > 0:
        return 0
    p_side = orient2d_sign(rx, ry, sx, sy, px, py)
    q_side = orient2d_sign(rx, ry, sx, sy, qx, qy)
    if p_side * q_side > 0:
        return 0
    if r_side == 0 and s_side == 0 and p_side == 0 and q_side == 0:
        return -1
    return 1


@kernel
def overlap_segment_segment_coplanar(p, q, r, s):
    """Do the segments pq and rs of one plane meet?

    A projection along an axis that keeps one of the four triples off a line is one to one on
    the plane, so its answer is the answer. Where none does, all lie on one line, and each
    coordinate runs monotonically along it.
    """
    for i in range(3):
        j = (i + 1) % 3
        answer = overlap_segment_segment_2d(p[i], p[j], q[i], q[j], r[i], r[j], s[i], s[j])
        if answer >= 0:
            return answer == 1
    return overlap_box_box(p, q, r, s)


@kernel
def overlap_segment_segment(p, q, r, s):
    """Do the closed segments pq and rs meet? Exact; a segment may be a point."""
    return (
        overlap_box_box(p, q, r, s)
        and orient3d_sign(p, q, r, s) == 0
        and overlap_segment_segment_coplanar(p, q, r, s)
    )


@kernel
def overlap_point_triangle_2d(px, py, ax, ay, bx, by, cx, cy):
    """1 inside or on the border, 0 outside, -1 the triangle has no area (not decided here)."""
    turn = orient2d_sign(ax, ay, bx, by, cx, cy)
    if turn == 0:
        return -1
    if orient2d_sign(ax, ay, bx, by, px, py) * turn < 0:
        return 0
    if orient2d_sign(bx, by, cx, cy, px, py) * turn < 0:
        return 0
    if orient2d_sign(cx, cy, ax, ay, px, py) * turn < 0:
        return 0
    return 1


@kernel
def overlap_point_triangle_coplanar(p, a, b, c):
    """Does the point of the triangle's plane lie in it? False for triangles without area."""
    for i in range(3):
        j = (i + 1) % 3
        answer = overlap_point_triangle_2d(p[i], p[j], a[i], a[j], b[i], b[j], c[i], c[j])
        if answer >= 0:
            return answer == 1
    return False


@kernel
def overlap_segment_triangle_signed(p, q, p_side, q_side, a, b, c):
    """Does the segment pq meet the triangle? Given the sides of p and q of its plane."""
    if p_side * q_side > 0:
        return False
    if p_side != 0 or q_side != 0:
        # The line pq crosses the plane in one point, and that point belongs to the segment.
        ab = orient3d_sign(p, q, a, b)
        bc = orient3d_sign(p, q, b, c)
        if ab * bc < 0:
            return False
        ca = orient3d_sign(p, q, c, a)
        return ab * ca >= 0 and bc * ca >= 0
    # The segment lies in the plane, or the triangle has no area and is its edges.
    return (
        overlap_segment_segment(p, q, a, b)
        or overlap_segment_segment(p, q, b, c)
        or overlap_segment_segment(p, q, c, a)
        or overlap_point_triangle_coplanar(p, a, b, c)
    )


@kernel
def overlap_segment_triangle(p, q, a, b, c):
    """Do the closed segment pq and the closed triangle abc meet? Exact."""
    p_side = orient3d_sign(a, b, c, p)
    q_side = orient3d_sign(a, b, c, q)
    return overlap_segment_triangle_signed(p, q, p_side, q_side, a, b, c)


@kernel
def overlap_edges_triangle(p1, q1, r1, p_side, q_side, r_side, a, b, c):
    """Does an edge of the first triangle meet the second?"""
    return (
        overlap_segment_triangle_signed(p1, q1, p_side, q_side, a, b, c)
        or overlap_segment_triangle_signed(q1, r1, q_side, r_side, a, b, c)
        or overlap_segment_triangle_signed(r1, p1, r_side, p_side, a, b, c)
    )


@inlined
def largest_along(k, a, b, c, d, e, f):
    """The greatest magnitude of coordinate ``k`` among six points."""
    return max(max(abs(a[k]), max(abs(b[k]), abs(c[k]))), max(abs(d[k]), max(abs(e[k]), abs(f[k]))))


@inlined
def without_dust(a, x, y, z):
    """The point with coordinates below x, y and z in magnitude set to zero."""
    return (
        a[0] if abs(a[0]) >= x else 0.0,
        a[1] if abs(a[1]) >= y else 0.0,
        a[2] if abs(a[2]) >= z else 0.0,
    )


@kernel
def overlap_triangle_triangle_exact(p1, q1, r1, p2, q2, r2):
    """Do two closed triangles meet? Exact for the given floats, whatever their shape.

    Coordinates below ``DUST`` of the largest on their axis count as zero: predicates flush what
    is smaller still, each by its own four points, and would contradict each other.
    """
    x = DUST * largest_along(0, p1, q1, r1, p2, q2, r2)
    y = DUST * largest_along(1, p1, q1, r1, p2, q2, r2)
    z = DUST * largest_along(2, p1, q1, r1, p2, q2, r2)
    p1, q1, r1 = without_dust(p1, x, y, z), without_dust(q1, x, y, z), without_dust(r1, x, y, z)
    p2, q2, r2 = without_dust(p2, x, y, z), without_dust(q2, x, y, z), without_dust(r2, x, y, z)
    for k in range(3):
        if not overlap_range_range(p1[k], q1[k], r1[k], p2[k], q2[k], r2[k]):
            return False
    dp1 = orient3d_sign(p2, q2, r2, p1)
    dq1 = orient3d_sign(p2, q2, r2, q1)
    dr1 = orient3d_sign(p2, q2, r2, r1)
    if dp1 * dq1 > 0 and dp1 * dr1 > 0:
        return False
    dp2 = orient3d_sign(p1, q1, r1, p2)
    dq2 = orient3d_sign(p1, q1, r1, q2)
    dr2 = orient3d_sign(p1, q1, r1, r2)
    if dp2 * dq2 > 0 and dp2 * dr2 > 0:
        return False
    return overlap_edges_triangle(p1, q1, r1, dp1, dq1, dr1, p2, q2, r2) or overlap_edges_triangle(
        p2, q2, r2, dp2, dq2, dr2, p1, q1, r1
    )


@inlined
def rotated(a, b, c, steps):
    """The triangle written from its vertex number ``steps``."""
    if steps == 0:
        return a, b, c
    if steps == 1:
        return b, c, a
    return c, a, b


@inlined
def lone_vertex(p, q, r):
    """Which of three nonzero numbers has a sign of its own?"""
    if (q > 0.0) == (r > 0.0):
        return 0
    return 1 if (p > 0.0) == (r > 0.0) else 2


@inlined
def overlap_triangle_triangle(p1, q1, r1, p2, q2, r2, bound):
    """Do two closed triangles meet? Exact for the given floats; touching counts.

    Guigue and Devillers 2003 [Guigue2003]_, names as there: each triangle is turned until its
    first vertex lies alone on the positive side of the other's plane; the triangles cut the
    common line of their planes in two intervals, and two more determinants tell whether these
    meet. ``bound`` is :func:`orient_bound` of the largest difference between two coordinates. A
    determinant that matters and is not larger than that is left to exact arithmetic, which also
    takes every degenerate case: here no determinant is ever zero.
    """
    n2 = cross(sub(p2, r2), sub(q2, r2))
    dp1, dq1, dr1 = dot(sub(p1, r2), n2), dot(sub(q1, r2), n2), dot(sub(r1, r2), n2)
    if min(dp1, min(dq1, dr1)) > bound or max(dp1, max(dq1, dr1)) < -bound:
        return False
    n1 = cross(sub(q1, p1), sub(r1, p1))
    dp2, dq2, dr2 = dot(sub(p2, r1), n1), dot(sub(q2, r1), n1), dot(sub(r2, r1), n1)
    if min(dp2, min(dq2, dr2)) > bound or max(dp2, max(dq2, dr2)) < -bound:
        return False
    smallest = min(min(abs(dp1), min(abs(dq1), abs(dr1))), min(abs(dp2), min(abs(dq2), abs(dr2))))
    if smallest <= bound:
        return overlap_triangle_triangle_exact(p1, q1, r1, p2, q2, r2)

    lone1, lone2 = lone_vertex(dp1, dq1, dr1), lone_vertex(dp2, dq2, dr2)
    p1, q1, r1 = rotated(p1, q1, r1, lone1)
    p2, q2, r2 = rotated(p2, q2, r2, lone2)
    dp1, _, _ = rotated(dp1, dq1, dr1, lone1)
    dp2, _, _ = rotated(dp2, dq2, dr2, lone2)
    if dp1 < 0.0:
        q2, r2 = r2, q2
    if dp2 < 0.0:
        q1, r1 = r1, q1

    before = dot(sub(q2, q1), cross(sub(p2, q1), sub(p1, q1)))
    if before > bound:
        return False
    after = dot(sub(r2, p1), cross(sub(p2, p1), sub(r1, p1)))
    if after > bound:
        return False
    if before < -bound and after < -bound:
        return True
    return overlap_triangle_triangle_exact(p1, q1, r1, p2, q2, r2)
