"""What volumes are fitted to, asked about and moved by: points of any source, one pose."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.geometry.coordinates import as_coordinates

Floats = NDArray[np.float64]
Vector = tuple[float, float, float]


def points_of(source: Any, name: str) -> Floats:
    """The points that a volume around this must hold: those of a mesh's faces, or the rows given.

    Examples
    --------
    >>> points_of([[1, 2, 3]], "points")
    array([[1., 2., 3.]])
    """
    if isinstance(source, Mesh):
        return source._vertices[source._topology.used_vertices]
    points = as_coordinates(source, name)
    if not len(points):
        raise ImpingeError(f"{name}: no rows, a volume holds at least one point")
    return points


def as_vector(value: Any, name: str) -> Vector:
    """Three finite coordinates, as a tuple of floats."""
    try:
        shape = np.shape(value)
    except ValueError:
        shape = ()
    if shape != (3,):
        raise ImpingeError(f"{name}: expected three numbers, got shape {shape}")
    x, y, z = as_coordinates(np.asarray(value)[None], name)[0].tolist()
    return x, y, z


def as_pose(pose: ArrayLike) -> Floats:
    """One pose (4, 4), checked."""
    matrix = as_poses(pose, "pose")
    if matrix is None or matrix.ndim != 2:
        raise ImpingeError("pose: expected one pose, of shape (4, 4)")
    return matrix


def ask_points(rows: Any, given: ArrayLike, kind: type, *volume: Any) -> Any:
    """What a kernel fills for each of the points (n, 3); a single value for a point (3,)."""
    single = np.shape(given) == (3,)
    points = as_coordinates(np.asarray(given)[None] if single else given, "points")
    out: NDArray[Any] = np.empty(len(points), kind)
    run_rows(rows, len(points), points, *volume, out)
    return kind(out[0]) if single else out
