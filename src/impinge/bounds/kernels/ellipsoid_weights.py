"""Weights of points, and the smallest ellipsoid that belongs to them.

Ratios of volumes stay as they are under affine maps, so points are taken in a frame in which they
spread by one along each axis. An ellipsoid belongs to weights: their mean c is its centre, their
covariance S its shape, and ``(x - c)^T S^-1 (x - c)`` the height of a point. In the smallest one no
point is higher than the dimension n, and those with a weight are as high (John 1948 [John1948]_).
Weights prove a bound: if no point is higher than (1 + e) n, the ellipsoid through the highest is at
most (1 + e)^(n/2) times as large as the smallest.
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply
from impinge.core.vec import along, dot, load, store, sub

MOST = 32
"""Points in the search, each but the first four after a pass over all. Nine have a weight at most;
13 were seen to be enough, on random, rounded, stretched, spherical and box-like sets."""
STEPS = 60
"""Newton steps for the weights of one set. Up to 16 were seen."""
LONGEST = 0.95
"""Share of the steps to where a weight or a slack is zero that are taken at most."""


@kernel
def weighted_shape(points, weights, count, dims):
    """Centre, covariance and its inverse (xx, xy, xz, yy, yz, zz) of weighted points.

    The covariance is 1 along axes without extent, where all points are at 0.
    """
    c = (0.0, 0.0, 0.0)
    for i in range(count):
        c = along(c, weights[i], load(points, i))
    xx = xy = xz = yy = yz = zz = 0.0
    for i in range(count):
        d, w = sub(load(points, i), c), weights[i]
        xx, xy, xz = xx + w * d[0] * d[0], xy + w * d[0] * d[1], xz + w * d[0] * d[2]
        yy, yz, zz = yy + w * d[1] * d[1], yz + w * d[1] * d[2], zz + w * d[2] * d[2]
    yy, zz = yy if dims > 1 else 1.0, zz if dims > 2 else 1.0
    a, b, e = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    s = 1.0 / (xx * a + xy * b + xz * e)
    f, g, h = xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy
    return c, (xx, xy, xz, yy, yz, zz), (s * a, s * b, s * e, s * f, s * g, s * h)


@inlined
def height(p, centre, inverse):
    d, m = sub(p, centre), inverse
    return (
        d[0] * (m[0] * d[0] + 2.0 * (m[1] * d[1] + m[2] * d[2]))
        + d[1] * (m[3] * d[1] + 2.0 * m[4] * d[2])
        + m[5] * d[2] * d[2]
    )


@kernel
def solve_positive(matrix, right, count):
    """Overwrite ``right`` by the solution of a positive definite system, and the matrix."""
    for i in range(count):
        for j in range(i):
            factor = matrix[i, j] / matrix[j, j]
            for k in range(j + 1, i + 1):
                matrix[i, k] -= factor * matrix[k, j]
            right[i] -= factor * right[j]
    for i in range(count - 1, -1, -1):
        for k in range(i + 1, count):
            right[i] -= matrix[k, i] * right[k]
        right[i] /= matrix[i, i]


@inlined
def room_for(value, step):
    """How many steps a positive value may take until it is zero."""
    return -value / step if step < 0.0 else inf


@kernel
def weigh_points(points, weights, count, dims, tolerance):
    """Bring weights to those of the smallest ellipsoid around a few points; its shape.

    Its volume is the largest over all weights: each has a slack, neither is negative, heights and
    slacks sum to the dimension, and products of weight and slack vanish. Newton's steps along the
    path on which the products are equal, and fall (Sun and Freund 2004 [Sun2004]_). Six to twelve
    are taken where first-order steps from point to point (Khachiyan's, with away steps
    [Todd2007]_) were seen to take 1e5: corners of a box, each off by a hair.
    """
    slack, step, rise = np.empty(count), np.empty(count), np.empty(count)
    matrix = np.empty((count, count))
    for i in range(count):
        weights[i] = 0.9 * weights[i] + 0.1 / count
    shape = weighted_shape(points, weights, count, dims)
    for i in range(count):
        slack[i] = max(dims - height(load(points, i), shape[0], shape[2]), 0.1)
    for _ in range(STEPS):
        centre, _, m = shape
        rows = (m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5])
        most = product = 0.0
        for i in range(count):
            d = sub(load(points, i), centre)
            e = apply(rows, d)
            most = max(most, dot(d, e))
            product += weights[i] * slack[i]
            step[i] = dot(d, e) - dims
            for j in range(i + 1):
                c = 1.0 + dot(e, sub(load(points, j), centre))
                matrix[i, j] = c * c
            matrix[i, i] += slack[i] / weights[i]
        if most <= dims + tolerance * dims:
            break
        product *= 0.1 / count
        for i in range(count):
            step[i] += product / weights[i]
        solve_positive(matrix, step, count)
        part = 1.0
        for i in range(count):
            rise[i] = (product - slack[i] * step[i]) / weights[i] - slack[i]
            room = min(room_for(weights[i], step[i]), room_for(slack[i], rise[i]))
            part = min(part, LONGEST * room)
        total = 0.0
        for i in range(count):
            slack[i] += part * rise[i]
            weights[i] += part * step[i]
            total += weights[i]
        for i in range(count):
            weights[i] /= total
        shape = weighted_shape(points, weights, count, dims)
    return shape


@kernel
def smallest_shape(points, spanning, dims, tolerance):
    """Centre and covariance of the smallest ellipsoid around points that spread by one.

    Of a few of them, which the highest of all joins, over and over.
    """
    few, weights = np.empty((MOST, 3)), np.empty(MOST)
    for k in range(dims + 1):
        store(few, k, load(points, spanning[k]))
        weights[k] = 1.0 / (dims + 1.0)
    # Of a simplex equal weights are the best.
    centre, shape, inverse = weighted_shape(few, weights, dims + 1, dims)
    for count in range(dims + 1, MOST):
        far, most = 0, -1.0
        for i in range(len(points)):
            up = height(load(points, i), centre, inverse)
            if up > most:
                far, most = i, up
        if most <= dims + tolerance * dims:
            break
        store(few, count, load(points, far))
        weights[count] = 0.0
        centre, shape, inverse = weigh_points(few, weights, count + 1, dims, 0.5 * tolerance)
    return centre, shape
