"""Bullets through paper: both a tenth of a millimetre thin, up to a kilometre a step."""

from __future__ import annotations

from math import pi, tau

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, box_mesh
from impinge.scenes.assembly import aimed
from impinge.scenes.moving import Made, Moving, MovingPairs, moving_pairs

THIN = 1e-4
"""Thickness of the paper, width and height of a bullet [m]."""
BULLET = (0.01, THIN, THIN)
PAPER = (0.21, 0.297, THIN)
"""Sizes [m]."""
KINDS = ("hit", "border", "spinning", "beside")
NEAR = (1e-5, 1e-3)
"""Gaps of bullets that pass beside the paper [m]."""
SLOWEST = 1.0
"""The shortest way of a bullet in the step [m]."""
SLANT = pi / 3.0
"""Between flight and the paper's normal, at most [rad]."""
MIDDLE = 0.07
"""Around the middle of a paper that spins: what lies within is always paper [m]."""
SPIN = 20.0 * tau
"""By how much a paper turns in its plane, at most [rad]."""
AXES = np.eye(3)


def bullets_through_paper(
    n: int, way: float = 1000.0, seed: int = 0, *, meshes: bool = False
) -> MovingPairs:
    """Bullets that fly lengthwise, at slants of up to 60 degrees, and sheets of paper.

    Kinds, one after the other: ``"hit"``, somewhere; ``"border"``, at the very edge;
    ``"spinning"``, into paper that turns in its plane; ``"beside"``, past an edge at a gap of
    0.01 to 1 mm. In two thirds of rows both move on.

    Parameters
    ----------
    n : int
    way : float, optional
        Of a bullet in the step [m], at most, from 1 on.
    seed : int, optional
    meshes : bool, optional
        Meshes of the boxes instead of boxes.

    Examples
    --------
    >>> found = bullets_through_paper(8)
    >>> found.touches.tolist()
    [True, True, True, False, True, True, True, False]
    """
    if not way >= SLOWEST:
        raise ImpingeError(f"way: {way:g}, expected {SLOWEST:g} or more")
    box = box_mesh if meshes else Box
    shapes = box(BULLET), box(PAPER)
    return moving_pairs(shapes, n, seed, KINDS, lambda kind, rng: _made(kind, way, rng))


def first_of_boxes(a: Array, pose: Array, b: Array, velocity: Array) -> float:
    """When box a, posed so and moving straight on, first touches box b at rest at the origin.

    From 0 to 1, or infinite. Along each of the fifteen axes both cover an interval, and one of them
    moves: contact begins when the last pair of them meets, if none has parted by then.
    """
    sides = [*pose[:3, :3].T, *AXES]
    crosses = [np.cross(u, v) for u in pose[:3, :3].T for v in AXES]
    axes = np.array(sides + [c / np.linalg.norm(c) for c in crosses if np.abs(c).max() > 1e-9])
    reach = 0.5 * (np.abs(axes @ pose[:3, :3]) @ a + np.abs(axes) @ b)
    at, speed = axes @ pose[:3, 3], axes @ velocity
    still = speed == 0.0
    if (np.abs(at[still]) > reach[still]).any():
        return np.inf
    at, speed, reach = at[~still], speed[~still], reach[~still]
    begin = (-np.sign(speed) * at - reach) / np.abs(speed)
    end = (-np.sign(speed) * at + reach) / np.abs(speed)
    first = max(0.0, float(begin.max()))
    return first if first <= min(1.0, float(end.min())) else np.inf


def _made(kind: str, most: float, rng: np.random.Generator) -> Made:
    half = 0.5 * np.array(PAPER)
    slant, around = rng.uniform(0.0, SLANT), rng.uniform(0.0, tau)
    aim = np.append(rng.uniform(-0.9, 0.9, 2) * half[:2], 0.0)
    edge, side = int(rng.integers(2)), rng.choice([-1.0, 1.0])
    gap = 10.0 ** rng.uniform(*np.log10(NEAR))
    if kind == "spinning":
        aim[:2] = MIDDLE * rng.uniform(-0.5, 0.5, 2)
    elif kind == "beside":
        # Along the edge: the gap to it does not change on the way.
        around = (0.5 - 0.5 * edge) * pi + pi * rng.integers(2)
    flight = np.array([np.sin(slant) * np.cos(around), np.sin(slant) * np.sin(around),
                       -np.cos(slant)])  # fmt: skip
    pose = aimed(aim, flight, rng.uniform(0.0, tau))
    wide = float(np.abs(pose[edge, :3]) @ BULLET) * 0.5
    if kind == "beside":
        pose[edge, 3] = side * (half[edge] + wide + gap)
    elif kind == "border":
        pose[edge, 3] = side * (half[edge] + rng.uniform(-0.9, 0.9) * wide)
    velocity = flight * SLOWEST * (most / SLOWEST) ** rng.random()
    pose[:3, 3] -= velocity * rng.uniform(0.05, 0.95)
    first = first_of_boxes(np.array(BULLET), pose, np.array(PAPER), velocity)
    if (kind == "beside") != (first == np.inf) or first == 0.0:
        return _made(kind, most, rng)
    spin = rng.uniform(-SPIN, SPIN) * (kind == "spinning")
    sides = Moving.of(pose, velocity), Moving.of(np.eye(4), angular=(0.0, 0.0, spin))
    return sides, (kind, first, gap if kind == "beside" else 0.0)
