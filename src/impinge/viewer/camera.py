"""A pinhole camera: pixels to rays, points to pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks from ``eye`` at ``target``, with z up.

    Attributes
    ----------
    eye, target : tuple of three floats
        World frame [m].
    width, height : int
        Of the picture, in pixels.
    angle : float
        Between the lower and the upper edge of the picture [degrees].
    """

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    width: int
    height: int
    angle: float = 28.0

    @classmethod
    def framing(
        cls,
        points: ArrayLike,
        towards: tuple[float, float, float],
        width: int,
        height: int,
        angle: float = 28.0,
        fill: float = 0.9,
    ) -> Camera:
        """The camera that sees all points, as large as possible, from a given side.

        Parameters
        ----------
        points : (n, 3) array_like
            World frame [m].
        towards : tuple of three floats
            From the points to the camera; only the direction counts.
        width, height : int
            Of the picture, in pixels.
        angle : float, optional
            Between the lower and the upper edge of the picture [degrees].
        fill : float, optional
            Share of the picture that the points may take.
        """
        cloud = np.asarray(points, dtype=np.float64)
        side = np.asarray(towards, dtype=np.float64)
        side = side / np.linalg.norm(side)
        target = 0.5 * (cloud.min(axis=0) + cloud.max(axis=0))
        size = max(float(np.linalg.norm(cloud - target, axis=1).max()), 1e-9)
        away = 2.0 * size / np.tan(0.5 * np.radians(angle))
        # The picture shifts and shrinks a little with each change: a few steps settle it.
        for _ in range(12):
            eye = target + away * side
            camera = cls(_triple(eye), _triple(target), width, height, angle)
            seen = camera.pixels(cloud)
            low, high = seen.min(axis=0), seen.max(axis=0)
            pixel = 2.0 * away * np.tan(0.5 * np.radians(angle)) / height
            shift = 0.5 * (low + high) - 0.5 * np.array([width, height])
            right, up, _ = camera.axes()
            target = target + pixel * (shift[0] * right - shift[1] * up)
            used = float(((high - low) / (width, height)).max())
            away = max(away * (1.0 + 0.9 * (used / fill - 1.0)), 1.01 * size)
        return camera

    def axes(self) -> Array:
        """(3, 3): right, up, forward, as rows."""
        forward = np.subtract(self.target, self.eye)
        length = np.linalg.norm(forward)
        right = np.cross(forward, [0.0, 0.0, 1.0])
        if length == 0.0 or not right.any():
            raise ImpingeError("camera: looks straight up or down, or at itself")
        forward, right = forward / length, right / np.linalg.norm(right)
        return np.stack([right, np.cross(right, forward), forward])

    def rays(self, dx: float = 0.5, dy: float = 0.5) -> Array:
        """(height * width, 3) directions through the pixels, row by row from the top.

        Parameters
        ----------
        dx, dy : float, optional
            Place within each pixel, 0 to 1.
        """
        scale = 2.0 * np.tan(0.5 * np.radians(self.angle)) / self.height
        x = (np.arange(self.width) + dx - 0.5 * self.width) * scale
        y = (0.5 * self.height - np.arange(self.height) - dy) * scale
        right, up, forward = self.axes()
        rays = forward + x[None, :, None] * right + y[:, None, None] * up
        directions: Array = rays.reshape(-1, 3)
        return directions

    def pixels(self, points: ArrayLike) -> Array:
        """(n, 2) columns and rows, from the upper left, at which points appear."""
        x, y, z = self.axes() @ (np.asarray(points, dtype=np.float64) - self.eye).T
        scale = 0.5 * self.height / np.tan(0.5 * np.radians(self.angle))
        return np.stack([0.5 * self.width + scale * x / z, 0.5 * self.height - scale * y / z], 1)


def _triple(v: Array) -> tuple[float, float, float]:
    x, y, z = v.tolist()
    return x, y, z
