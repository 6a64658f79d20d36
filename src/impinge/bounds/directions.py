"""The fixed directions of k-DOPs, and the triangles between them."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array, as_whole_of, frozen
from impinge.core.ids import Ids

CUBE = {6: "f", 14: "fv", 18: "fe", 26: "fve"}
DODECAHEDRON = {12: "f", 32: "fv", 62: "fve"}
"""Of which features of a solid the directions are taken: faces, vertices, edges."""

SIZES = tuple(sorted(CUBE | DODECAHEDRON))
"""Each k there is a set of directions for."""

GOLDEN = 0.5 + 0.5 * sqrt(5.0)


class Dop(NamedTuple):
    """What kernels need to know about the k-DOPs of one k; nobody writes to it."""

    directions: Array
    """(k/2, 3) float64."""
    lengths: Array
    """(k/2,) float64: those of the directions."""
    facets: Ids
    """(f, 3) int64: signed directions, three a triangle of their hull."""


def dop_directions(k: int) -> Array:
    """The directions of a k-DOP, one of each pair of opposite ones.

    Those of a cube are whole numbers and not of unit length: its faces (6), with its vertices (14)
    or edges (18) or both (26), after Klosowski and others 1998 [Klosowski1998]_. Those of a
    dodecahedron have unit length: its faces (12), with its vertices (32) and edges (62). No
    direction of space is further from the nearest than 54.7, 36.2, 35.3, 27.6 degrees (6, 14, 18,
    26), and 37.4, 22.7, 18.7 (12, 32, 62).

    Parameters
    ----------
    k : int
        6, 14, 18, 26, or 12, 32, 62.

    Returns
    -------
    (k/2, 3) float64
        Faces, vertices, edges, in this order. Read-only.

    Raises
    ------
    ImpingeError
        If there is no set of this size.

    Examples
    --------
    >>> dop_directions(6)
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    return frozen(dop_of(k).directions)


def dop_facets(k: int) -> Ids:
    """Triangles of the convex hull of a k-DOP's signed directions, at unit length.

    Signed direction s is row s of :func:`dop_directions` for s < k/2, and from there on the
    opposite of row s - k/2.

    Returns
    -------
    (f, 3) int64
        Sorted rows of three signed directions each. Read-only.

    Examples
    --------
    >>> len(dop_facets(6))
    8
    """
    return frozen(dop_of(k).facets)


def dop_of(k: Any) -> Dop:
    """Directions, their lengths and facets, in the layout of kernels, made once for each k."""
    return _dop_of(as_whole_of(k, "k", SIZES))


@cache
def _dop_of(k: int) -> Dop:
    from scipy.spatial import ConvexHull

    features, rows = (CUBE[k], _cube()) if k in CUBE else (DODECAHEDRON[k], _dodecahedron())
    directions = np.concatenate([rows[feature] for feature in features])
    lengths = np.linalg.norm(directions, axis=1)
    unit = directions / lengths[:, None]
    corners = np.sort(ConvexHull(np.concatenate([unit, -unit])).simplices.astype(np.int64), axis=1)
    # Sorted: the order that Qhull finds them in is its own affair.
    return Dop(directions, lengths, np.ascontiguousarray(corners[np.lexsort(corners.T[::-1])]))


def _cube() -> dict[str, Array]:
    """One of each pair, by the number of coordinates that are not zero."""
    signs = [v for v in product((1.0, 0.0, -1.0), repeat=3) if _leads(v)]
    return {
        feature: np.array([v for v in signs if np.count_nonzero(v) == count])
        for feature, count in (("f", 1), ("e", 2), ("v", 3))
    }


def _dodecahedron() -> dict[str, Array]:
    """Faces look along the vertices of an icosahedron; edges along those of the icosidodecahedron.

    Each family is given by its rows with all signs and in cyclic order.
    """
    g = GOLDEN
    return {
        "f": _all_of([(0.0, 1.0, g)]),
        "v": _all_of([(1.0, 1.0, 1.0), (0.0, g, 1.0 / g)]),
        "e": _all_of([(1.0, 0.0, 0.0), (0.5 * g, 0.5, 0.5 * g * g)]),
    }


def _all_of(patterns: list[tuple[float, float, float]]) -> Array:
    found: dict[tuple[float, ...], None] = {}
    for x, y, z in patterns:
        for s in product((1.0, -1.0), repeat=3):
            for v in ((x, y, z), (y, z, x), (z, x, y)):
                row = tuple(a * b + 0.0 for a, b in zip(v, s, strict=True))
                if _leads(row):
                    found[row] = None
    rows = np.array(list(found))
    return rows / np.linalg.norm(rows, axis=1)[:, None]


def _leads(v: tuple[float, ...]) -> bool:
    """Whether the first coordinate that is not zero is positive: so for one of each pair."""
    return next((x > 0.0 for x in v if x != 0.0), False)
