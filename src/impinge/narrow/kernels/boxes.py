"""Two boxes along the fifteen directions that can separate them.

Gottschalk, Lin, Manocha 1996 [Gottschalk1996]_: a face of the difference of two boxes is parallel
to a face of one of them or to an edge of each, so that the greatest gap along these directions
decides overlap and, where it is negative, is the depth: no search is needed.
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed

PARALLEL_SQ = 1e-30
"""Edges whose angle has a smaller squared sine are parallel: their faces' directions do."""
SLANTED_SQ = 1e-4
"""Edges whose angle has a smaller squared sine: the gap across them is taken without shortcuts."""
PREFER_FACES = 4.0 * 2.0**-52
"""An edge direction must win by this share of the sizes: it repeats a face's where edges are
parallel to faces, and rounding would make the normal flicker between two that are the same."""
OF_B, EDGES = 3, 6
"""Numbers of directions: faces of A from 0 on, of B from OF_B; edge i of A with edge j of B are
EDGES + 3 i + j."""


@inlined
def gap_along_faces_a(ha, hb, r, t):
    x = abs(t[0]) - (ha[0] + abs(r[0]) * hb[0] + abs(r[1]) * hb[1] + abs(r[2]) * hb[2])
    y = abs(t[1]) - (ha[1] + abs(r[3]) * hb[0] + abs(r[4]) * hb[1] + abs(r[5]) * hb[2])
    z = abs(t[2]) - (ha[2] + abs(r[6]) * hb[0] + abs(r[7]) * hb[1] + abs(r[8]) * hb[2])
    return x, y, z


@inlined
def gap_along_faces_b(ha, hb, r, u):
    """``u`` is the offset of the centres in the frame of B."""
    x = abs(u[0]) - (hb[0] + abs(r[0]) * ha[0] + abs(r[3]) * ha[1] + abs(r[6]) * ha[2])
    y = abs(u[1]) - (hb[1] + abs(r[1]) * ha[0] + abs(r[4]) * ha[1] + abs(r[7]) * ha[2])
    z = abs(u[2]) - (hb[2] + abs(r[2]) * ha[0] + abs(r[5]) * ha[1] + abs(r[8]) * ha[2])
    return x, y, z


@inlined
def faces_of_two_boxes(ha, hb, r, t):
    """The greatest gap along the six directions of faces, its vector from A to B, its number."""
    g = gap_along_faces_a(ha, hb, r, t)
    best = g[0]
    n = (1.0 if t[0] >= 0.0 else -1.0, 0.0, 0.0)
    axis = 0
    if g[1] > best:
        best = g[1]
        n = (0.0, 1.0 if t[1] >= 0.0 else -1.0, 0.0)
        axis = 1
    if g[2] > best:
        best = g[2]
        n = (0.0, 0.0, 1.0 if t[2] >= 0.0 else -1.0)
        axis = 2
    u = apply_transposed(r, t)
    g = gap_along_faces_b(ha, hb, r, u)
    if g[0] > best:
        best = g[0]
        s = 1.0 if u[0] >= 0.0 else -1.0
        n = (s * r[0], s * r[3], s * r[6])
        axis = OF_B + 0
    if g[1] > best:
        best = g[1]
        s = 1.0 if u[1] >= 0.0 else -1.0
        n = (s * r[1], s * r[4], s * r[7])
        axis = OF_B + 1
    if g[2] > best:
        best = g[2]
        s = 1.0 if u[2] >= 0.0 else -1.0
        n = (s * r[2], s * r[5], s * r[8])
        axis = OF_B + 2
    return best, n, axis


@inlined
def edge_gap(y, z, ty, tz, hy, hz, r1, r2, h1, h2):
    """The gap along x cross an edge (., y, z) of B, over its length; and that length squared."""
    length_sq = y * y + z * z
    if length_sq <= SLANTED_SQ:
        return -inf, length_sq
    reach = hy * abs(z) + hz * abs(y) + h1 * abs(r2) + h2 * abs(r1)
    return (abs(tz * y - ty * z) - reach) / sqrt(length_sq), length_sq


@inlined
def gap_along(ha, hb, r, t, n):
    """The gap of two boxes along a unit vector, taken anew from all of their edges."""
    u = apply_transposed(r, n)
    reach = ha[0] * abs(n[0]) + ha[1] * abs(n[1]) + ha[2] * abs(n[2])
    reach += hb[0] * abs(u[0]) + hb[1] * abs(u[1]) + hb[2] * abs(u[2])
    return abs(n[0] * t[0] + n[1] * t[1] + n[2] * t[2]) - reach


@kernel
def separate_slanted(ha, hb, r, t, best, n, axis):
    """A greater gap across two edges that are nearly parallel, or the best so far.

    The formula for products of edges holds for exact rotations; the error of an entry, 1e-16, is
    divided by the sine of the angle: 2 % of the size for a sine of 1e-15. Any direction gives a
    valid gap, so the direction is made first, and the gap along it from all edges.
    """
    ahead = best + PREFER_FACES * (ha[0] + ha[1] + ha[2] + hb[0] + hb[1] + hb[2])
    for i in range(3):
        for j in range(3):
            y, z = r[3 * ((i + 1) % 3) + j], r[3 * ((i + 2) % 3) + j]
            length_sq = y * y + z * z
            if PARALLEL_SQ < length_sq <= SLANTED_SQ:
                s = 1.0 / sqrt(length_sq)
                m = (
                    0.0 if i == 0 else (-s * z if i == 2 else s * y),
                    0.0 if i == 1 else (-s * z if i == 0 else s * y),
                    0.0 if i == 2 else (-s * z if i == 1 else s * y),
                )
                g = gap_along(ha, hb, r, t, m)
                if g > ahead:
                    best, ahead = g, g
                    toward = m[0] * t[0] + m[1] * t[1] + m[2] * t[2]
                    n = m if toward >= 0.0 else (-m[0], -m[1], -m[2])
                    axis = EDGES + 3 * i + j
    return best, n, axis


@kernel
def separate_two_boxes(ha, hb, r, t):
    """The greatest gap of two boxes along the fifteen directions, its unit vector from A to B, and
    the direction's number.

    ``ha``, ``hb`` are half edge lengths; B has rotation ``r`` and centre ``t`` in the frame of A.
    """
    best, n, axis = faces_of_two_boxes(ha, hb, r, t)
    ahead = best + PREFER_FACES * (ha[0] + ha[1] + ha[2] + hb[0] + hb[1] + hb[2])
    least_sq = inf
    for j in range(3):
        # Column j of the rotation is an edge of B; k and l are the other two.
        if j == 0:
            x, y, z = r[0], r[3], r[6]
            hk, hl = hb[1], hb[2]
            xk, yk, zk = r[1], r[4], r[7]
            xl, yl, zl = r[2], r[5], r[8]
        elif j == 1:
            x, y, z = r[1], r[4], r[7]
            hk, hl = hb[2], hb[0]
            xk, yk, zk = r[2], r[5], r[8]
            xl, yl, zl = r[0], r[3], r[6]
        else:
            x, y, z = r[2], r[5], r[8]
            hk, hl = hb[0], hb[1]
            xk, yk, zk = r[0], r[3], r[6]
            xl, yl, zl = r[1], r[4], r[7]
        g, length_sq = edge_gap(y, z, t[1], t[2], ha[1], ha[2], xk, xl, hk, hl)
        least_sq = min(least_sq, length_sq)
        if g > ahead:
            best = ahead = g
            s = (1.0 if t[2] * y - t[1] * z >= 0.0 else -1.0) / sqrt(length_sq)
            n = (0.0, -s * z, s * y)
            axis = EDGES + j
        g, length_sq = edge_gap(z, x, t[2], t[0], ha[2], ha[0], yk, yl, hk, hl)
        least_sq = min(least_sq, length_sq)
        if g > ahead:
            best = ahead = g
            s = (1.0 if t[0] * z - t[2] * x >= 0.0 else -1.0) / sqrt(length_sq)
            n = (s * z, 0.0, -s * x)
            axis = EDGES + 3 + j
        g, length_sq = edge_gap(x, y, t[0], t[1], ha[0], ha[1], zk, zl, hk, hl)
        least_sq = min(least_sq, length_sq)
        if g > ahead:
            best = ahead = g
            s = (1.0 if t[1] * x - t[0] * y >= 0.0 else -1.0) / sqrt(length_sq)
            n = (-s * y, s * x, 0.0)
            axis = EDGES + 6 + j
    if least_sq <= SLANTED_SQ:
        best, n, axis = separate_slanted(ha, hb, r, t, best, n, axis)
    return best, n, axis
