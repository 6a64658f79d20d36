"""Meshes that look like shapes, for pictures of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry import Compound, Convex, HeightField, Mesh, Shape, icosphere

SMOOTH = 4
"""Subdivisions of the sphere of directions in which round shapes are sampled: 2,562 points."""


def surface_of(shape: Shape) -> Mesh:
    """A mesh that looks like a shape; made once and kept with it.

    Round shapes are sampled by their furthest points in many directions, so that the mesh is inside
    of them.

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
    if isinstance(shape, Mesh):
        return shape
    return derived(shape, "surface mesh", lambda: _made(shape))


def _made(shape: Shape) -> Mesh:
    if isinstance(shape, HeightField):
        return shape.mesh
    if isinstance(shape, Compound):
        parts = [
            (surface_of(part), pose) for part, pose in zip(shape.shapes, shape._poses, strict=True)
        ]
        vertices = [mesh.vertices @ pose[:3, :3].T + pose[:3, 3] for mesh, pose in parts]
        first = np.cumsum([0, *(len(v) for v in vertices)])
        faces = [mesh.faces + k for (mesh, _), k in zip(parts, first, strict=False)]
        return Mesh(np.concatenate(vertices), np.concatenate(faces))
    if not isinstance(shape, Convex):
        raise ImpingeError(f"shape: a {type(shape).__name__} does not end, and has no mesh")
    return _hull(shape.support(icosphere(1.0, SMOOTH).vertices))


def _hull(points: NDArray[np.float64]) -> Mesh:
    from scipy.spatial import ConvexHull

    points = np.unique(points, axis=0)
    hull = ConvexHull(points)
    faces = hull.simplices.astype(np.int64)
    a, b, c = (points[faces[:, k]] for k in range(3))
    inward = (np.cross(b - a, c - a) * hull.equations[:, :3]).sum(axis=1) < 0.0
    faces[inward] = faces[inward, ::-1]
    used, numbers = np.unique(faces, return_inverse=True)
    return Mesh(points[used], numbers.reshape(faces.shape))
