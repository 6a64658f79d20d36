"""Solids of long thin triangles."""

from __future__ import annotations

from sys import maxsize

import numpy as np

from impinge.core.arrays import as_whole
from impinge.geometry import Mesh
from impinge.geometry.coordinates import as_size


def needle_fan(count: int = 200, *, radius: float = 1.0, height: float = 0.2) -> Mesh:
    """A flat double cone: long thin triangles from two tips to a rim.

    Spheres around whole triangles are as large as these are long, however many there are; spheres
    on parts of them are not.

    Parameters
    ----------
    count : int, optional
        Triangles around each tip, at least 3.
    radius, height : float, optional
        Of the rim, and from tip to tip [m].

    Examples
    --------
    >>> needle_fan(12)
    Mesh(14 vertices, 24 faces, closed, oriented)
    """
    n = as_whole(count, "count", 3, min(maxsize, 10**7))
    reach, tall = as_size(radius, "radius"), as_size(height, "height")
    turn = 2.0 * np.pi * np.arange(n) / n
    rim = np.stack([reach * np.cos(turn), reach * np.sin(turn), np.zeros(n)], axis=1)
    i, j = np.arange(n), (np.arange(n) + 1) % n
    up, down = np.full(n, n), np.full(n, n + 1)
    faces = np.vstack([np.stack([i, j, up], axis=1), np.stack([j, i, down], axis=1)])
    return Mesh(np.vstack([rim, [[0, 0, 0.5 * tall], [0, 0, -0.5 * tall]]]), faces)
