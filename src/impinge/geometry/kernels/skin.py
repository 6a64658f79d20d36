"""Dense vertices that follow the vertices of a coarse mesh."""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, cross, dot, load, norm_sq, scale, store, sub
from impinge.geometry.kernels.triangle import closest_point_triangle, point_at

COLLINEAR = 1e-6
"""Three vertices are on a line if their triangle has less area than this share of two sides."""


@inlined
def frame_of(p, q, r):
    """Axes of the frame of three points, Eqs 4-6, and whether they span one."""
    u, v = sub(q, p), sub(r, p)
    n = cross(u, v)
    uu, vv, nn = norm_sq(u), norm_sq(v), norm_sq(n)
    if not (nn > COLLINEAR * COLLINEAR * uu * vv and uu > 0.0):
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), False
    e0, e1 = scale(1.0 / sqrt(nn), n), scale(1.0 / sqrt(uu), u)
    return e0, e1, cross(e1, e0), True


@kernel
def frame_rows(triples, points, last, out, start, stop):
    """Three axes a row, one frame for each triple; that of ``last`` where it is on a line."""
    for i in range(start, stop):
        a, b, c, valid = frame_of(
            load(points, triples[i, 0]), load(points, triples[i, 1]), load(points, triples[i, 2])
        )
        if valid:
            for k in range(3):
                out[i, k], out[i, 3 + k], out[i, 6 + k] = a[k], b[k], c[k]
        else:
            for k in range(9):
                out[i, k] = last[i, k]


@kernel
def skin_rows(ids, weights, local, frame, frames, points, out, start, stop):
    """Positions: weighted sums of coarse points, and links in their frames (Eqs 1, 9, 10)."""
    for i in range(start, stop):
        p = (0.0, 0.0, 0.0)
        for k in range(ids.shape[1]):
            p = along(p, weights[i, k], load(points, ids[i, k]))
        f = frame[i]
        if f >= 0:
            for k in range(3):
                e = (frames[f, 3 * k], frames[f, 3 * k + 1], frames[f, 3 * k + 2])
                p = along(p, local[i, k], e)
        store(out, i, p)


@inlined
def distance_sq_tet(p, a, b, c, d):
    """Squared distance of a point outside to a tetrahedron: to the nearest of its faces."""
    best = inf
    for x, y, z in ((a, b, c), (a, b, d), (a, c, d), (b, c, d)):
        v, w = closest_point_triangle(p, x, y, z)
        best = min(best, norm_sq(sub(p, point_at(x, sub(y, x), sub(z, x), v, w))))
    return best


@kernel
def nearest_tet_rows(points, vertices, tets, middles, reaches, out, weights, start, stop):
    """The tetrahedron that each point is in or nearest to, and its weights in that one.

    ``middles`` and ``reaches`` are spheres around tetrahedra; a reach of -1 leaves one out.
    """
    for i in range(start, stop):
        p = load(points, i)
        best = inf
        for t in range(len(tets)):
            if reaches[t] < 0.0:
                continue
            gap = sqrt(norm_sq(sub(p, load(middles, t)))) - reaches[t]
            if gap > 0.0 and gap * gap >= best:
                continue
            a, b = load(vertices, tets[t, 0]), load(vertices, tets[t, 1])
            c, d = load(vertices, tets[t, 2]), load(vertices, tets[t, 3])
            u, v, w, x = sub(b, a), sub(c, a), sub(d, a), sub(p, a)
            vw = cross(v, w)
            size = dot(u, vw)
            w1, w2, w3 = (dot(x, vw) / size, dot(x, cross(w, u)) / size, dot(x, cross(u, v)) / size)
            w0 = 1.0 - (w1 + w2 + w3)
            inside = w0 >= 0.0 and w1 >= 0.0 and w2 >= 0.0 and w3 >= 0.0
            d_sq = 0.0 if inside else distance_sq_tet(p, a, b, c, d)
            if d_sq < best:
                best, out[i] = d_sq, t
                weights[i, 0], weights[i, 1], weights[i, 2], weights[i, 3] = w0, w1, w2, w3
            if inside:
                break
