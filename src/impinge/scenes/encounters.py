"""Two named things that move in a step and meet: what looking at some times only may miss."""

from __future__ import annotations

from math import pi, tau
from typing import NamedTuple

from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Shape
from impinge.motion import Motion
from impinge.scenes.assembly import placed
from impinge.scenes.parts import gear

THIN = 1e-3
"""Thickness of the blade, and of the post both ways [m]."""
LENGTH, WIDTH = 0.2, 0.008
"""Of the blade [m]."""
TEETH, MODULE = 24, 0.005
"""Of both gears; the second in metres of diameter a tooth."""


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
