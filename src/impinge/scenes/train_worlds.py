"""Worlds of trains: cars on ball joints, under the dynamics of joint space."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.scenes.trains import falling_train, four_trains
from impinge.simulation import World

RATE = 60.0
"""Frames a second of the motions that trains begin with."""
MEETING = 270
"""The frame of the motion at which four trains begin: they are about to cross."""

SWING = 0.03
"""Of couplings at the start [rad/s]: the trains bump into each other."""


def falling_train_world(rng: np.random.Generator, options: dict[str, Any]) -> World:
    """A train of seventeen cars falls onto a mountain."""
    found = falling_train(int(rng.integers(2**31)))
    made = World(**{"method": "events", "friction": 0.0, "restitution": 0.3, "step": 1 / 120,
                    **options})  # fmt: skip
    for name in found.scene.names:
        thing = found.scene[name]
        made.add(name, thing.shape, thing.pose, fixed=True)
    for name, robot in found.robots.items():
        made.add_robot(name, robot, found.motions[name][0])
    return made


def four_trains_world(rng: np.random.Generator, options: dict[str, Any]) -> World:
    """Four trains of ten cars cross each other in space, and bump into each other."""
    found = four_trains(int(rng.integers(2**31)))
    made = World(**{"method": "events", "friction": 0.0, "restitution": 0.3, "step": 1 / 120,
                    "gravity": (0, 0, 0), **options})  # fmt: skip
    for name, robot in found.robots.items():
        q, after = found.motions[name][MEETING : MEETING + 2]
        speeds = RATE * robot.difference(q, after)
        made.add_robot(name, robot, q, speeds + SWING * rng.normal(size=len(speeds)))
    return made
