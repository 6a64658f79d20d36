"""Moving features in exact arithmetic, and contacts at known times."""

from fractions import Fraction

import numpy as np
from exact import crossing_segments_sq, point_segment_sq, point_triangle_sq, smaller

from impinge.continuous import impact_edge_edge, impact_vertex_face

BOTH = {"vertex-face": impact_vertex_face, "edge-edge": impact_edge_edge}
FINE = 2.0**-10
PLACES = ("inside", "border", "corner")
MOTIONS = ("random", "small", "sliding", "still", "flat")


def at_time(start, end, time):
    """Four points as tuples of fractions."""
    t = Fraction(time)
    return [
        tuple((1 - t) * Fraction(a) + t * Fraction(b) for a, b in zip(p, q, strict=True))
        for p, q in zip(start.tolist(), end.tolist(), strict=True)
    ]


def exact_distance_sq(features, start, end, time):
    """The squared distance of two features at a time, a fraction."""
    a, b, c, d = at_time(start, end, time)
    if features == "vertex-face":
        best = point_triangle_sq(a, b, c, d)
    else:
        best = smaller(point_segment_sq(a, c, d), point_segment_sq(b, c, d))
        best = smaller(best, point_segment_sq(c, a, b))
        best = smaller(best, point_segment_sq(d, a, b))
        inner = crossing_segments_sq(a, b, c, d)
        best = best if inner is None else smaller(best, inner)
    return Fraction(best[0]) / Fraction(best[1])


def rounded(rng, shape, size=1.0):
    """Multiples of a power of two: sums and products of a few are exact."""
    return np.round(rng.uniform(-size, size, shape) / FINE) * FINE


def contacts(features, place, motion, count, seed=0):
    """Points at both ends, and a time at which the features touch: nothing is rounded.

    They may have touched before.
    """
    rng = np.random.default_rng([seed, PLACES.index(place), MOTIONS.index(motion), count])
    time = rng.integers(1, 1024, count) * FINE
    u, v = rng.integers(0, 257, (2, count, 1)) / 256.0
    if features == "vertex-face":
        v = np.minimum(v, 1.0 - u)
    if place != "inside":
        u = np.zeros((count, 1))
    if place == "corner":
        v = rng.integers(0, 2, (count, 1)).astype(float)
    a, q, s = (rounded(rng, (count, 3)) for _ in range(3))
    if motion == "flat":
        s[::3], q[1::3], s[2::3] = 0.5 * q[::3], 0.0, 0.0
    speed = rounded(rng, (count, 4, 3), 2.0**-5 if motion == "small" else 2.0)
    if motion == "sliding":
        ratio = rng.integers(-4, 5, (2, count, 1)) / 4.0
        speed[:, 0], speed[:, 1:] = ratio[0] * q + ratio[1] * s, 0.0
    if motion == "still":
        speed[:, 1 if features == "vertex-face" else 2 :] = 0.0
    if features == "vertex-face":
        points = [a + u * q + v * s, a, a + q, a + s]
    else:
        points = [a, a + q, a + u * q - v * s, a + u * q + (1.0 - v) * s]
    start = np.stack(points, axis=1) - time[:, None, None] * speed
    return start, start + speed, time
