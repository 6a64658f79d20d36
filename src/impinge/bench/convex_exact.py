"""Signed gaps of convex polytopes in exact arithmetic: no rounding before the last square root.

Vertices are rows of whole numbers (:func:`whole_points`). The distance is the shortest vector of
the Minkowski difference, found by Wolfe's method [Wolfe1976]_ in fractions: it ends after finitely
many steps, and its last test proves the answer. The depth is the least height of a face of that
difference above the origin. Faces have the normals of either body's faces, or are spanned by an
edge of each: all of them are tried, those that might be least in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from impinge.bench.whole import Whole, cross, dot, sub

Array = NDArray[np.float64]
Ids = NDArray[np.int64]
Vector = tuple[Fraction, Fraction, Fraction]

DIGITS = 60
"""Of square roots and quotients."""

SURE = 1e-9
"""Directions whose rounded height exceeds the least by more than this share of the largest extent
are left out: the height is rounded to about 1e-15 divided by ``PARALLEL``."""

PARALLEL = 1e-5
"""Edges with a smaller sine between them are always compared in whole numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Polytope:
    """A convex body by its vertices, and where its faces and edges may be.

    ``faces (m, 3)`` names three vertices of each face, ``edges (k, 2)`` the ends of each edge.
    More than there are do no harm: a plane that is not a face bounds the depth all the same.
    """

    points: list[Whole]
    edges: Ids
    faces: Ids


def whole_points(
    vertices: Sequence[Array], poses: Sequence[Array]
) -> tuple[list[list[Whole]], Fraction]:
    """World coordinates of several bodies as whole numbers of one unit, exactly; and that unit.

    Each vertex is rotation times vertex plus translation, with the numbers in the pose as given.

    Examples
    --------
    >>> import numpy as np
    >>> whole_points([np.array([[0.5, 0.25, 3.0]])], [np.eye(4)])
    ([[(2, 1, 12)]], Fraction(1, 4))
    """
    moved: list[list[Vector]] = []
    for points, pose in zip(vertices, poses, strict=True):
        rows = [[Fraction(x) for x in row] for row in np.asarray(pose)[:3].tolist()]
        body = []
        for x, y, z in ([Fraction(v) for v in point] for point in points.tolist()):
            place = [r[0] * x + r[1] * y + r[2] * z + r[3] for r in rows]
            body.append((place[0], place[1], place[2]))
        moved.append(body)
    # All denominators are powers of two: the largest is a multiple of each.
    finest = max(v.denominator for body in moved for point in body for v in point)
    whole = [[_scaled(point, finest) for point in body] for body in moved]
    return whole, Fraction(1, finest)


def _scaled(point: Vector, by: int) -> Whole:
    x, y, z = (v.numerator * (by // v.denominator) for v in point)
    return x, y, z


def distance_sq(a: Sequence[Whole], b: Sequence[Whole]) -> Fraction:
    """Squared distance of the hulls of two sets of points; zero just where they meet.

    Examples
    --------
    >>> distance_sq([(0, 0, 0), (2, 0, 0)], [(1, 1, 1), (1, 1, -1)])
    Fraction(1, 1)
    """
    x = _nearest(a, b)
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2]


def _nearest(a: Sequence[Whole], b: Sequence[Whole]) -> Vector:
    """The shortest of all differences of a point of A's hull and one of B's."""
    corral = [sub(a[0], b[0])]
    weights = [Fraction(1)]
    x: Vector = _combined(corral, weights)
    while True:
        # The direction as whole numbers: only its sense matters.
        n = _scaled(x, x[0].denominator * x[1].denominator * x[2].denominator)
        p = sub(min(a, key=lambda v: dot(n, v)), max(b, key=lambda v: dot(n, v)))
        # Every point of the corral is as far along x as x itself.
        if dot(n, p) >= dot(n, corral[0]):
            return x
        corral.append(p)
        weights.append(Fraction(0))
        while True:
            target = _affine(corral)
            if min(target) > 0:
                weights = target
                break
            # As far towards it as all weights stay positive; what has none leaves.
            theta = min(w / (w - t) for w, t in zip(weights, target, strict=True) if t <= 0)
            weights = [w + theta * (t - w) for w, t in zip(weights, target, strict=True)]
            kept = [k for k, w in enumerate(weights) if w > 0]
            corral, weights = [corral[k] for k in kept], [weights[k] for k in kept]
        x = _combined(corral, weights)


def _combined(points: Sequence[Whole], weights: Sequence[Fraction]) -> Vector:
    x, y, z = (
        sum((w * p[k] for w, p in zip(weights, points, strict=True)), Fraction(0)) for k in range(3)
    )
    return x, y, z


def _affine(points: Sequence[Whole]) -> list[Fraction]:
    """Weights, with sum one, of the shortest vector in the flat through some points."""
    size = len(points)
    rows = [[Fraction(dot(p, q)) for q in points] + [Fraction(1), Fraction(0)] for p in points]
    rows.append([Fraction(1)] * size + [Fraction(0), Fraction(1)])
    for k in range(size + 1):
        pivot = next(i for i in range(k, size + 1) if rows[i][k] != 0)
        rows[k], rows[pivot] = rows[pivot], rows[k]
        head = rows[k]
        for i, row in enumerate(rows):
            if i != k and row[k] != 0:
                factor = row[k] / head[k]
                rows[i] = [v - factor * h for v, h in zip(row, head, strict=True)]
    return [rows[k][-1] / rows[k][k] for k in range(size)]


def depth_sq(a: Polytope, b: Polytope) -> Fraction:
    """Squared length of the shortest translation that separates two bodies that meet.

    Examples
    --------
    >>> import numpy as np
    >>> corners = [(x, y, z) for x in (0, 4) for y in (0, 4) for z in (0, 4)]
    >>> edges, faces = all_features(8)
    >>> a = Polytope(corners, edges, faces)
    >>> b = Polytope([(x + 3, y, z + 1) for x, y, z in corners], edges, faces)
    >>> depth_sq(a, b)
    Fraction(1, 1)
    """
    normals = _normals(a, b)
    if not normals:
        # All differences lie on one line: any push sideways separates.
        return Fraction(0)
    best = None
    for n in normals:
        up_a, up_b = [dot(n, v) for v in a.points], [dot(n, v) for v in b.points]
        height = min(max(up_a) - min(up_b), max(up_b) - min(up_a))
        square = Fraction(height * height, dot(n, n))
        best = square if best is None else min(best, square)
    assert best is not None
    return best


def _normals(a: Polytope, b: Polytope) -> list[Whole]:
    """Directions in which the least height may be found, as whole numbers."""
    points = [np.array(body.points, object) for body in (a, b)]
    # Seen from a vertex of the smaller body, and of about unit size, rounding is harmless.
    extents = [int(np.ptp(p, axis=0).max()) for p in points]
    origin = points[int(extents[1] < extents[0])][0]
    largest = max(int(np.abs(p - origin).max()) for p in points) or 1
    bits = largest.bit_length()
    rounded = [_rounded(p - origin, bits) for p in points]
    vectors = [(p[f[:, 1]] - p[f[:, 0]], p[f[:, 2]] - p[f[:, 0]])
               for p, f in zip(points, (a.faces, b.faces), strict=True)]  # fmt: skip
    along = [p[e[:, 1]] - p[e[:, 0]] for p, e in zip(points, (a.edges, b.edges), strict=True)]
    i, j = (k.ravel() for k in np.indices((len(along[0]), len(along[1]))))
    first = np.concatenate([vectors[0][0], vectors[1][0], along[0][i]])
    second = np.concatenate([vectors[0][1], vectors[1][1], along[1][j]])
    chosen = _least(_rounded(first, bits), _rounded(second, bits), rounded)
    found = (cross(tuple(first[k]), tuple(second[k])) for k in chosen)
    return [n for n in dict.fromkeys(found) if n != (0, 0, 0)]


def _least(first: Array, second: Array, rounded: list[Array]) -> Ids:
    """Which cross products may be the normal of least height."""
    lengths = [np.linalg.norm(v, axis=1) for v in (first, second)]
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = first / lengths[0][:, None], second / lengths[1][:, None]
        cross = np.cross(first, second)
        sine = np.linalg.norm(cross, axis=1)
        n = cross / sine[:, None]
    up_a, up_b = n @ rounded[0].T, n @ rounded[1].T
    height = np.minimum(up_a.max(1) - up_b.min(1), up_b.max(1) - up_a.min(1))
    unsure = ~(sine > PARALLEL)
    height[unsure] = np.inf
    near = height <= height.min(initial=np.inf) + SURE
    return np.flatnonzero(near | unsure)


def _rounded(whole: NDArray[np.object_], bits: int) -> Array:
    """Whole numbers in units of ``2**bits``, as floats."""
    flat = [_ratio(int(v), bits) for v in whole.ravel()]
    return np.array(flat, np.float64).reshape(-1, 3)


def _ratio(value: int, bits: int) -> float:
    return value / (1 << bits)


def all_features(count: int) -> tuple[Ids, Ids]:
    """Every pair and every triple of so many vertices: edges and faces are among them."""
    edges = np.argwhere(np.triu(np.ones((count, count), bool), 1))
    i, j, k = np.indices((count, count, count))
    return edges.astype(np.int64), np.argwhere((i < j) & (j < k)).astype(np.int64)


def root(square: Fraction, unit: Fraction) -> Decimal:
    """The length [m] whose square is so many squared units, to ``DIGITS`` digits."""
    with localcontext() as context:
        context.prec = DIGITS
        return as_decimal(square * unit * unit).sqrt()


def as_decimal(value: Fraction) -> Decimal:
    """A fraction to ``DIGITS`` digits."""
    with localcontext() as context:
        context.prec = DIGITS
        return Decimal(value.numerator) / Decimal(value.denominator)
