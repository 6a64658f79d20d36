"""References in exact arithmetic, independent of the library's kernels and trees.

Every float64 is a whole number times a power of two, and so are the coordinates of B seen from A,
rotation times vertex plus shift. Times one common power of two they are Python integers, of any
length: signs of determinants are then certain. Distances are fractions of integers until the last
square root.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from impinge.bench.whole import Whole, cross, dot, sub

Array = NDArray[np.float64]
Ids = NDArray[np.int64]
Points = list[Whole]

SCALE = 420
"""Coordinates are multiplied by 2 to this power; smaller bits are none in ordinary meshes."""


def exact_points(vertices: Array, pose: Array | None = None) -> Points:
    """Vertices as seen from the world, times ``2**SCALE``, without any rounding.

    Raises
    ------
    ValueError
        If a coordinate has bits below ``2**-SCALE``.
    """
    if pose is None:
        return [(_whole(x), _whole(y), _whole(z)) for x, y, z in vertices.tolist()]
    half = SCALE // 2
    rows = [[_whole(x, half) for x in row] for row in pose[:3, :3].tolist()]
    shift = [_whole(x) for x in pose[:3, 3].tolist()]
    points = []
    for vertex in vertices.tolist():
        x, y, z = (_whole(v, half) for v in vertex)
        moved = [r[0] * x + r[1] * y + r[2] * z + t for r, t in zip(rows, shift, strict=True)]
        points.append((moved[0], moved[1], moved[2]))
    return points


def _whole(value: float, power: int = SCALE) -> int:
    top, bottom = value.as_integer_ratio()
    whole, rest = divmod(top << power, bottom)
    if rest:
        raise ValueError(f"{value!r} has bits below 2**-{power}")
    return whole


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def triangles_meet(s: Points, t: Points) -> bool:
    """Whether two closed triangles have a point in common; either may have no area.

    They do if and only if an edge of one meets the other.

    Examples
    --------
    >>> floor = [(0, 0, 0), (2, 0, 0), (0, 2, 0)]
    >>> triangles_meet(floor, [(1, 1, 0), (3, 3, 0), (3, 3, 1)])
    True
    """
    return any(_segment_meets(p, q, t) for p, q in _edges(s)) or any(
        _segment_meets(p, q, s) for p, q in _edges(t)
    )


def _edges(t: Points) -> list[tuple[Whole, Whole]]:
    return [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])]


def _segment_meets(p: Whole, q: Whole, t: Points) -> bool:
    a, b, c = t
    normal = cross(sub(b, a), sub(c, a))
    if normal == (0, 0, 0):
        return any(_segments_meet(p, q, r, s) for r, s in _edges(t))
    side_p, side_q = _sign(dot(normal, sub(p, a))), _sign(dot(normal, sub(q, a)))
    if side_p * side_q > 0:
        return False
    if side_p == side_q == 0:
        return _inside(p, t, normal) or any(_segments_meet(p, q, r, s) for r, s in _edges(t))
    along = sub(q, p)
    turns = [_sign(dot(along, cross(sub(r, p), sub(s, p)))) for r, s in _edges(t)]
    return min(turns) >= 0 or max(turns) <= 0


def _inside(p: Whole, t: Points, normal: Whole) -> bool:
    """Whether a point of the triangle's plane is in the triangle."""
    turns = [_sign(dot(normal, cross(sub(s, r), sub(p, r)))) for r, s in _edges(t)]
    return min(turns) >= 0


def _segments_meet(p: Whole, q: Whole, r: Whole, s: Whole) -> bool:
    return _segment_distance_sq(p, q, r, s) == 0


def distance_sq(s: Points, t: Points) -> Fraction:
    """Squared distance of two triangles, in units of ``4**-SCALE``, exactly."""
    if triangles_meet(s, t):
        return Fraction(0)
    edges = (_segment_distance_sq(*e, *f) for e, f in product(_edges(s), _edges(t)))
    corners = [_point_distance_sq(p, t) for p in s] + [_point_distance_sq(p, s) for p in t]
    return min([*edges, *(d for d in corners if d is not None)])


def _point_distance_sq(p: Whole, t: Points) -> Fraction | None:
    """To the plane, if the foot lies in the triangle; the edges answer for all other cases."""
    a, b, c = t
    normal = cross(sub(b, a), sub(c, a))
    if normal == (0, 0, 0):
        return None
    turns = [_sign(dot(normal, cross(sub(s, r), sub(p, r)))) for r, s in _edges(t)]
    if min(turns) < 0:
        return None
    return Fraction(dot(normal, sub(p, a)) ** 2, dot(normal, normal))


def _segment_distance_sq(p: Whole, q: Whole, r: Whole, s: Whole) -> Fraction:
    d, e, w = sub(q, p), sub(s, r), sub(p, r)
    a, b, c, f, g = dot(d, d), dot(d, e), dot(e, e), dot(d, w), dot(e, w)
    best = min(
        _end_distance_sq(p, r, e, c), _end_distance_sq(q, r, e, c),
        _end_distance_sq(r, p, d, a), _end_distance_sq(s, p, d, a),
    )  # fmt: skip
    det = a * c - b * b
    if det > 0:
        u, v = b * g - c * f, a * g - b * f
        if 0 <= u <= det and 0 <= v <= det:
            n = cross(d, e)
            best = min(best, Fraction(dot(n, w) ** 2, dot(n, n)))
    return best


def _end_distance_sq(p: Whole, r: Whole, e: Whole, c: int) -> Fraction:
    """From a point to the segment that starts at r and goes along e, with c = e.e."""
    w = sub(p, r)
    t = dot(w, e)
    if t <= 0 or c == 0:
        return Fraction(dot(w, w))
    if t >= c:
        v = sub(w, e)
        return Fraction(dot(v, v))
    return Fraction(dot(w, w) * c - t * t, c)


def root(square: Fraction) -> Decimal:
    """The distance in metres, to 40 digits, from a square in units of ``4**-SCALE``."""
    with localcontext() as context:
        context.prec = 400
        ratio = Decimal(square.numerator) / Decimal(square.denominator)
        return ratio.sqrt() / Decimal(2) ** SCALE


def box_pairs(corners_a: Array, corners_b: Array, pad: float) -> Ids:
    """(m, 2) int64: triangles, (n, 3, 3), whose boxes come within ``pad``: sorted and swept."""
    low_a, high_a = corners_a.min(axis=1) - pad, corners_a.max(axis=1) + pad
    low_b, high_b = corners_b.min(axis=1), corners_b.max(axis=1)
    if not len(low_a) or not len(low_b):
        return np.empty((0, 2), dtype=np.int64)
    # Only what reaches the common part of both meshes' boxes can meet.
    low = np.maximum(low_a.min(axis=0), low_b.min(axis=0))
    high = np.minimum(high_a.max(axis=0), high_b.max(axis=0))
    in_a = np.flatnonzero(((low_a <= high) & (high_a >= low)).all(axis=1))
    in_b = np.flatnonzero(((low_b <= high) & (high_b >= low)).all(axis=1))
    in_b = in_b[np.argsort(low_b[in_b, 0], kind="stable")]
    begin = low_b[in_b, 0]
    wide = float((high_b[in_b, 0] - begin).max()) if len(in_b) else 0.0
    found = [np.empty((0, 2), dtype=np.int64)]
    for i in in_a:
        first = np.searchsorted(begin, low_a[i, 0] - wide, side="left")
        last = np.searchsorted(begin, high_a[i, 0], side="right")
        j = in_b[first:last]
        j = j[((low_b[j] <= high_a[i]) & (high_b[j] >= low_a[i])).all(axis=1)]
        if len(j):
            found.append(np.stack([np.full(len(j), i), np.sort(j)], axis=1))
    return np.concatenate(found)
