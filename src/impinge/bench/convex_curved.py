"""Signed gaps of convex bodies with curved surfaces, in decimal arithmetic of many digits.

A body is the hull of a few ellipsoids, any of which may be flat: points, circles, ellipsoids. Its
support h in direction n is the largest of ``p.n + |D n|``; each of these pieces has derivatives,
but for a circle across its axis. The signed gap of A and B is the largest separation
``s(n) = -(h_A(n) + h_B(-n))`` over all unit vectors n. So every direction proves a lower bound, and
no method of finding directions can make the answer too large.

The best direction is looked for in float64, from directions scattered over the sphere and from
known ones, uphill by random steps, then along the ridges on which such steps end. It is found to
the last digit by Newton's method on the conditions of optimality: the pieces of the support that
are largest there, at most three, balance on the tangent plane. Where the bodies are apart, those
conditions prove the answer; where they overlap, s has several peaks, and the starts cover the
sphere.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, localcontext
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.bench.timing import Array

Exact = NDArray[np.object_]

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
AROUND = [(u, v) for u in (-1, 0, 1) for v in (-1, 0, 1) if u or v]

STARTS, SCATTER = 16, 600
"""Peaks that are climbed, and directions scattered over the sphere to find them, each in two ways:
evenly, and evenly as seen after a stretch that makes needles and sheets round."""
CLIMB, FIRST_STEP, LAST_STEP = 400, 0.3, 1e-11
"""Steps of a climb, at most; lengths at its beginning and its end, in radians."""
RIDGE, PEAK = 1e-2, 1e-7
"""Peaks lower than the best by more than this share of the size are not it: after random steps,
which may end on a ridge, and after ridges were followed to their ends."""
APART, ALIKE = 1e-3, 1e-6
"""Directions closer than this [rad] are one, before and after following ridges."""


class Rounded(NamedTuple):
    """The hull of ellipsoids in the body frame, with a ball of ``radius`` about every point.

    ``centres (k, 3)`` and ``radii (k, 3)`` of the ellipsoids, along the axes of the body.
    """

    centres: Array
    radii: Array
    pose: Array
    radius: float = 0.0


class Gap(NamedTuple):
    """Signed gap [m], the unit normal from A to B, and whether the optimum was proved.

    For overlapping bodies the proof is that of a peak of s, not that it is the highest.
    """

    value: Decimal
    normal: Array
    proved: bool


class Side:
    """The support of one body, in floats or decimals: of A in direction n, of B in direction -n."""

    def __init__(self, turn: Any, place: Any, centres: Any, radii: Any, sign: int) -> None:
        self.turn, self.place, self.centres, self.radii = turn, place, centres, radii
        self.sign, self.squares = sign, radii * radii
        self._points = (radii == 0).all(axis=1)

    def floats(self) -> Side:
        exact = (self.turn, self.place, self.centres, self.radii)
        turn, place, centres, radii = (part.astype(np.float64) for part in exact)
        return Side(turn, place, centres, radii, self.sign)

    def values(self, n: Any) -> Any:
        """(..., k): of each piece, in directions (..., 3)."""
        m = self.sign * (n @ self.turn)
        base = np.asarray(self.sign * (n @ self.place))[..., None]
        return base + m @ self.centres.T + np.sqrt((m * m) @ self.squares.T)

    def pieces(self, n: Any, some: Any = slice(None)) -> tuple[Any, Any]:
        """Gradients (k, 3) and second derivatives (k, 3, 3) by n of some pieces.

        In decimals, ArithmeticError at the tip of a cone, where there are none.
        """
        m, squares = self.sign * (n @ self.turn), self.squares[some]
        w = np.sqrt((m * m) @ squares.T)
        if self.turn.dtype != object:
            w = np.maximum(w, 1e-300)
        w = np.where(self._points[some], 1, w)[:, None]
        slope = squares * m / w
        gradient = self.sign * (self.place + (self.centres[some] + slope) @ self.turn.T)
        bent = squares[:, :, None] * np.eye(3, dtype=int) - slope[:, :, None] * slope[:, None]
        return gradient, self.turn @ (bent / w[:, None]) @ self.turn.T

    def tips(self) -> list[Exact]:
        """Normals of the flat ellipsoids: where all radii that are not zero see no direction."""
        found = []
        for row in self.radii:
            flat = np.flatnonzero(row == 0)
            if len(flat) == 1:
                # The image of the plane of the other two axes, also if the turn is a little off.
                x, y = (self.turn[:, (flat[0] + k) % 3] for k in (1, 2))
                found.append(unit_vector(cross(x, y)))
        return found

    def spread(self) -> Array:
        inner = self.centres - 0.5 * (self.centres.min(axis=0) + self.centres.max(axis=0))
        extent = inner.T @ inner + np.diag(self.squares.sum(axis=0))
        turned: Array = self.turn @ extent @ self.turn.T
        return turned


class CurvedPair:
    """Two cores, divided by their common size and seen from A's origin: decimals and floats."""

    def __init__(self, a: Rounded, b: Rounded, size: float) -> None:
        unit = Decimal(size)
        self.apart = apart = (exact_decimals(b.pose[:3, 3]) - exact_decimals(a.pose[:3, 3])) / unit
        self.sides = [
            Side(
                exact_decimals(body.pose[:3, :3]), place, exact_decimals(body.centres) / unit,
                exact_decimals(body.radii) / unit, sign,
            )
            for body, place, sign in ((a, 0 * apart, 1), (b, apart, -1))
        ]  # fmt: skip
        self.rough = [side.floats() for side in self.sides]

    def separation(self, n: Array) -> Array:
        """s(n) of unit vectors (m, 3), in float64."""
        a, b = self.rough
        found: Array = -(a.values(n).max(axis=-1) + b.values(n).max(axis=-1))
        return found

    def exact_separation(self, n: Exact) -> Decimal:
        """s(n) of one vector of any length, per unit of length."""
        a, b = self.sides
        return -(max(a.values(n)) + max(b.values(n))) / norm(n)

    def tips(self) -> list[Exact]:
        """Directions along the axes of circles, where s has the tip of a cone."""
        return [sign * tip for side in self.sides for tip in side.tips() for sign in (1, -1)]


def exact_decimals(values: Any) -> Exact:
    """Floats as decimals, without rounding."""
    array = np.asarray(values, np.float64)
    return np.array([Decimal(v) for v in array.ravel().tolist()], object).reshape(array.shape)


def norm(v: Exact) -> Decimal:
    return Decimal(v @ v).sqrt()


def unit_vector(v: Exact) -> Exact:
    return v / norm(v)


def cross(a: Exact, b: Exact) -> Exact:
    return np.array([a[k - 2] * b[k - 1] - a[k - 1] * b[k - 2] for k in range(3)], object)


def signed_gap(a: Rounded, b: Rounded, hint: Array | None = None) -> Gap:
    """Distance of two bodies where they are apart, minus their depth where they overlap.

    ``hint`` is a direction from A to B to start from as well; it can only raise the answer.

    Examples
    --------
    >>> import numpy as np
    >>> from impinge.geometry import pose
    >>> egg = Rounded(np.zeros((1, 3)), np.array([[1.0, 2.0, 3.0]]), pose())
    >>> ball = Rounded(np.zeros((1, 3)), np.zeros((1, 3)), pose((4, 0, 0)), radius=0.5)
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
        return best._replace(value=best.value * Decimal(size) - rounding)


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
        try:
            best = _better(best, _balanced(pair, n, *np.transpose(pieces)))
        except ArithmeticError:  # at the tip of a cone, where there is no gradient
            continue
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
    least = np.abs(n).argmin()
    x = unit_vector(cross(n, exact_decimals(np.eye(3)[least])))
    y = cross(n, x)
    return all(
        pair.exact_separation(n + Decimal(far) * (u * x + v * y)) <= value + CONVERGED
        for far in PERTURBED
        for u, v in AROUND
    )


def _active(pair: CurvedPair, n: Exact) -> Iterator[tuple[tuple[int, int], ...]]:
    """Sets of up to three pairs of pieces that are among the largest, few first."""
    tried = set()
    values = [side.values(n) for side in pair.sides]
    for near in ACTIVE:
        i, j = (np.flatnonzero(v >= max(v) - Decimal(near)).tolist() for v in values)
        pairs = [(p, q) for p in i for q in j]
        for some in (some for count in (1, 2, 3) for some in combinations(pairs, count)):
            if some not in tried:
                tried.add(some)
                yield some


def _balanced(pair: CurvedPair, n: Exact, i: Any, j: Any) -> Gap | None:
    """Where pieces i of A and j of B balance, by Newton's method; None if nowhere near.

    Unknown are n, the weights of the pieces, a multiplier of |n| = 1 and the common value g:
    ``sum w_p grad s_p = m n``, ``s_p = g``, ``sum w_p = 1``, ``n.n = 1``.
    """
    count, (a, b) = len(i), pair.sides
    gradients = -(a.pieces(n, i)[0] + b.pieces(n, j)[0])
    weights = _balance(gradients - np.outer(gradients @ n, n))
    value = weights @ gradients @ n
    z = np.array([*n, *weights, value, value], object)
    some, total, level = slice(3, 3 + count), 3 + count, 4 + count
    for _ in range(MOST_STEPS):
        n, weights = z[:3], z[some]
        (grad_a, second_a), (grad_b, second_b) = a.pieces(n, i), b.pieces(n, j)
        gradients = -(grad_a + grad_b)
        residual = np.array([
            *(weights @ gradients - z[total] * n), *(gradients @ n - z[level]),
            sum(weights) - 1, n @ n - 1,
        ], object)  # fmt: skip
        if max(abs(residual)) < CONVERGED:
            break
        matrix = np.full((5 + count, 5 + count), Decimal(0), object)
        matrix[:3, :3] = -z[total] * np.eye(3, dtype=int)
        matrix[:3, :3] -= (weights[:, None, None] * (second_a + second_b)).sum(axis=0)
        matrix[:3, some], matrix[some, :3] = gradients.T, gradients
        matrix[:3, total], matrix[level, :3] = -n, 2 * n
        matrix[some, level], matrix[total, some] = Decimal(-1), Decimal(1)
        step = _least_squares(matrix, residual)
        # Along a ridge of almost equal height the path may be long: take steps that stay near it.
        longest = max(abs(step[:3]))
        z = z - step * min(Decimal(1), LONGEST_STEP / longest if longest else Decimal(1))
    else:
        return None
    value = pair.exact_separation(n)
    proved = bool(min(weights) > -CONVERGED and abs(value - z[level]) < CONVERGED.sqrt())
    # The conditions hold at saddles as well.
    proved = proved and (value >= 0 or _is_peak(pair, n, value))
    return Gap(value, np.asarray(n, np.float64), proved)


def _balance(gradients: Exact) -> Exact:
    """Weights, with sum one, that make the combined gradient as short as possible."""
    count = len(gradients)
    matrix = np.full((count + 1, count + 1), Decimal(1), object)
    matrix[:count, :count], matrix[count, count] = gradients @ gradients.T, Decimal(0)
    return _least_squares(matrix, exact_decimals([0.0] * count + [1.0]))[:count]


def _least_squares(matrix: Exact, right: Exact) -> Exact:
    """The shortest solution of ``matrix x = right``, or the one that misses by least."""
    size = len(right)
    rows = np.column_stack([matrix.T @ matrix, matrix.T @ right])
    rows[range(size), range(size)] += SMALL
    # Symmetric and positive: elimination needs no pivots.
    for k in range(size):
        rows[k] = rows[k] / rows[k, k]
        for i in range(size):
            if i != k and rows[i, k]:
                rows[i, k:] = rows[i, k:] - rows[i, k] * rows[k, k:]
    return rows[:, size]


def peak_directions(pair: CurvedPair, hint: Array | None) -> Array:
    """Distinct directions of the highest peaks of s, to about the accuracy of a float."""
    rng = np.random.default_rng(0)
    extent, axes = np.linalg.eigh(sum(side.spread() for side in pair.rough))
    stretch = axes / np.sqrt(np.maximum(extent, 1e-14 * extent.max() + 1e-300))
    stretch /= np.abs(stretch).max()
    scatter = rng.normal(size=(SCATTER, 3))
    known = [np.asarray(tip, np.float64) for tip in pair.tips()] + list(np.eye(3)) + list(axes.T)
    # Bodies of revolution have ridges around their axes; the peak is where the other body is.
    way = np.asarray(pair.apart, np.float64)
    known += [v for v in (way, *(way - (way @ tip) * tip for tip in known)) if np.any(v)]
    if hint is not None and np.any(hint):
        known.append(np.asarray(hint, np.float64))
    some = _units(np.concatenate([scatter, scatter @ stretch.T, known, np.negative(known)]))
    some = some[np.argsort(-pair.separation(some), kind="stable")]
    # Half of them the highest, half of them apart from each other.
    apart = _distinct(some, pair.separation(some), np.inf, 0.1)
    n, s = _climbed(pair, np.concatenate([some[:STARTS], apart]), stretch, rng)
    n = np.array([_slid(pair, start) for start in _distinct(n, s, RIDGE, APART)])
    return _distinct(n, pair.separation(n), PEAK, ALIKE)


def _units(v: Array) -> Array:
    units: Array = v / np.linalg.norm(v, axis=-1, keepdims=True)
    return units


def _distinct(n: Array, s: Array, lower: float, angle: float) -> Array:
    """The highest directions, at most ``STARTS``.

    None by more than ``lower`` below the best, each by more than an angle away from the others.
    """
    left = np.argsort(-s, kind="stable")
    left = left[s[left] >= s.max() - lower]
    found: list[int] = []
    while len(left) and len(found) < STARTS:
        found.append(left[0])
        left = left[np.abs(n[left] - n[left[0]]).max(axis=1) > angle]
    return n[found]


def _climbed(
    pair: CurvedPair, n: Array, stretch: Array, rng: np.random.Generator
) -> tuple[Array, Array]:
    """Directions moved uphill in random steps, which shrink where no step leads up.

    Steps are taken where the bodies' difference looks round. They have random directions, since s
    has ridges on which steps along fixed axes would get stuck.
    """
    s, rows = pair.separation(n), np.arange(len(n))
    step = np.full(len(n), FIRST_STEP)
    for _ in range(CLIMB):
        flat = _units(n @ np.linalg.inv(stretch).T)
        moves = rng.normal(size=(len(n), 4, 3))
        moves = np.concatenate([moves, -moves], axis=1)
        trial = _units((flat[:, None] + step[:, None, None] * moves) @ stretch.T)
        value = pair.separation(trial)
        best = value.argmax(axis=1)
        up = value[rows, best] > s
        n = np.where(up[:, None], trial[rows, best], n)
        s = np.where(up, value[rows, best], s)
        step *= np.where(up, 1.3, 0.6)
        if step.max() < LAST_STEP:
            break
    return n, s


def _slid(pair: CurvedPair, n: Array) -> Array:
    """The end of a ridge of s: the least ``u + v`` with ``h_A(n) <= u`` and ``h_B(-n) <= v``."""
    from scipy.optimize import minimize

    levels = np.repeat(np.eye(2), [len(side.centres) for side in pair.rough], axis=0)

    def above(x: Array) -> Array:
        return levels @ x[3:] - np.concatenate([side.values(x[:3]) for side in pair.rough])

    def slopes(x: Array) -> Array:
        return np.hstack([-np.vstack([side.pieces(x[:3])[0] for side in pair.rough]), levels])

    length = {
        "type": "eq",
        "fun": lambda x: x[:3] @ x[:3] - 1.0,
        "jac": lambda x: np.concatenate([2.0 * x[:3], [0.0, 0.0]]),
    }
    towards = np.array([0.0, 0.0, 0.0, 1.0, 1.0])
    found = minimize(
        lambda x: x[3] + x[4], [*n, *(side.values(n).max() for side in pair.rough)],
        jac=lambda _: towards, method="SLSQP", options={"ftol": 1e-16, "maxiter": 60},
        constraints=[length, {"type": "ineq", "fun": above, "jac": slopes}],
    )  # fmt: skip
    end = found.x[:3]
    if np.isfinite(end).all() and 0.5 < np.linalg.norm(end) < 2.0:
        both = np.stack([n, _units(end)])
        return both[pair.separation(both).argmax()]
    return n
