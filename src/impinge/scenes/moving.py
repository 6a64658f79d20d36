"""Two shapes that move in many ways at once: what is known about when they touch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.errors import ImpingeError
from impinge.geometry import HalfSpace, Shape
from impinge.motion import Motion
from impinge.narrow import distance
from impinge.scenes.poses import posed, random_rotation

AROUND = 1.0
"""Half the side of the cube in which scenes are set down [m]."""
DRIFT = 3.0
"""How fast both sides of a pair move together, where they do, at most [m] per step."""
TRIES = 200
"""Draws for a start that is free. One in two is, beside a half space; others nearly always."""
START = 1e-3
"""Gap at the start of seeded motions, at least, as a share of the size of both."""


@dataclass(frozen=True, slots=True, eq=False)
class MovingPairs:
    """One pair of shapes, n pairs of motions, and what is known about first contacts.

    Attributes
    ----------
    shape_a, shape_b : Shape
    motion_a, motion_b : Motion
        Batches of n.
    kinds : tuple of str
        What each row was made to be, such as ``"hit"`` or ``"near miss"``.
    first : (n,) float64
        Time of first contact, from a formula: exact but for rounding. Infinite where the way is
        free, NaN where all that is known is that they touch.
    gap : (n,) float64
        How near those that are free come, at least [m]; 0 for others.
    """

    shape_a: Shape
    shape_b: Shape
    motion_a: Motion
    motion_b: Motion
    kinds: tuple[str, ...]
    first: Array
    gap: Array

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def touches(self) -> Flags:
        """(n,) bool: which ones do."""
        return ~np.isposinf(self.first)

    def of(self, shape_a: Shape, shape_b: Shape) -> MovingPairs:
        """The same motions of other shapes, of the same surfaces."""
        return replace(self, shape_a=shape_a, shape_b=shape_b)


@dataclass(frozen=True, slots=True, eq=False)
class Moving:
    """A pose at the start of a step, and velocities, as :meth:`Motion.from_velocity` takes them."""

    pose: Array
    linear: Array
    angular: Array
    centre: Array

    @classmethod
    def of(
        cls, pose: Array, linear: Any = (0, 0, 0), angular: Any = (0, 0, 0), centre: Any = (0, 0, 0)
    ) -> Moving:
        """With everything that is not said at rest."""
        return cls(pose, *(np.array(v, dtype=np.float64) for v in (linear, angular, centre)))

    def seen_from(self, frame: Array, drift: Array) -> Moving:
        """The same in another frame, which drifts."""
        turn = frame[:3, :3]
        return Moving(
            frame @ self.pose, turn @ self.linear + drift, turn @ self.angular, self.centre
        )


Made = tuple[tuple[Moving, Moving], tuple[str, float, float]]
"""How A and B move, in the scene's own frame; kind, time of first contact, gap."""


def moving_pairs(
    shapes: tuple[Shape, Shape], n: int, seed: int, kinds: tuple[str, ...],
    make: Callable[[str, np.random.Generator], Made],
) -> MovingPairs:  # fmt: skip
    """Rows of all kinds in turn, each set down anywhere in the world; two thirds drift."""
    check_count(n)
    rng = np.random.default_rng(seed)
    made = [make(kinds[i % len(kinds)], rng) for i in range(n)]
    placed: list[list[Moving]] = [[], []]
    for pair, _ in made:
        frame = posed(random_rotation(rng), rng.uniform(-AROUND, AROUND, 3))
        drift = rng.uniform(-DRIFT, DRIFT, 3) * (rng.random() < 2.0 / 3.0)
        for side, moving in zip(placed, pair, strict=True):
            side.append(moving.seen_from(frame, drift))
    names, first, gap = zip(*(known for _, known in made), strict=True)
    a, b = (motions(side) for side in placed)
    return MovingPairs(*shapes, a, b, names, np.array(first), np.array(gap))


def motions(rows: list[Moving]) -> Motion:
    """One batch of all."""
    names = ("pose", "linear", "angular", "centre")
    return Motion.from_velocity(*(np.stack([getattr(row, k) for row in rows]) for k in names))


def check_count(n: int) -> None:
    """Refuse to make none."""
    if n < 1:
        raise ImpingeError(f"n: {n}, expected 1 or more")


def seeded_motions(
    a: Shape, b: Shape, n: int, seed: int = 0, *, turn: float = 0.9 * np.pi
) -> tuple[Motion, Motion]:
    """Motions of any two shapes that start apart and come close, cross, or pass each other.

    B comes from anywhere, aims at a place in or beside A, and ends before, in or behind it; both
    turn about their origins. In every second row A moves too.

    Parameters
    ----------
    a, b : Shape
    n : int
        How many.
    seed : int, optional
    turn : float, optional
        Each turns by at most this in the step [rad].

    Raises
    ------
    ImpingeError
        If no start is free, as for two half spaces that look at each other.

    Examples
    --------
    >>> from impinge.geometry import Box
    >>> seeded_motions(Box((1, 1, 1)), Box((1, 2, 3)), 5)
    (Motion(5 motions), Motion(5 motions))
    """
    check_count(n)
    rng = np.random.default_rng(seed)
    pairs = [_drawn(a, b, rng, turn, both=i % 2 == 1) for i in range(n)]
    return motions([first for first, _ in pairs]), motions([second for _, second in pairs])


def _drawn(
    a: Shape, b: Shape, rng: np.random.Generator, turn: float, *, both: bool
) -> tuple[Moving, Moving]:
    (middle_a, reach_a), (middle_b, reach_b) = _ball(a), _ball(b)
    size = reach_a + reach_b
    for _ in range(TRIES):
        turn_a, turn_b = random_rotation(rng), random_rotation(rng)
        pose_a = posed(turn_a, -turn_a @ middle_a)
        way = _direction(rng)
        away = size * rng.uniform(1.05, 1.4)
        pose_b = posed(turn_b, away * way - turn_b @ middle_b)
        if distance(a, b, pose_a, pose_b).distance <= START * size:
            continue
        # About half of the aims are so far beside that shapes of usual fullness miss.
        aim = rng.uniform(-0.6, 0.6, 3) * size
        linear = (aim - away * way) * rng.uniform(0.6, 1.8)
        spins = [_direction(rng) * rng.uniform(0.0, turn) for _ in range(2)]
        along = rng.uniform(-size, size, 3) if both else np.zeros(3)
        side_a = Moving.of(pose_a, along, spins[0] if both else along)
        return side_a, Moving.of(pose_b, linear + along, spins[1])
    raise ImpingeError("a and b: found no start in which they are apart")


def _ball(shape: Shape) -> tuple[Array, float]:
    """A point and a radius around most of a shape: all of it, unless it goes on without end."""
    if isinstance(shape, HalfSpace):
        return shape.offset * np.asarray(shape.normal), 1.0
    low, high = shape.bounds
    return 0.5 * (low + high), 0.5 * float(np.linalg.norm(high - low))


def _direction(rng: np.random.Generator) -> Any:
    vector = rng.normal(size=3)
    return vector / np.linalg.norm(vector)
