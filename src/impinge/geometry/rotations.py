"""Rotation matrices from quaternions, Euler angles, axes and angles; one, or a batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.options import shown

ORDERS = {"xyzw": (0, 1, 2, 3), "wxyz": (1, 2, 3, 0)}
"""Columns of x, y, z and w of a quaternion, by the name of its order."""


def as_order(order: Any, prefix: str = "order:") -> tuple[int, ...]:
    """Columns of x, y, z and w; an error that begins with the prefix if the order is unknown."""
    if not isinstance(order, str) or order not in ORDERS:
        raise ImpingeError(f"{prefix} {shown(order)}, expected xyzw or wxyz")
    return ORDERS[order]


def rotation_of(x: Any, y: Any, z: Any, w: Any) -> Array:
    """(3, 3), or (n, 3, 3) of (n,) each: the rotation of a quaternion of length one.

    Examples
    --------
    >>> rotation_of(0.0, 0.0, 1.0, 0.0).tolist()
    [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    return _matrices([
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ])  # fmt: skip


def sine_and_cosine(angle: Any, *, degrees: bool) -> tuple[Any, Any]:
    """Sine and cosine of an angle, or of each of several; exact for right angles in degrees.

    Examples
    --------
    >>> [float(x) for x in sine_and_cosine(270.0, degrees=True)]
    [-1.0, 0.0]
    """
    if not degrees:
        return np.sin(angle), np.cos(angle)
    rest = np.mod(angle, 360.0)
    turned = np.radians(rest)
    quarter = np.where(rest % 90.0 == 0.0, rest // 90.0, -1.0)
    right = [quarter == 0.0, quarter == 1.0, quarter == 2.0, quarter == 3.0]
    sine = np.select(right, [0.0, 1.0, 0.0, -1.0], np.sin(turned))
    return sine, np.select(right, [1.0, 0.0, -1.0, 0.0], np.cos(turned))


def turn(units: Array, sine: Any, cosine: Any) -> Array:
    """(3, 3) or (n, 3, 3): rotations about unit vectors (3,) or (n, 3), by Rodrigues' formula."""
    x, y, z = np.moveaxis(units, -1, 0)
    zero = np.zeros_like(x)
    cross = _matrices([[zero, -z, y], [z, zero, -x], [-y, x, zero]])
    s, c = np.asarray(sine)[..., None, None], np.asarray(cosine)[..., None, None]
    turned: Array = np.eye(3) + s * cross + (1.0 - c) * (cross @ cross)
    return turned


def from_euler(angles: Array, *, degrees: bool) -> Array:
    """(n, 3, 3): about the fixed axes x, then y, then z, by angles (n, 3)."""
    (sx, sy, sz), (cx, cy, cz) = (part.T for part in sine_and_cosine(angles, degrees=degrees))
    return _matrices([
        [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
        [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
        [0.0 - sy, cy * sx, cy * cx],
    ])  # fmt: skip


def _matrices(entries: list[list[Any]]) -> Array:
    """(3, 3) of numbers, (n, 3, 3) of columns (n,)."""
    return np.ascontiguousarray(np.moveaxis(np.array(entries), (0, 1), (-2, -1)))
