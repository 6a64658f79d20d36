"""A pile of solids: dropped one by one, each comes to rest on what lies there already."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import Box, Capsule, Cylinder, HalfSpace, Hull, Shape, Sphere
from impinge.scene import Scene
from impinge.scenes.assembly import placed
from impinge.scenes.poses import random_rotation

SPREAD = 0.5
"""Of the places above which solids are let go, about the middle [m]."""
SINK = 0.001
"""How deep a solid settles into what stops it [m]: contacts are there to be seen."""
SIDES = np.array([
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
    [[0, 0, 1], [0, 1, 0], [-1, 0, 0]],
], dtype=np.float64)  # fmt: skip
"""Rotations that put a side of a crate down."""
TRIES = 6
"""Places of which a solid takes the lowest."""
STEPS = 20
"""Halvings of the height at which it touches first."""


def pile(n: int = 80, seed: int = 3) -> Scene:
    """A scene of ``n`` solids in a heap on a floor; nothing holds them, they lie where they fell.

    Examples
    --------
    >>> pile(3)
    Scene(4 things of 4 shapes)
    """
    rng = np.random.default_rng(seed)
    shapes: list[tuple[str, Shape]] = [
        ("crate", Box((0.34, 0.26, 0.2))),
        ("ball", Sphere(0.15)),
        ("stone", Hull(0.13 * rng.normal(size=(30, 3)).clip(-1.5, 1.5))),
        ("can", Cylinder(0.11, 0.28)),
        ("brick", Box((0.42, 0.2, 0.12))),
        ("roll", Capsule(0.09, 0.26)),
    ]
    scene = Scene()
    scene.add("floor", HalfSpace((0.0, 0.0, 1.0)))
    for i in range(n):
        name, shape = shapes[i % len(shapes)]
        # Most lie on a side, as things do; what falls onto others rolls to where it is low.
        side = random_rotation(rng) if i % 4 == 3 else SIDES[i % 3]
        tried = []
        for _ in range(TRIES):
            x, y = SPREAD * rng.normal(size=2).clip(-2.0, 2.0)
            pose = placed(x, y, turn=rng.uniform(0.0, np.pi))
            pose[:3, :3] = pose[:3, :3] @ side
            tried.append(_dropped(scene, shape, pose))
        scene.add(f"{name} {i + 1}", shape, min(tried, key=lambda pose: float(pose[2, 3])))
    return scene


def _dropped(scene: Scene, shape: Shape, pose: Array) -> Array:
    """The pose lowered until it touches something."""
    top = float(scene.boxes[1][1:, 2].max(initial=0.0))
    reach = float(np.abs(shape.bounds).max()) * 2.0
    # Free at the upper end, in the floor at the lower one.
    low, high = 0.0, top + reach
    for _ in range(STEPS):
        middle = 0.5 * (low + high)
        pose[2, 3] = middle
        if scene.overlaps_shape(shape, pose):
            low = middle
        else:
            high = middle
    pose[2, 3] = high - SINK
    return pose
