"""What volumes are fitted to and asked about: points, of any source."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.geometry.coordinates import as_coordinates

Vector = tuple[float, float, float]


def points_of(source: Any, name: str) -> NDArray[np.float64]:
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
