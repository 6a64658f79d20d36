"""Parcels on a belt, under an arm that turns: a recording in which things touch and part."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import Box, Capsule, Compound, Cylinder, Ellipsoid, Hull, Shape, Sphere
from impinge.scene import Recording, Scene
from impinge.scenes.assembly import placed
from impinge.scenes.poses import posed

SPEED = 0.5
"""Of the belt [m/s]."""
TURNS = 0.2
"""Of the arm, a second."""
LENGTH, WIDTH = 6.0, 1.0
"""Of the belt [m]."""
PITCH = 0.56
"""From parcel to parcel [m]."""
GAP = 0.004
"""Between a parcel and the belt [m]: riding on it is no contact worth telling."""


def conveyor(frames: int = 121, seconds: float = 5.0) -> tuple[Scene, Recording]:
    """The scene at its start, and the recording that moves it.

    Examples
    --------
    >>> conveyor(11)
    (Scene(12 things of 12 shapes), Recording(9 things, 11 frames, 0 to 5 s))
    """
    rng = np.random.default_rng(5)
    parcels: list[tuple[str, Shape]] = [
        ("carton", Box((0.4, 0.3, 0.3))),
        ("drum", Cylinder(0.16, 0.36)),
        ("ball", Sphere(0.17)),
        ("letter box", Box((0.3, 0.5, 0.12))),
        ("rock", Hull(0.16 * rng.normal(size=(24, 3)).clip(-1.2, 1.2))),
        ("melon", Ellipsoid((0.26, 0.18, 0.16))),
        ("tube", Capsule(0.08, 0.4)),
    ]
    post, arm = Cylinder(0.08, 1.0), Compound([
        (Box((1.3, 0.08, 0.1)), placed(0.65)), (Sphere(0.12), placed(1.3)),
    ])  # fmt: skip
    scene = Scene()
    scene.add("belt", Box((LENGTH, WIDTH, 0.1)), placed(z=-0.05), group="fixed")
    scene.add("post", post, placed(0.3, 0.95, 0.4), group="fixed")
    scene.add("gate", Box((0.08, 0.3, 0.6)), placed(1.6, -0.42, 0.3), group="fixed")
    times = np.linspace(0.0, seconds, frames)
    poses: dict[str, Array] = {}
    for k, (name, shape) in enumerate(parcels):
        y, turn = rng.uniform(-0.3, 0.3), rng.uniform(-0.4, 0.4)
        # A tube lies; the others stand.
        lying = posed([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]) if name == "tube" else np.eye(4)
        z = GAP - float((lying[:3, :3] @ shape.support(-lying[2, :3]))[2])
        poses[name] = np.stack([
            placed(-2.8 + PITCH * k + SPEED * t, y, z, turn) @ lying for t in times
        ])  # fmt: skip
        scene.add(name, shape, poses[name][0], group="parcels")
    poses["arm"] = np.stack([
        placed(0.3, 0.95, 0.26, -np.pi * (0.95 - 2.0 * TURNS * t)) for t in times
    ])  # fmt: skip
    scene.add("arm", arm, poses["arm"][0], group="machine")
    poses["lamp"] = np.stack([
        placed(0.6 * np.cos(0.4 * np.pi * t), -0.1, 1.2) for t in times
    ])  # fmt: skip
    scene.add("lamp", Sphere(0.06), poses["lamp"][0], group="machine")
    # It turns on the post, and the gate stands on the belt.
    scene.ignore("arm", "post")
    scene.ignore_groups("fixed")
    return scene, Recording(times, poses)
