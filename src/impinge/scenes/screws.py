"""A screw that turns into its nut: with the right pitch and phase it stays free all the way in."""

from __future__ import annotations

from math import tau

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh
from impinge.scenes.assembly import placed
from impinge.scenes.moving import Made, Moving, MovingPairs, moving_pairs
from impinge.scenes.solids import Radius, lathe

RADIUS, PITCH, RIDGE = 0.005, 0.002, 0.0008
"""Of the thread's middle, from ridge to ridge, and height of a ridge [m]."""
PLAY = 0.0002
"""By how much the nut is wider than the screw [m]: flat triangles take a part of it."""
CLEAR = 2e-5
"""What is left of it where screw and nut have the right phase, at least [m]: seen at 24 triangles
around, the fewest; more leave more."""
LONG, NUT = 6, 4
"""Length of the screw and of the nut, in pitches."""
AROUND, PER_PITCH = 24, 8
"""Vertices around and along a pitch, at ``fine=1``."""
KINDS = ("right", "shifted", "wrong pitch")


def screw(fine: int = 1) -> Mesh:
    """A threaded rod about z, centred, right-handed."""
    heights = _heights(LONG, fine)
    profile = [(0.0, heights[0]), *[(RADIUS, z) for z in heights], (0.0, heights[-1])]
    return lathe(profile, AROUND * fine, _threaded(0.0))


def nut(fine: int = 1) -> Mesh:
    """A ring about z, centred, whose inside fits the screw's thread with some play."""
    heights = _heights(NUT, fine)
    wide = 2.0 * RADIUS
    profile = [(wide, heights[0]), (wide, heights[-1]), *[(RADIUS, z) for z in heights[::-1]]]
    return lathe(profile, AROUND * fine, _threaded(PLAY))


def screws_in_nuts(
    n: int, seed: int = 0, *, fine: int = 1, kinds: tuple[str, ...] = KINDS
) -> MovingPairs:
    """Screws that start above a nut and turn into it, one to six turns in the step.

    Kinds, one after the other: ``"right"`` stays free; ``"shifted"`` begins a part of a turn off,
    so that the flat end of the screw comes down on the nut; ``"wrong pitch"`` goes in, and then
    touches. Times of the last kind are not known. In half of the rows the nut turns too, in two
    thirds all moves along.

    Parameters
    ----------
    n : int
    seed : int, optional
    fine : int, optional
        Triangles grow with its square: 2,352 and 1,680 at 1, 37,056 and 25,152 at 4.
    kinds : tuple of str, optional
        Only these.

    Examples
    --------
    >>> found = screws_in_nuts(3)
    >>> [bool(hit) for hit in found.touches], found.first.round(3).tolist()[2]
    ([False, True, True], nan)
    """
    if not 1 <= fine <= 100:
        raise ImpingeError(f"fine: {fine}, expected 1 to 100")
    if not kinds or not set(kinds) <= set(KINDS):
        raise ImpingeError(f"kinds: {kinds!r}, expected some of {', '.join(map(repr, KINDS))}")
    return moving_pairs((screw(fine), nut(fine)), n, seed, kinds, _made)


def _made(kind: str, rng: np.random.Generator) -> Made:
    above = PITCH * rng.uniform(0.1, 0.5)
    height = 0.5 * (LONG + NUT) * PITCH + above
    turns = rng.uniform(1.0, 6.0)
    # Where the ridges of both lie on one helix.
    phase = tau * height / PITCH
    drop, first, gap = turns * PITCH, np.inf, CLEAR
    if kind == "shifted":
        phase += tau * rng.uniform(0.3, 0.7)
        first, gap = above / drop, 0.0
    elif kind == "wrong pitch":
        turns = rng.uniform(2.0, 6.0)
        drop = PITCH * (turns + rng.uniform(0.3, 0.6) * rng.choice([-1.0, 1.0]))
        first, gap = np.nan, 0.0
    share = 1.0 - rng.uniform(0.2, 0.8) * (rng.random() < 0.5)
    turn = -tau * turns
    moved = Moving.of(placed(z=height, turn=phase), (0.0, 0.0, -drop), (0.0, 0.0, share * turn))
    held = Moving.of(np.eye(4), angular=(0.0, 0.0, (share - 1.0) * turn))
    return (moved, held), (kind, first, gap)


def _heights(pitches: int, fine: int) -> Array:
    half = 0.5 * pitches * PITCH
    return np.linspace(-half, half, pitches * PER_PITCH * fine + 1)


def _threaded(wider: float) -> Radius:
    def formed(r: Array, angle: Array, z: Array) -> Array:
        ridge = 0.5 * RIDGE * np.cos(tau * z / PITCH - angle)
        return np.where(r == RADIUS, RADIUS + wider + ridge, r)

    return formed
