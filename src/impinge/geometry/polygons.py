"""Faces of a convex surface: triangles that lie in one plane, joined to polygons."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry.kernels.convexity import bends_everywhere
from impinge.geometry.kernels.half_edges import sort_pairs, sort_triangles
from impinge.geometry.kernels.joining import (
    fill_normals,
    label_triangles,
    make_polygons,
    start_lowest,
)
from impinge.geometry.packing import Loops

Coordinates = NDArray[np.floating[Any]]
"""Floats of any width: wider ones keep the normals of needles."""

COPLANAR = 2.0**-49
"""Triangles are joined where the corner of one is this close to the plane of the other, as a share
of the largest coordinate. A coordinate that went through a rotation is off by 2**-51; larger would
flatten edges that were meant, smaller would leave the seams of turned boxes."""

FINER = 2.0**-4
"""Factor on the former for triangles whose polygon came out bent, before they are tried again."""

FINEST = 2.0**-56
"""Below this share of the largest coordinate, triangles stay apart."""


class Faces(NamedTuple):
    """Polygons around a convex body."""

    vertices: Ids
    """(n,) int64: the rows of the given vertices that are corners of at least three polygons."""
    loops: Loops
    """Vertices around each, counter-clockwise seen from outside, the lowest first; sorted."""


def join_triangles(
    vertices: Coordinates, triangles: Ids, twins: Ids, largest: float = 1.0
) -> Faces:
    """The polygons of a closed convex surface of triangles that look outward.

    Vertices in the middle of a polygon or of an edge, within rounding, are left out. A polygon that
    would not be flat, simple and convex is tried again from closer triangles, and left as triangles
    in the end.

    ``vertices`` are about at unit size, about the origin. Edge ``3 f + k`` runs from corner k of
    triangle f to the next; its twin runs back. ``largest`` is the largest coordinate before the
    vertices were moved to the origin, in the same unit: they are rounded as if they were as large.
    """
    wide, normals, areas = _split(vertices), np.empty((len(triangles), 6)), np.empty(len(triangles))
    fill_normals(wide, triangles, normals, areas)
    edges = np.flatnonzero(np.arange(len(twins)) < twins)
    # From the side of the larger triangle, and those of the largest first.
    edges = np.where(areas[edges // 3] >= areas[twins[edges] // 3], edges, twins[edges])
    edges = edges[np.argsort(-areas[edges // 3], kind="stable")]
    limits = np.full(len(triangles), COPLANAR * largest)
    while True:
        labels = label_triangles(wide, triangles, normals, areas, twins, edges, limits)
        around, starts, bad = make_polygons(wide, triangles, normals, twins, labels, limits)
        if not bad.any():
            return _numbered(around, starts)
        limits[bad[labels]] *= FINER
        limits[limits < FINEST * largest] = -1.0


def _split(vertices: Coordinates) -> Array:
    """(n, 6) float64: coordinates, and what is added to each (``kernels.wide``)."""
    high = vertices.astype(np.float64)
    return np.column_stack([high, (vertices - high).astype(np.float64)])


def _numbered(around: Ids, starts: Ids) -> Faces:
    """Loops by numbers of their own vertices, each with its lowest first, in the order of these."""
    rows, numbers = np.unique(around, return_inverse=True)
    around = start_lowest(numbers.astype(np.int64), starts)
    # No two have the same first two vertices: these name an edge and its direction.
    order = sort_pairs(around[starts[:-1]], around[starts[:-1] + 1], len(rows))
    lengths = np.diff(starts)[order]
    sorted_starts = np.concatenate([[0], np.cumsum(lengths)])
    places = np.repeat(starts[:-1][order] - sorted_starts[:-1], lengths)
    return Faces(rows, Loops(around[places + np.arange(len(around))], sorted_starts))


def triangles_only(
    vertices: Array, triangles: Ids, twins: Ids, largest: float = 1.0
) -> Faces | None:
    """What :func:`join_triangles` returns, where it is certain that it joins none; else None."""
    if not bends_everywhere(vertices, triangles, twins, COPLANAR * largest):
        return None
    around = sort_triangles(triangles, len(vertices)).ravel()
    return Faces(np.arange(len(vertices)), Loops(around, np.arange(0, len(around) + 1, 3)))


def area_vectors(corners: Coordinates) -> Coordinates:
    """(m, 3) float64: normals of triangles (m, 3, 3), as long as twice their areas.

    From the two shorter sides: those of a needle are lost in rounding from its two longer ones.
    """
    # By columns: NumPy is five times slower along an axis of three.
    sides = corners[:, [1, 2, 0]] - corners
    x, y, z = (sides[..., axis] for axis in range(3))
    longest = np.argmax(x * x + y * y + z * z, axis=1)
    rows = np.arange(len(corners))
    (a, b, c), (d, e, f) = (
        sides[rows, after].T for after in (_NEXT[longest], _NEXT[_NEXT[longest]])
    )
    return np.stack([b * f - c * e, c * d - a * f, a * e - b * d], axis=1)


_NEXT = np.array([1, 2, 0])
