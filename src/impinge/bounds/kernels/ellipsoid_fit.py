"""The smallest ellipsoid around points, and a small one around ellipsoids."""

from math import sqrt

import numpy as np

from impinge.bounds.kernels.aabb import corner_at, middle_of_corners
from impinge.bounds.kernels.ellipsoid import level_of_ellipsoid
from impinge.bounds.kernels.ellipsoid_weights import smallest_shape
from impinge.bounds.kernels.obb import axis_of, corner_of, obb_at
from impinge.bounds.kernels.obb_fit import square_axes
from impinge.bounds.kernels.principal import SWEEPS, jacobi_turn, turned
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed
from impinge.core.vec import (
    add,
    along,
    any_square_to,
    dot,
    load,
    norm,
    norm_sq,
    scale,
    store,
    sub,
    unit_vector,
    upper,
)
from impinge.geometry.kernels.orientation import unit_scale

FLAT = 2.0**-42
"""Share of its length below which a set has no extent: rounding is 2**-51 of the length."""
THINNEST = 2.0**-40
"""Share of its length by which an ellipsoid is thick, at least. A point of its rim that rounding
puts beside it, by 2**-50, lifts the other radii by half the square of the ratio, 1e-6."""
BESIDE = 2.0**8
"""The same for points beside the plane or line of a flat set, by up to ``FLAT`` of its length, and
for the rounding of its centre's coordinates: the other radii are lifted by 1e-5."""
CENTRE_ROUNDING = 2.0**-52
"""Share of its coordinates by which a centre may err."""
LEAST_RADIUS = 2.0**-1000
"""A radius [m] that is not subnormal: radii of more than one point are not below it."""
COORDINATE_ROUNDING = 2.0**-50
"""Share of a point's distance from the centre by which its coordinates along the axes may err: a
difference and a sum of three products, four roundings of terms whose squares have that sum."""
REACH_ROUNDING = 2.0**-48
"""Share by which radii are made larger: the level of a point is rounded less than ten times."""
FINE, COARSE = 2.0**-30, 2.0**-7
"""Heights above the dimension, as a share, at which a search ends: volumes are within 2e-9 and
within 1.2 % of the least."""
DIAGONAL = sqrt(1.0 / 3.0)
SAMPLES = 14
"""Points of an ellipsoid that one around it is fitted to: the ends of its axes and of the diagonals
between them, which belong to no other ellipsoid."""
ROUNDS = 20
"""Fits around ellipsoids, at most; each adds the points that stick out the furthest."""
LEAST_MERGED = 2.0**-32
"""Share of its length by which an ellipsoid around others is thick, at least: 4096
times ``WITHIN_ROUNDING``."""


@inlined
def furthest_beside(points, origin, u, v):
    """The point furthest from a line along ``u``, or from a plane along both if ``v`` is not 0."""
    far, most = 0, -1.0
    for i in range(len(points)):
        d = sub(load(points, i), origin)
        d = along(d, -dot(d, u), u)
        beside = norm(along(d, -dot(d, v), v))
        if beside > most:
            far, most = i, beside
    return far, most


@kernel
def spread_points(points):
    """Write points in a frame in which they spread by one along each axis.

    Returns its origin, axes and units, up to four points that span it, and the dimension. Each axis
    points to the point furthest from the axes before; without extent its unit is what is left.
    """
    zero = (0.0, 0.0, 0.0)
    i, _ = furthest_beside(points, zero, zero, zero)
    origin = load(points, i)
    j, length = furthest_beside(points, origin, zero, zero)
    u, _ = unit_vector(sub(load(points, j), origin))
    k, beside = furthest_beside(points, origin, u, zero)
    v, dims = any_square_to(u), 1
    if beside > FLAT * length:
        d = sub(load(points, k), origin)
        v, dims = along(d, -dot(d, u), u), 2
    axes = square_axes(u, v)
    m, above = furthest_beside(points, origin, u, axis_of(axes, 1))
    dims = 3 if dims == 2 and above > FLAT * length else dims
    for n in range(len(points)):
        x, y, z = apply(axes, sub(load(points, n), origin))
        y, z = y / beside if dims > 1 else 0.0, z / above if dims > 2 else 0.0
        store(points, n, (x / length, y, z))
    return origin, axes, (length, beside, above), (i, j, k, m), dims


@inlined
def squared_up(c, d, u, v):
    """Two vectors turned in their plane until they are square, and two others by the same turn."""
    product = dot(c, d)
    if product == 0.0:
        return c, d, u, v
    _, cos, sin = jacobi_turn(norm_sq(c), norm_sq(d), product)
    return (
        turned(cos, sin, c, d),
        turned(cos, -sin, d, c),
        turned(cos, sin, u, v),
        turned(cos, -sin, v, u),
    )


@inlined
def axes_of_shape(shape, units, axes):
    """Roots of the eigenvalues of a shape given along axes in units of their own; and its axes.

    By rotations of the rows of its factor, times the units (one-sided Jacobi
    [GolubVanLoan2013]_): so the least is as precise as the largest, whatever their ratio.
    """
    xx, xy, xz, yy, yz, zz = shape
    a = sqrt(xx)
    b, c = xy / a, xz / a
    d = sqrt(max(yy - b * b, 0.0))
    e = (yz - b * c) / d if d > 0.0 else 0.0
    x = (units[0] * a, 0.0, 0.0)
    y = (units[1] * b, units[1] * d, 0.0)
    z = (units[2] * c, units[2] * e, units[2] * sqrt(max(zz - c * c - e * e, 0.0)))
    u, v, w = axis_of(axes, 0), axis_of(axes, 1), axis_of(axes, 2)
    for _ in range(SWEEPS):
        x, y, u, v = squared_up(x, y, u, v)
        x, z, u, w = squared_up(x, z, u, w)
        y, z, v, w = squared_up(y, z, v, w)
    return (norm(x), norm(y), norm(z)), square_axes(u, v)


@kernel
def bound_rows_ellipsoid(rows, first, stop, per_row, tolerance):
    """The smallest ellipsoid around points in rows, ``per_row`` in each: centre, radii, axes.

    Its volume is within (1 + tolerance)^(3/2) of the least where points spread by 1e-8 of their
    length along each axis. Radii are scaled until the furthest point is inside, from the centre and
    along the axes as they are returned, with coordinates that err as much as they can: all points
    are inside whatever was rounded.
    """
    count = (stop - first) * per_row
    middle, size = middle_of_corners(rows, first, count, per_row)
    if size == 0.0:
        return middle, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    unit = unit_scale(size)
    points = np.empty((count, 3))
    for k in range(count):
        store(points, k, scale(unit, sub(corner_at(rows, first, k, per_row), middle)))
    origin, axes, units, spanning, dims = spread_points(points)
    centre, shape = smallest_shape(points, spanning, dims, tolerance)
    beside = 0.0 if dims == 3 else units[dims]
    units = (units[0], units[1] if dims > 1 else 0.0, units[2] if dims > 2 else 0.0)
    offset = (units[0] * centre[0], units[1] * centre[1], units[2] * centre[2])
    centre = along(middle, 1.0 / unit, add(origin, apply_transposed(axes, offset)))
    off = CENTRE_ROUNDING * unit * (abs(centre[0]) + abs(centre[1]) + abs(centre[2]))
    # As round as it is long, where it is no longer than that.
    beside = max(BESIDE * beside, min(BESIDE * off, units[0] + off))
    thinnest = max(max(THINNEST * units[0], beside), unit * LEAST_RADIUS)
    radii, axes = axes_of_shape(shape, units, axes)
    radii = scale(1.0 / unit, upper(scale(sqrt(dims), radii), (thinnest, thinnest, thinnest)))
    most = 0.0
    for k in range(count):
        d = sub(corner_at(rows, first, k, per_row), centre)
        y, rounding = apply(axes, d), COORDINATE_ROUNDING * (abs(d[0]) + abs(d[1]) + abs(d[2]))
        level = norm((
            (abs(y[0]) + rounding) / radii[0],
            (abs(y[1]) + rounding) / radii[1],
            (abs(y[2]) + rounding) / radii[2],
        ))  # fmt: skip
        most = max(most, level)
    return centre, scale(most + REACH_ROUNDING * most, radii), axes


@kernel
def merge_rows_ellipsoid(volumes, first, count, tolerance):
    """An ellipsoid around those of neighbouring rows: centre, radii, axes.

    The smallest one around some of their points, and around those that stick out the furthest, is
    scaled until it contains all (``level_of_ellipsoid``). No smaller one is around the points:
    where no round is missing it is within (1 + tolerance)^(9/2) of the least.
    """
    points = np.empty((count * (SAMPLES + ROUNDS), 3))
    n = 0
    for k in range(first, first + count):
        centre, radii, axes = obb_at(volumes, k)
        for j in range(3):
            end = scale(radii[j], axis_of(axes, j))
            store(points, n, add(centre, end))
            store(points, n + 1, sub(centre, end))
            n += 2
        for j in range(8):
            store(points, n, corner_of(j, centre, scale(DIAGONAL, radii), axes))
            n += 1
    for _ in range(ROUNDS):
        centre, radii, axes = bound_rows_ellipsoid(points, 0, n, 1, tolerance)
        least = LEAST_MERGED * max(radii[0], max(radii[1], radii[2]))
        radii = upper(radii, (least, least, least))
        most, done = 0.0, True
        for k in range(first, first + count):
            level, rounding, far = level_of_ellipsoid((centre, radii, axes), obb_at(volumes, k))
            most = max(most, level + rounding)
            if level > 1.0 + tolerance:
                store(points, n, far)
                n += 1
                done = False
        if done:
            break
    return centre, scale(most, radii), axes
