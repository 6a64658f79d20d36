"""How far a shape reaches from the origin of its frame: the lever arm of what turns about it."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import as_scalar
from impinge.core.errors import ImpingeError
from impinge.geometry import Compound, HalfSpace, HeightField, Mesh, as_shape
from impinge.geometry.kernels.convex_row import CENTRE, REACH
from impinge.geometry.shape import Convex, Shape

ROUNDING = 2.0**-48
"""Share by which a length, a root of three squares, may be off."""


def reach_of(radius: float | Any, name: str = "radius") -> float:
    """A radius of a ball about the origin that holds a shape [m], rounded upward.

    A number, not negative, stays what it is. Errors begin with ``name``.
    """
    if isinstance(radius, (int, float, np.number)):
        return as_scalar(radius, name)
    return _reach(as_shape(radius, name))


def _reach(shape: Shape) -> float:
    if isinstance(shape, HalfSpace):
        raise ImpingeError("radius: a HalfSpace does not end, expected a shape of some size")
    if isinstance(shape, HeightField):
        shape = shape.mesh
    if isinstance(shape, Compound):
        return max(
            _reach(part) + _length(pose[:3, 3])
            for part, pose in zip(shape.shapes, shape.poses, strict=True)
        )
    corner = _length(np.abs(shape.bounds).max(axis=0))
    if isinstance(shape, Mesh):
        # Of a mesh the corners are known.
        lengths = np.linalg.norm(shape.vertices[shape.faces.ravel()], axis=1)
        return min(corner, float(lengths.max()) * (1.0 + ROUNDING))
    if isinstance(shape, Convex):
        row = shape._packed
        ball = (_length(row[CENTRE : CENTRE + 3]) + float(row[REACH])) * (1.0 + ROUNDING)
        return min(corner, ball)
    return corner


def _length(vector: Any) -> float:
    return float(np.linalg.norm(vector)) * (1.0 + ROUNDING)
