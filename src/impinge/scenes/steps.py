"""Steps of whole scenes: thousands of convex things of which some move, and bullets among them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Capsule, Sphere
from impinge.scene import Scene
from impinge.scenes.assembly import rotation
from impinge.scenes.poses import random_rotation

SHAPES = (Box((0.5, 0.4, 0.3)), Sphere(0.3), Capsule(0.1, 0.5))
ROOM = 2.0
"""Side of the cube that each thing has for itself [m]; they are about half a metre large."""
CALIBRE = 0.005
"""Radius of a bullet [m]."""


class SceneStep(NamedTuple):
    """A scene, and where some of its things are at the end of a step."""

    scene: Scene
    poses_t1: dict[str, Array]


def crowd_step(
    count: int,
    moving: int,
    way: float = 0.05,
    turn: float = 0.1,
    *,
    room: float = ROOM,
    seed: int = 0,
) -> SceneStep:
    """Boxes, balls and capsules strewn evenly in a cube, of which some move.

    Parameters
    ----------
    count, moving : int
        How many there are, and how many of them have somewhere to go.
    way, turn : float, optional
        How far at most along each axis [m], and by which angle [rad].
    room : float, optional
        Side of the cube that each thing has for itself [m].
    seed : int, optional

    Examples
    --------
    >>> step = crowd_step(100, 30)
    >>> step.scene, len(step.poses_t1)
    (Scene(100 things of 3 shapes), 30)
    """
    if not 0 <= moving <= count:
        raise ImpingeError(f"moving: {moving} of {count} things")
    rng = np.random.default_rng(seed)
    side = room * count ** (1.0 / 3.0)
    poses = np.tile(np.eye(4), (count, 1, 1))
    for pose in poses:
        pose[:3, :3] = random_rotation(rng)
    poses[:, :3, 3] = rng.uniform(-0.5 * side, 0.5 * side, (count, 3))
    names = [f"thing {i:06}" for i in range(count)]
    scene = Scene()
    scene.add_many(names, [SHAPES[i % len(SHAPES)] for i in range(count)], poses)
    targets = {}
    for i in np.sort(rng.permutation(count)[:moving]).tolist():
        end = poses[i].copy()
        axis = rng.normal(size=3)
        end[:3, :3] = rotation(turn * rng.uniform() * axis / np.linalg.norm(axis)) @ end[:3, :3]
        end[:3, 3] += rng.uniform(-way, way, 3)
        targets[names[i]] = end
    return SceneStep(scene, targets)


def bullet_step(count: int, bullets: int, *, room: float = ROOM, seed: int = 0) -> SceneStep:
    """A crowd at rest, and bullets that cross it from anywhere to anywhere in one step.

    Examples
    --------
    >>> step = bullet_step(100, 5)
    >>> step.scene, sorted(step.poses_t1)[0]
    (Scene(105 things of 4 shapes), 'bullet 0000')
    """
    scene, targets = crowd_step(count, 0, room=room, seed=seed)
    rng = np.random.default_rng(seed + 1)
    half = 0.5 * room * count ** (1.0 / 3.0)
    ends = np.tile(np.eye(4), (2, bullets, 1, 1))
    ends[:, :, :3, 3] = rng.uniform(-half, half, (2, bullets, 3))
    names = [f"bullet {i:04}" for i in range(bullets)]
    scene.add_many(names, Sphere(CALIBRE), ends[0])
    return SceneStep(scene, {**targets, **dict(zip(names, ends[1], strict=True))})
