"""Barycentric coordinates of points in tetrahedra, also of almost flat ones."""

from impinge.core.jit import kernel
from impinge.core.vec import load, norm, scale, sub
from impinge.geometry.kernels.orientation import (
    orient3d,
    orient3d_rounded,
    orient_bound,
    unit_scale,
)
from impinge.hierarchy.kernels.one_tree import largest_of

ACCURATE = 1e-11
"""Bound on the error of a volume, as a share of the whole, up to which plain determinants are used:
errors themselves are some tenth of it."""


@kernel
def weigh(p, a, b, c, d):
    """Four weights that sum to one, none negative, of a point in a tetrahedron."""
    u, v, w, q = sub(b, a), sub(c, a), sub(d, a), sub(p, a)
    extent = max(max(largest_of(u), largest_of(v)), max(largest_of(w), largest_of(q)))
    s = unit_scale(extent)
    zero = (0.0, 0.0, 0.0)
    u, v, w, q = scale(s, u), scale(s, v), scale(s, w), scale(s, q)
    x, y = orient3d(q, u, v, w), orient3d(zero, q, v, w)
    z, t = orient3d(zero, u, q, w), orient3d(zero, u, v, q)
    total = x + y + z + t
    if not orient_bound(2.0) < ACCURATE * abs(total):
        # Differences may have been rounded: from here on coordinates are multiplied themselves.
        s = unit_scale(max(max(largest_of(a), largest_of(b)), max(largest_of(c), largest_of(d))))
        p, a, b, c, d = scale(s, p), scale(s, a), scale(s, b), scale(s, c), scale(s, d)
        x, y = orient3d_rounded(p, b, c, d), orient3d_rounded(a, p, c, d)
        z, t = orient3d_rounded(a, b, p, d), orient3d_rounded(a, b, c, p)
        total = x + y + z + t
    sign = 1.0 if total > 0.0 else -1.0
    x, y, z, t = max(sign * x, 0.0), max(sign * y, 0.0), max(sign * z, 0.0), max(sign * t, 0.0)
    total = x + y + z + t
    if not total > 0.0:
        return (0.25, 0.25, 0.25, 0.25)
    return (x / total, y / total, z / total, t / total)


@kernel
def weigh_rows(codes, points, vertices, tets, found, weights, start, stop):
    """Point and tetrahedron of codes, point * number of tets + tet, and the point's weights."""
    for i in range(start, stop):
        p, t = codes[i] // len(tets), codes[i] % len(tets)
        found[i, 0], found[i, 1] = p, t
        w = weigh(
            load(points, p), load(vertices, tets[t, 0]), load(vertices, tets[t, 1]),
            load(vertices, tets[t, 2]), load(vertices, tets[t, 3]),
        )  # fmt: skip
        for k in range(4):
            weights[i, k] = w[k]


@kernel
def number_rows(found, objects, firsts, pairs, start, stop):
    """Rows (object, point, object, tet) from numbers that run through all objects.

    ``objects`` and ``firsts``: of points and of tets, the object of each, and where those of each
    object begin.
    """
    for i in range(start, stop):
        for k in range(2):
            n = found[i, k]
            o = objects[k][n]
            pairs[i, 2 * k], pairs[i, 2 * k + 1] = o, n - firsts[k][o]


@kernel
def sum_edges(vertices, tets):
    """The lengths [m] of the six edges of all tetrahedra, added up."""
    total = 0.0
    for t in range(len(tets)):
        a, b = load(vertices, tets[t, 0]), load(vertices, tets[t, 1])
        c, d = load(vertices, tets[t, 2]), load(vertices, tets[t, 3])
        total += norm(sub(b, a)) + norm(sub(c, a)) + norm(sub(d, a))
        total += norm(sub(c, b)) + norm(sub(d, b)) + norm(sub(d, c))
    return total
