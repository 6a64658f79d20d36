"""Robots among things, paths of theirs, and first contacts by samples."""

from functools import cache
from math import pi

import numpy as np
from articulated import random_articulation, random_shape

import impinge as im
from impinge.geometry import Articulation, Joint, Link
from impinge.motion import InBetween
from impinge.scene import Robot


@cache
def crowded(seed, count=120):
    """(robot, scene, q0, q1): a random tree with convex and mesh links among random things."""
    rng = np.random.default_rng(seed)
    robot = Robot(random_articulation(seed, links=7))
    robot._model.checked_neutral = True
    scene, some = im.Scene(), robot.random(200, seed)
    for k in range(12):
        shift = rng.normal(size=3)
        shift *= rng.uniform(0.4, 1.0) / np.linalg.norm(shift)
        pose = im.pose(shift, axis_angle=((1, 0, 0), 0.3 * k))
        one = im.Scene.from_dict({"thing": (random_shape(rng), pose)})
        if robot.collides(some, one, self_collision=False).mean() < 0.3:
            scene.add(f"thing{k}", one["thing"].shape, pose)
    q = robot.random(20000, seed)
    robot.ignore_touching_at(q[0])
    robot.learn_ignored_pairs(60, seed)
    q = q[~robot.collides(q, scene)]
    if seed % 2:
        scene.add("floor", im.HalfSpace((0, 0, 1), -1.0))
        q = q[~robot.collides(q, scene)]
    assert len(q) > count
    q0 = q[:count]
    share = np.array([0.1, 0.5, 1.0])[np.arange(count) % 3, None]
    speeds = share * robot.difference(q0, np.roll(q[:count], 1, axis=0))
    return robot, scene, q0, robot.integrate(q0, speeds)


def sampled_first(robot, scene, q0, q1, samples):
    """First of evenly spaced times at which each path collides, inf if none; and the times."""
    motion = InBetween(robot._model.kinematics, q0, q1)
    times, first = np.linspace(0.0, 1.0, samples + 1), np.full(len(q0), np.inf)
    for t in times[::-1]:
        first[robot.collides(motion.configuration(t), scene)] = t
    return first, times


def two_bars(base=(0, 0, 0)):
    bar = [(im.Box((0.8, 0.1, 0.1)), im.pose((0.5, 0, 0)))]
    joints = [Joint("a", "continuous", "0", "1", axis=(0, 0, 1)),
              Joint("b", "continuous", "1", "2", im.pose((1, 0, 0)), axis=(0, 0, 1))]  # fmt: skip
    return Robot(Articulation([Link("0"), Link("1", bar), Link("2", bar)], joints),
                 base=im.pose(base))  # fmt: skip


def cell():
    scene = im.Scene.from_dict({"post": (im.Sphere(0.1), im.pose((0, 1.5, 0)))})
    scene.add("ball", im.Sphere(0.2), im.pose((5, 5, 0)))
    scene.add_robot("left", two_bars(), [0.0, 0.0])
    scene.add_robot("right", two_bars((3.7, -0.3, 0)), [pi, 0.0])
    return scene
