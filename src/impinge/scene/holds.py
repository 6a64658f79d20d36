"""Measures of shapes from which their boxes follow in any pose."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from impinge.core.derived import derived
from impinge.geometry import HeightField, Mesh, Shape
from impinge.narrow.parts import parts_of
from impinge.scene.kernels.boxes import BALL, HALF, HOLD_ROW, MIDDLE, ROUND

OUTWARD = 1.0 + 2.0**-50
"""Lengths are rounded up by this: a root of three squares rounds by less."""


def hold_of(shape: Shape) -> NDArray[np.float64]:
    """(10,) float64: the volumes around a shape (``kernels.boxes``), made once and kept with it.

    Of surfaces all five are fitted to their vertices, of compounds only the box.

    Examples
    --------
    >>> from impinge.geometry import icosphere
    >>> row = hold_of(icosphere(2.0, 2))
    >>> row[[3, 6, 7]].round(6).tolist()
    [2.0, 2.0, 2.0]
    """
    return derived(shape, "hold", lambda: _fitted(shape))


def ways_of(shape: Shape, solid: bool) -> NDArray[np.float64]:
    """(k, 3) float64: ways, in the shape's own frame, that it goes beyond its hold without end.

    Half spaces of a compound do, and where height fields are solid the ground below them.

    Examples
    --------
    >>> field = HeightField([[0, 0], [0, 0]], 1.0)
    >>> ways_of(field, False).shape, ways_of(field, True).tolist()
    ((0, 3), [[-0.0, -0.0, -1.0]])
    """
    low, high = np.isinf(shape.bounds)
    ways = [*-np.eye(3)[low], *np.eye(3)[high]]
    if solid:
        ways += [-pose[:3, 2] for part, pose in parts_of(shape) if isinstance(part, HeightField)]
    return np.array(ways).reshape(-1, 3)


def _fitted(shape: Shape) -> NDArray[np.float64]:
    low, high = shape.bounds
    # Without end one way, it is held by its other end and that way; both ways, by any point.
    finite = np.where(np.isinf(low), 0.0, low)
    high = np.where(np.isinf(high), finite, high)
    low = np.where(np.isinf(low), high, low)
    row = np.full(HOLD_ROW, inf)
    # Halves first: the sum of two large coordinates might overflow.
    middle = 0.5 * low + 0.5 * high
    row[MIDDLE : MIDDLE + 3] = middle
    row[HALF : HALF + 3] = np.maximum(high - middle, middle - low) * OUTWARD
    mesh = shape.mesh if isinstance(shape, HeightField) else shape
    if isinstance(mesh, Mesh):
        away = mesh._vertices[mesh._topology.used_vertices] - middle
        squares = away * away
        row[BALL] = np.sqrt(squares.sum(axis=1).max()) * OUTWARD
        for axis in range(3):
            across = squares[:, (axis + 1) % 3] + squares[:, (axis + 2) % 3]
            row[ROUND + axis] = np.sqrt(across.max()) * OUTWARD
    return row
