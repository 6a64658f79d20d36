"""Fast, thin bodies that hit each other within a step, at times known from formulas."""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, cos, pi, sin, tau

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Sphere
from impinge.scene import Scene
from impinge.scenes.assembly import placed

RADIUS = 0.001
"""Of all balls [m]."""
APART = 10.0
"""Distance of one pair from the next [m]: only partners can meet."""
ARM, HALF_LENGTH = 0.8, 1.0
"""Where balls hang on a blade's way, and half the length of the blade [m]."""
SWING = 0.9 * pi
"""The angle by which a blade turns in a step; below half a turn, which has two shorter ways."""


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
    scene, start, end, times = Scene(), [], [], []
    wall, ball = Box((thick, 4.0, 4.0)), Sphere(RADIUS)
    reach = 0.5 * thick + RADIUS
    for i in range(n):
        slant, around = rng.uniform(0.0, pi / 3.0), rng.uniform(0.0, tau)
        way = speed * 2.0 * reach
        along = way * cos(slant)
        side = way * sin(slant) * np.array([cos(around), sin(around)])
        # So placed that first and last contact are inside of the step, anywhere in it.
        x = -reach - rng.uniform(0.0, along - 2.0 * reach)
        at = APART * i
        scene.add(f"ball {i}", ball)
        scene.add(f"wall {i}", wall)
        start += [placed(at + x, *(-0.5 * side)), placed(at)]
        end += [placed(at + x + along, *(0.5 * side)), placed(at)]
        times.append([(-reach - x) / along, (reach - x) / along])
    return _pairs(scene, start, end, "wall", times)


def balls_under_blades(n: int, speed: float, seed: int = 0) -> FastPairs:
    """Balls at rest that turning blades pass through; ``speed`` as of :func:`balls_through_walls`.

    A blade is so thin that a ball on its way is touched for about ``1 / speed`` of the step.
    """
    rng = _checked(n, speed, seed)
    reach = ARM * sin(0.5 * SWING / speed)
    if reach <= RADIUS:
        raise ImpingeError(f"speed: {speed:g} leaves no thickness for a blade, expected less")
    scene, start, end, times = Scene(), [], [], []
    blade, ball = Box((2.0 * HALF_LENGTH, 2.0 * (reach - RADIUS), 0.4)), Sphere(RADIUS)
    half = asin(reach / ARM)
    for i in range(n):
        begin = rng.uniform(0.0, tau)
        angle = begin + rng.uniform(half, SWING - half)
        at = APART * i
        scene.add(f"ball {i}", ball)
        scene.add(f"blade {i}", blade)
        rest = placed(at + ARM * cos(angle), ARM * sin(angle))
        start += [rest, placed(at, turn=begin)]
        end += [rest, placed(at, turn=begin + SWING)]
        times.append([(angle - begin - half) / SWING, (angle - begin + half) / SWING])
    return _pairs(scene, start, end, "blade", times)


def _checked(n: int, speed: float, seed: int) -> np.random.Generator:
    if n < 1:
        raise ImpingeError(f"n: {n}, expected 1 or more")
    if not speed >= 2.0:
        raise ImpingeError(f"speed: {speed:g}, expected 2 or more")
    return np.random.default_rng(seed)


def _pairs(
    scene: Scene, start: list[Array], end: list[Array], other: str, times: list[list[float]]
) -> FastPairs:
    first, last = np.array(times).T
    names = [(f"ball {i}", f"{other} {i}") for i in range(len(times))]
    return FastPairs(scene, np.stack(start), np.stack(end), names, first, last)
