"""Vectors of intervals hold what vectors of their numbers give."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import points

from impinge.motion.kernels import interval_vectors as iv

pytestmark = pytest.mark.plain


def boxes(centres, widths):
    """Intervals about numbers."""
    return tuple((float(c - w), float(c + w)) for c, w in zip(centres, widths, strict=True))


def exact(values):
    return [Fraction(float(value)) for value in values]


def inside(found, values):
    return all(
        Fraction(low) <= value <= Fraction(high)
        for (low, high), value in zip(found, values, strict=True)
    )


@given(points(2, 3), st.sampled_from([0.0, 1e-9, 0.5]))
def test_products_of_all_numbers_are_inside(vectors, wide):
    a, b = (boxes(v, wide * np.abs(v)) for v in vectors)
    rng = np.random.default_rng(0)
    for _ in range(4):
        x, y = (
            exact(np.array([rng.choice([low, high, 0.5 * (low + high)]) for low, high in box]))
            for box in (a, b)
        )
        assert inside(iv.sub_vectors(a, b), [s - t for s, t in zip(x, y, strict=True)])
        assert inside(iv.hull_vectors(a, b), x)
        dot = sum(s * t for s, t in zip(x, y, strict=True))
        assert inside([iv.dot(a, b)], [dot])
        cross = [
            x[1] * y[2] - x[2] * y[1],
            x[2] * y[0] - x[0] * y[2],
            x[0] * y[1] - x[1] * y[0],
        ]
        assert inside(iv.cross(a, b), cross)
        square = sum(s * s for s in x)
        assert inside([iv.norm_sq(a)], [square])
        low, high = iv.norm(a)
        assert Fraction(low) ** 2 <= square <= Fraction(high) ** 2
