"""Vectors and matrices of intervals hold what vectors and matrices of their numbers give."""

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


def product(m, v):
    return [sum(m[3 * j + k] * v[k] for k in range(3)) for j in range(3)]


@given(points(2, 3), points(2, 9), st.sampled_from([0.0, 1e-9, 0.5]))
def test_products_of_all_numbers_are_inside(vectors, matrices, wide):
    a, b = (boxes(v, wide * np.abs(v)) for v in vectors)
    m, n = (boxes(v, wide * np.abs(v)) for v in matrices)
    rng = np.random.default_rng(0)
    for _ in range(4):
        x, y, p, q = (
            exact(np.array([rng.choice([low, high, 0.5 * (low + high)]) for low, high in box]))
            for box in (a, b, m, n)
        )
        assert inside(iv.add_vectors(a, b), [s + t for s, t in zip(x, y, strict=True)])
        assert inside(iv.sub_vectors(a, b), [s - t for s, t in zip(x, y, strict=True)])
        assert inside(iv.neg_vector(a), [-s for s in x])
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
        assert inside(iv.apply(m, a), product(p, x))
        turned = [p[3 * k + j] for j in range(3) for k in range(3)]
        assert inside(iv.apply_transposed(m, a), product(turned, x))
        columns = [product(p, [q[3 * k + j] for k in range(3)]) for j in range(3)]
        entries = [columns[j][i] for i in range(3) for j in range(3)]
        assert inside(iv.times(m, n), entries)


@given(points(2, 3), points(9))
def test_points_are_moved(vectors, matrix):
    v, t = (tuple(row) for row in vectors.tolist())
    m = tuple(matrix.tolist())
    expected = product(exact(m), exact(v))
    moved = iv.moved(iv.point_matrix(m), iv.point_vector(t), v)

    assert inside(moved, [a + b for a, b in zip(expected, exact(t), strict=True)])
    assert inside(
        [iv.dot_numbers(v, iv.point_vector(t))],
        [sum(a * b for a, b in zip(exact(v), exact(t), strict=True))],
    )
    assert inside(iv.scaled_vector((2.0, 2.0), v), [2 * x for x in exact(v)])
