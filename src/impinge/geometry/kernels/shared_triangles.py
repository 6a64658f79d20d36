"""Do two triangles that share vertices meet elsewhere? Exact, with all degenerate cases.

With one common corner they do if they have another point in common; with a common edge, if they
have a point in common that is not on that edge.
"""

from impinge.core.jit import inlined, kernel
from impinge.geometry.kernels.intersect import (
    overlap_segment_segment,
    overlap_segment_triangle,
)
from impinge.geometry.kernels.orientation import orient2d_sign, orient3d_sign, same_point


@inlined
def on_line(a, b, c):
    """Are three points on one line?"""
    return (
        orient2d_sign(a[0], a[1], b[0], b[1], c[0], c[1]) == 0
        and orient2d_sign(a[1], a[2], b[1], b[2], c[1], c[2]) == 0
        and orient2d_sign(a[2], a[0], b[2], b[0], c[2], c[0]) == 0
    )


@inlined
def on_segment(p, a, b):
    return overlap_segment_segment(p, p, a, b)


@kernel
def spoke_meets_triangle(v, x, c, d):
    """Do the segment vx and the triangle vcd, which has an area, meet elsewhere than in v?

    From v on the segment stays in the triangle until it ends, or leaves it through the side cd.
    """
    if same_point(v, x):
        return False
    return overlap_segment_triangle(x, x, v, c, d) or overlap_segment_segment(v, x, c, d)


@kernel
def spokes_meet(v, x, y):
    """Do the segments vx and vy meet elsewhere than in v?"""
    if same_point(v, x) or same_point(v, y):
        return False
    return on_segment(x, v, y) or on_segment(y, v, x)


@kernel
def meet_beyond_corner(v, a, b, c, d):
    """Do the triangles vab and vcd meet elsewhere than in v?

    A ray from v that has another common point leaves one of them first, through the side opposite
    to v, while it is in the other. A triangle without area is its sides va and vb.
    """
    flat_first, flat_second = on_line(v, a, b), on_line(v, c, d)
    if flat_first and flat_second:
        return (
            spokes_meet(v, a, c)
            or spokes_meet(v, a, d)
            or spokes_meet(v, b, c)
            or spokes_meet(v, b, d)
        )
    if flat_first:
        return spoke_meets_triangle(v, a, c, d) or spoke_meets_triangle(v, b, c, d)
    if flat_second:
        return spoke_meets_triangle(v, c, a, b) or spoke_meets_triangle(v, d, a, b)
    return overlap_segment_triangle(a, b, v, c, d) or overlap_segment_triangle(c, d, v, a, b)


@inlined
def same_side_2d(vx, vy, wx, wy, ax, ay, bx, by):
    return orient2d_sign(vx, vy, wx, wy, ax, ay) * orient2d_sign(vx, vy, wx, wy, bx, by) > 0


@kernel
def meet_beyond_edge(v, w, a, b):
    """Do the triangles vwa and vwb meet elsewhere than on the segment vw?

    With areas: they lie in one plane, and on one side of vw. Without, they are segments of one line
    that go beyond the same end.
    """
    if same_point(v, w):
        return spokes_meet(v, a, b)
    flat_first, flat_second = on_line(v, w, a), on_line(v, w, b)
    if flat_first and flat_second:
        beyond_w = on_segment(w, v, a) and on_segment(w, v, b)
        beyond_v = on_segment(v, w, a) and on_segment(v, w, b)
        return (beyond_w and not same_point(w, a) and not same_point(w, b)) or (
            beyond_v and not same_point(v, a) and not same_point(v, b)
        )
    if flat_first or flat_second or orient3d_sign(v, w, a, b) != 0:
        return False
    return (
        same_side_2d(v[0], v[1], w[0], w[1], a[0], a[1], b[0], b[1])
        or same_side_2d(v[1], v[2], w[1], w[2], a[1], a[2], b[1], b[2])
        or same_side_2d(v[2], v[0], w[2], w[0], a[2], a[0], b[2], b[0])
    )
