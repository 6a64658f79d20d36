"""Seeded poses of one mesh relative to another: deep, near, separated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.geometry.rotations import rotation_of
from impinge.narrow import overlap

CLASSES = ("deep", "near", "separated")
NEAR = (1e-4, 1e-2)
"""Gap, or depth, of near poses, as shares of the size of both meshes together."""
SEPARATED = (0.05, 2.0)
"""Gap of separated poses, likewise."""


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """Poses of B where A is at rest.

    Attributes
    ----------
    matrices : (n, 4, 4) float64
    kinds : (n,) int64
        0, 1, 2: deep, near, separated.
    """

    matrices: Array
    kinds: Ids

    def __len__(self) -> int:
        return len(self.matrices)

    def of(self, kind: str) -> Ids:
        """The rows of one class."""
        return np.flatnonzero(self.kinds == CLASSES.index(kind))


def seeded_poses(
    a: Mesh, b: Mesh, counts: tuple[int, int, int] = (60, 80, 60), seed: int = 7
) -> Poses:
    """Poses of B: surfaces that cross, that just touch or just do not, that are apart.

    For the last two, B comes along a random direction from far away until it first touches, which
    bisection finds by :func:`impinge.overlap`; it is then moved on, or back, by a random amount.

    Parameters
    ----------
    a, b : Mesh
    counts : tuple of three ints, optional
        Deep, near and separated poses. Half of the near ones touch.
    seed : int, optional
    """
    rng = np.random.default_rng(seed)
    size = 0.5 * (_radius(a) + _radius(b))
    matrices = [_deep(a, b, rng) for _ in range(counts[0])]
    for i in range(counts[1] + counts[2]):
        near = i < counts[1]
        low, high = np.log10(NEAR if near else SEPARATED)
        gap = size * 10.0 ** rng.uniform(low, high) * (-1.0 if near and i % 2 else 1.0)
        matrices.append(_approached(a, b, rng, size, gap))
    kinds = np.repeat(np.arange(3), counts)
    return Poses(np.array(matrices).reshape(-1, 4, 4), kinds)


def random_rotation(rng: np.random.Generator) -> Array:
    """A rotation, evenly from all there are."""
    quaternion = rng.normal(size=4)
    return rotation_of(*(quaternion / np.linalg.norm(quaternion)))


def turned_poses(count: int, rng: np.random.Generator) -> Array:
    """(count, 4, 4): poses at the origin, turned at random."""
    return np.reshape([posed(random_rotation(rng)) for _ in range(count)], (-1, 4, 4))


def posed(rotation: ArrayLike, place: ArrayLike = (0.0, 0.0, 0.0)) -> Array:
    """(4, 4): the pose of a rotation (3, 3) and a place."""
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rotation, place
    return pose


def _centre(mesh: Mesh) -> Array:
    middle: Array = mesh.bounds.mean(axis=0)
    return middle


def _radius(mesh: Mesh) -> float:
    return float(np.linalg.norm(mesh.bounds[1] - _centre(mesh)))


def _pose(rotation: Array, b: Mesh, centre: Array) -> Array:
    """The pose that turns B and puts the middle of its box at ``centre``."""
    return posed(rotation, centre - rotation @ _centre(b))


def _deep(a: Mesh, b: Mesh, rng: np.random.Generator) -> Array:
    half = 0.5 * (a.bounds[1] - a.bounds[0])
    for _ in range(200):
        pose = _pose(random_rotation(rng), b, _centre(a) + rng.uniform(-0.7, 0.7, 3) * half)
        if overlap(a, b, pose_b=pose):
            return pose
    raise ImpingeError("poses: found none in which the meshes cross")


def _approached(a: Mesh, b: Mesh, rng: np.random.Generator, size: float, gap: float) -> Array:
    """B at ``gap`` from its first touch along a random direction, inward if negative."""
    for _ in range(200):
        rotation, direction = random_rotation(rng), rng.normal(size=3)
        direction /= np.linalg.norm(direction)

        def at(s: float, turned: Array = rotation, along: Array = direction) -> Array:
            return _pose(turned, b, _centre(a) + s * along)

        apart, step = 1.01 * (_radius(a) + _radius(b)), 0.03 * size
        while apart > 0.0 and not overlap(a, b, pose_b=at(apart - step)):
            apart -= step
        if apart <= 0.0:
            # A hole in both: they pass through each other.
            continue
        touching = apart - step
        for _ in range(40):
            middle = 0.5 * (apart + touching)
            if overlap(a, b, pose_b=at(middle)):
                touching = middle
            else:
                apart = middle
        return at(apart + gap)
    raise ImpingeError("poses: the meshes never touch on their way through each other")
