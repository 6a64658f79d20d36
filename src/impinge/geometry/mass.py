"""Area, volume, centroid and inertia of triangle meshes, as sums over their faces.

Sums are taken about the middle of the mesh, after a scaling by a power of two: neither an offset
from the origin nor a small or large unit costs digits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array

FLAT = 1e-13
"""A closed mesh with less volume than this times area and diameter encloses none.

The sum of the faces' volumes is off by a few roundings of that size. Larger would refuse thin
sheets, of a thickness of this part of their diameter."""


class SurfaceMeasures(NamedTuple):
    """Area [m^2] and the centroid [m] of the surface, as if it were a sheet of equal thickness."""

    area: float
    centroid: Array


class VolumeMeasures(NamedTuple):
    """Volume [m^3], centroid [m], and inertia [m^5] about it, of the space inside, density 1.

    The sense is 1 if the faces look outward, -1 if inward (the volume is negative then), 0 if the
    volume is lost in rounding. Centroid and inertia are those of the outward mesh, or 0.
    """

    sense: int
    volume: float
    centroid: Array
    inertia: Array


def surface_measures(corners: Array) -> SurfaceMeasures:
    """Measures of the surface made of triangles, (m, 3, 3)."""
    local, middle, factor = _local(corners)
    normal = np.cross(local[:, 1] - local[:, 0], local[:, 2] - local[:, 0])
    areas = 0.5 * np.sqrt((normal * normal).sum(axis=1))
    area = areas.sum()
    weights = areas / area if area > 0.0 else np.full(len(areas), 1.0 / len(areas))
    centroid = (weights[:, None] * local.mean(axis=1)).sum(axis=0)
    with np.errstate(over="ignore", under="ignore"):
        return SurfaceMeasures(float(area / factor / factor), middle + centroid / factor)


def volume_measures(corners: Array) -> VolumeMeasures:
    """Measures of the space inside closed, oriented triangles, (m, 3, 3).

    Each face spans a tetrahedron with the middle of the mesh, counted negative where it faces
    inward. Its integrals are those of Tonon 2005 [Tonon2005]_, written as a sum over corners.
    """
    local, middle, factor = _local(corners)
    a, b, c = local[:, 0], local[:, 1], local[:, 2]
    normal = np.cross(b - a, c - a)
    volumes = (a * normal).sum(axis=1) / 6.0
    volume = volumes.sum()
    area = 0.5 * np.sqrt((normal * normal).sum(axis=1)).sum()
    if abs(volume) <= FLAT * area:
        return VolumeMeasures(0, 0.0, np.zeros(3), np.zeros((3, 3)))

    total = a + b + c
    centroid = (volumes[:, None] * total).sum(axis=0) / 4.0 / volume
    # The integral of x x^T over a tetrahedron with a corner at the origin.
    second = np.einsum("i,ij,ik->jk", volumes, total, total)
    for corner in (a, b, c):
        second += np.einsum("i,ij,ik->jk", volumes, corner, corner)
    second = second / 20.0 - volume * np.outer(centroid, centroid)
    sense = 1 if volume > 0.0 else -1
    inertia = sense * (np.trace(second) * np.eye(3) - 0.5 * (second + second.T))
    with np.errstate(over="ignore", under="ignore"):
        return VolumeMeasures(
            sense,
            float(volume / factor / factor / factor),
            middle + centroid / factor,
            inertia / factor / factor / factor / factor / factor,
        )


def _local(corners: Array) -> tuple[Array, Array, float]:
    """The corners about the middle of their bounds, scaled to about one; middle; factor."""
    lower, upper = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    middle = 0.5 * lower + 0.5 * upper
    local = corners - middle
    _, exponent = np.frexp(np.abs(local).max())
    factor = float(np.ldexp(1.0, min(-int(exponent), 1000)))
    return local * factor, middle, factor
