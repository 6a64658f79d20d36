"""Do two closed triangles meet? The hot loop of every mesh query."""

from impinge.core.jit import inlined
from impinge.core.vec import cross, dot, sub
from impinge.geometry.kernels.intersect_exact import overlap_triangle_triangle_exact


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
