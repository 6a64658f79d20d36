"""Scenes whose things move in a step, and what asking all pairs one by one says about it."""

import numpy as np
import pytest
from populated import SHAPES, is_ignored, random_scene
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.continuous import ImpactStatus
from impinge.motion import Motion, PiecewiseMotion, ScrewMotion


def at(x=0.0, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def moved_pose(rng, pose, way=1.0, turn=0.5):
    found = pose.copy()
    spin = rng.normal(size=3)
    spin *= turn * rng.uniform() / np.linalg.norm(spin)
    found[:3, :3] = Rotation.from_rotvec(spin).as_matrix() @ pose[:3, :3]
    found[:3, 3] += way * rng.uniform(-1.0, 1.0, 3)
    return found


def random_targets(scene, rng, share=0.7, way=1.0, turn=0.5, paths=True):
    """Poses, screws, spins and paths for some of the things."""
    targets = {}
    for name in scene.names:
        if rng.uniform() > share:
            continue
        start = scene[name].pose
        end = moved_pose(rng, start, way, turn)
        kind = rng.integers(5 if paths else 4)
        if kind == 1:
            targets[name] = ScrewMotion(start, end)
        elif kind == 2:
            velocity = way * rng.uniform(-1, 1, 3), 3 * turn * rng.normal(size=3)
            targets[name] = Motion.from_velocity(start, *velocity)
        elif kind == 4:
            targets[name] = PiecewiseMotion([start, moved_pose(rng, start, way, turn), end])
        else:
            targets[name] = end
    return targets


def motion_of(scene, targets, name):
    pose = scene[name].pose
    target = targets.get(name, pose)
    return target if isinstance(target, im.motion.RigidMotion) else Motion(pose, target)


def brute_impacts(scene, targets):
    """(names, impact) of each pair of which one moves, by time and names; free ones left out."""
    return _brute(scene, targets, im.time_of_impact, lambda hit: hit.status != ImpactStatus.FREE)


def brute_freedoms(scene, targets):
    """The same of freedom: those that are not free."""
    return _brute(scene, targets, im.stay_free, lambda found: not found)


def _brute(scene, targets, query, counts):
    names, rows = sorted(scene.names), []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if is_ignored(scene, a, b) or not {a, b} & set(targets):
                continue
            p, q = scene[a], scene[b]
            found = query(
                p.shape, q.shape, motion_of(scene, targets, a), motion_of(scene, targets, b),
                margin=p.margin + q.margin, solid=scene.solid,
            )  # fmt: skip
            if counts(found):
                rows.append(((a, b), found))
    return sorted(rows, key=lambda row: (row[1].time, row[0]))


SOLIDS = ("box", "sphere", "capsule", "cone", "hull")
EVERY_STEP = [
    pytest.param(kinds, seed, solid, id=f"{name}-{seed}")
    for name, kinds, solid, seeds in (
        ("convex", SOLIDS, False, 6),
        ("every kind", tuple(SHAPES), False, 6),
        ("solid", ("ball mesh", "box mesh", "box", "sphere"), True, 3),
    )
    for seed in range(seeds)
]
"""Kinds of shapes, a seed, and whether meshes are filled: what ``random_step`` takes."""


def random_step(kinds, seed, solid):
    """A scene, and where its things go: with a floor in some, and something inside of another."""
    rng = np.random.default_rng(seed)
    scene = random_scene(8 if solid else 12, seed, 4.0 if solid else 6.0, kinds, solid=solid)
    if solid:
        scene.add("pea", im.icosphere(0.05, 1), scene["thing 0"].pose)
        return scene, random_targets(scene, rng)
    if seed % 3 == 0:
        scene.add("floor", im.HalfSpace((0, 0, 1), -2.5))
    return scene, random_targets(scene, rng, way=2.0)
