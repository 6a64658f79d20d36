"""Vectors as tuples: the same as NumPy's, on every input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import points

from impinge.core import vec

pytestmark = pytest.mark.plain


@given(points(2, 3), st.floats(-10.0, 10.0))
def test_vectors_compute_like_arrays(ab, s):
    a, b = (tuple(row) for row in ab.tolist())
    x, y = ab

    assert vec.add(a, b) == tuple(x + y)
    assert vec.sub(a, b) == tuple(x - y)
    assert vec.neg(a) == tuple(-x)
    assert vec.scale(s, a) == tuple(s * x)
    assert vec.along(a, s, b) == tuple(x + s * y)
    np.testing.assert_allclose(vec.dot(a, b), x @ y, rtol=1e-14, atol=1e-12)
    np.testing.assert_allclose(vec.cross(a, b), np.cross(x, y), rtol=1e-14, atol=1e-12)
    np.testing.assert_allclose(vec.norm(a), np.linalg.norm(x), rtol=1e-14)
    np.testing.assert_allclose(vec.norm_sq(a), x @ x, rtol=1e-14)


@given(points(4, 3), st.integers(0, 3))
def test_rows_are_loaded_and_stored(rows, i):
    copy = np.zeros_like(rows)

    vec.store(copy, i, vec.load(rows, i))

    assert (copy[i] == rows[i]).all()
    assert (np.delete(copy, i, axis=0) == 0.0).all()


@pytest.mark.parametrize(("x", "expected"), [(-1.0, 0.0), (0.25, 0.25), (7.0, 1.0)])
def test_clamping(x, expected):
    assert vec.clamp01(x) == expected


@pytest.mark.parametrize("size", [1.0, 5e-324, 1e-300, 1e150, 1e308])
def test_unit_vectors_at_every_length(size):
    direction, known = vec.unit_vector((-size, 0.0, size))

    assert known
    np.testing.assert_allclose(direction, (-(0.5**0.5), 0.0, 0.5**0.5), rtol=1e-15)


def test_no_direction_is_said():
    assert vec.unit_vector((0.0, 0.0, 0.0)) == ((1.0, 0.0, 0.0), False)


@given(points(2, 3))
def test_corners_of_a_box(ab):
    a, b = (tuple(row) for row in ab.tolist())

    assert vec.lower(a, b) == tuple(ab.min(axis=0))
    assert vec.upper(a, b) == tuple(ab.max(axis=0))
