"""What volumes are fitted to, asked about and moved by: points of any source, one pose."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, as_numbers
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.poses import as_poses
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.geometry.coordinates import as_coordinates

Vector = tuple[float, float, float]


def points_of(source: Any, name: str) -> Array:
    """The points a volume around this must hold: those of a mesh's faces, or the rows given."""
    if isinstance(source, Mesh):
        return source._vertices[source._topology.used_vertices]
    points = as_coordinates(source, name)
    if not len(points):
        raise ImpingeError(f"{name}: no rows, a volume holds at least one point")
    return points


def as_vector(value: Any, name: str) -> Vector:
    """Three finite coordinates, as a tuple of floats."""
    shape = shape_of(value, f"{name}: expected three numbers")
    if shape != (3,):
        raise ImpingeError(f"{name}: expected three numbers, got shape {shape}")
    x, y, z = as_coordinates(as_numbers(value, name)[None], name)[0].tolist()
    return x, y, z


def as_pose(pose: ArrayLike) -> Array:
    """One pose (4, 4), checked."""
    matrix = as_poses(pose, "pose")
    if matrix is None or matrix.ndim != 2:
        raise ImpingeError("pose: expected one pose, of shape (4, 4)")
    return matrix


def as_axes(axes: ArrayLike | None) -> Array:
    """Unit vectors as rows, checked like the rotation of a pose, and made exact like it."""
    if axes is None:
        return np.eye(3)
    pose = np.eye(4)
    pose[:3, :3] = as_numbers(axes, "axes", (3, 3))
    checked = as_poses(pose, "axes")
    assert checked is not None
    return np.array(checked[:3, :3])


def ask_points(rows: Any, given: ArrayLike, kind: type, *volume: Any) -> Any:
    """What a kernel fills for each of the points (n, 3); a single value for a point (3,)."""
    single = shape_of(given, "points") == (3,)
    points = as_coordinates(as_numbers(given, "points")[None] if single else given, "points")
    out: NDArray[Any] = np.empty(len(points), kind)
    run_rows(rows, len(points), points, *volume, out)
    return kind(out[0]) if single else out
