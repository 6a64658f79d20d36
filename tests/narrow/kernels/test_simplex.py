"""The nearest point of a triangle, also of a thin one."""

from fractions import Fraction

import numpy as np
import pytest

from impinge.core.jit import kernel
from impinge.narrow.kernels.simplex import nearest_of_triangle


@kernel
def nearest_of_rows(w):
    return nearest_of_triangle(
        (w[0, 0], w[0, 1], w[0, 2]), (w[1, 0], w[1, 1], w[1, 2]), (w[2, 0], w[2, 1], w[2, 2])
    )


def plane_distance(w):
    """Of the origin from the plane of a triangle, from exact products."""
    a, b, c = ([Fraction(float(x)) for x in row] for row in w)
    ab, ac = ([x - y for x, y in zip(p, a, strict=True)] for p in (b, c))
    n = [ab[i - 2] * ac[i - 1] - ab[i - 1] * ac[i - 2] for i in range(3)]
    offset = sum(x * y for x, y in zip(n, a, strict=True))
    return float(abs(offset)) / float(sum(x * x for x in n)) ** 0.5


@pytest.mark.parametrize("width", [1e-1, 1e-3, 1e-5])
def test_far_corner_of_a_thin_triangle_costs_no_digits(width):
    # Two corners next to the foot, one far away, as where a rim is nearly in contact.
    rng = np.random.default_rng(7)
    for _ in range(200):
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        height = 10.0 ** rng.uniform(-8.0, 0.0)
        flat = [[-0.4 * width, -1e-9, height], [0.6 * width, -1e-9, height], [0.1, 3.0, height]]
        w = np.array(flat)[rng.permutation(3)] @ turn.T
        point, weights = nearest_of_rows(w)
        # Rounding of the corners themselves is 1e-16.
        assert abs(np.linalg.norm(point) - plane_distance(w)) <= 1e-15
        assert sum(weights) == pytest.approx(1.0)
        assert min(weights) >= 0.0
