"""Poses for tests: shifts, and random motions."""

import numpy as np


def shift(x, y=0.0, z=0.0):
    """A pose that moves and does not turn."""
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def random_rotation(rng):
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q if np.linalg.det(q) > 0.0 else -q


def random_pose(rng, spread=1.0):
    pose = shift(*(spread * rng.normal(size=3)))
    pose[:3, :3] = random_rotation(rng)
    return pose


def random_poses(rng, n, spread=1.0):
    return np.stack([random_pose(rng, spread) for _ in range(n)])


def about_centre(mesh, pose):
    """The pose turning a mesh about the centre of its bounds."""
    centre = mesh.bounds.mean(axis=0)
    there = pose.copy()
    there[:3, 3] += centre - pose[:3, :3] @ centre
    return there
