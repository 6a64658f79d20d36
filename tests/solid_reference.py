"""Signed distances of convex shapes by other formulas, in extended precision, for many points.

Round solids are measured in the half-plane of their axis, as distances from the segments of their
outline; hulls, triangle by triangle.
"""

from itertools import pairwise

import numpy as np

from impinge.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Hull, Sphere

Wide = np.longdouble
ROUGH = 1e-7
"""Share of the largest coordinate by which no distance in doubles errs, by far."""


def wide(values):
    return np.asarray(values, np.float64).astype(Wide)


def dots(u, v):
    """Column by column: NumPy's sums along an axis of three are many times slower."""
    return sum(u[..., k] * v[..., k] for k in range(v.shape[-1]))


def lengths(v):
    return np.sqrt(dots(v, v))


def to_segment(p, a, b):
    """Distances of points (..., k) from a segment."""
    ab = b - a
    square = (ab * ab).sum()
    t = np.clip(dots(p - a, ab) / square, 0, 1) if square > 0 else np.zeros(p.shape[:-1], Wide)
    return lengths(p - a - t[..., None] * ab)


def to_triangle(p, a, b, c):
    edges = np.minimum(to_segment(p, a, b), np.minimum(to_segment(p, b, c), to_segment(p, c, a)))
    n = np.cross(b - a, c - a)
    square = (n * n).sum()
    if square == 0:
        return edges
    over = np.ones(len(p), bool)
    for u, v in ((a, b), (b, c), (c, a)):
        over &= dots(p - u, np.cross(n, v - u)) >= 0
    return np.where(over, np.abs(dots(p - a, n)) / np.sqrt(square), edges)


def outline(rho_z, corners, inside):
    """Signed distances from a chain of segments."""
    pairs = pairwise([np.array(corner, Wide) for corner in corners])
    distance = np.min([to_segment(rho_z, a, b) for a, b in pairs], axis=0)
    return np.where(inside, -distance, distance)


def separations(shape, points):
    """Signed distances of points (n, 3) from the surface, negative inside, as long doubles."""
    p = wide(points)
    if isinstance(shape, Sphere):
        return lengths(p) - wide(shape.radius)
    if isinstance(shape, HalfSpace):
        return dots(p, wide(shape.normal)) - wide(shape.offset)
    if isinstance(shape, Box):
        out = np.abs(p) - wide(shape.sizes) / 2
        return lengths(np.maximum(out, 0)) + np.minimum(out.max(axis=1), 0)
    if isinstance(shape, Ellipsoid):
        return to_ellipsoid(p, wide(shape.radii))
    if isinstance(shape, Hull):
        return to_hull(shape, p)
    rho_z = np.stack([lengths(p[:, :2]), p[:, 2]], axis=1)
    r, h = wide(shape.radius), wide(shape.length) / 2
    if isinstance(shape, Capsule):
        return to_segment(p, np.array([0, 0, -h], Wide), np.array([0, 0, h], Wide)) - r
    if isinstance(shape, Cylinder):
        inside = (rho_z[:, 0] <= r) & (np.abs(p[:, 2]) <= h)
        return outline(rho_z, [(0, h), (r, h), (r, -h), (0, -h)], inside)
    assert isinstance(shape, Cone)
    inside = (rho_z[:, 0] * 2 * h <= r * (h - p[:, 2])) & (p[:, 2] >= -h)
    return outline(rho_z, [(0, h), (r, -h), (0, -h)], inside)


def to_hull(hull, p):
    vertices = wide(hull.vertices)
    if len(vertices) == 1:
        return lengths(p - vertices[0])
    if len(vertices) == 2:
        return to_segment(p, *vertices)
    best = np.full(len(p), np.inf, Wide)
    above = np.full(len(p), -np.inf, Wide)
    corners = np.array([(loop[0], i, j) for loop in hull.faces for i, j in pairwise(loop[1:])])
    # First in doubles, several times faster, to see which triangles can be the nearest at all.
    rough, plain = p.astype(np.float64), hull.vertices[corners]
    about = np.array([to_triangle(rough, *triangle) for triangle in plain])
    slack = ROUGH * (np.abs(rough).max(axis=1) + np.abs(hull.vertices).max())
    for triangle, close in zip(vertices[corners], about <= about.min(axis=0) + slack, strict=True):
        best[close] = np.minimum(best[close], to_triangle(p[close], *triangle))
    for plane in wide(hull.planes):
        above = np.maximum(above, dots(p, plane[:3]) - plane[3])
    return np.where((above < 0) & (len(hull.faces) > 2), -best, best)


def to_ellipsoid(p, e):
    """By bisection of the secular equation, until no interval has a middle."""
    y, m = np.abs(p), e.min()
    a, b = e * y, (e - m) * (e + m)

    def shares(u, rows=slice(None)):
        top = a[rows]
        return np.divide(top, u[:, None] + b, out=np.zeros_like(top), where=top > 0)

    low = np.maximum((a - b).max(axis=1), 0)
    high = np.maximum(lengths(a), low)
    at_once = shares(low)
    rest = 1 - dots(at_once, at_once)
    aside = (low == 0) & (rest > 0)
    shortest = np.argmin(e)
    at_once[:, shortest] = np.where(aside, np.sqrt(np.maximum(rest, 0)), at_once[:, shortest])
    moving = np.flatnonzero(~aside)
    while len(moving):
        l, h = low[moving], high[moving]
        wide_apart = (l > 0) & (4 * l < h)
        middle = np.where(wide_apart, np.sqrt(l) * np.sqrt(h), (l + h) / 2)
        going = (l < middle) & (middle < h)
        moving, middle = moving[going], middle[going]
        f = shares(middle, moving)
        above = dots(f, f) > 1
        low[moving[above]] = middle[above]
        high[moving[~above]] = middle[~above]
    f = np.where(aside[:, None], at_once, shares(high))
    distance = lengths(y - e * f / lengths(f)[:, None])
    return np.where(lengths(y / e) < 1, -distance, distance)


def largest_coordinate(shape, points):
    """Of the shape and of each point."""
    if isinstance(shape, HalfSpace):
        own = abs(shape.offset)
    else:
        own = np.abs(shape.bounds).max()
    return np.maximum(np.abs(points).max(axis=1), own)
