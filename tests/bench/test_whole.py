"""Vectors of whole numbers: the laws of their products, without rounding."""

import numpy as np

from impinge.bench.whole import cross, dot, sub

RNG = np.random.default_rng(1)
HUGE = 10**40


def vector():
    return tuple(int(x) * HUGE + int(y) for x, y in RNG.integers(-9, 10, (3, 2)))


def test_products_keep_their_laws_to_the_last_digit():
    for _ in range(50):
        a, b, c = vector(), vector(), vector()

        assert dot(a, cross(a, b)) == dot(b, cross(a, b)) == 0
        assert dot(cross(a, b), c) == dot(a, cross(b, c))
        assert dot(a, a) * dot(b, b) - dot(a, b) ** 2 == dot(cross(a, b), cross(a, b))
        assert sub(cross(a, b), cross(b, a)) == tuple(2 * x for x in cross(a, b))


def test_the_frame_is_right_handed():
    assert cross((1, 0, 0), (0, 1, 0)) == (0, 0, 1)
