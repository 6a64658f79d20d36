"""Motions through a list of poses."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, frozen
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses, shape_of
from impinge.core.ids import Ids
from impinge.core.options import as_choice
from impinge.core.rows import plain_values
from impinge.core.threads import run_rows
from impinge.motion.constant import UNEASED
from impinge.motion.kernels.motion_row import CONSTANT, LENGTH, RATE, SCREW, START
from impinge.motion.kernels.pack import pack_between_rows
from impinge.motion.rigid import RigidMotion, as_arms

KINDS = {"constant": CONSTANT, "screw": SCREW}
SHORTEST = 1e-9
"""Share of the step below which a piece is refused: times within it have no digits left, and its
speed has no meaning. Larger would refuse recordings of a day in milliseconds."""


class PiecewiseMotion(RigidMotion):
    """A body that goes through some poses one after the other. Immutable.

    Between two of them it moves as a :class:`Motion` does, or as a :class:`ScrewMotion`. The whole
    is one step, from time 0 to 1; at a pose in between the velocity may jump.

    Parameters
    ----------
    poses : (m, 4, 4) array_like
        At least two poses.
    times : (m,) array_like, optional
        When it is there: increasing, from 0 to 1. Evenly spaced if not given.
    kind : {"constant", "screw"}, optional
        How it moves in between.
    centre : (3,) array_like, optional
        The point that moves straight on from pose to pose, body frame [m]; for "constant" only.

    Raises
    ------
    ImpingeError
        If there are fewer than two poses, a matrix is no rigid motion, or times do not increase
        from 0 to 1.

    Examples
    --------
    >>> from impinge.geometry import pose
    >>> poses = pose([[0, 0, 0], [1, 0, 0], [5, 0, 0]])
    >>> path = PiecewiseMotion(poses, times=[0, 0.5, 1])
    >>> path, path.pose([0.25, 0.75])[:, 0, 3].tolist()
    (PiecewiseMotion(3 poses), [0.5, 3.0])
    >>> round(path.speed_bound(0.0), 9)
    8.0
    """

    __slots__ = ("_kind", "_times")

    _kind: str
    _times: Array

    def __init__(
        self,
        poses: ArrayLike,
        times: ArrayLike | None = None,
        *,
        kind: str = "constant",
        centre: ArrayLike | None = None,
    ) -> None:
        places = given_poses(poses, "poses")
        if places is None or places.ndim != 3 or len(places) < 2:
            raise ImpingeError("poses: expected at least two, of shape (m, 4, 4)")
        as_choice(kind, "kind", KINDS)
        if centre is not None and kind != "constant":
            raise ImpingeError("centre: only where kind is 'constant'; a screw has an axis")
        knots = _as_knots(times, len(places))
        n = len(places) - 1
        rows = np.empty((n, LENGTH))
        arms = np.array(np.broadcast_to(as_arms(centre, "centre", None), (n, 3)), order="C")
        first, last = places[:-1].copy(), places[1:].copy()
        run_rows(pack_between_rows, n, first, last, arms, KINDS[kind], UNEASED, rows)
        rows[:, START], rows[:, RATE] = knots[:-1], 1.0 / np.diff(knots)
        self._set(_rows=rows, _single=True, _times=knots, _kind=kind)

    @property
    def times(self) -> Array:
        """(m,) float64: when it is at each pose. Read-only."""
        return frozen(self._times)

    @property
    def poses(self) -> Array:
        """(m, 4, 4) float64: what it goes through. Read-only."""
        return frozen(self.pose(self._times))

    @property
    def kind(self) -> str:
        """How it moves in between: "constant" or "screw"."""
        return self._kind

    def to_dict(self) -> dict[str, Any]:
        """Kind, poses and times as plain numbers, JSON-ready."""
        kinds = {"kind": type(self).__name__, "pieces": self._kind}
        return {**kinds, **plain_values(self, "poses", "times")}

    def _breaks(self) -> Array:
        return self._times

    def _places(self, times: Array) -> Ids:
        found = np.searchsorted(self._times, times, side="right") - 1
        return np.minimum(found, len(self._rows) - 1)

    def _spans(self, start: float, stop: float) -> list[tuple[float, float, Ids]]:
        first, last = self._places(np.array([start, stop])).tolist()
        spans = []
        for k in range(first, last + 1):
            low, high = max(start, self._times[k]), min(stop, self._times[k + 1])
            spans.append((float(low), float(high), np.array([k])))
        return spans

    def _beside(self, picked: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"_times": self._times, "_kind": self._kind}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self._times)} poses)"


def _as_knots(times: ArrayLike | None, count: int) -> Array:
    if times is None:
        return np.linspace(0.0, 1.0, count)
    shape = shape_of(times, "times")
    if shape != (count,):
        raise ImpingeError(f"times: expected shape ({count},), one a pose, got {shape}")
    knots = as_numbers(times, "times").astype(np.float64)
    # False for NaN.
    if not (knots[0] == 0.0 and knots[-1] == 1.0 and (np.diff(knots) > 0.0).all()):
        raise ImpingeError(
            "times: expected increasing numbers from 0 to 1; subtract the first and divide by the "
            "duration"
        )
    if np.diff(knots).min() < SHORTEST:
        row = int(np.argmin(np.diff(knots)))
        raise ImpingeError(
            f"times: rows {row} and {row + 1} are nearer than {SHORTEST:g} of the step"
        )
    return knots
