"""Fast, thin bodies that hit each other within a step: what looking at some times only may miss.

Pairs by the number, at times known from formulas; and two named things that meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, cos, pi, sin, tau
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Shape, Sphere
from impinge.motion import Motion
from impinge.scene import Scene
from impinge.scenes.assembly import placed
from impinge.scenes.parts import gear

RADIUS = 0.001
"""Of all balls [m]."""
APART = 10.0
"""Distance of one pair from the next [m]: only partners can meet."""
ARM, HALF_LENGTH = 0.8, 1.0
"""Where balls hang on a blade's way, and half the length of the blade [m]."""
SWING = 0.9 * pi
"""The angle by which a blade turns in a step; below half a turn, which has two shorter ways."""
THIN = 1e-3
"""Thickness of the blade of an encounter, and of its post both ways [m]."""
LENGTH, WIDTH = 0.2, 0.008
"""Of that blade [m]."""
TEETH, MODULE = 24, 0.005
"""Of both gears; the second in metres of diameter a tooth."""


@dataclass(frozen=True, slots=True, eq=False)
class FastPairs:
    """Pairs that touch for a short while within a step.

    Attributes
    ----------
    scene : Scene
        Things ``"ball i"`` and ``"wall i"``, or ``"blade i"``.
    start, end : (2n, 4, 4) float64
        Poses of all things of the scene, in the order of its names.
    pairs : list of pairs of names
    first, last : (n,) float64
        When each pair begins and ceases to touch, from 0 to 1; exact but for rounding.
    """

    scene: Scene
    start: Array
    end: Array
    pairs: list[tuple[str, str]]
    first: Array
    last: Array


def balls_through_walls(n: int, speed: float, seed: int = 0) -> FastPairs:
    """Balls that fly through walls as thin as they are wide, at slants of up to 60 degrees.

    ``speed`` is the way of a ball in the step, in units of what it is seen for: twice its diameter.

    Examples
    --------
    >>> found = balls_through_walls(5, speed=10.0)
    >>> bool((found.last - found.first).max() < 0.21)
    True
    """
    rng = _checked(n, speed, seed)
    thick = 2.0 * RADIUS
    rows, reach = [], 0.5 * thick + RADIUS
    for i in range(n):
        slant, around = rng.uniform(0.0, pi / 3.0), rng.uniform(0.0, tau)
        way = speed * 2.0 * reach
        along = way * cos(slant)
        side = way * sin(slant) * np.array([cos(around), sin(around)])
        # So placed that first and last contact are inside of the step, anywhere in it.
        x = -reach - rng.uniform(0.0, along - 2.0 * reach)
        at = APART * i
        start = placed(at + x, *(-0.5 * side)), placed(at)
        end = placed(at + x + along, *(0.5 * side)), placed(at)
        rows.append((start, end, ((-reach - x) / along, (reach - x) / along)))
    return _pairs("wall", Box((thick, 4.0, 4.0)), rows)


def balls_under_blades(n: int, speed: float, seed: int = 0) -> FastPairs:
    """Balls at rest that turning blades pass through; ``speed`` as of :func:`balls_through_walls`.

    A blade is so thin that a ball on its way is touched for about ``1 / speed`` of the step.
    """
    rng = _checked(n, speed, seed)
    reach = ARM * sin(0.5 * SWING / speed)
    if reach <= RADIUS:
        raise ImpingeError(f"speed: {speed:g} leaves no thickness for a blade, expected less")
    rows, half = [], asin(reach / ARM)
    for i in range(n):
        begin = rng.uniform(0.0, tau)
        angle = begin + rng.uniform(half, SWING - half)
        at = APART * i
        rest = placed(at + ARM * cos(angle), ARM * sin(angle))
        start, end = (rest, placed(at, turn=begin)), (rest, placed(at, turn=begin + SWING))
        rows.append((start, end, ((angle - begin - half) / SWING, (angle - begin + half) / SWING)))
    return _pairs("blade", Box((2.0 * HALF_LENGTH, 2.0 * (reach - RADIUS), 0.4)), rows)


class Encounter(NamedTuple):
    """Two things by name, their shapes, and how they move in the step."""

    names: tuple[str, str]
    shapes: tuple[Shape, Shape]
    motions: tuple[Motion, Motion]


def blade_and_post(turns: float = 50.0) -> Encounter:
    """A flat blade that spins and moves on, and a thin post in its way.

    The tip passes beside the post many times and comes nearer at each turn, until it touches.

    Parameters
    ----------
    turns : float, optional
        Of the blade in the step.

    Examples
    --------
    >>> blade_and_post().names
    ('blade', 'post')
    """
    if not turns > 0.0:
        raise ImpingeError(f"turns: {turns:g}, expected more than 0")
    blade, post = Box((LENGTH, WIDTH, THIN)), Box((THIN, THIN, 0.12))
    start, stand = placed(-0.26, -0.06, 0.06), placed(-0.07, -0.07, 0.06)
    spin = Motion.from_velocity(start, (0.22, 0.0, 0.0), (0.0, 0.0, tau * turns))
    return Encounter(("blade", "post"), (blade, post), (spin, Motion(stand, stand)))


def sliding_gear() -> Encounter:
    """A gear that turns while it slides towards another, whose teeth its own meet.

    Examples
    --------
    >>> [len(shape.faces) for shape in sliding_gear().shapes]
    [9216, 9216]
    """
    radius = 0.5 * MODULE * TEETH
    driver, wheel = gear(TEETH, MODULE, hand=-1), gear(TEETH, MODULE)
    start = placed(0.11, -0.17, 0.009)
    away = placed(0.11, 0.08, 0.009, pi / TEETH)
    slide = Motion.from_velocity(start, (0.0, 0.25 - 1.75 * radius, 0.0), (0.0, 0.0, -0.4 * pi))
    return Encounter(("gear", "wheel"), (driver, wheel), (slide, Motion(away, away)))


def _checked(n: int, speed: float, seed: int) -> np.random.Generator:
    if n < 1:
        raise ImpingeError(f"n: {n}, expected 1 or more")
    if not speed >= 2.0:
        raise ImpingeError(f"speed: {speed:g}, expected 2 or more")
    return np.random.default_rng(seed)


def _pairs(other: str, shape: Box, rows: list[Any]) -> FastPairs:
    """Of rows: poses of ball and other thing at start and end, and when they touch."""
    scene, ball = Scene(), Sphere(RADIUS)
    names = [(f"ball {i}", f"{other} {i}") for i in range(len(rows))]
    for one, two in names:
        scene.add(one, ball)
        scene.add(two, shape)
    start, end, times = zip(*rows, strict=True)
    return FastPairs(scene, np.concatenate(start), np.concatenate(end), names, *np.array(times).T)
