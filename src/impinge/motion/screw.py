"""Screw motions: a turn about an axis of the world, and a slide along it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.options import shown
from impinge.core.rows import plain_values
from impinge.core.threads import run_rows
from impinge.motion.constant import as_pose_pair
from impinge.motion.kernels.motion_row import AXIS, CURVE, LENGTH, SCREW, SHIFT, SLIDE, TURN
from impinge.motion.kernels.pack import pack_between_rows
from impinge.motion.rigid import RigidMotion

STEEPEST = 3.0
"""A cubic from 0 to 1 whose slopes at both ends are not above this rises all the way
[Fritsch1980]_."""


class ScrewMotion(RigidMotion):
    """The screw between two poses: turning about an axis while sliding along it. Immutable.

    Whatever the poses, there is one with a turn of at most 180 degrees (Chasles); it does not
    depend on the frame of the body, as a :class:`Motion` does. Without a turn it is a translation.

    Parameters
    ----------
    pose_t0, pose_t1 : (4, 4) or (n, 4, 4) array_like, or None
        Where the body is at the start of the step and at its end; None is the identity. Batches
        pair row i with row i, one pose goes with every row.
    turning, sliding : pair of float, optional
        Speed of the turn, and of the slide, at the start and at the end of the step, as multiples
        of their mean: from 0 to 3. (1, 1) is constant speed, (0, 0) starts and ends at rest. In
        between each goes along a cubic, and never back. Give both the same pair to keep the path
        and change the speed along it only; with two, a small turn, whose axis the poses hardly
        tell, has a path that they hardly tell.

    Raises
    ------
    ImpingeError
        If a matrix is no rigid motion, lengths of batches differ, or a speed is outside 0 to 3.

    Notes
    -----
    Eqs 9-14 of Redon's chapter [Redon2006]_, with a(t) and b(t) cubics: C1, monotone, and from 0 to
    the whole [Chasles1831]_. Poses are met to rounding, about 1e-15 of the coordinates, for small
    turns, half turns and axes far away too: see ``kernels/motion_row``.

    Examples
    --------
    >>> away = [[-1, 0, 0, 1], [0, -1, 0, 0], [0, 0, 1, 3], [0, 0, 0, 1]]
    >>> screw = ScrewMotion(None, away)
    >>> screw
    ScrewMotion(from (0, 0, 0) to (1, 0, 3), 3.14159 rad about (0, 0, 1))
    >>> screw.point.round(6).tolist(), round(screw.slide, 6)
    ([0.5, 0.0, 0.0], 3.0)
    >>> screw.pose(0.5)[:3, 3].round(6).tolist()
    [0.5, -0.5, 1.5]
    """

    __slots__ = ("_eases",)

    _eases: Array

    def __init__(
        self,
        pose_t0: ArrayLike | None,
        pose_t1: ArrayLike | None,
        *,
        turning: ArrayLike = (1.0, 1.0),
        sliding: ArrayLike = (1.0, 1.0),
    ) -> None:
        first, last, n = as_pose_pair(pose_t0, pose_t1)
        eases = np.array([*_as_slopes(turning, "turning"), *_as_slopes(sliding, "sliding")])
        rows = np.empty((len(first), LENGTH))
        unused = np.zeros((len(first), 3))
        run_rows(pack_between_rows, len(rows), first, last, unused, SCREW, eases, rows)
        self._set(_rows=rows, _single=n is None, _eases=eases)

    @property
    def axis(self) -> Array:
        """(3,) or (n, 3) float64: unit vector along the axis, world frame. Read-only.

        Of a translation, its direction.
        """
        return frozen(self._shown(self._rows[:, AXIS : AXIS + 3]))

    @property
    def angle(self) -> Any:
        """By how much it turns in all [rad], 0 to pi; float or (n,) float64."""
        return self._extreme(self._rows[:, TURN].copy())

    @property
    def slide(self) -> Any:
        """How far it slides along the axis [m]; float or (n,) float64."""
        along = self._rows[:, AXIS : AXIS + 3] * self._rows[:, SLIDE : SLIDE + 3]
        return self._extreme(along.sum(axis=1))

    @property
    def point(self) -> Array:
        """(3,) or (n, 3) float64: the point of the axis next to the body's origin. Read-only.

        At the start, world frame [m]. The smaller the turn, the further away it is; a translation,
        that has no axis, gives the body's origin.
        """
        angle = self._rows[:, TURN, None]
        arm = self._rows[:, CURVE : CURVE + 3] / np.where(angle > 0.0, angle, 1.0)
        return frozen(self._shown(self._rows[:, SHIFT : SHIFT + 3] + arm))

    @property
    def turning(self) -> tuple[float, float]:
        """Speed of the turn at the start and at the end, over its mean."""
        return (float(self._eases[0]), float(self._eases[1]))

    @property
    def sliding(self) -> tuple[float, float]:
        """Speed of the slide at the start and at the end, over its mean."""
        return (float(self._eases[2]), float(self._eases[3]))

    def to_dict(self) -> dict[str, Any]:
        """What it is made from, as plain numbers, JSON-ready."""
        names = "pose_t0", "pose_t1", "turning", "sliding"
        return {"kind": type(self).__name__, **plain_values(self, *names)}

    def _beside(self, picked: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"_eases": self._eases}


def _as_slopes(values: ArrayLike, name: str) -> tuple[float, float]:
    if shape_of(values, name) != (2,):
        raise ImpingeError(f"{name}: expected two speeds, of start and end, got {shown(values)}")
    first, last = (as_scalar(value, name) for value in as_numbers(values, name).tolist())
    if max(first, last) > STEEPEST:
        raise ImpingeError(
            f"{name}: {max(first, last):g} times the mean speed, expected 0 to {STEEPEST:g}"
        )
    return first, last
