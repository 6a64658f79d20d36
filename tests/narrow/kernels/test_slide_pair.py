"""The times at which two sliding triangles meet: against a linear program in fractions."""

from fractions import Fraction

import numpy as np
import pytest
import sliding

from impinge.narrow.kernels.slide_pair import slide_triangle_triangle

ERROR = 1e-13
"""Stated accuracy of a time, as a share of the largest coordinate."""


def slide(a, b):
    corners = [tuple(map(float, corner)) for corner in (*a, *b)]
    return slide_triangle_triangle(*corners)


def random_pair(rng, kind):
    a, b = rng.normal(size=(2, 3, 3))
    if kind == "grid":
        a, b = rng.integers(-2, 3, (2, 3, 3))
    elif kind == "moved copy":
        a = rng.integers(-2, 3, (3, 3))
        b = a[rng.permutation(3)] + rng.integers(-1, 2, 3)
    elif kind == "edge above edge":
        b[:2] = a[1:]
        b[:2, 2] += rng.normal()
    elif kind == "nearly upright":
        a[:, 0] *= 1e-8
    elif kind == "upright":
        a, b = rng.integers(-2, 3, (2, 3, 3))
        a[:, 0] = 1
        b[:, 0] = 1
    elif kind == "needle":
        a[2] = a[0] + 1e-6 * (a[2] - a[0])
        b[2] = b[1] + 1e-9 * (b[2] - b[0])
    elif kind == "point and line":
        a[:] = a[0]
        b[:, :2] = np.outer(rng.normal(size=3), a[0, :2])
        b[1, :2], b[2, :2] = 0.5 * a[0, :2], 2.0 * a[0, :2]
    return np.asarray(a, float), np.asarray(b, float)


KINDS = (
    "any", "grid", "moved copy", "edge above edge", "nearly upright", "upright", "needle",
    "point and line",
)  # fmt: skip


@pytest.mark.plain
@pytest.mark.parametrize("kind", KINDS)
def test_times_agree_with_exact_arithmetic(kind):
    rng = np.random.default_rng(KINDS.index(kind))
    met = 0
    for _ in range(60):
        a, b = random_pair(rng, kind)
        low, high, at = slide(a, b)
        expected = sliding.span(a, b)
        assert (expected is None) == (low > high), (a, b)
        if expected is None:
            continue
        met += 1
        size = np.abs([a, b]).max()
        for found, true in ((low, expected[0]), (high, expected[1])):
            assert abs(float(Fraction(found) - true)) <= ERROR * size, (a, b)
        # The point that is met last is on both, after the slide.
        barycentric = np.linalg.lstsq(np.vstack([a.T, np.ones(3)]), [*at, 1.0], rcond=None)[0]
        off = np.abs(np.vstack([a.T, np.ones(3)]) @ barycentric - [*at, 1.0]).max()
        assert off <= 1e-8 * size
    assert met > 10


@pytest.mark.plain
def test_going_the_other_way_turns_the_times_around():
    rng = np.random.default_rng(3)
    for _ in range(40):
        a, b = random_pair(rng, "any")
        low, high, _ = slide(a, b)
        back = slide(b, a)
        if low <= high:
            assert back[:2] == pytest.approx((-high, -low), abs=1e-12)


@pytest.mark.plain
def test_neighbours_share_their_times_to_the_bit():
    """A spike slides over a fan: where it leaves one triangle it enters the next, without a gap."""
    rng = np.random.default_rng(4)
    angles = np.sort(rng.uniform(0.0, 2.0 * np.pi, 9))
    rim = np.stack([np.cos(angles), np.sin(angles), 0.3 * rng.normal(size=9)], axis=1)
    tip = np.array([0.01, 0.02, 0.7])
    fan = [np.stack([tip, rim[k], rim[k - 1]]) for k in range(9)]
    for _ in range(20):
        spike = 0.4 * rng.normal(size=(3, 3))
        spans = sorted(slide(spike, part)[:2] for part in fan)
        spans = [s for s in spans if s[0] <= s[1]]
        reach = spans[0][1] if spans else 0.0
        for low, high in spans:
            assert low <= reach
            reach = max(reach, high)
