"""Corners and volume of what lies between pairs of planes across the directions of a k-DOP."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import numpy as np

from impinge.bounds.directions import dop_of
from impinge.core.arrays import Array
from impinge.core.ids import Ids

CORNER_ROUNDING = 2.0**-45
"""Share of the largest end by which a common point of three planes may be outside a fourth and
still be a corner, and by which corners are told apart. Solutions of three equations err by 2**-48:
directions that meet in a point are never nearly in a plane."""

FLAT = 2.0**-43
"""Share of its length below which a polytope has no thickness: four times what corners err by."""

ROUNDED_FLAT = 2.0**-46
"""Share of the largest end below which thickness is what ends are rounded outward by (2**-49)."""

DEPENDENT = 2.0**-30
"""Determinant of three unit directions below which they are in one plane: others have 0.11."""


def corners_between(k: int, lower: Array, upper: Array) -> Array:
    """(n, 3) float64: vertices of the polytope, sorted; none if it is empty.

    Each three planes across different directions meet in a point, and those points that are not
    outside any other pair are the corners. Flat polytopes need no case of their own so.
    """
    # From the point halfway between the planes of the first three directions that meet in one, and
    # at unit size: no overflow, and rounding counts against the size and not against the place.
    directions = dop_of(k).directions
    triples, inverses = _meeting_planes(k)
    centre = inverses[0] @ (0.5 * lower + 0.5 * upper)[triples[0]]
    offsets = directions @ centre
    low, high = lower - offsets, upper - offsets
    size = float(max(np.abs(low).max(), np.abs(high).max()))
    if size == 0.0:
        return centre[None]
    ends = np.stack([low, high]) / size

    found = []
    for sides in product((0, 1), repeat=3):
        values = np.stack([ends[side, triples[:, j]] for j, side in enumerate(sides)], axis=1)
        found.append(np.einsum("tij,tj->ti", inverses, values))
    points = np.concatenate(found)
    along = points @ directions.T
    inside = (along >= ends[0] - CORNER_ROUNDING) & (along <= ends[1] + CORNER_ROUNDING)
    corners = _distinct(points[inside.all(axis=1)])
    return np.asarray(centre + size * corners)


def volume_between(k: int, lower: Array, upper: Array) -> float:
    """Volume of the polytope; 0 where flat or empty, inf where too large for a float64."""
    if k == 6:
        x, y, z = (upper - lower).tolist()
        return float(x * y * z)
    corners = corners_between(k, lower, upper)
    if len(corners) < 4:
        return 0.0
    centred = corners - corners.mean(axis=0)
    size = float(np.abs(centred).max())
    if size == 0.0:
        return 0.0
    # Along its principal axes at unit size: a thin polytope is no harder than another.
    _, spreads, axes = np.linalg.svd(centred / size, full_matrices=False)
    thickness = spreads[2] / np.sqrt(len(corners)) * size
    largest = float(max(np.abs(lower).max(), np.abs(upper).max()))
    if spreads[2] <= FLAT * spreads[0] or thickness <= ROUNDED_FLAT * largest:
        return 0.0
    from scipy.spatial import ConvexHull

    shares = float(ConvexHull(centred / size @ axes.T / spreads).volume)
    return shares * float(np.prod(spreads)) * size * size * size


@cache
def _meeting_planes(k: int) -> tuple[Ids, Array]:
    """Each three directions that are not in a plane, and the inverses of their matrices."""
    directions, lengths, _ = dop_of(k)
    triples = np.array(list(combinations(range(len(directions)), 3)))
    unit = (directions / lengths[:, None])[triples]
    triples = triples[np.abs(np.linalg.det(unit)) > DEPENDENT]
    return triples, np.linalg.inv(directions[triples])


def _distinct(points: Array) -> Array:
    """The points, sorted, without those that are nearly another's copy."""
    step = 4.0 * CORNER_ROUNDING
    cells, kept = np.unique(np.round(points / step), axis=0, return_index=True)
    # Copies on two sides of a cell's border are left: cells nearer than two steps are one.
    near = np.abs(cells[:, None] - cells[None]).max(axis=2) <= 1.0
    first = ~np.any(np.tril(near, -1), axis=1)
    return np.asarray(points[kept[first]])
