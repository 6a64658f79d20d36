"""Ranges of waves: attacked with many digits, and as tight as rounding allows."""

from decimal import Decimal
from math import cos, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from precise import cos_sin, pi, wave

from impinge.motion.kernels.interval import ENTIRE, add, hull, up, widened
from impinge.motion.kernels.waves import PART, SLACK, TURN, amplitude, range_wave

pytestmark = pytest.mark.plain

LARGEST_ANGLE = 2.0**40
"""Beyond this an angle is rounded by more than 1e-4: all values are taken."""

COEFFICIENTS = st.one_of(
    st.floats(-10.0, 10.0), st.sampled_from([0.0, 1.0, -1.0, 1e-170, 1e150, -3e149])
)


def within(a, b):
    return b[0] <= a[0] and a[1] <= b[1]


def range_sinusoid(a, b, c, angle):
    """Range of ``a cos x + b sin x + c`` for all x of an interval, tight to rounding.

    Tight: above the exact range by less than 1e-15 of |a| + |b| + |c|.
    """
    low, high = angle
    if not (low > -LARGEST_ANGLE and high < LARGEST_ANGLE):
        return _whole_wave(a, b, c)
    length = up(high - low)
    if length >= TURN:
        return _whole_wave(a, b, c)
    cos_t0, sin_t0, cos_t1, sin_t1 = cos(low), sin(low), cos(high), sin(high)
    if length <= PART:
        wave = range_wave(a, b, cos_t0, sin_t0, cos_t1, sin_t1, length)
    else:
        # In three parts, each less than half a turn.
        third = length / 3.0
        p, q = low + third, high - third
        cos_p, sin_p, cos_q, sin_q = cos(p), sin(p), cos(q), sin(q)
        first = range_wave(a, b, cos_t0, sin_t0, cos_p, sin_p, PART)
        second = range_wave(a, b, cos_p, sin_p, cos_q, sin_q, PART)
        third_part = range_wave(a, b, cos_q, sin_q, cos_t1, sin_t1, PART)
        wave = hull(hull(first, second), third_part)
    return add(wave, (c, c))


def _whole_wave(a, b, c):
    most = amplitude(a, b)
    if not most < ENTIRE[1]:
        return ENTIRE
    return widened((c - most, c + most), SLACK * (abs(a) + abs(b) + abs(c)))


@st.composite
def angles(draw):
    """An interval of angles, also about crests and at them, short and long."""
    low = draw(
        st.one_of(
            st.floats(-20.0, 20.0),
            st.integers(-9, 9).map(lambda k: k * np.pi / 4),
            st.floats(-1e7, 1e7),
        )
    )
    length = draw(
        st.one_of(
            st.floats(0.0, 7.0),
            st.sampled_from([0.0, 1e-300, 1e-15, 1e-8, 1e-3, np.pi, 3.0, 2 * np.pi, 6.2832]),
        )
    )
    return (low, low + length)


def exact_range(a, b, c, low, high):
    """The range to many digits: ends, and what crests there are."""
    a, b, low, high = Decimal(a), Decimal(b), Decimal(low), Decimal(high)
    values = [wave(a, b, c, low), wave(a, b, c, high)]
    most = (a * a + b * b).sqrt()
    phase = Decimal(float(np.arctan2(float(b), float(a)))) if most else Decimal(0)
    for _ in range(6):
        # Newton's steps to where the slope vanishes, until many digits are right.
        cosine, sine = cos_sin(phase)
        curve = a * cosine + b * sine
        if curve:
            phase += (b * cosine - a * sine) / curve
    for sign, offset in ((1, Decimal(0)), (-1, pi())):
        first = phase + offset
        turns = ((low - first) / (2 * pi())).to_integral_value(rounding="ROUND_CEILING")
        if first + 2 * pi() * turns <= high:
            values.append(sign * most + Decimal(c))
    return min(values), max(values)


def test_the_reference_knows_sines():
    for x in (0.0, 1e-9, 0.5, 3.0, -7.0, 1e5):
        cosine, sine = cos_sin(Decimal(x))
        assert abs(float(cosine) - np.cos(x)) < 1e-15
        assert abs(float(sine) - np.sin(x)) < 1e-15


@given(COEFFICIENTS, COEFFICIENTS, COEFFICIENTS, angles())
def test_nothing_leaves_the_range_and_it_is_tight(a, b, c, angle):
    low, high = range_sinusoid(a, b, c, angle)
    least, most = exact_range(a, b, c, *angle)

    assert Decimal(low) <= least
    assert most <= Decimal(high)
    spare = Decimal("2e-15") * (abs(Decimal(a)) + abs(Decimal(b)) + abs(Decimal(c)))
    spare += Decimal("1e-300")
    assert least - Decimal(low) <= spare
    assert Decimal(high) - most <= spare


@given(COEFFICIENTS, COEFFICIENTS, angles(), st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_ranges_are_monotone_under_inclusion(a, b, angle, p, q):
    """But for rounding, of which each has its own."""
    low, high = angle
    first, last = sorted(min(low + s * (high - low), high) for s in (p, q))
    outer = range_sinusoid(a, b, 0.0, angle)
    inner = range_sinusoid(a, b, 0.0, (first, last))
    spare = 4e-15 * (abs(a) + abs(b)) + 1e-300

    assert within(inner, (outer[0] - spare, outer[1] + spare))


def test_a_point_has_a_point_for_its_range():
    """Once a crest and a trough were seen in an interval of no length: the whole wave."""
    low, high = range_sinusoid(1.0, 0.0, 0.0, (0.0, 0.0))
    assert 1.0 - 4e-15 < low <= 1.0 <= high < 1.0 + 4e-15


def test_the_example_of_the_chapter():
    """sqrt(3) cos t + sin t on [0, pi/2] is in [1, 2]; two products of intervals say [0, 2.73]."""
    low, high = range_sinusoid(3.0**0.5, 1.0, 0.0, (0.0, np.pi / 2))
    assert low == pytest.approx(1.0, abs=1e-14)
    assert high == pytest.approx(2.0, abs=1e-14)


def test_angles_beyond_all_digits_take_all_values():
    for angle in ((-np.inf, 0.0), (0.0, np.inf), (1e15, 1e15), (-1e300, 1e300)):
        low, high = range_sinusoid(3.0, 4.0, 1.0, angle)
        assert low == pytest.approx(-4.0)
        assert high == pytest.approx(6.0)
        assert low <= -4.0
        assert high >= 6.0


@pytest.mark.parametrize(("a", "b"), [(3.0, 4.0), (3e200, 4e200), (3e-200, 4e-200), (0.0, 0.0)])
def test_amplitudes_neither_overflow_nor_vanish(a, b):
    assert amplitude(a, b) == pytest.approx(np.hypot(a, b), rel=1e-15)
