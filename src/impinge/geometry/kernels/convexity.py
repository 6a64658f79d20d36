"""Closed surfaces of triangles made convex, exactly for the floats given; and those that bend
everywhere.

Half-edge ``3 f + k`` runs from corner k of triangle f to the next; its twin runs back.
"""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, load, norm, norm_sq, sub
from impinge.geometry.kernels.half_edges import next_edge
from impinge.geometry.kernels.orientation import orient3d_sign

FLIPS = 16
"""Edges flipped a triangle before it is given up. Each flip adds volume, so it would end anyhow;
Qhull's surfaces of random points need none, of turned prisms and of quadrangles up to 0.9."""
ROUNDING = 2.0**-46
"""More than a height over a plane is off by at unit size, but for what its normal is."""
TILT = 2.0**-47
"""The sine by which a normal is off at most, times area over length of sides. Coordinates are off
by 2**-52; so is each side, and a product of two of them by twice that times their lengths."""


@inlined
def side_of(vertices, a, b, c, p):
    """1 where ``p`` is below the triangle, -1 above, 0 in its plane."""
    return orient3d_sign(load(vertices, a), load(vertices, b), load(vertices, c), p)


@kernel
def turn_outward(vertices, triangles, inside):
    """Order the corners of each triangle such that ``inside`` is below it.

    False where it is in the plane of one: then the surface is not seen from there.
    """
    for f in range(len(triangles)):
        a, b, c = triangles[f, 0], triangles[f, 1], triangles[f, 2]
        side = side_of(vertices, a, b, c, inside)
        if side == 0:
            return False
        if side < 0:
            triangles[f, 1], triangles[f, 2] = c, b
    return True


@inlined
def pair_up(twins, h, other):
    twins[h] = other
    twins[other] = h


@kernel
def flip_outward(vertices, triangles, twins, inside):
    """Flip edges until the surface bends inward across each, or not at all; False if it cannot be.

    ``triangles`` are seen from below from ``inside``, and stay so: then an edge's two triangles lie
    on both sides of it, and a surface that bends nowhere outward is convex. Where the far corner of
    the second triangle is above the first, the other diagonal of the two takes the place of the
    edge; where the new triangles would not be seen from below, a vertex lies inside the hull.
    """
    corners = triangles.reshape(-1)
    n = len(corners)
    waiting, queued = np.arange(n), np.ones(n, np.bool_)
    # A ring: each half-edge waits in it once at most.
    first, count, left = 0, n, FLIPS * len(triangles)
    while count > 0:
        h = waiting[first]
        first, count = (first + 1) % n, count - 1
        queued[h] = False
        h1 = next_edge(h)
        h2 = next_edge(h1)
        t = twins[h]
        t1 = next_edge(t)
        t2 = next_edge(t1)
        a, b, c, d = corners[h], corners[h1], corners[h2], corners[t2]
        if side_of(vertices, a, b, c, load(vertices, d)) >= 0:
            continue
        if left == 0:
            return False
        if side_of(vertices, c, a, d, inside) <= 0 or side_of(vertices, d, b, c, inside) <= 0:
            return False
        left -= 1
        # Around both run b, c, a, d: twins of these four edges, before the corners change places.
        bc, ca, ad, db = twins[h1], twins[h2], twins[t1], twins[t2]
        corners[h], corners[h1], corners[h2] = d, c, a
        corners[t], corners[t1], corners[t2] = c, d, b
        pair_up(twins, h, t)
        pair_up(twins, h1, ca)
        pair_up(twins, h2, ad)
        pair_up(twins, t1, db)
        pair_up(twins, t2, bc)
        for e in (h1, h2, t1, t2):
            if not queued[e]:
                queued[e] = True
                waiting[(first + count) % n] = e
                count += 1
    return True


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
