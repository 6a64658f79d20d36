"""Vectors of twice the digits, compared with fractions."""

from fractions import Fraction

import numpy as np
import pytest

from impinge.geometry.kernels.wide import (
    load_wide,
    rounded,
    wide_add,
    wide_cross,
    wide_dot,
    wide_sub,
)

pytestmark = pytest.mark.plain


def exact(wide):
    return [Fraction(high) + Fraction(low) for high, low in wide]


def test_a_triple_product_that_cancels_keeps_its_digits():
    rng = np.random.default_rng(0)
    for _ in range(40):
        rows = np.zeros((3, 6))
        rows[:, :3] = rng.normal(size=3) + 1e-9 * rng.normal(size=(3, 3))
        rows[:, 3:] = 1e-18 * rng.normal(size=(3, 3))
        a, b, c = (load_wide(rows, i) for i in range(3))
        found = wide_dot(wide_cross(wide_sub(b, a), wide_sub(c, a)), wide_add(b, c))
        p, q, r = map(exact, (a, b, c))
        u, v = ([x - y for x, y in zip(s, p, strict=True)] for s in (q, r))
        normal = [u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2] for i in range(3)]
        expected = sum(n * (x + y) for n, x, y in zip(normal, q, r, strict=True))
        # Plain floats would be off by 1e-16 times the sides' 1e-9, all of the result.
        assert abs(sum(exact([found])) - expected) <= 1e-37
        assert rounded(a) == tuple(rows[0, :3].tolist())
