"""The support of convex bodies as the largest of smooth pieces, in decimals of many digits.

A body is the hull of a few ellipsoids, any of which may be flat: points, circles, ellipsoids. Its
support in direction n is the largest of ``p.n + |D n|``; each of these has derivatives, but for a
circle across its axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Exact = NDArray[np.object_]

TINY = 1e-300
"""Instead of nothing, where it is divided by."""


@dataclass(frozen=True, slots=True, eq=False)
class Rounded:
    """The hull of ellipsoids in the body frame, with a ball of ``radius`` about every point.

    ``centres (k, 3)`` and ``radii (k, 3)`` of the ellipsoids, along the axes of the body.
    """

    centres: Array
    radii: Array
    pose: Array
    radius: float = 0.0


class CurvedPair:
    """Two cores, divided by their common size and seen from A's origin: floats and decimals."""

    def __init__(self, a: Rounded, b: Rounded, size: float) -> None:
        unit = Decimal(size)
        self.apart = apart = (exact_decimals(b.pose[:3, 3]) - exact_decimals(a.pose[:3, 3])) / unit
        self.sides = tuple(
            _Side(
                exact_decimals(body.pose[:3, :3]), place, exact_decimals(body.centres) / unit,
                exact_decimals(body.radii) / unit, sign,
            )
            for body, place, sign in ((a, 0 * apart, 1), (b, apart, -1))
        )  # fmt: skip

    def separation(self, n: Array) -> Array:
        """s(n) of unit vectors (m, 3), in float64."""
        found: Array = -(self.sides[0].rough(n) + self.sides[1].rough(n))
        return found

    def exact_separation(self, n: Exact) -> Decimal:
        """s(n) of one vector of any length, per unit of length."""
        value = -(max(self.sides[0].values(n)) + max(self.sides[1].values(n)))
        return value / norm(n)

    def tips(self) -> list[Exact]:
        """Directions along the axes of circles, where s has the tip of a cone."""
        return [sign * tip for side in self.sides for tip in side.tips() for sign in (1, -1)]

    def spread(self) -> Array:
        """(3, 3): the extent of the difference of both in each direction, squared."""
        extent: Array = self.sides[0].spread() + self.sides[1].spread()
        return extent


class _Side:
    """The support of one body: of A in direction n, of B in direction -n."""

    def __init__(self, turn: Exact, place: Exact, centres: Exact, radii: Exact, sign: int) -> None:
        self._turn, self._place, self._centres, self._radii = turn, place, centres, radii
        self._sign = sign
        self._squares = radii * radii
        self._round = [bool(any(row != 0)) for row in radii]
        self._floats = [np.asarray(x, np.float64) for x in (turn, place, centres, radii)]

    def rough(self, n: Array) -> Array:
        turn, place, centres, radii = self._floats
        m = self._sign * n @ turn
        found: Array = self._sign * n @ place + (
            m @ centres.T + np.sqrt((m * m) @ (radii * radii).T)
        ).max(axis=1)
        return found

    def rough_pieces(self, n: Array) -> tuple[Array, Array]:
        """Value (k,) and gradient (k, 3) of each piece, in float64."""
        turn, place, centres, radii = self._floats
        m = self._sign * n @ turn
        w = np.sqrt((radii * m) ** 2 @ np.ones(3))
        slope = radii**2 * m / np.maximum(w, TINY)[:, None]
        gradient = self._sign * (place + (centres + slope) @ turn.T)
        return gradient @ n, gradient

    def values(self, n: Exact) -> list[Decimal]:
        """Of each piece."""
        m = self._sign * (n @ self._turn)
        base = self._sign * (n @ self._place)
        pieces = zip(self._centres, self._squares, self._round, strict=True)
        return [
            base + m @ centre + ((m * m) @ square).sqrt() if curved else base + m @ centre
            for centre, square, curved in pieces
        ]

    def piece(self, k: int, n: Exact) -> tuple[Exact, Exact]:
        """Gradient and second derivative by n of piece k."""
        m = self._sign * (n @ self._turn)
        gradient = self._centres[k]
        second = np.full((3, 3), Decimal(0), object)
        if self._round[k]:
            square = self._squares[k]
            w = ((m * m) @ square).sqrt()
            slope = square * m / w
            gradient = gradient + slope
            second = (np.diag(square) - np.outer(slope, slope)) / w
        turn = self._turn
        return self._sign * (self._place + turn @ gradient), turn @ second @ turn.T

    def tips(self) -> list[Exact]:
        """Normals of the flat ellipsoids: where all radii that are not zero see no direction."""
        found = []
        for row in self._radii:
            flat = [k for k in range(3) if row[k] == 0]
            if len(flat) == 1:
                # The image of the plane of the other two axes, also if the turn is a little off.
                x, y = (self._turn[:, (flat[0] + k) % 3] for k in (1, 2))
                found.append(unit_vector(cross(x, y)))
        return found

    def spread(self) -> Array:
        turn, _, centres, radii = self._floats
        inner = centres - 0.5 * (centres.min(axis=0) + centres.max(axis=0))
        extent = inner.T @ inner + np.diag((radii**2).sum(axis=0))
        turned: Array = turn @ extent @ turn.T
        return turned


def exact_decimals(values: Any) -> Exact:
    """Floats as decimals, without rounding."""
    array = np.asarray(values, np.float64)
    return np.array([Decimal(v) for v in array.ravel().tolist()], object).reshape(array.shape)


def norm(v: Exact) -> Decimal:
    return Decimal(v @ v).sqrt()


def unit_vector(v: Exact) -> Exact:
    return v / norm(v)


def cross(a: Exact, b: Exact) -> Exact:
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], object
    )
