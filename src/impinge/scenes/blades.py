"""A spinning blade: a bar of a millimetre against a post of a millimetre, many turns in a step.

Between two samples of a step the blade has gone round many times. When it first touches the post
follows from the angles at which two rectangles meet (:mod:`impinge.scenes.planar`), and from when
the post comes up into the blade's plane.
"""

from __future__ import annotations

from math import cos, hypot, sin, tau

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, box_mesh
from impinge.scenes.assembly import placed
from impinge.scenes.moving import Made, Moving, MovingPairs, moving_pairs
from impinge.scenes.planar import first_turn, rectangle, touching_turns

THIN = 1e-3
"""Width and height of the blade, and both widths of the post [m]."""
LENGTH, HEIGHT = 1.0, 0.2
"""Of the blade, from tip to tip, and of the post [m]."""
TIP = 0.5 * hypot(LENGTH, THIN)
"""How far the blade's corners are from its axis [m]."""
KINDS = ("hit", "grazing", "late", "near miss", "below")
NEAR = (1e-5, 1e-3)
"""Gaps of near misses, and depths of grazing ones [m]."""
FEWEST = 0.6
"""Turns in a step, at least: more than a half, after which either end has passed everything."""
APART = 1e-3
"""Of the angle between blade and post at the start, at least [rad]."""
ROUNDS = 12
"""Until the place of a post is known to rounding."""
RISE = (0.1, 0.3)
"""How far posts rise in the step that come into the blade's plane late [m]; then they are not
through it again before the end."""


def spinning_blades(
    n: int, turns: float = 50.0, seed: int = 0, *, meshes: bool = False
) -> MovingPairs:
    """Blades that turn about their middle, up to ``turns`` times in the step, and posts.

    Kinds, one after the other: ``"hit"``; ``"grazing"``, which the tip cuts by 0.01 to 1 mm only;
    ``"late"``, where the post comes up into the blade's plane in the last two fifths of the step;
    ``"near miss"``, which the tip passes at a gap of 0.01 to 1 mm; ``"below"``, which the blade
    passes above at such a gap. In a third of rows posts circle about the blade's axis, in two
    thirds all moves along.

    Parameters
    ----------
    n : int
    turns : float, optional
        Of the blade against the post, at most, from 0.6 on.
    seed : int, optional
    meshes : bool, optional
        Meshes of the boxes instead of boxes.

    Examples
    --------
    >>> found = spinning_blades(5)
    >>> found.kinds
    ('hit', 'grazing', 'late', 'near miss', 'below')
    >>> found.touches.tolist()
    [True, True, True, False, False]
    """
    if not turns >= FEWEST:
        raise ImpingeError(f"turns: {turns:g}, expected {FEWEST:g} or more")
    box = box_mesh if meshes else Box
    shapes = box((LENGTH, THIN, THIN)), box((THIN, THIN, HEIGHT))
    return moving_pairs(shapes, n, seed, KINDS, lambda kind, rng: _made(kind, turns, rng))


def _made(kind: str, most: float, rng: np.random.Generator) -> Made:
    small = 10.0 ** rng.uniform(*np.log10(NEAR))
    around, roll = rng.uniform(0.0, tau, 2)
    away = rng.uniform(0.02, 0.95 * TIP)
    if kind in {"grazing", "near miss"}:
        away = _away(TIP - small if kind == "grazing" else TIP + small, around, roll)
    place = away * np.array([cos(around), sin(around)])
    turn = tau * FEWEST * (most / FEWEST) ** rng.random() * rng.choice([-1.0, 1.0])
    touching = touching_turns(rectangle(LENGTH, THIN), rectangle(THIN, THIN, roll, place))
    while True:
        start = rng.uniform(0.0, tau)
        if first_turn(touching, start - APART, 2.0 * APART) == np.inf:
            break
    height, rise, since = 0.0, 0.0, 0.0
    if kind == "late":
        rise, since = rng.uniform(*RISE), rng.uniform(0.6, 0.95)
        height = -0.5 * (THIN + HEIGHT) - rise * since
    elif kind == "below":
        height = -0.5 * (THIN + HEIGHT) - small
    free = kind in {"near miss", "below"}
    first = since + first_turn(touching, start + since * turn, turn * (1.0 - since)) / abs(turn)
    # What has little time left may not come round once more.
    if kind == "late" and first == np.inf:
        return _made(kind, most, rng)
    along = (0.0, 0.0, 0.0)
    circling = rng.uniform(-tau, tau) * (rng.random() < 1.0 / 3.0)
    blade = Moving.of(placed(turn=start), along, (0.0, 0.0, turn + circling))
    pose = placed(place[0], place[1], height, roll)
    centre = -pose[:2, :2].T @ place
    post = Moving.of(pose, (0.0, 0.0, rise), (0.0, 0.0, circling), (*centre, 0.0))
    return (blade, post), (kind, np.inf if free else first, small if free else 0.0)


def _away(reach: float, around: float, roll: float) -> float:
    """How far out a post stands whose nearest point is so far from the axis."""
    way = np.array([cos(around), sin(around)])
    away = reach
    # The nearest point moves outward nearly as fast as the post: each round leaves a hundredth.
    for _ in range(ROUNDS):
        away += reach - _from_axis(rectangle(THIN, THIN, roll, away * way))
    return away


def _from_axis(polygon: Array) -> float:
    """Distance of the origin to a convex polygon that it is outside of."""
    side = np.roll(polygon, -1, axis=0) - polygon
    share = np.clip(-(polygon * side).sum(axis=1) / (side * side).sum(axis=1), 0.0, 1.0)
    return float(np.hypot(*(polygon + share[:, None] * side).T).min())
