"""From world coordinates to those that are drawn: about the origin, about one, for float32.

A picture card computes in float32. Seven digits are plenty for what is seen, if the scene is moved
to the origin and scaled to one before they are cut off: nanometres, planets, and a machine that
stands ten thousand kilometres from the origin look alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array

FAR = 1000.0
"""A mesh further from its own origin than so many of its sizes is drawn from its middle: float32
would leave fewer than four digits for its form."""


class Coordinates(NamedTuple):
    """What is drawn is ``(world - origin) / scale``.

    Examples
    --------
    >>> at = Coordinates.around([[1e7, 0, 0], [1e7 + 2, 0, 0]])
    >>> at.points([[1e7 + 2, 0, 0]]).tolist()
    [[1.0, 0.0, 0.0]]
    """

    origin: Array
    scale: float

    @classmethod
    def around(cls, points: ArrayLike) -> Coordinates:
        """Such that all points are drawn between -1 and 1; finite points, or none at all."""
        cloud = np.asarray(points, dtype=np.float64).reshape(-1, 3)
        if len(cloud) == 0:
            return cls(np.zeros(3), 1.0)
        low, high = cloud.min(axis=0), cloud.max(axis=0)
        size = float((0.5 * high - 0.5 * low).max())
        return cls(0.5 * low + 0.5 * high, size if size > 0.0 else 1.0)

    def points(self, world: ArrayLike) -> Array:
        """Places of the world as they are drawn."""
        moved: Array = (np.asarray(world, dtype=np.float64) - self.origin) / self.scale
        return moved

    def lengths(self, world: ArrayLike) -> Array:
        """Lengths, or vectors without a place, as they are drawn."""
        scaled: Array = np.asarray(world, dtype=np.float64) / self.scale
        return scaled

    def poses(self, poses: Array, centres: Array) -> Array:
        """(..., n, 12): rows of 3x4 matrices, for meshes that are drawn from these centres."""
        turned = poses[..., :3, :3]
        places = np.einsum("...ij,...j->...i", turned, centres) + poses[..., :3, 3]
        drawn = np.concatenate([turned, self.points(places)[..., None]], axis=-1)
        return drawn.reshape(*drawn.shape[:-2], 12)


def centre_of(bounds: Array) -> Array:
    """The point from which a mesh with these bounds is drawn: its own origin unless that is far."""
    low, high = bounds
    middle = 0.5 * low + 0.5 * high
    size = float((high - low).max())
    return middle if float(np.abs(middle).max()) > FAR * size else np.zeros(3)


def corners_of(bounds: Array) -> Array:
    """(8, 3): the corners of a box."""
    return np.stack(np.meshgrid(*np.asarray(bounds).T, indexing="ij"), axis=-1).reshape(-1, 3)


def moved(points: Array, pose: Array) -> Array:
    """Points of a body's frame in the world."""
    there: Array = points @ pose[:3, :3].T + pose[:3, 3]
    return there
