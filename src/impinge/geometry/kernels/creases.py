"""Surfaces of triangles none of which lies in a plane with its neighbours, for certain."""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, load, norm, norm_sq, sub
from impinge.geometry.kernels.half_edges import next_edge

ROUNDING = 2.0**-46
"""More than a height over a plane is off by at unit size, but for what its normal is."""
TILT = 2.0**-47
"""The sine by which a normal is off at most, times area over length of sides. Coordinates are off
by 2**-52; so is each side, and a product of two of them by twice that times their lengths."""


@inlined
def area_vector(a, b, c):
    """Twice the area along the normal, from the two shorter sides; and their lengths' sum."""
    u, v, w = sub(b, a), sub(c, b), sub(a, c)
    uu, vv, ww = norm_sq(u), norm_sq(v), norm_sq(w)
    if uu >= vv and uu >= ww:
        return cross(v, w), sqrt(vv) + sqrt(ww)
    if vv >= ww:
        return cross(w, u), sqrt(ww) + sqrt(uu)
    return cross(u, v), sqrt(uu) + sqrt(vv)


@kernel
def bends_everywhere(vertices, triangles, twins, limit):
    """Whether each triangle's neighbours leave its plane by more than ``limit``, for certain.

    ``vertices`` are at unit size. False where rounding leaves a doubt.
    """
    corners = triangles.reshape(-1)
    for f in range(len(triangles)):
        a = load(vertices, triangles[f, 0])
        normal, sides = area_vector(
            a, load(vertices, triangles[f, 1]), load(vertices, triangles[f, 2])
        )
        area = norm(normal)
        for h in range(3 * f, 3 * f + 3):
            far = load(vertices, corners[next_edge(next_edge(twins[h]))])
            arm = sub(far, a)
            height = abs(dot(arm, normal))
            doubt = TILT * sides * norm(arm)
            if not height > (limit + ROUNDING) * area + doubt:
                return False
    return True
