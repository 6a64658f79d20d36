"""Crowds: thousands of equal-sized meshes, strewn evenly, some of them moving each frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Mesh, torus_knot
from impinge.scenes.assembly import rotation
from impinge.scenes.poses import random_rotation

WINDINGS = ((2, 3), (3, 2), (2, 5), (3, 4))
"""Of the knots that a crowd consists of: far from convex, so that no library can take them for
solids."""
STRETCH = 0.1
"""Meshes of a crowd of all different ones are knots, stretched by up to so much along each axis."""
STEP, TURN = 0.1, 0.1
"""A move's standard deviation: a share of the size along each axis, an angle [rad] about each."""


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """Many posed meshes: of a few shapes, or no two the same.

    Attributes
    ----------
    names : tuple of str
    meshes : tuple of Mesh
        One a name; there are four different ones, or all are.
    poses : (n, 4, 4) float64
    near : float
        About how many boxes meet the box of each.
    """

    names: tuple[str, ...]
    meshes: tuple[Mesh, ...]
    poses: Array
    near: float

    def frames(self, count: int, share: float, seed: int = 0) -> Iterator[tuple[Ids, Array]]:
        """For each frame, which have moved, another random share each time, and their new poses."""
        rng, poses = np.random.default_rng(seed), self.poses.copy()
        size = float(np.ptp(self.meshes[0].bounds, axis=0).max())
        for _ in range(count):
            moved = np.sort(rng.choice(len(poses), round(share * len(poses)), replace=False))
            for i in moved:
                poses[i, :3, :3] = poses[i, :3, :3] @ rotation(rng.normal(0.0, TURN, 3))
                poses[i, :3, 3] += rng.normal(0.0, STEP * size, 3)
            yield moved, poses[moved].copy()

    def with_near(self, near: float) -> Crowd:
        """The same meshes, moved together or apart until about ``near`` boxes meet each."""
        poses = self.poses.copy()
        poses[:, :3, 3] *= (self.near / near) ** (1.0 / 3.0)
        return replace(self, poses=poses, near=near)


def knots(faces: int) -> tuple[Mesh, ...]:
    """Four knots of about so many triangles each, 80 at least."""
    if faces < 80:
        raise ImpingeError(f"faces: {faces}, expected 80 or more")
    around = 4 if faces < 200 else 6
    return tuple(torus_knot(max(10, faces // (2 * around)), around, p, q) for p, q in WINDINGS)


def mesh_crowd(n: int, faces: int, near: float, seed: int = 0, *, distinct: bool = False) -> Crowd:
    """``n`` knots of ``faces`` triangles, so dense that each meets about ``near`` others' boxes.

    Of four knots many share a tree, which is soon in the cache; ``distinct`` ones have a mesh and
    a tree each.
    """
    rng, shapes = np.random.default_rng(seed), knots(faces)
    width = float(np.mean([np.ptp(mesh.bounds, axis=0).mean() for mesh in shapes]))
    # Two boxes of width w meet if their middles are within w along each axis.
    side = 2.0 * width * (n / near) ** (1.0 / 3.0)
    poses = np.tile(np.eye(4), (n, 1, 1))
    for pose in poses:
        pose[:3, :3] = random_rotation(rng)
    poses[:, :3, 3] = rng.uniform(0.0, side, (n, 3))
    meshes = [shapes[i % len(shapes)] for i in range(n)]
    if distinct:
        # By numbers of their own: poses are those of the crowd that shares meshes.
        sizes = np.random.default_rng(seed).uniform(1.0 - STRETCH, 1.0 + STRETCH, (n, 3))
        meshes = [
            Mesh(mesh.vertices * size, mesh.faces) for mesh, size in zip(meshes, sizes, strict=True)
        ]
    return Crowd(tuple(f"knot {i}" for i in range(n)), tuple(meshes), poses, near)
