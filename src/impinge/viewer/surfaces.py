"""Meshes that look like shapes, for pictures of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import as_whole
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry import Compound, Convex, HeightField, Mesh, Shape, as_shape, icosphere
from impinge.viewer.coordinates import moved

SMOOTH = 4
"""Subdivisions of the sphere of directions in which round shapes are sampled: 2,562 points."""

THIN = 1e-9
"""Width of points, as a share of their length, below which they are a segment."""


def surface_of(shape: Shape, smooth: int = SMOOTH) -> Mesh:
    """A mesh that looks like a shape; made once and kept with it.

    Round shapes are sampled by their furthest points in many directions, so that the mesh is inside
    of them.

    Parameters
    ----------
    shape : Shape
    smooth : int, optional
        Subdivisions of the sphere of directions.

    Raises
    ------
    ImpingeError
        For a half space, which does not end.

    Examples
    --------
    >>> from impinge.geometry import Box, Sphere
    >>> surface_of(Box((1, 1, 1)))
    Mesh(8 vertices, 12 faces, closed, oriented)
    """
    shape, smooth = as_shape(shape, "shape"), as_whole(smooth, "smooth", 0, 9)
    if isinstance(shape, Mesh):
        return shape
    return derived(shape, ("surface mesh", smooth), lambda: _made(shape, smooth))


def joined(meshes: Sequence[Mesh], poses: NDArray[np.float64]) -> Mesh:
    """One mesh of several, each in its pose."""
    vertices = [moved(mesh.vertices, pose) for mesh, pose in zip(meshes, poses, strict=True)]
    first = np.cumsum([0, *(len(v) for v in vertices)])
    faces = [mesh.faces + k for mesh, k in zip(meshes, first, strict=False)]
    return Mesh(np.concatenate(vertices), np.concatenate(faces))


def _made(shape: Shape, smooth: int) -> Mesh:
    if isinstance(shape, HeightField):
        return shape.mesh
    if isinstance(shape, Compound):
        return joined([surface_of(part, smooth) for part in shape.shapes], shape._poses)
    if not isinstance(shape, Convex):
        raise ImpingeError(f"shape: a {type(shape).__name__} does not end, and has no mesh")
    return _hull(shape.support(icosphere(1.0, smooth).vertices))


def _hull(points: NDArray[np.float64]) -> Mesh:
    from scipy.spatial import ConvexHull, QhullError

    points = np.unique(points, axis=0)
    # Qhull multiplies lengths and knows absolute tolerances: each axis is brought to unit length.
    low, size = points.min(axis=0), np.ptp(points, axis=0)
    unit = (points - low) / np.where(size > 0.0, size, 1.0)
    if (np.linalg.svd(unit - unit.mean(axis=0), compute_uv=False)[1:2] < THIN).all():
        # A point or a segment: a triangle without area, from end to end.
        return Mesh(points, [[0, 0, len(points) - 1]])
    try:
        hull = ConvexHull(unit)
    except QhullError:
        # Flat, or nearly: moved by a little, its two sides become faces.
        hull = ConvexHull(unit, qhull_options="QJ")
    faces = hull.simplices.astype(np.int64)
    a, b, c = (unit[faces[:, k]] for k in range(3))
    inward = (np.cross(b - a, c - a) * hull.equations[:, :3]).sum(axis=1) < 0.0
    faces[inward] = faces[inward, ::-1]
    used, numbers = np.unique(faces, return_inverse=True)
    return Mesh(points[used], numbers.reshape(faces.shape))
