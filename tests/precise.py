"""Sines, cosines and motions to many digits, by decimal numbers: what floats are held to."""

from decimal import Decimal, getcontext
from functools import cache

from impinge.motion.kernels import motion_row as at

getcontext().prec = 90


@cache
def pi():
    """By Machin's formula."""
    return 4 * (4 * _inverse_tangent(5) - _inverse_tangent(239))


def _inverse_tangent(n):
    """Of 1 / n."""
    x, total, term, k = Decimal(1) / n, Decimal(0), Decimal(1) / n, 1
    while abs(term) > Decimal(10) ** -88:
        total += term / k
        term, k = -term * x * x, k + 2
    return total


def cos_sin(x):
    """Cosine and sine of a decimal number."""
    x = Decimal(x) % (2 * pi())
    # Of a small part of it, and then doubled again.
    x /= 64
    sine, cosine, term, k = Decimal(0), Decimal(0), Decimal(1), 0
    while abs(term) > Decimal(10) ** -86:
        if k % 2 == 0:
            cosine += term if k % 4 == 0 else -term
        else:
            sine += term if k % 4 == 1 else -term
        k += 1
        term = term * x / k
    for _ in range(6):
        sine, cosine = 2 * sine * cosine, cosine * cosine - sine * sine
    return cosine, sine


def wave(a, b, c, x):
    """a cos x + b sin x + c of floats."""
    cosine, sine = cos_sin(Decimal(x))
    return Decimal(a) * cosine + Decimal(b) * sine + Decimal(c)


def decimals(row, start, count):
    return [Decimal(float(value)) for value in row[start : start + count]]


def progress(row, t):
    x = (Decimal(float(t)) - Decimal(float(row[at.START]))) * Decimal(float(row[at.RATE]))
    x = min(max(x, Decimal(0)), Decimal(1))
    if row[at.EASED] == 0.0:
        return x, x
    return tuple(
        x * (p + x * (q + x * r))
        for p, q, r in (decimals(row, at.EASE_TURN, 3), decimals(row, at.EASE_SLIDE, 3))
    )


def precise_pose(row, t):
    """The formula of ``motion_row`` in decimal numbers: rotation, nine of them, and translation."""
    a, b = progress(row, t)
    w = Decimal(float(row[at.TURN]))
    cosine, sine = cos_sin(w * a)
    swing, versed = (sine / w, (1 - cosine) / w) if w else (a, Decimal(0))
    rotation = [
        r + sine * y - (1 - cosine) * x
        for r, x, y in zip(
            decimals(row, at.ROTATION, 9),
            decimals(row, at.TURN_A, 9),
            decimals(row, at.TURN_B, 9),
            strict=True,
        )
    ]
    shift = [
        c + b * s + swing * v + versed * e
        for c, s, v, e in zip(
            *(decimals(row, k, 3) for k in (at.SHIFT, at.SLIDE, at.SWING, at.CURVE)), strict=True
        )
    ]
    return rotation, shift


def precise_point(row, p, t):
    """Where the body's point p is."""
    rotation, shift = precise_pose(row, t)
    p = [Decimal(float(x)) for x in p]
    return [
        shift[j] + sum((rotation[3 * j + k] * p[k] for k in range(3)), Decimal(0)) for j in range(3)
    ]
