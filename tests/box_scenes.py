"""Boxes that are easy and difficult to divide space for, and their pairs by brute force."""

import numpy as np


def brute_pairs(lower, upper, ids=None):
    """All overlapping pairs, by comparing all with all."""
    meet = np.ones((len(lower), len(lower)), np.bool_)
    for k in range(3):
        meet &= (lower[:, None, k] <= upper[None, :, k]) & (lower[None, :, k] <= upper[:, None, k])
    rows = np.argwhere(np.triu(meet, 1))
    return rows if ids is None else np.asarray(ids)[rows].reshape(-1, 2)


def _cubes(centre, size):
    half = 0.5 * np.asarray(size)
    return centre - half, centre + half


def uniform(rng, n):
    return _cubes(rng.uniform(size=(n, 3)), n ** (-1 / 3))


def clustered(rng, n):
    middle = rng.uniform(size=(4, 3))[rng.integers(0, 4, n)]
    return _cubes(middle + 0.002 * rng.normal(size=(n, 3)), 0.0005 * np.ones((n, 1)))


def giant(rng, n):
    lower, upper = _cubes(rng.uniform(size=(n, 3)), 0.3 * n ** (-1 / 3))
    lower[n // 2], upper[n // 2] = -10.0, 10.0
    return lower, upper


def many_giants(rng, n):
    size = np.where(np.arange(n) % 5 == 0, 0.4, 0.02)[:, None]
    return _cubes(rng.uniform(size=(n, 3)), size)


def mixed(rng, n):
    return _cubes(rng.uniform(size=(n, 3)), 10.0 ** rng.uniform(-5, -0.5, (n, 1)))


def coincident(rng, n):
    return np.zeros((n, 3)), np.ones((n, 3))


def coincident_points(rng, n):
    return np.full((n, 3), 0.1), np.full((n, 3), 0.1)


def line(rng, n):
    x = rng.uniform(size=n)
    points = np.stack([x, np.zeros(n), np.zeros(n)], axis=1)
    return points, points + np.array([2.0 / n, 0.0, 0.0])


def diagonal(rng, n):
    return _cubes(rng.uniform(size=(n, 1)) * np.ones(3), 1.0 / n)


def plane(rng, n):
    return _cubes(rng.uniform(size=(n, 3)) * [1.0, 1.0, 0.0], n**-0.5)


def points(rng, n):
    corner = rng.integers(0, 5, (n, 3)).astype(float)
    return corner, corner


def rods(rng, n):
    """A million times longer than wide."""
    size = np.full((n, 3), 1e-6)
    size[np.arange(n), rng.integers(0, 3, n)] = 1.0
    return _cubes(rng.uniform(size=(n, 3)) * 1e-3, size)


def whole(rng, n):
    """Sides on whole numbers: many just touch."""
    lower = rng.integers(-6, 6, (n, 3)).astype(float)
    return lower, lower + rng.integers(0, 3, (n, 3))


def half_infinite(rng, n):
    lower, upper = uniform(rng, n)
    lower[: n // 4, 0] = -np.inf
    upper[n // 8 : n // 3, 1] = np.inf
    lower[:2], upper[:2] = -np.inf, np.inf
    return lower, upper


def at_infinity(rng, n):
    """Boxes that begin and end there, besides others."""
    lower, upper = uniform(rng, n)
    lower[::3, 1] = upper[::3, 1] = np.inf
    lower[1::7, 0] = upper[1::7, 0] = -np.inf
    lower[:, 2], upper[:, 2] = -np.inf, np.inf
    return lower, upper


def huge(rng, n):
    lower, upper = mixed(rng, n)
    return lower * 1e300, upper * 1e300


def widest(rng, n):
    """From one end of the floats to the other."""
    lower, upper = uniform(rng, n)
    return (lower - 0.5) * 1.7e308, (upper - 0.5) * 1.7e308


def tiny(rng, n):
    lower, upper = mixed(rng, n)
    return lower * 1e-300, upper * 1e-300


def far(rng, n):
    """Extents near to what floats can tell apart."""
    lower, upper = uniform(rng, n)
    return lower * 1e-8 + 1e6, upper * 1e-8 + 1e6


SCENES = {
    make.__name__: make
    for make in (
        uniform, clustered, giant, many_giants, mixed, coincident, coincident_points, line,
        diagonal, plane, points, rods, whole, half_infinite, at_infinity, huge, widest, tiny, far,
    )
}  # fmt: skip


def box_scene(name, n, seed=0):
    return SCENES[name](np.random.default_rng(seed), n)
