"""Taylor models of third order: a cubic of time, and an interval that contains the rest.

A model describes a function f on an interval of time, t = m + h s with s in [-1, 1]:

    f(t) = c0 + c1 s + c2 s^2 + c3 s^3 + r(s),    low <= r(s) <= high

Sums and products of models are models, and their ranges do not forget that all of them depend on
the same time, as ranges of intervals do [Zhang2007]_. A model is one row of ``LENGTH`` numbers.

**Waves.** Of g(y) = A cos y + B sin y with y = a + x, x = X s, the cubic is the Taylor polynomial
at a, and r = g(a) G(x) + g'(a) F(x) with G = cos x - 1 + x^2 / 2 and F = sin x - x + x^3 / 6. G is
even and increases with |x|, F is odd and increases. On the side where the two terms have the same
sign r is monotone. On the other side r' changes its sign at most once, since G / (x - sin x)
increases, and r stays between 0 and its value at the other end. So the range of r is the hull of 0,
r(-1) and r(1).

**Products.** The polynomials of all terms of a sum are added up to degree 6 before anything is cut
off. What is cut off, s^4 (d4 + d5 s + d6 s^2), is bounded once, by its exact range. With P, Q the
cubics and p, q the remainders, the remainder of a product is (P + p) q + Q p, and also
P q + (Q + q) p; both are bounded with the ranges of the cubics, and intersected.

**Rounding.** All is computed to nearest, and remainders and ranges are widened by ``PAD`` times the
sum of absolute values that were involved (``SIZE`` bounds a model: coefficients and remainder).
With u = 2^-53 the errors, as shares of that sum, are: 12 u for coefficients of a sum of three
products, 20 u for products and sums of ends, 8 u for values of polynomials, and 60 u for their
extrema: roots of quadratics by the formula without cancellation are exact roots of a quadratic
whose coefficients differ by at most 30 u of the largest. Its integral differs from ours by as much,
has its extrema exactly where we look, and twice that is what we may miss. ``PAD`` is 256 u a term.
"""

from math import copysign, cos, inf, sin, sqrt

from impinge.core.jit import inlined, kernel
from impinge.motion.kernels.waves import amplitude

LOW, HIGH = 4, 5
"""Remainder; the coefficients c0 ... c3 are before it."""
BOTTOM, TOP = 6, 7
"""Range of the cubic."""
SIZE = 8
"""A bound on the sum of absolute values of coefficients and remainder."""
LENGTH = 9
PAD = 2.0**-45
"""Share of the sum of terms by which remainders and ranges are widened, argued above."""
TINY = 2.0**-1000
"""By which they are widened at least: products below it have lost digits."""
ANGLE_ERROR = 2.0**-50
"""Share of an angle by which it may be off: two products and a sum."""
LONGEST = 2.0
"""Half angle [rad] of the longest arc with a cubic. On longer ones the remainder of the cubic has
about the amplitude of the wave, which then is the remainder itself."""
LEAST, MOST = 2.0**-450, 2.0**450
"""Squares of coefficients between these keep their digits; others have coarse ranges."""


@inlined
def inner_roots(c, b, a):
    """Roots of c + 2 b s + a s^2 between -1 and 1; 1 stands for those that are not."""
    first = last = 1.0
    square = b * b - a * c
    if square >= 0.0:
        q = -(b + copysign(sqrt(square), b))
        if abs(c) < abs(q):
            first = c / q
        if abs(q) < abs(a):
            last = q / a
    return first, last


@inlined
def cubic_at(c0, c1, c2, c3, s):
    return c0 + s * (c1 + s * (c2 + s * c3))


@inlined
def range_cubic(c0, c1, c2, c3):
    """Range of a cubic on [-1, 1], rounded outward."""
    bend = abs(c1) + abs(c2) + abs(c3)
    low, high = c0 - bend, c0 + bend
    if LEAST < bend < MOST:
        first, last = cubic_at(c0, c1, c2, c3, -1.0), cubic_at(c0, c1, c2, c3, 1.0)
        low, high = min(first, last), max(first, last)
        if abs(c1) < 2.0 * abs(c2) + 3.0 * abs(c3):
            p, q = inner_roots(c1, c2, 3.0 * c3)
            first, last = cubic_at(c0, c1, c2, c3, p), cubic_at(c0, c1, c2, c3, q)
            low, high = min(low, min(first, last)), max(high, max(first, last))
    pad = PAD * (abs(c0) + bend) + TINY
    return low - pad, high + pad


@inlined
def tail_at(d4, d5, d6, s):
    square = s * s
    return square * square * (d4 + s * (d5 + s * d6))


@kernel
def range_tail(d4, d5, d6):
    """Range of d4 s^4 + d5 s^5 + d6 s^6 on [-1, 1], but for rounding; it contains 0."""
    bend = abs(d4) + abs(d5) + abs(d6)
    if not LEAST < bend < MOST:
        return -bend, bend
    first, last = tail_at(d4, d5, d6, -1.0), tail_at(d4, d5, d6, 1.0)
    low, high = min(0.0, min(first, last)), max(0.0, max(first, last))
    if 4.0 * abs(d4) < 5.0 * abs(d5) + 6.0 * abs(d6):
        p, q = inner_roots(4.0 * d4, 2.5 * d5, 6.0 * d6)
        first, last = tail_at(d4, d5, d6, p), tail_at(d4, d5, d6, q)
        low, high = min(low, min(first, last)), max(high, max(first, last))
    return low, high


@kernel
def write_model(out, k, cubic, low, high):
    """Write a model of these coefficients and this remainder, rounded outward before.

    Where numbers have overflowed it is of size inf and contains everything, as does what is made
    of it.
    """
    c0, c1, c2, c3 = cubic
    size = (abs(c0) + abs(c1) + abs(c2) + abs(c3) + max(-low, high)) * (1.0 + PAD)
    # False for NaN, too.
    if not size < inf:
        c0 = c1 = c2 = c3 = 0.0
        low, high, size = -inf, inf, inf
    out[k, 0], out[k, 1], out[k, 2], out[k, 3] = c0, c1, c2, c3
    out[k, LOW], out[k, HIGH], out[k, SIZE] = low, high, size
    out[k, BOTTOM], out[k, TOP] = range_cubic(c0, c1, c2, c3)


@inlined
def arc_model(w, m, h):
    """What all waves of rate ``w`` need of an interval of time; one of half width ``h`` about m.

    cos and sin at the middle, the half angle, and G and F at the end.
    """
    x = w * h
    c, s = cos(w * m), sin(w * m)
    return c, s, x, cos(x) - 1.0 + 0.5 * x * x, sin(x) - x + x * x * x / 6.0, w


@kernel
def write_wave(out, k, c, a, b, arc):
    """Write the model of c + a cos(w t) + b sin(w t) on the interval of ``arc``."""
    cosine, sine, x, even, odd, w = arc
    pad = (PAD + ANGLE_ERROR * w) * (abs(c) + abs(a) + abs(b)) + TINY
    if x > LONGEST:
        most = amplitude(a, b) + pad
        write_model(out, k, (c, 0.0, 0.0, 0.0), -most, most)
    else:
        value, slope = a * cosine + b * sine, b * cosine - a * sine
        first, last = value * even - slope * odd, value * even + slope * odd
        cubic = (c + value, x * slope, -0.5 * x * x * value, -x * x * x * slope / 6.0)
        low, high = min(0.0, min(first, last)) - pad, max(0.0, max(first, last)) + pad
        write_model(out, k, cubic, low, high)


@kernel
def write_line(out, k, c, v, m, h):
    """Write the model of c + v t on the interval of half width ``h`` about ``m``."""
    pad = PAD * (abs(c) + abs(v) * (abs(m) + h)) + TINY
    write_model(out, k, (c + v * m, v * h, 0.0, 0.0), -pad, pad)


@inlined
def product_of(a_low, a_high, b_low, b_high):
    """The product of two intervals, but for rounding."""
    p, q, r, s = a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high
    return min(min(p, q), min(r, s)), max(max(p, q), max(r, s))


@inlined
def product_remainder(f, i, g, j):
    """Remainder of a product of two models, but for what is cut off and rounding."""
    p_low, p_high, q_low, q_high = f[i, LOW], f[i, HIGH], g[j, LOW], g[j, HIGH]
    f_low, f_high, g_low, g_high = f[i, BOTTOM], f[i, TOP], g[j, BOTTOM], g[j, TOP]
    a, b = product_of(f_low + p_low, f_high + p_high, q_low, q_high)
    c, d = product_of(g_low, g_high, p_low, p_high)
    k, m = product_of(f_low, f_high, q_low, q_high)
    n, o = product_of(g_low + q_low, g_high + q_high, p_low, p_high)
    return max(a + c, k + n), min(b + d, m + o)


@kernel
def write_products(f, i, g, j, stride, count, plus, out, k):
    """Write the model of f[i] g[j] + f[i + 1] g[j + stride] + ..., of ``count`` terms.

    ``plus`` is the row of ``f`` that is added to it, -1 for none: with rows of a pose this is an
    entry of a product of poses.
    """
    d0 = d1 = d2 = d3 = d4 = d5 = d6 = low = high = size = 0.0
    for term in range(count):
        r, s = i + term, j + term * stride
        a0, a1, a2, a3 = f[r, 0], f[r, 1], f[r, 2], f[r, 3]
        b0, b1, b2, b3 = g[s, 0], g[s, 1], g[s, 2], g[s, 3]
        d0 += a0 * b0
        d1 += a0 * b1 + a1 * b0
        d2 += a0 * b2 + a1 * b1 + a2 * b0
        d3 += a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0
        d4 += a1 * b3 + a2 * b2 + a3 * b1
        d5 += a2 * b3 + a3 * b2
        d6 += a3 * b3
        least, most = product_remainder(f, r, g, s)
        low += least
        high += most
        size += f[r, SIZE] * g[s, SIZE]
    least, most = range_tail(d4, d5, d6)
    low += least
    high += most
    if plus >= 0:
        d0 += f[plus, 0]
        d1 += f[plus, 1]
        d2 += f[plus, 2]
        d3 += f[plus, 3]
        low += f[plus, LOW]
        high += f[plus, HIGH]
        size += f[plus, SIZE]
    # Longer sums have larger errors, in proportion.
    pad = PAD * count * size + TINY
    write_model(out, k, (d0, d1, d2, d3), low - pad, high + pad)


@kernel
def write_models(numbers, time, out, start, stop):
    """Fill ``out[k]`` with the model of a function on the interval ``time``: middle, half width.

    ``numbers[k]`` are c, v, a, b, w of c + v t + a cos(w t) + b sin(w t), where v or w is 0.
    """
    m, h = time
    for k in range(start, stop):
        c, v, w = numbers[k, 0], numbers[k, 1], numbers[k, 4]
        if w == 0.0:
            write_line(out, k, c + numbers[k, 2], v, m, h)
        else:
            write_wave(out, k, c, numbers[k, 2], numbers[k, 3], arc_model(w, m, h))


@kernel
def add_models(f, g, out, start, stop):
    for k in range(start, stop):
        pad = PAD * (f[k, SIZE] + g[k, SIZE]) + TINY
        cubic = (f[k, 0] + g[k, 0], f[k, 1] + g[k, 1], f[k, 2] + g[k, 2], f[k, 3] + g[k, 3])
        low, high = f[k, LOW] + g[k, LOW] - pad, f[k, HIGH] + g[k, HIGH] + pad
        write_model(out, k, cubic, low, high)


@kernel
def multiply_models(f, g, shape, out, start, stop):
    """Products of matrices of models, (p, q) by (q, r), row by row; ``shape`` is (p, q, r)."""
    p, q, r = shape
    for n in range(start, stop):
        for i in range(p):
            for j in range(r):
                write_products(f[n], i * q, g[n], j, r, q, -1, out[n], i * r + j)
