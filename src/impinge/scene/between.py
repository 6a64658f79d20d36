"""Poses between two poses: turned at a constant rate about one axis, shifted along a line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Poses = NDArray[np.float64]


class Between:
    """Motions from one pose to another, of many things at once.

    The origin of each body frame moves along a straight line while the body turns about it, the
    shorter way round.

    Parameters
    ----------
    start, end : (n, 4, 4) float64
        Rigid motions.

    Examples
    --------
    >>> end = np.eye(4)
    >>> end[:3, :3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    >>> end[0, 3] = 2.0
    >>> half = Between(np.eye(4)[None], end[None]).at(0.5)[0]
    >>> float(half[0, 3]), (half[:2, 0] * 2**0.5).round(12).tolist()
    (1.0, [1.0, 1.0])
    """

    def __init__(self, start: Poses, end: Poses) -> None:
        from scipy.spatial.transform import Rotation

        self._start, self._end = start, end
        turn = np.swapaxes(start[:, :3, :3], 1, 2) @ end[:, :3, :3]
        self._vector = Rotation.from_matrix(turn).as_rotvec()
        self._rotation = Rotation

    def at(self, t: float) -> Poses:
        """(n, 4, 4) float64: the poses at a time from 0 to 1; both ends are given as they are."""
        if t in (0.0, 1.0):
            return (self._start if t == 0.0 else self._end).copy()
        poses = np.zeros_like(self._start)
        turn = self._rotation.from_rotvec(t * self._vector).as_matrix()
        poses[:, :3, :3] = self._start[:, :3, :3] @ turn
        poses[:, :3, 3] = (1.0 - t) * self._start[:, :3, 3] + t * self._end[:, :3, 3]
        poses[:, 3, 3] = 1.0
        return poses
