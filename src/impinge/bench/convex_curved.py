"""Signed gaps of convex bodies with curved surfaces, in decimal arithmetic of many digits.

The signed gap of A and B is the largest separation ``s(n) = -(h_A(n) + h_B(-n))`` over all unit
vectors n, with supports h as in :mod:`~impinge.bench.convex_pieces`. So every direction proves a
lower bound, and no method of finding directions can make the answer too large.

The best direction is looked for from many starts in float64, and then found to the last digit by
Newton's method on the conditions of optimality: the pieces of the support that are largest there,
at most three, balance on the tangent plane. Where the bodies are apart, those conditions prove the
answer; where they overlap, s has several peaks, and the starts cover the sphere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from impinge.bench.convex_pieces import (
    CurvedPair,
    Exact,
    Rounded,
    cross,
    exact_decimals,
    unit_vector,
)
from impinge.bench.convex_starts import peak_directions

Array = NDArray[np.float64]

DIGITS = 100
"""Of every operation; condition numbers of 1e24, squared, still leave half of them."""

SMALL = Decimal(10) ** -50
"""Added to the normal equations, in units of one: directions in which nothing changes stay put."""

CONVERGED = Decimal(10) ** -40
"""Residual of the conditions of optimality, in units of the bodies' size."""

MOST_STEPS, LONGEST_STEP = 40, Decimal("0.1")
"""Of Newton's method, the latter in radians."""

ACTIVE = (1e-8, 1e-5, 1e-3)
"""Pieces of the support within this share of the largest take part; more are tried if few fail."""

PERTURBED = (1e-3, 1e-8, 1e-16, 1e-24)
"""How far the neighbours are, to which a direction at the tip of a cone of s is compared."""


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """Signed gap [m], the unit normal from A to B, and whether the optimum was proved.

    For overlapping bodies the proof is that of a peak of s, not that it is the highest.
    """

    value: Decimal
    normal: Array
    proved: bool


def signed_gap(a: Rounded, b: Rounded, hint: Array | None = None) -> Gap:
    """Distance of two bodies where they are apart, minus their depth where they overlap.

    Parameters
    ----------
    a, b : Rounded
    hint : (3,) float64, optional
        A direction from A to B to start from as well; it can only raise the answer.

    Examples
    --------
    >>> import numpy as np
    >>> pose = np.eye(4)
    >>> pose[0, 3] = 4.0
    >>> egg = Rounded(np.zeros((1, 3)), np.array([[1.0, 2.0, 3.0]]), np.eye(4))
    >>> ball = Rounded(np.zeros((1, 3)), np.zeros((1, 3)), pose, radius=0.5)
    >>> round(signed_gap(egg, ball).value, 12)
    Decimal('2.500000000000')
    """
    with localcontext() as context:
        context.prec = DIGITS
        shift = b.pose[:3, 3] - a.pose[:3, 3]
        reach = max(float(np.abs(part).max()) for x in (a, b) for part in (x.centres, x.radii))
        # A power of two: divided by it, floats stay what they are.
        size = 2.0 ** np.frexp(max(float(np.abs(shift).max()), reach) or 1.0)[1]
        pair = CurvedPair(a, b, size)
        best = Gap(Decimal("-1e9"), np.zeros(3), proved=False)
        for start in peak_directions(pair, hint):
            best = _better(best, _refined(pair, start))
        rounding = Decimal(a.radius) + Decimal(b.radius)
        return Gap(best.value * Decimal(size) - rounding, best.normal, best.proved)


def _refined(pair: CurvedPair, start: Array) -> Gap:
    """The peak next to a direction, to the last digit where it can be proved to be one."""
    n = unit_vector(exact_decimals(start))
    rough = pair.exact_separation(n)
    best = Gap(rough, start, proved=False)
    for tip in pair.tips():
        if tip @ n > Decimal("0.99999"):
            value = pair.exact_separation(tip)
            if value >= rough and _is_peak(pair, tip, value):
                return Gap(value, np.asarray(tip, np.float64), proved=True)
    for pieces in _active(pair, n):
        best = _better(best, _balanced(pair, n, pieces))
        if best.proved:
            break
    return best


def _better(one: Gap, other: Gap | None) -> Gap:
    """The larger of two gaps; of two that are equal as far as it matters, the proved one."""
    if other is None:
        return one
    equal = abs(other.value - one.value) < CONVERGED.sqrt()
    return other if (other.proved > one.proved if equal else other.value > one.value) else one


def _is_peak(pair: CurvedPair, n: Exact, value: Decimal) -> bool:
    """Whether no neighbour, near or very near, is separated by more."""
    x, y = _tangents(n)
    turns = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    return all(
        pair.exact_separation(n + Decimal(far) * (u * x + v * y)) <= value + CONVERGED
        for far in PERTURBED
        for u, v in turns
    )


def _active(pair: CurvedPair, n: Exact) -> Iterator[tuple[tuple[int, int], ...]]:
    """Sets of up to three pairs of pieces that are among the largest, few first."""
    tried = set()
    values = [side.values(n) for side in pair.sides]
    for near in ACTIVE:
        i, j = (
            [k for k, value in enumerate(side) if value >= max(side) - Decimal(near)]
            for side in values
        )
        pairs = [(p, q) for p in i for q in j]
        for count in (1, 2, 3):
            for some in combinations(pairs, count):
                if some not in tried:
                    tried.add(some)
                    yield some


def _balanced(pair: CurvedPair, n: Exact, pieces: tuple[tuple[int, int], ...]) -> Gap | None:
    """Where these pieces are equal and balance, by Newton's method; None if nowhere near.

    Unknown are n, the weights of the pieces, a multiplier of |n| = 1 and the common value g:
    ``sum w_p grad s_p = m n``, ``s_p = g``, ``sum w_p = 1``, ``n.n = 1``.
    """
    count = len(pieces)
    a, b = pair.sides
    try:
        gradients = [-(a.piece(i, n)[0] + b.piece(j, n)[0]) for i, j in pieces]
    except ArithmeticError:  # at the tip of a cone, where there is no gradient
        return None
    weights = _balance([g - (g @ n) * n for g in gradients])
    value = sum((w * (g @ n) for w, g in zip(weights, gradients, strict=True)), Decimal(0))
    z = np.array([*n, *weights, value, value], object)
    for _ in range(MOST_STEPS):
        n = z[:3]
        residual, matrix = np.full(5 + count, Decimal(0), object), _zeros(5 + count)
        residual[:3] = -z[3 + count] * n
        residual[3 + count], residual[4 + count] = sum(z[3 : 3 + count]) - 1, n @ n - 1
        matrix[:3, :3] = -z[3 + count] * np.array(np.eye(3, dtype=int), object)
        matrix[:3, 3 + count], matrix[4 + count, :3] = -n, 2 * n
        for k, (i, j) in enumerate(pieces):
            try:
                (grad_a, second_a), (grad_b, second_b) = a.piece(i, n), b.piece(j, n)
            except ArithmeticError:
                return None
            gradient = -(grad_a + grad_b)
            matrix[:3, :3] -= z[3 + k] * (second_a + second_b)
            matrix[:3, 3 + k], matrix[3 + k, :3] = gradient, gradient
            matrix[3 + k, 4 + count], matrix[3 + count, 3 + k] = Decimal(-1), Decimal(1)
            residual[:3] += z[3 + k] * gradient
            residual[3 + k] = gradient @ n - z[4 + count]
        worst = max(abs(r) for r in residual)
        if worst < CONVERGED:
            break
        step = _least_squares(matrix, residual)
        # Along a ridge of almost equal height the way may be long: by steps that stay near it.
        longest = max(abs(v) for v in step[:3])
        z = z - step * min(Decimal(1), LONGEST_STEP / longest if longest else Decimal(1))
    else:
        return None
    value = pair.exact_separation(n)
    positive = min(z[3 : 3 + count]) > -CONVERGED
    proved = bool(positive and abs(value - z[4 + count]) < CONVERGED.sqrt())
    if value < 0:
        # The conditions hold at saddles as well.
        proved = proved and _is_peak(pair, n, value)
    return Gap(value, np.asarray(n, np.float64), proved)


def _balance(gradients: list[Exact]) -> list[Decimal]:
    """Weights, with sum one, that make the combined gradient as short as possible."""
    count = len(gradients)
    matrix = _zeros(count + 1)
    for i, g in enumerate(gradients):
        matrix[i, :count] = [g @ other for other in gradients]
        matrix[i, count] = matrix[count, i] = Decimal(1)
    residual = np.array([*[Decimal(0)] * count, Decimal(1)], object)
    return list(_least_squares(matrix, residual)[:count])


def _least_squares(matrix: Exact, right: Exact) -> Exact:
    """The shortest solution of ``matrix x = right``, or the one that misses by least."""
    rows = matrix.T @ matrix
    x = matrix.T @ right
    size = len(x)
    for k in range(size):
        rows[k, k] += SMALL
    # Symmetric and positive: elimination needs no pivots.
    for k in range(size):
        for i in range(k + 1, size):
            factor = rows[i, k] / rows[k, k]
            if factor:
                rows[i, k:] = rows[i, k:] - factor * rows[k, k:]
                x[i] -= factor * x[k]
    for k in reversed(range(size)):
        known = sum((rows[k, i] * x[i] for i in range(k + 1, size)), Decimal(0))
        x[k] = (x[k] - known) / rows[k, k]
    return x


def _zeros(size: int) -> Exact:
    return np.full((size, size), Decimal(0), object)


def _tangents(n: Exact) -> tuple[Exact, Exact]:
    least = np.array([abs(v) for v in n], object).argmin()
    x = unit_vector(cross(n, np.array([Decimal(int(k == least)) for k in range(3)], object)))
    return x, cross(n, x)
