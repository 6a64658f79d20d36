"""Thousands of things strewn evenly, some moving: convex ones, with bullets; meshes.

In one step of a scene, or from frame to frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Box, Capsule, Mesh, Sphere, torus_knot
from impinge.scene import Scene
from impinge.scenes.assembly import rotation
from impinge.scenes.poses import turned_poses

ROOM = 2.0
"""Side of the cube that each thing has for itself [m]; they are about half a metre large."""
CALIBRE = 0.005
"""Radius of a bullet [m]."""
WINDINGS = ((2, 3), (3, 2), (2, 5), (3, 4))
"""Of the knots that a crowd consists of: far from convex, so that no library can take them for
solids."""
STRETCH = 0.1
"""Meshes of a crowd of all different ones are knots, stretched by up to so much along each axis."""
STEP, TURN = 0.1, 0.1
"""A move's standard deviation: a share of the size along each axis, an angle [rad] about each."""


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
    """Boxes, balls and capsules strewn evenly in a cube; some move.

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
    poses = turned_poses(count, rng)
    poses[:, :3, 3] = rng.uniform(-0.5 * side, 0.5 * side, (count, 3))
    names = [f"thing {i:06}" for i in range(count)]
    scene = Scene()
    # Made here: making a shape compiles, and importing must not.
    shapes = Box((0.5, 0.4, 0.3)), Sphere(0.3), Capsule(0.1, 0.5)
    scene.add_many(names, [shapes[i % len(shapes)] for i in range(count)], poses)
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
    poses = turned_poses(n, rng)
    poses[:, :3, 3] = rng.uniform(0.0, side, (n, 3))
    meshes = [shapes[i % len(shapes)] for i in range(n)]
    if distinct:
        # By numbers of their own: poses are those of the crowd that shares meshes.
        sizes = np.random.default_rng(seed).uniform(1.0 - STRETCH, 1.0 + STRETCH, (n, 3))
        meshes = [
            Mesh(mesh.vertices * size, mesh.faces) for mesh, size in zip(meshes, sizes, strict=True)
        ]
    return Crowd(tuple(f"knot {i}" for i in range(n)), tuple(meshes), poses, near)
