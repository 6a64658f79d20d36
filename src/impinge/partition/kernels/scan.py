"""Which cells a triangle itself touches: separating axes, and a pad that covers all rounding.

Akenine-Moller 2001 [AkenineMoller2001]_: a triangle and a box are apart if they are so along one of
thirteen directions, the box's axes, the triangle's normal, and the crossings of their edges.
Deviation: a cell is left out only where rounding cannot have been the reason, so a triangle is in
each cell that it touches, and rarely in one that it misses by less than the pad.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, sub

PAD = 2.0**-48
"""Share of the largest coordinate by which boxes are grown: sixteen roundings. A projection is off
by at most eight of them; more would only list triangles in cells they do not touch."""


@inlined
def largest(a):
    return max(max(abs(a[0]), abs(a[1])), abs(a[2]))


@inlined
def apart(p, q, r, reach):
    """Are the projections of three corners all beyond those of the box?"""
    return min(min(p, q), r) > reach or max(max(p, q), r) < -reach


@inlined
def apart_across(e, u, v, w, h):
    """Are they apart along one of the directions square to an edge and an axis?"""
    x, y, z = abs(e[0]), abs(e[1]), abs(e[2])
    p, q, r = cross(e, u), cross(e, v), cross(e, w)
    return (
        apart(p[0], q[0], r[0], h[1] * z + h[2] * y)
        or apart(p[1], q[1], r[1], h[0] * z + h[2] * x)
        or apart(p[2], q[2], r[2], h[0] * y + h[1] * x)
    )


@kernel
def overlap_triangle_aabb(a, b, c, low, high):
    """May the triangle touch the closed box? False only if it does not."""
    size = max(max(max(largest(a), largest(b)), largest(c)), max(largest(low), largest(high)))
    pad = PAD * size
    centre = (
        0.5 * low[0] + 0.5 * high[0],
        0.5 * low[1] + 0.5 * high[1],
        0.5 * low[2] + 0.5 * high[2],
    )
    h = (
        0.5 * high[0] - 0.5 * low[0] + pad,
        0.5 * high[1] - 0.5 * low[1] + pad,
        0.5 * high[2] - 0.5 * low[2] + pad,
    )
    u, v, w = sub(a, centre), sub(b, centre), sub(c, centre)
    for k in range(3):
        if apart(u[k], v[k], w[k], h[k]):
            return False
    e, f, g = sub(v, u), sub(w, v), sub(u, w)
    n = cross(e, f)
    d = dot(n, u)
    # The normal of a needle is small, and wrong by a share of its edges' product, not of itself.
    doubt = pad * largest(e) * largest(f)
    if abs(d) > h[0] * abs(n[0]) + h[1] * abs(n[1]) + h[2] * abs(n[2]) + 8.0 * doubt:
        return False
    return not (
        apart_across(e, u, v, w, h) or apart_across(f, u, v, w, h) or apart_across(g, u, v, w, h)
    )


@inlined
def corner_of(corners, i, k):
    return (corners[i, 3 * k], corners[i, 3 * k + 1], corners[i, 3 * k + 2])
