"""What all rigid motions have in common: questions about poses, speeds and differences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_scalar, canonical, frozen
from impinge.core.errors import ImpingeError
from impinge.core.given import shape_of
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry.coordinates import as_coordinates
from impinge.geometry.immutable import Immutable
from impinge.geometry.shape import Shape
from impinge.motion.kernels.deviation import deviation_rows
from impinge.motion.kernels.enclose import enclose_rows
from impinge.motion.kernels.motion_row import AXIS, TURN
from impinge.motion.kernels.pose_at import pose_rows, velocity_rows
from impinge.motion.kernels.speed import speed_rows
from impinge.motion.reach import reach_of

WHOLE = np.array([0.0, 1.0])
SPEED, TRAVEL, ALONG = 0, 1, 2
"""Columns that ``speed_rows`` fills."""


class Velocity(NamedTuple):
    """How fast a body moves, world frame, per step."""

    linear: Array
    """(3,) or (n, 3): of the origin of the body's frame [m]."""
    angular: Array
    """(3,) or (n, 3): along the axis, as long as the angle [rad]."""


class RigidMotion(Immutable, ABC):
    """How a rigid body moves in a step, from time 0 to time 1; or how n of them do. Immutable.

    :class:`Motion`, :class:`ScrewMotion` and :class:`PiecewiseMotion` are the kinds there are. One
    that was made from batches of poses holds as many motions: ``len(motion)`` of them, of which
    ``motion[i]`` is one, and answers have one row each.
    """

    __slots__ = ("_rows", "_single")

    _rows: Array
    """(n, LENGTH) float64: what kernels see, see ``kernels/motion_row``."""
    _single: bool

    def pose(self, t: ArrayLike) -> Array:
        """Where the body is.

        Parameters
        ----------
        t : float or (k,) array_like
            Times of the step, from 0 to 1. For a batch of n motions, one time for all or n.

        Returns
        -------
        (4, 4), (k, 4, 4) or (n, 4, 4) float64
            Poses, body to world.

        Raises
        ------
        ImpingeError
            If a time is outside of 0 to 1, or there are not as many as motions.

        Examples
        --------
        >>> from impinge.motion import Motion
        >>> quarter = [[0, -1, 0, 2], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        >>> Motion(None, quarter).pose(0.5).round(4).tolist()[0]
        [0.7071, -0.7071, 0.0, 1.0]
        """
        times, places, drop = self._asked(t)
        found = np.empty((len(times), 4, 4))
        run_rows(pose_rows, len(times), self._rows, places, times, found)
        return found[0] if drop else found

    def velocity(self, t: ArrayLike) -> Velocity:
        """How fast the body moves: velocity of its frame's origin, and angular velocity.

        Parameters
        ----------
        t : float or (k,) array_like
            Times of the step, as for :meth:`pose`. At a corner of a path, that of the later piece.

        Returns
        -------
        Velocity
            ``linear`` and ``angular``, world frame, per step. A point x of the world that moves
            with the body has ``linear + angular x (x - origin)``.

        Examples
        --------
        >>> from impinge.motion import Motion
        >>> spin = Motion.from_velocity(None, (1, 0, 0), (0, 0, 20))
        >>> spin.velocity(0.3).angular.tolist()
        [0.0, 0.0, 20.0]
        """
        times, places, drop = self._asked(t)
        found = np.empty((len(times), 6))
        run_rows(velocity_rows, len(times), self._rows, places, times, found)
        rows = found[0] if drop else found
        return Velocity(rows[..., :3], rows[..., 3:])

    def enclosure(self, start: float = 0.0, stop: float = 1.0) -> tuple[Array, Array]:
        """Bounds of each entry of the pose over an interval of time, never exceeded.

        Parameters
        ----------
        start, stop : float, optional
            The interval, within 0 to 1.

        Returns
        -------
        lower, upper : (4, 4) or (n, 4, 4) float64
            Tight to rounding; for screws that turn and slide at different paces, to second order in
            the length of the interval.

        Examples
        --------
        >>> from impinge.motion import Motion
        >>> lower, upper = Motion.from_velocity(None, (2, 0, 0), (0, 0, 3)).enclosure(0.5, 1)
        >>> [round(float(ends[0, 3]), 6) for ends in (lower, upper)]
        [1.0, 2.0]
        >>> [round(float(ends[1, 0]), 4) for ends in (lower, upper)]
        [0.1411, 1.0]
        """
        low = high = None
        for first, last, places in self._spans(*as_interval(start, stop)):
            found = np.empty((len(places), 2, 4, 4))
            run_rows(
                enclose_rows, len(places), self._rows, places, _ends(first, last, places), found
            )
            low = found[:, 0] if low is None else np.minimum(low, found[:, 0])
            high = found[:, 1] if high is None else np.maximum(high, found[:, 1])
        assert low is not None
        assert high is not None
        return self._shown(low), self._shown(high)

    def speed_bound(
        self,
        radius: float | Any,
        *,
        point: ArrayLike = (0.0, 0.0, 0.0),
        start: float = 0.0,
        stop: float = 1.0,
    ) -> Any:
        """A speed that no point of the body exceeds.

        Parameters
        ----------
        radius : float or Shape
            Lever arm [m]: all points within it of ``point`` count. A shape stands for its furthest
            point from the origin.
        point : (3,) array_like, optional
            In the body's frame; its origin if not given.
        start, stop : float, optional
            The interval of time, within 0 to 1.

        Returns
        -------
        float or (n,) float64
            [m] per step.

        Examples
        --------
        A wheel that rolls, two metres on: its rim has at most twice its speed.

        >>> from impinge.motion import Motion
        >>> wheel = Motion.from_velocity(None, (2, 0, 0), (0, 4, 0))
        >>> round(wheel.speed_bound(0.5), 9)
        4.0
        """
        return self._extreme(self._bounds(radius, point, None, start, stop)[..., SPEED].max(axis=0))

    def travel_bound(
        self,
        radius: float | Any,
        *,
        point: ArrayLike = (0.0, 0.0, 0.0),
        start: float = 0.0,
        stop: float = 1.0,
    ) -> Any:
        """How far no point of the body gets from where it is at ``start``; arguments as above.

        Not more than speed times time, and less where the body turns: a point that is carried round
        is never further away than the circle is wide.

        Examples
        --------
        >>> from impinge.motion import Motion
        >>> spin = Motion.from_velocity(None, (0, 0, 0), (0, 0, 100))
        >>> round(spin.travel_bound(0.5), 9)
        1.0
        """
        return self._extreme(
            self._bounds(radius, point, None, start, stop)[..., TRAVEL].sum(axis=0)
        )

    def speed_range(
        self,
        direction: ArrayLike,
        radius: float | Any,
        *,
        point: ArrayLike = (0.0, 0.0, 0.0),
        start: float = 0.0,
        stop: float = 1.0,
    ) -> tuple[Any, Any]:
        """The speeds along a direction that no point of the body leaves; arguments as above.

        Parameters
        ----------
        direction : (3,) array_like
            World frame. Speeds are products with it: a unit vector gives [m] per step.

        Returns
        -------
        lower, upper : float or (n,) float64

        Examples
        --------
        >>> from impinge.motion import Motion
        >>> wheel = Motion.from_velocity(None, (2, 0, 0), (0, 4, 0))
        >>> [round(end, 9) for end in wheel.speed_range((0, 0, 1), 0.5)]
        [-2.0, 2.0]
        """
        found = self._bounds(radius, point, direction, start, stop)
        lower, upper = found[..., ALONG].min(axis=0), found[..., ALONG + 1].max(axis=0)
        return self._extreme(lower), self._extreme(upper)

    def deviation(self, other: RigidMotion, radius: float | Any) -> Any:
        """How far this and another motion carry the same body apart, at most, at any time.

        Parameters
        ----------
        other : RigidMotion
            Of one body or as many as this.
        radius : float or Shape
            All points within it of the body's origin count [m]; or a shape, that counts as far as
            it reaches.

        Returns
        -------
        float or (n,) float64
            An upper bound [m]: above the largest value by less than one percent, or 1e-12 of the
            coordinates, except where the motions are more crooked than some thousand intervals
            tell. A shape that does not fill its ball may stay closer.

        Raises
        ------
        ImpingeError
            If the other is no rigid motion, or of another number of bodies.

        Examples
        --------
        A half turn that ends a metre away: straight on while turning, or on a half circle.

        >>> from impinge.motion import Motion, ScrewMotion
        >>> away = [[-1, 0, 0, 1], [0, -1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        >>> straight, screw = Motion(None, away), ScrewMotion(None, away)
        >>> 0.5 <= straight.deviation(screw, 0.1) < 0.505
        True
        """
        if not isinstance(other, RigidMotion):
            raise ImpingeError(
                f"other: expected a rigid motion, as Motion or ScrewMotion, got "
                f"{type(other).__name__}"
            )
        counts = {len(m._rows) for m in (self, other) if not m._single}
        if len(counts) > 1:
            raise ImpingeError(f"other: {other._count()} motions, expected {self._count()}")
        reach = reach_of(radius)
        n = counts.pop() if counts else 1
        breaks = np.union1d(self._breaks(), other._breaks())
        found = np.zeros(n)
        for low, high in pairwise(breaks):
            middle = np.full(n, 0.5 * (low + high))
            places = np.stack([self._places(middle), other._places(middle)], axis=1)
            apart = np.empty(n)
            times = np.tile([low, high], (n, 1))
            run_rows(deviation_rows, n, self._rows, other._rows, places, reach, times, apart)
            found = np.maximum(found, apart)
        return found if counts or not (self._single and other._single) else float(found[0])

    @property
    def pose_t0(self) -> Array:
        """(4, 4) or (n, 4, 4) float64: where it begins. Read-only."""
        return frozen(self.pose(0.0))

    @property
    def pose_t1(self) -> Array:
        """(4, 4) or (n, 4, 4) float64: where it ends. Read-only."""
        return frozen(self.pose(1.0))

    def __len__(self) -> int:
        if self._single:
            raise TypeError(f"a single {type(self).__name__} has no length")
        return len(self._rows)

    def __getitem__(self, rows: Any) -> Self:
        """One motion of a batch, or a batch of some of them."""
        if self._single:
            raise TypeError(f"a single {type(self).__name__} has no rows")
        single = not isinstance(rows, slice) and np.ndim(rows) == 0
        return self._of_rows(np.atleast_2d(self._rows[rows]).copy(), single, self._beside(rows))

    def __repr__(self) -> str:
        kind = type(self).__name__
        if not self._single:
            return f"{kind}({len(self._rows)} motions)"
        turn, (first, last) = self._rows[0, TURN], (self.pose(t)[:3, 3] for t in (0.0, 1.0))
        from_to = " to ".join(_text(place) for place in (first, last))
        if turn == 0.0:
            return f"{kind}(from {from_to}, no turn)"
        axis = self._rows[0, AXIS : AXIS + 3]
        return f"{kind}(from {from_to}, {turn:.6g} rad about {_text(axis)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._of_rows, (self._rows, self._single, self._beside(slice(None)))

    @classmethod
    def _of_rows(cls, rows: Array, single: bool, beside: dict[str, Any]) -> Self:
        """A motion of this kind, from what one holds."""
        motion = object.__new__(cls)
        motion._set(_rows=rows, _single=single, **beside)
        return motion

    def with_rows(self, rows: Array) -> Self:
        """A motion of this kind with the same pieces in time, that goes another way.

        Rows are (n, LENGTH) float64, as many as it has (:mod:`impinge.motion.kernels.motion_row`).
        """
        return self._of_rows(np.ascontiguousarray(rows), self._single, self._beside(slice(None)))

    @abstractmethod
    def _beside(self, picked: Any) -> dict[str, Any]:
        """What this kind holds beside rows, by name, for the motions picked."""

    def _breaks(self) -> Array:
        """Times between which one row tells the whole motion."""
        return WHOLE

    def _places(self, times: Array) -> Ids:
        """The row of each of these times: one for each motion, or of a single one."""
        if self._single:
            return np.zeros(len(times), np.int64)
        return np.arange(len(self._rows))

    def _spans(self, start: float, stop: float) -> list[tuple[float, float, Ids]]:
        """Parts of an interval of time, and the rows that tell them."""
        return [(start, stop, np.arange(len(self._rows)))]

    def _count(self) -> str:
        return "one" if self._single else str(len(self._rows))

    def _asked(self, t: ArrayLike) -> tuple[Array, Ids, bool]:
        """Times, the row of each, and whether there is one answer only."""
        times = as_times(t)
        alone = times.ndim == 0
        if not self._single:
            n = len(self._rows)
            if not alone and len(times) != n:
                raise ImpingeError(f"t: {len(times)} times for {n} motions, expected one or {n}")
            times = np.broadcast_to(times, (n,))
        times = canonical(np.atleast_1d(times), np.dtype(np.float64))
        return times, self._places(times), alone and self._single

    def _bounds(
        self, radius: Any, point: ArrayLike, direction: ArrayLike | None, start: float, stop: float
    ) -> Array:
        """What ``speed_rows`` fills, (parts, n, 4)."""
        reach = reach_of(radius)
        arm = _as_vector(point, "point")
        along = np.zeros(3) if direction is None else _as_vector(direction, "direction")
        parts = []
        for first, last, places in self._spans(*as_interval(start, stop)):
            n = len(places)
            found = np.empty((n, 4))
            arms, alongs = np.tile(arm, (n, 1)), np.tile(along, (n, 1))
            times = _ends(first, last, places)
            run_rows(speed_rows, n, self._rows, places, arms, reach, alongs, times, found)
            parts.append(found)
        return np.stack(parts)

    def _shown(self, rows: Array) -> Array:
        return rows[0] if self._single else rows

    def _extreme(self, values: Array) -> Any:
        return float(values[0]) if self._single else values


def as_arms(values: ArrayLike | None, name: str, n: int | None) -> Array:
    """Vectors of n motions, (n, 3); one goes with every motion, none is zero."""
    count = 1 if n is None else n
    if values is None:
        return np.zeros((count, 3))
    shape = shape_of(values, name)
    alone = shape == (3,)
    if alone or shape == (n, 3):
        rows = as_coordinates(as_numbers(values, name)[None] if alone else values, name)
        return np.array(np.broadcast_to(rows, (count, 3)), order="C")
    expected = "(3,)" if n is None else f"(3,) or ({n}, 3)"
    raise ImpingeError(f"{name}: expected shape {expected}, got {shape}")


def not_a_motion(given: Any, name: str, reason: str) -> ImpingeError:
    """The error for what is neither a motion nor a pose; ``reason`` is why it is no pose."""
    kind = type(given).__name__
    if isinstance(given, (list, tuple)) and any(isinstance(m, RigidMotion) for m in given):
        reason = (
            f"{name}: a {kind} of motions; a batch is one motion between poses (n, 4, 4), as "
            "Motion(poses_t0, poses_t1)"
        )
    elif isinstance(given, Shape):
        reason = f"{name}: a {kind} is a shape; the order is a, b, motion_a, motion_b"
    elif not np.iterable(given) or isinstance(given, (str, bytes, dict)):
        reason = (
            f"{name}: expected a motion, as Motion, ScrewMotion or PiecewiseMotion, or a pose at "
            f"rest, (4, 4) or (n, 4, 4), got {kind}"
        )
    return ImpingeError(reason)


def as_times(t: ArrayLike) -> Array:
    times = as_numbers(t, "t")
    if times.ndim > 1:
        raise ImpingeError(f"t: expected one time or shape (k,), got {times.shape}")
    good = (times >= 0.0) & (times <= 1.0)
    if not good.all():
        worst = np.atleast_1d(times)[int(np.argmin(np.atleast_1d(good)))]
        raise ImpingeError(f"t: {worst:g} is outside of the step, expected times from 0 to 1")
    return times.astype(np.float64)


def as_interval(start: float, stop: float) -> tuple[float, float]:
    """An interval of time within the step, checked."""
    first, last = as_scalar(start, "start"), as_scalar(stop, "stop")
    if not first <= last <= 1.0:
        raise ImpingeError(
            f"start and stop: {first:g} and {last:g}, expected an interval within 0 to 1"
        )
    return first, last


def _as_vector(values: ArrayLike, name: str) -> Array:
    shape = shape_of(values, name)
    if shape != (3,):
        raise ImpingeError(f"{name}: expected shape (3,), got {shape}")
    return as_coordinates(as_numbers(values, name)[None], name)[0]


def _ends(first: float, last: float, places: Ids) -> Array:
    return np.tile([first, last], (len(places), 1))


def _text(vector: Array) -> str:
    return "(" + ", ".join(f"{value:.4g}" for value in vector + 0.0) + ")"
