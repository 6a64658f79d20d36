"""First contacts as textbooks look for them: frame by frame, and back from one that collides.

A step is cut into frames, and each is tested as if time stood still. Where one collides, the
contact began between it and the frame before, and some methods say where: one of both frames,
bisection, or backtracking by an estimate from gap and depth, linear or quadratic (Redon's chapter,
section 1 [Redon2006]_; Ericson 2005, section 5.5 [Ericson2005]_). **All of them miss what comes and
goes between two frames**, and may find a later contact than the first. They stand here to be
compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, sqrt
from typing import Any, NamedTuple

from impinge.continuous.pair_motion import Moving
from impinge.core.arrays import as_scalar, as_whole
from impinge.core.options import as_choice
from impinge.motion import RigidMotion
from impinge.narrow import distance, overlap, penetration
from impinge.narrow.solid import as_solid

Place = tuple[float, float]
"""A time, and the gap then: negative where they overlap."""

MOST_FRAMES = 1 << 20
"""More would run for hours."""
MOST_QUERIES = 200
"""After the first frame that collides: bisection needs fifty for the last bit of a time."""
SHARE = 0.5
"""Backtracking aims at a gap of this share of the tolerance: it ends before the contact."""
STALLED = 3
"""Estimates that may leave more than half of an interval, before it is halved instead."""


class SampledImpact(NamedTuple):
    """A time of contact as frames tell it."""

    time: float
    """From 0 to 1; infinite if no frame collides."""
    queries: int
    """How many frames and times between them were tested."""


def sampled_impact(
    a: Any,
    b: Any,
    motion_a: Moving = None,
    motion_b: Moving = None,
    *,
    frames: int,
    method: str = "bisection",
    tolerance: float = 1e-6,
    solid: bool = False,
) -> SampledImpact:
    """When two moving shapes first touch, as far as tests at single times tell.

    Contacts between two frames are missed. Use ``time_of_impact`` for an answer.

    Parameters
    ----------
    a, b : shape
    motion_a, motion_b : RigidMotion, (4, 4) array_like, optional
        How they move; a pose, or nothing, is at rest.
    frames : int
        The step is tested at its start and at the end of each of so many frames.
    method : {"before", "after", "bisection", "linear", "quadratic"}, optional
        What is made of the first frame that collides: the time of the frame before, which is early;
        its own, which is late; halving of the interval between both; or backtracking, with the gap
        before and the depth after, along a line or a parabola through them.
    tolerance : float, optional
        Bisection ends when the interval is as short, backtracking also when the gap is [m].
    solid : bool, optional
        Closed meshes are filled.

    Returns
    -------
    SampledImpact
        ``time``, before the contact that was found but for ``"after"``, and ``queries``.

    Raises
    ------
    ImpingeError
        If an argument is not usable, or backtracking needs a depth that is not defined, as of
        meshes whose surfaces cross along lines that do not close.

    Examples
    --------
    A ball and a wall, which it reaches at 0.37:

    >>> from impinge.geometry import Box, Sphere
    >>> from impinge.motion import Motion
    >>> wall, ball = Box((0.1, 4, 4)), Sphere(0.1)
    >>> flight = Motion.from_velocity([[1, 0, 0, -2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    ...                               (5, 0, 0), (0, 0, 0))
    >>> sampled_impact(wall, ball, None, flight, frames=4)
    SampledImpact(time=inf, queries=5)
    >>> sampled_impact(wall, ball, None, flight, frames=40, method="before").time
    0.35
    >>> sampled_impact(wall, ball, None, flight, frames=40, method="linear")
    SampledImpact(time=0.3699999, queries=20)
    """
    chosen = METHODS[as_choice(method, "method", METHODS)]
    count = as_whole(frames, "frames", 1, MOST_FRAMES)
    within = as_scalar(tolerance, "tolerance")
    times = Times(a, b, motion_a, motion_b, as_solid(solid, a, b))
    if times.touch(0.0):
        return SampledImpact(0.0, times.queries)
    for k in range(1, count + 1):
        if times.touch(k / count):
            found = chosen(times, (k - 1) / count, k / count, within)
            return SampledImpact(found, times.queries)
    return SampledImpact(inf, times.queries)


class Times:
    """Two moving shapes, to be asked about single times, and how often that was done."""

    def __init__(self, a: Any, b: Any, motion_a: Moving, motion_b: Moving, solid: bool) -> None:
        self._shapes, self._motions = (a, b), (motion_a, motion_b)
        self._solid = solid
        self.queries = 0

    def touch(self, t: float) -> bool:
        """Whether they do then."""
        self.queries += 1
        return bool(overlap(*self._shapes, *self._poses(t), solid=self._solid))

    def gap(self, t: float) -> float:
        """How far apart they are then; how deep they are in each other, negative."""
        self.queries += 1
        poses = self._poses(t)
        apart = distance(*self._shapes, *poses, solid=self._solid).distance
        if apart > 0.0:
            return float(apart)
        self.queries += 1
        return -float(penetration(*self._shapes, *poses).depth)

    def _poses(self, t: float) -> tuple[Any, Any]:
        first, second = (
            motion.pose(t) if isinstance(motion, RigidMotion) else motion
            for motion in self._motions
        )
        return first, second


def _bisected(times: Times, low: float, high: float, tolerance: float) -> float:
    most = times.queries + MOST_QUERIES
    while high - low > tolerance and times.queries < most:
        middle = 0.5 * (low + high)
        if times.touch(middle):
            high = middle
        else:
            low = middle
    return low


def _backtracked(
    times: Times, low: float, high: float, tolerance: float,
    estimate: Callable[[Place, Place, Place | None, float], float],
) -> float:  # fmt: skip
    """The end of an interval that shrinks around a contact, from where they are free.

    The next time to look at is where an estimate puts a gap of half the tolerance. An end that
    stays where it is for too long is where bisection helps.
    """
    most = times.queries + MOST_QUERIES
    free, deep = (low, times.gap(low)), (high, times.gap(high))
    old: Place | None = None
    slow = 0
    while free[1] > tolerance and deep[0] - free[0] > tolerance and times.queries < most:
        length = deep[0] - free[0]
        t = estimate(free, deep, old, SHARE * tolerance)
        if slow >= STALLED or not free[0] < t < deep[0]:
            t = 0.5 * (free[0] + deep[0])
        seen = (t, times.gap(t))
        if seen[1] > 0.0:
            free, old = seen, free
        else:
            deep, old = seen, deep
        slow = slow + 1 if deep[0] - free[0] > 0.5 * length else 0
    return free[0]


def line(free: Place, deep: Place, goal: float) -> float:
    """Where a line through both has this gap."""
    (t0, g0), (t1, g1) = free, deep
    return t0 + (t1 - t0) * (g0 - goal) / (g0 - g1)


def parabola(free: Place, deep: Place, old: Place | None, goal: float) -> float:
    """Where the parabola through three has this gap, between two; a line without a third."""
    if old is None or old[0] in {free[0], deep[0]}:
        return line(free, deep, goal)
    (t0, g0), (t1, g1), (t2, g2) = free, deep, old
    # Newton's form about t0: g0 + slope s + bend s (s - (t1 - t0)).
    slope = (g1 - g0) / (t1 - t0)
    bend = ((g2 - g0) / (t2 - t0) - slope) / (t2 - t1)
    half, rest = 0.5 * (slope - bend * (t1 - t0)), g0 - goal
    under = half * half - bend * rest
    if bend == 0.0 or under < 0.0:
        return line(free, deep, goal)
    # Of the two roots, without a difference of equals.
    q = -(half + (sqrt(under) if half >= 0.0 else -sqrt(under)))
    roots = [t0 + q / bend, t0 + rest / q if q else inf]
    between = [t for t in roots if t0 < t < t1]
    return min(between) if between else line(free, deep, goal)


METHODS: dict[str, Callable[[Times, float, float, float], float]] = {
    "before": lambda _times, low, _high, _tolerance: low,
    "after": lambda _times, _low, high, _tolerance: high,
    "bisection": _bisected,
    "linear": partial(_backtracked, estimate=lambda free, deep, _, goal: line(free, deep, goal)),
    "quadratic": partial(_backtracked, estimate=parabola),
}
