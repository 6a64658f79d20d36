"""Trains of many cars: four that pass each other closely, and one that falls onto a mountain.

As motions that are given, and as worlds: cars on ball joints, under the dynamics of joint space.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.geometry import Articulation, Joint, Link, pose
from impinge.scene import Robot, Scene
from impinge.scenes.articulated_parts import ground, limb, rolling
from impinge.scenes.articulated_scene import WORLD, ArticulatedScene
from impinge.scenes.mannequin import CYCLE, FRAMES, quaternions
from impinge.scenes.solids import moved
from impinge.simulation import World

CAR, HALF = 2.0, (0.88, 0.38, 0.42)
"""From a coupling to the next, and half the lengths of a car [m]."""
BEND = 0.3
"""Largest turn of a coupling [rad]."""
MOUNTAIN, CELLS = (60.0, 60.0), (116, 125)
TRACKS = ((-1.0, 0.0), (1.0, 0.0), (-1.0, 1.22), (1.0, 1.22))
"""Of four trains, each a quarter turn from the last but one: side of the track, and height [m]."""
ASIDE = 0.51
"""From the middle line to the middle of a track [m]."""
SPEED = 0.08
"""Of trains [m a frame]."""
PACE = 4.0
"""How much faster cars weave than a mannequin walks: once in some 35 frames, about a second."""
BOUNCES, FALL, DAMPING = 12, 6.0, 2.5
"""Of the falling train: how often it hits the mountain, from how high at first [m], and by which
power of e it falls less high at last."""
DEPTH = 0.06
"""How deep a car dips into the mountain at most [m]; the next frames lift it out again."""
RATE = 60.0
"""Frames a second of the motions that trains begin with."""
MEETING = 270
"""The frame of the motion at which four trains begin: they are about to cross."""
SWING = 0.03
"""Of couplings at the start [rad/s]: the trains bump into each other."""
BUMPING = {"method": "events", "friction": 0.0, "restitution": 0.3, "step": 1 / 120}
"""Options of the worlds of trains."""


def train(name: str, fine: list[tuple[int, int]], at: ArrayLike | None = None) -> Robot:
    """Cars behind each other on ball joints; the first floats about a pose ``at``.

    ``fine`` has vertices around and rings of each car, which has twice their product in triangles.
    """
    cars = [f"car {k:02d}" for k in range(len(fine))]
    links = [Link(WORLD)] + [
        Link(car, [moved(limb(*count, HALF), x=-0.5 * CAR)])
        for car, count in zip(cars, fine, strict=True)
    ]
    joints = [Joint(cars[0], "floating", WORLD, cars[0], at)]
    joints += [Joint(b, "ball", a, b, pose((-CAR, 0.0, 0.0))) for a, b in pairwise(cars)]
    return Robot(Articulation(links, joints, name=name), name=name)


def four_trains(seed: int = 0) -> ArticulatedScene:
    """Four trains of ten cars cross and pass each other at a small distance, and weave."""
    rng = np.random.default_rng(seed)
    robots, motions = {}, {}
    way = SPEED * FRAMES
    for k, (side, height) in enumerate(TRACKS):
        turn = 0.5 * np.pi * (k // 2) + (np.pi if side < 0.0 else 0.0)
        forward, left = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        start = forward * (0.5 * 10 * CAR - 0.5 * way) - ASIDE * left
        name = f"train {k}"
        robots[name] = train(name, [(25, 46)] * 10, pose((*start, height), euler=(0.0, 0.0, turn)))
        q = np.zeros((FRAMES, robots[name].dof))
        q[:, 0] = np.linspace(0.0, way, FRAMES)
        _weave(q, rng, 0.25)
        motions[name] = q
    return ArticulatedScene("four-trains", robots, Scene(), motions)


def falling_train(seed: int = 0) -> ArticulatedScene:
    """A train of seventeen cars falls onto a mountain and bounces off, again and again."""
    rng = np.random.default_rng(seed)
    x, y = (np.linspace(-0.5 * s, 0.5 * s, n + 1) for s, n in zip(MOUNTAIN, CELLS, strict=True))
    top = 9.0 * np.exp(-(x[:, None] ** 2 + y[None, :] ** 2) / 250.0)
    heights = top + 0.8 * rolling(CELLS, MOUNTAIN, rng, waves=9)
    scene = Scene()
    scene.add("mountain", ground(CELLS, MOUNTAIN, heights))
    robot = train("train", [(19, 65)] * 16 + [(31, 40)])
    q = np.zeros((FRAMES, robot.dof))
    # Its middle drifts over the mountain.
    beat = np.arange(FRAMES) / FRAMES
    q[:, 0], q[:, 1] = 17.0 + 6.0 * np.sin(2.0 * np.pi * beat), 8.0 * (beat - 0.5)
    _weave(q, rng, 1.0)
    lowest = _resting_height(robot, q, (x, y, heights))
    q[:, 2] = (
        lowest - DEPTH + FALL * np.exp(-DAMPING * beat) * np.abs(np.cos(np.pi * BOUNCES * beat))
    )
    return ArticulatedScene("falling-train", {"train": robot}, scene, {"train": q})


def falling_train_world(rng: np.random.Generator, options: dict[str, Any]) -> World:
    """A train of seventeen cars falls onto a mountain."""
    found = falling_train(int(rng.integers(2**31)))
    made = World(**{**BUMPING, **options})
    for name in found.scene.names:
        thing = found.scene[name]
        made.add(name, thing.shape, thing.pose, fixed=True)
    for name, robot in found.robots.items():
        made.add_robot(name, robot, found.motions[name][0])
    return made


def four_trains_world(rng: np.random.Generator, options: dict[str, Any]) -> World:
    """Four trains of ten cars cross each other in space, and bump into each other."""
    found = four_trains(int(rng.integers(2**31)))
    made = World(**{**BUMPING, "gravity": (0, 0, 0), **options})
    for name, robot in found.robots.items():
        q, after = found.motions[name][MEETING : MEETING + 2]
        speeds = RATE * robot.difference(q, after)
        made.add_robot(name, robot, q, speeds + SWING * rng.normal(size=len(speeds)))
    return made


def _weave(q: Array, rng: np.random.Generator, share: float) -> None:
    """Waves run along the train; couplings turn by at most this share of their limit."""
    beat = PACE * 2.0 * np.pi * np.arange(len(q)) / CYCLE
    cars = np.arange((q.shape[1] - 3) // 4)
    # Directions of cars, and what couplings turn: directions that drift would swing the tail.
    lag, (pitch, yaw) = rng.uniform(0.8, 1.4), rng.uniform(0.3, 0.6, 2)
    phases = rng.uniform(0.0, 2.0 * np.pi, 2)
    turns = np.zeros((len(cars), len(q), 3))
    for axis, rate, phase, part in ((1, pitch, phases[0], 0.4), (2, yaw, phases[1], 0.7)):
        turns[:, :, axis] = part * share * BEND * np.sin(rate * beat + phase - lag * cars[:, None])
    turns[1:] -= turns[:-1].copy()
    for car, turn in enumerate(turns):
        q[:, 3 + 4 * car : 7 + 4 * car] = quaternions(turn)


def _resting_height(robot: Robot, q: Array, surface: tuple[Array, Array, Array]) -> Array:
    """(frames,): height of the root at which the lowest car just touches the surface, nearly."""
    x, y, heights = surface
    poses = robot.links(q)[:, 1:]
    needed = np.full(len(q), -np.inf)
    for link, at in zip(robot.articulation.links[1:], np.moveaxis(poses, 1, 0), strict=True):
        points = link.shapes[0][0].vertices[::3]  # type: ignore[attr-defined]
        seen = np.einsum("nij,kj->nki", at[:, :3, :3], points) + at[:, None, :3, 3]
        column = np.clip(np.rint((seen[..., 0] - x[0]) / (x[1] - x[0])), 0, len(x) - 1).astype(int)
        row = np.clip(np.rint((seen[..., 1] - y[0]) / (y[1] - y[0])), 0, len(y) - 1).astype(int)
        needed = np.maximum(needed, (heights[column, row] - seen[..., 2]).max(axis=1))
    return needed
