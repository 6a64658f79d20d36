"""Triangles and boxes: what is left out is never touched, and little is kept that is not."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import points, triangles

from impinge.partition.kernels.scan import overlap_triangle_aabb

pytestmark = pytest.mark.plain


def cut(polygon, axis, side, sign):
    """The part of a convex polygon with ``sign * x[axis] <= sign * side``, exactly."""
    kept = []
    for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        a, b = sign * (side - p[axis]), sign * (side - q[axis])
        if a >= 0:
            kept.append(p)
        if a * b < 0:
            t = a / (a - b)
            kept.append([x + t * (y - x) for x, y in zip(p, q, strict=True)])
    return kept


def touches(triangle, low, high, margin=0.0):
    """Whether the triangle touches the box grown by a margin, in fractions."""
    polygon = [[Fraction(x) for x in corner] for corner in triangle.tolist()]
    for axis in range(3):
        for side, sign in ((high[axis], 1), (low[axis], -1)):
            if polygon:
                grown = Fraction(float(side)) + sign * Fraction(margin)
                polygon = cut(polygon, axis, grown, sign)
    return bool(polygon)


def asked(triangle, low, high):
    a, b, c = (tuple(corner) for corner in triangle.tolist())
    return bool(overlap_triangle_aabb(a, b, c, tuple(low.tolist()), tuple(high.tolist())))


def check(triangle, low, high):
    found = asked(triangle, low, high)
    size = max(np.abs(triangle).max(), np.abs(low).max(), np.abs(high).max())
    if touches(triangle, low, high):
        assert found
    elif found:
        # Within rounding. A needle's normal tells less than its edges do.
        assert touches(triangle, low, high, margin=1e-10 * size)
    return found


@given(triangle=triangles(), corner=points(3), edge=st.sampled_from([0.0, 0.5, 1.0, 4.0]))
def test_agrees_with_exact_clipping(triangle, corner, edge):
    size = max(np.abs(triangle).max(), 1e-9)
    low = corner * size / 10.0

    check(triangle, low, low + edge * size / 4.0)


def test_random_triangles_and_boxes():
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(300):
        triangle = rng.uniform(-1.0, 1.0, (3, 3))
        low = rng.uniform(-1.0, 0.7, 3)
        hits += check(triangle, low, low + 0.5)
    assert 30 < hits < 270


def test_touching_a_corner_an_edge_or_a_face_is_touching():
    low, high = np.zeros(3), np.ones(3)
    for corner in ([1, 1, 1], [1, 1, 0.5], [1, 0.5, 0.5]):
        away = np.array([[1, 1, 1], [3, 1, 2], [1, 3, 2]]) - 1.0
        assert asked(np.array(corner) + away, low, high)
    assert not asked(np.array([[2, 2, 2], [3, 2, 2], [2, 3, 2.0]]), low, high)
    # Its box covers the cell, the triangle passes by the corner.
    assert not asked(np.array([[3.2, 0, 0], [0, 3.2, 0], [0, 0, 3.2]]), low, high)
    assert asked(np.array([[3.0, 0, 0], [0, 3.0, 0], [0, 0, 3.0]]), low, high)
