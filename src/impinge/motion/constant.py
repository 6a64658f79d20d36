"""Motions of constant velocity and constant angular velocity."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, frozen, row_text
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses, shape_of
from impinge.core.rows import plain_values
from impinge.core.threads import run_rows
from impinge.motion.kernels.motion_row import AXIS, CONSTANT, LENGTH, SLIDE, TURN
from impinge.motion.kernels.pack import pack_between_rows, pack_velocity_rows
from impinge.motion.rigid import RigidMotion, as_arms

TURN_LIMIT = 1e9
"""Angles [rad] end here, at a hundred million turns: a time of the step, a float64, tells angles of
more than that apart to 1e-7 only, and the body's place would be a matter of rounding."""
UNEASED = np.ones(4)
"""Turning and sliding at the same speed from start to end."""


class Motion(RigidMotion):
    """A body that turns at a constant rate while a point of it moves straight on. Immutable.

    Between two poses that is the shortest rotation, in one turn of at most 180 degrees; of a half
    turn, which has two, one is chosen. More turns: :meth:`from_velocity`.

    Parameters
    ----------
    pose_t0, pose_t1 : (4, 4) or (n, 4, 4) array_like, or None
        Where the body is at the start of the step and at its end; None is the identity. Batches
        pair row i with row i, one pose goes with every row.
    centre : (3,) or (n, 3) array_like, optional
        The point that moves straight on, in the body's frame [m]: as a rule its centre of mass. The
        origin of the frame if not given.

    Raises
    ------
    ImpingeError
        If a matrix is no rigid motion, or lengths of batches differ.

    See Also
    --------
    ScrewMotion : turns about one axis of the world, and slides along it.

    Notes
    -----
    Eqs 4-8 of Redon's chapter [Redon2006]_: T(t) = c0 + t s, R(t) = cos(wt) A + sin(wt) B + C, for
    the centre. Both poses are met to rounding, about 1e-15 of the coordinates.

    Examples
    --------
    >>> quarter = [[0, -1, 0, 2], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    >>> step = Motion(None, quarter)
    >>> step
    Motion(from (0, 0, 0) to (2, 0, 0), 1.5708 rad about (0, 0, 1))
    >>> step.velocity(0.0).linear.tolist()
    [2.0, 0.0, 0.0]

    A corner of the body that moves straight on, and one that does not:

    >>> about_corner = Motion(None, quarter, centre=(1, 1, 0))
    >>> (about_corner.pose(0.5) @ [1, 1, 0, 1]).round(6).tolist()
    [1.0, 1.0, 0.0, 1.0]
    """

    __slots__ = ("_centre",)

    _centre: Array

    def __init__(
        self, pose_t0: ArrayLike | None, pose_t1: ArrayLike | None, centre: ArrayLike | None = None
    ) -> None:
        first, last, n = as_pose_pair(pose_t0, pose_t1)
        centres = as_arms(centre, "centre", n)
        rows = np.empty((len(first), LENGTH))
        run_rows(pack_between_rows, len(rows), first, last, centres, CONSTANT, UNEASED, rows)
        self._set(_rows=rows, _single=n is None, _centre=centres)

    @classmethod
    def from_velocity(
        cls,
        pose_t0: ArrayLike | None,
        linear: ArrayLike,
        angular: ArrayLike,
        centre: ArrayLike | None = None,
    ) -> Self:
        """A motion by its velocities: any number of turns.

        Parameters
        ----------
        pose_t0 : (4, 4) or (n, 4, 4) array_like, or None
            Where it begins.
        linear : (3,) or (n, 3) array_like
            Velocity of the centre, world frame [m] per step.
        angular : (3,) or (n, 3) array_like
            Angular velocity, world frame [rad] per step; 2 pi is a full turn.
        centre : (3,) or (n, 3) array_like, optional
            In the body's frame [m]; its origin if not given.

        Raises
        ------
        ImpingeError
            If a pose is no rigid motion, or an angle is above 1e9.

        Examples
        --------
        >>> import numpy as np
        >>> blade = Motion.from_velocity(None, (0, 0, 0), (0, 0, 50 * 2 * np.pi))
        >>> round(blade.angle / (2 * np.pi), 9)
        50.0
        """
        pose = given_poses(np.eye(4) if pose_t0 is None else pose_t0, "pose_t0")
        assert pose is not None
        lengths = [len(pose)] if pose.ndim == 3 else []
        shapes = shape_of(linear, "linear"), shape_of(angular, "angular")
        lengths += [shape[0] for shape in shapes if len(shape) == 2]
        n = max(lengths) if lengths else None
        if pose.ndim == 3 and len(pose) != n:
            raise ImpingeError(f"pose_t0: a batch of {len(pose)} poses, expected {n}")
        poses = np.array(np.broadcast_to(pose, (1 if n is None else n, 4, 4)), order="C")
        slides, spins = as_arms(linear, "linear", n), as_arms(angular, "angular", n)
        fast = np.abs(spins).max(axis=1, initial=0.0) > TURN_LIMIT
        if fast.any():
            row = int(np.argmax(fast))
            raise ImpingeError(
                f"angular: row {row} {row_text(spins[row])} turns by more than {TURN_LIMIT:g} rad"
            )
        centres = as_arms(centre, "centre", n)
        rows = np.empty((len(poses), LENGTH))
        run_rows(pack_velocity_rows, len(rows), poses, slides, spins, centres, rows)
        return cls._of_rows(rows, n is None, {"_centre": centres})

    @property
    def axis(self) -> Array:
        """(3,) or (n, 3) float64: unit vector that it turns about, world frame. Read-only."""
        return frozen(self._shown(self._rows[:, AXIS : AXIS + 3]))

    @property
    def angle(self) -> Any:
        """By how much it turns in all [rad], never negative; float or (n,) float64."""
        return self._extreme(self._rows[:, TURN].copy())

    @property
    def linear(self) -> Array:
        """(3,) or (n, 3) float64: velocity of the centre [m] per step. Read-only."""
        return frozen(self._shown(self._rows[:, SLIDE : SLIDE + 3]))

    @property
    def angular(self) -> Array:
        """(3,) or (n, 3) float64: angular velocity [rad] per step. Read-only."""
        return frozen(self._shown(self._rows[:, TURN, None] * self._rows[:, AXIS : AXIS + 3]))

    @property
    def centre(self) -> Array:
        """(3,) or (n, 3) float64: what moves straight on, body frame [m]. Read-only."""
        return frozen(self._shown(self._centre))

    def to_dict(self) -> dict[str, Any]:
        """What :meth:`from_velocity` takes, as plain numbers, JSON-ready."""
        names = ("pose_t0", "linear", "angular", "centre")
        return {"kind": type(self).__name__, **plain_values(self, *names)}

    def _beside(self, picked: Any) -> dict[str, Any]:
        return {"_centre": np.atleast_2d(self._centre[picked]).copy()}


def as_pose_pair(
    pose_t0: ArrayLike | None, pose_t1: ArrayLike | None
) -> tuple[Array, Array, int | None]:
    """Poses at start and end, as many of each, and how many motions; None for a single one."""
    first = given_poses(np.eye(4) if pose_t0 is None else pose_t0, "pose_t0")
    last = given_poses(np.eye(4) if pose_t1 is None else pose_t1, "pose_t1")
    assert first is not None
    assert last is not None
    counts = [len(pose) for pose in (first, last) if pose.ndim == 3]
    if len(set(counts)) > 1:
        raise ImpingeError(
            f"pose_t0 and pose_t1: batches of {counts[0]} and {counts[1]} poses, "
            "expected equal lengths"
        )
    n = counts[0] if counts else None
    shape = (1 if n is None else n, 4, 4)
    poses = (np.array(np.broadcast_to(pose, shape), order="C") for pose in (first, last))
    return next(poses), next(poses), n
