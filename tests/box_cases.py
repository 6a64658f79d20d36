"""Boxes on which broad phases are tested, and the answer by the definition."""

import numpy as np

from impinge.pairs import METHODS, DynamicTree, IncrementalSweep, Rebuilt
from impinge.partition import KdTree, Octree, SpatialHash, UniformGrid
from impinge.scenes.boxes import DISTRIBUTIONS, box_set

INF = np.inf


def meeting(lower, upper):
    """Sorted pairs of closed boxes that share a point, by comparing all sides of all."""
    x, y, z = (lower[:, None, k] <= upper[None, :, k] for k in range(3))
    below = x & y & z
    return np.argwhere(np.triu(below & below.T, k=1))


def whole_grid(edge=1.0):
    """Cubes that fill a block: each touches its 26 neighbours exactly, in faces, edges, corners."""
    corner = np.stack(np.meshgrid(*[np.arange(4.0)] * 3), axis=-1).reshape(-1, 3)
    return edge * corner, edge * (corner + 1.0)


def with_half_spaces(rng):
    lower, upper = box_set("uniform", 120)
    lower[::17, 2], upper[3::23, 0] = -INF, INF
    lower[5], upper[5] = -INF, INF
    lower[9], upper[9] = (-INF, -INF, -INF), (INF, INF, 0.5)
    # Boxes at infinity itself are legal, and meet what reaches there.
    lower[11] = upper[11] = INF
    lower[12] = upper[12] = -INF
    return lower, upper


def columns(rng):
    lower = rng.uniform(size=(150, 3))
    upper = lower + 0.05
    lower[:, 1], upper[:, 1] = -INF, INF
    return lower, upper


def far_outlier(rng):
    lower, upper = box_set("uniform", 300)
    lower[7], upper[7] = 1e30, 2e30
    lower[8], upper[8] = -3e200, -2e200
    return lower, upper


def every_scale(rng):
    lower = 10.0 ** rng.uniform(-300.0, 300.0, (200, 3)) * rng.choice([-1.0, 1.0], (200, 3))
    return lower, lower + 10.0 ** rng.uniform(-300.0, 300.0, (200, 3))


def scaled(factor):
    def boxes(rng):
        lower, upper = box_set("clustered", 200)
        return factor * lower, factor * upper

    return boxes


def needles(rng):
    lower = rng.uniform(size=(200, 3))
    edges = np.array([1.0, 1e-6, 1e-6])
    return lower, lower + np.array([rng.permutation(edges) for _ in range(200)])


def nested(rng):
    half = np.linspace(1.0, 2.0, 60)[:, None] * np.ones(3)
    return -half, half


CASES = {name: lambda rng, name=name: box_set(name, 300) for name in DISTRIBUTIONS} | {
    "empty": lambda rng: (np.empty((0, 3)), np.empty((0, 3))),
    "single": lambda rng: (np.zeros((1, 3)), np.ones((1, 3))),
    "two": lambda rng: (np.zeros((2, 3)), np.ones((2, 3))),
    "nine": lambda rng: (np.arange(27.0).reshape(9, 3), np.arange(27.0).reshape(9, 3) + 3.0),
    "all coincident": lambda rng: (np.full((90, 3), 0.1), np.full((90, 3), 0.3)),
    "one point": lambda rng: (np.full((70, 3), 0.1), np.full((70, 3), 0.1)),
    "touching exactly": lambda rng: whole_grid(),
    "touching, a tenth": lambda rng: whole_grid(0.1),
    "whole numbers": lambda rng: ((c := rng.integers(-4, 5, (150, 3)) * 1.0), c + 1.0),
    "half spaces": with_half_spaces,
    "columns without end": columns,
    "far outlier": far_outlier,
    "every scale": every_scale,
    "tiny": scaled(1e-300),
    "smallest": scaled(1e-321),
    "huge": scaled(1e300),
    "needles": needles,
    "nested": nested,
    "flat": lambda rng: (
        (c := rng.uniform(size=(300, 3)) * (1, 1, 0)),
        c + np.array([0.06, 0.06, 0.0]),
    ),
}


def boxes_of(case):
    return CASES[case](np.random.default_rng(11))


STATEFUL = {
    "incremental sweep": IncrementalSweep,
    "dynamic tree": DynamicTree,
    "dynamic tree, wide": lambda lower, upper: DynamicTree(lower, upper, margin=0.05),
    "dynamic tree, no margin": lambda lower, upper: DynamicTree(lower, upper, margin=0.0),
    "rebuilt tree": lambda lower, upper: Rebuilt(METHODS["tree"], lower, upper),
    "rebuilt sweep": lambda lower, upper: Rebuilt(METHODS["sweep"], lower, upper),
    "grid": UniformGrid,
    "hash": SpatialHash,
    "octree": Octree,
    "k-d tree": KdTree,
}
