"""Surfaces of shapes, to be looked at."""

from __future__ import annotations

from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Cylinder, HeightField, Mesh, Shape, box_mesh
from impinge.scenes.solids import lathe

AROUND = 32
"""Corners of what is round."""


def drawn(shape: Shape) -> Mesh:
    """The surface of a mesh, height field, box or cylinder; the same object for the same shape."""
    if isinstance(shape, Mesh):
        return shape
    if isinstance(shape, HeightField):
        return shape.mesh
    if isinstance(shape, Box):
        return derived(shape, "drawn", lambda: box_mesh(shape.sizes))
    if isinstance(shape, Cylinder):
        r, h = shape.radius, 0.5 * shape.length
        outline = [(0.0, -h), (r, -h), (r, h), (0.0, h)]
        return derived(shape, "drawn", lambda: lathe(outline, AROUND))
    raise ImpingeError(f"shape: a {type(shape).__name__} is not drawn")
