"""Poses and motions to try: ordinary, hardly turning, half turns, far axes, many turns."""

import numpy as np

from impinge.motion import Motion, PiecewiseMotion, ScrewMotion


def unit(v):
    return np.asarray(v, float) / np.linalg.norm(v)


def turn(axis, angle):
    """Rotation (3, 3), by Rodrigues' formula."""
    x, y, z = unit(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + 2.0 * np.sin(angle / 2) ** 2 * (k @ k)


def pose(axis=(0, 0, 1), angle=0.0, shift=(0, 0, 0)):
    found = np.eye(4)
    found[:3, :3] = turn(axis, angle)
    found[:3, 3] = shift
    return found


def random_pose(rng, angle=None, far=1.0):
    angle = rng.uniform(0.0, np.pi) if angle is None else angle
    return pose(rng.normal(size=3), angle, far * rng.normal(size=3))


ANGLES = [0.0, 1e-16, 1e-12, 1e-9, 1e-6, 1e-3, 0.4, 1.5, 3.0, np.pi - 1e-9, np.pi]


def pose_pairs(seed=0):
    """Two poses each, with every angle between them, near and far from the origin."""
    rng = np.random.default_rng(seed)
    for angle in ANGLES:
        for far in (1e-3, 1.0, 1e4):
            first = random_pose(rng, far=far)
            step = pose(rng.normal(size=3), angle, far * rng.normal(size=3))
            last = first.copy()
            last[:3, :3] = step[:3, :3] @ first[:3, :3]
            last[:3, 3] += step[:3, 3]
            yield first, last


def motions(seed=0):
    """Motions of every kind, single."""
    rng = np.random.default_rng(seed)
    for k, (first, last) in enumerate(pose_pairs(seed)):
        size = max(1e-3, np.abs(last[:3, 3]).max())
        yield Motion(first, last)
        yield Motion(first, last, centre=size * rng.normal(size=3))
        yield ScrewMotion(first, last)
        if k % 3 == 0:
            yield ScrewMotion(first, last, turning=rng.uniform(0, 3, 2), sliding=(0, 2.5))
            yield ScrewMotion(first, last, turning=(3, 0), sliding=(3, 0))
    for turns in (0.3, 1.0, 7.7, 50.0):
        spin = 2.0 * np.pi * turns * unit(rng.normal(size=3))
        yield Motion.from_velocity(random_pose(rng), rng.normal(size=3), spin)
        yield Motion.from_velocity(
            random_pose(rng), rng.normal(size=3), spin, centre=rng.normal(size=3)
        )
    for kind in ("constant", "screw"):
        poses = np.stack([random_pose(rng) for _ in range(5)])
        yield PiecewiseMotion(poses, times=[0.0, 0.1, 0.4, 0.41, 1.0], kind=kind)


def size_of(motion):
    """The largest coordinate that is involved: answers are right to rounding of it."""
    rows = motion._rows
    return 1.0 + np.abs(rows[:, 7:19]).max()
