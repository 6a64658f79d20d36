"""Pairs of triangles that are hard to measure: flat, thin, tiny, parallel, touching."""

import numpy as np

KINDS = ("ordinary", "needle", "cap", "segment", "point", "flat", "grid", "small")


def triangle(rng, kind):
    t = rng.uniform(-0.5, 0.5, size=(3, 3))
    if kind == "needle":
        t[1] = t[0] + (t[1] - t[0]) * 10 ** rng.uniform(-7, -3)
    elif kind == "cap":
        t[2] = t[0] + rng.uniform(0.1, 0.9) * (t[1] - t[0])
        t[2] += 10 ** rng.uniform(-9, -3) * rng.normal(size=3)
    elif kind == "segment":
        t[2] = t[0] + rng.integers(0, 5) / 4.0 * (t[1] - t[0])
    elif kind == "point":
        t[1] = t[2] = t[0]
    elif kind == "flat":
        t[:, 2] *= 10 ** rng.uniform(-17, -3)
    elif kind == "grid":
        t = np.round(t * 4.0) / 4.0
    elif kind == "small":
        t *= 10 ** rng.uniform(-8, -1)
    return t


def weights(rng):
    """A point of a triangle: inside, or a corner."""
    return rng.dirichlet([1, 1, 1]) if rng.integers(2) else np.eye(3)[rng.integers(3)]


def pairs(seed, count):
    """(count, 2, 3, 3): apart, overlapping at random, in contact, and nearly parallel."""
    rng = np.random.default_rng(seed)
    rows = []
    for k in range(count):
        a, b = (triangle(rng, KINDS[rng.integers(len(KINDS))]) for _ in range(2))
        if k % 4 == 0:
            b = b + rng.normal(size=3) * 0.7
        elif k % 4 == 1:
            b = b + (weights(rng) @ a - weights(rng) @ b)
            b = b + rng.normal(size=3) * 10 ** rng.uniform(-17, -1)
        elif k % 4 == 2:
            b = a[rng.permutation(3)] + rng.normal(size=(3, 3)) * 10 ** rng.uniform(-17, -1)
            b = b + rng.normal(size=3) * 10 ** rng.uniform(-17, 0)
        rows.append([a, b])
    return np.array(rows)


def grid_pairs(seed, count, reach=2):
    """(count, 2, 3, 3) with coordinates in tenths: most degenerate cases are in there.

    A tenth is no float, so equal tenths are equal, but planes through them are not quite planes.
    """
    rng = np.random.default_rng(seed)
    return rng.integers(-reach, reach + 1, size=(count, 2, 3, 3)) * 0.1 + 0.3


def corners(pair):
    """The six corners as tuples of floats, for kernels."""
    return tuple(tuple(point) for point in np.asarray(pair).reshape(6, 3).tolist())


def without_traces(array):
    """The array with 0 for what is 1e60 times smaller than one metre, or than its largest number.

    Hypothesis likes 1e-230. Squares and products of such numbers are no floats, and the exact sums
    take them for zero: that is documented, and not what the laws are about.
    """
    return np.where(np.abs(array) < 1e-60 * max(1.0, np.abs(array).max()), 0.0, array)
