"""References in exact arithmetic, independent of the library's kernels and trees.

Every float64 is a whole number times a power of two, and so are vertices seen from the world,
rotation times vertex plus shift. In a common unit they are Python integers, of any length
(:func:`whole_points`): nothing is rounded before the last square root.

The distance of two hulls, triangles among them, is the shortest vector of their Minkowski
difference, found by Wolfe's method [Wolfe1976]_: it ends after finitely many steps, and its last
test proves the answer. The depth is the least height of a face of that difference above the origin.
Faces have the normals of either body's faces, or are spanned by an edge of each: all of them are
tried, those that might be least in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.bench.timing import Array, Ids

Whole = tuple[int, int, int]
Wholes = NDArray[np.object_]

DIGITS = 60
"""Of square roots and quotients."""
SURE = 1e-9
"""Directions whose rounded height exceeds the least by more than this share of the largest extent
are left out: the height is rounded to about 1e-15 divided by ``PARALLEL``."""
PARALLEL = 1e-5
"""Edges with a smaller sine between them are always compared in whole numbers."""


class Polytope(NamedTuple):
    """A convex body by its vertices, and where its faces and edges may be.

    ``faces (m, 3)`` names three vertices of each face, ``edges (k, 2)`` the ends of each edge.
    More than there are do no harm: a plane that is not a face bounds the depth all the same.
    """

    points: list[Whole]
    edges: Ids
    faces: Ids


def sub(a: Whole, b: Whole) -> Whole:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Whole, b: Whole) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Whole, b: Whole) -> Whole:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def whole_points(
    vertices: Sequence[Array], poses: Sequence[Array]
) -> tuple[list[list[Whole]], Fraction]:
    """World coordinates of several bodies as whole numbers of one unit, exactly; and that unit.

    Each vertex is rotation times vertex plus translation, with the numbers in the pose as given.

    Examples
    --------
    >>> import numpy as np
    >>> from impinge.geometry import pose
    >>> whole_points([np.array([[0.5, 0.25, 3.0]])], [pose()])
    ([[(2, 1, 12)]], Fraction(1, 4))
    """
    moved = []
    for points, pose in zip(vertices, poses, strict=True):
        body, turn, shift = map(_whole, (points, pose[:3, :3], pose[:3, 3]))
        parts = body[1] * turn[1]
        unit = max(parts, shift[1])
        moved.append((body[0] @ turn[0].T * (unit // parts) + shift[0] * (unit // shift[1]), unit))
    finest = max(unit for _, unit in moved)
    bodies = [[tuple(p) for p in (x * (finest // unit)).tolist()] for x, unit in moved]
    return bodies, Fraction(1, finest)


def _whole(values: Array) -> tuple[Wholes, int]:
    """Floats as whole numbers over one denominator: the largest, since all are powers of two."""
    ratios = [v.as_integer_ratio() for v in np.asarray(values, np.float64).ravel().tolist()]
    finest = max(below for _, below in ratios)
    return np.array([n * (finest // d) for n, d in ratios], object).reshape(values.shape), finest


def distance_sq(a: Sequence[Whole], b: Sequence[Whole]) -> Fraction:
    """Squared distance of the hulls of two sets of points; zero just where they meet.

    Examples
    --------
    >>> distance_sq([(0, 0, 0), (2, 0, 0)], [(1, 1, 1), (1, 1, -1)])
    Fraction(1, 1)
    """
    # Of all differences of a point of A's hull and one of B's, weighted: only ratios matter.
    corral, weights = [sub(a[0], b[0])], [1]
    while True:
        x, y, z = (sum(w * p[k] for w, p in zip(weights, corral, strict=True)) for k in range(3))
        n = x, y, z
        p = sub(min(a, key=lambda v: dot(n, v)), max(b, key=lambda v: dot(n, v)))
        # Every point of the corral is as far along the shortest as that one itself.
        if dot(n, p) >= dot(n, corral[0]):
            return Fraction(dot(n, n), sum(weights) ** 2)
        corral.append(p)
        weights.append(0)
        while min(target := _affine(corral)) <= 0:
            own, other = sum(weights), sum(target)
            pairs = [(w * other, t * own) for w, t in zip(weights, target, strict=True)]
            # As far towards it as all weights stay positive; what has none leaves.
            theta = min(Fraction(w, w - t) for w, t in pairs if t <= 0)
            top, bottom = theta.numerator, theta.denominator
            weights = [w * (bottom - top) + t * top for w, t in pairs]
            kept = [k for k, w in enumerate(weights) if w > 0]
            common = gcd(*weights)
            corral, weights = [corral[k] for k in kept], [weights[k] // common for k in kept]
        weights = target


def _affine(points: Sequence[Whole]) -> list[int]:
    """Weights, with a positive sum, of the shortest vector in the flat through some points."""
    first, *others = points
    along = [sub(p, first) for p in others]
    gram = [[dot(u, v) for v in along] for u in along]
    right = [-dot(u, first) for u in along]
    found = [
        _determinant([[*row[:k], r, *row[k + 1 :]] for row, r in zip(gram, right, strict=True)])
        for k in range(len(along))
    ]
    return [_determinant(gram) - sum(found), *found]


def _determinant(rows: list[list[int]]) -> int:
    if not rows:
        return 1
    minors = (_determinant([row[:k] + row[k + 1 :] for row in rows[1:]]) for k in range(len(rows)))
    return sum((-1) ** k * rows[0][k] * minor for k, minor in enumerate(minors))


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
    squares = []
    for n in _normals(a, b):
        up_a, up_b = [dot(n, v) for v in a.points], [dot(n, v) for v in b.points]
        height = min(max(up_a) - min(up_b), max(up_b) - min(up_a))
        squares.append(Fraction(height * height, dot(n, n)))
    # Where all differences lie on one line, any push sideways separates.
    return min(squares, default=Fraction(0))


def _normals(a: Polytope, b: Polytope) -> list[Whole]:
    """Directions in which the least height may be found, as whole numbers."""
    points = [np.array(body.points, object) for body in (a, b)]
    # Seen from a vertex of the smaller body, and of about unit size, rounding is harmless.
    extents = [int(np.ptp(p, axis=0).max()) for p in points]
    origin = points[int(extents[1] < extents[0])][0]
    bits = (max(int(np.abs(p - origin).max()) for p in points) or 1).bit_length()
    sides = [p[body.faces] for p, body in zip(points, (a, b), strict=True)]
    along = [p[e[:, 1]] - p[e[:, 0]] for p, e in zip(points, (a.edges, b.edges), strict=True)]
    i, j = (k.ravel() for k in np.indices((len(along[0]), len(along[1]))))
    first = np.concatenate([*(s[:, 1] - s[:, 0] for s in sides), along[0][i]])
    second = np.concatenate([*(s[:, 2] - s[:, 0] for s in sides), along[1][j]])
    rounded = [_rounded(p - origin, bits) for p in points]
    chosen = _least(_rounded(first, bits), _rounded(second, bits), rounded)
    found = (cross(tuple(first[k]), tuple(second[k])) for k in chosen)
    return [n for n in dict.fromkeys(found) if n != (0, 0, 0)]


def _least(first: Array, second: Array, rounded: list[Array]) -> Ids:
    """Which cross products may be the normal of least height."""
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (v / np.linalg.norm(v, axis=1)[:, None] for v in (first, second))
        across = np.cross(first, second)
        sine = np.linalg.norm(across, axis=1)
        n = across / sine[:, None]
    up_a, up_b = n @ rounded[0].T, n @ rounded[1].T
    height = np.minimum(up_a.max(1) - up_b.min(1), up_b.max(1) - up_a.min(1))
    unsure = ~(sine > PARALLEL)
    height[unsure] = np.inf
    return np.flatnonzero((height <= height.min(initial=np.inf) + SURE) | unsure)


def _rounded(whole: Wholes, bits: int) -> Array:
    """Whole numbers in units of ``2**bits``, as floats."""
    flat = [int(v) / (1 << bits) for v in whole.ravel()]
    return np.array(flat, np.float64).reshape(-1, 3)


def all_features(count: int) -> tuple[Ids, Ids]:
    """Every pair and every triple of so many vertices: edges and faces are among them."""
    edges, faces = (list(combinations(range(count), corners)) for corners in (2, 3))
    return np.array(edges, np.int64).reshape(-1, 2), np.array(faces, np.int64).reshape(-1, 3)


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
