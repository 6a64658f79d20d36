"""Scenes whose things move in a step, and what asking all pairs one by one says about it."""

import numpy as np
from populated import is_ignored
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


def brute_impacts(scene, targets, **options):
    """(names, impact) of each pair of which one moves, by time and names; free ones left out."""
    names, found = sorted(scene.names), []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if is_ignored(scene, a, b) or not {a, b} & set(targets):
                continue
            p, q = scene[a], scene[b]
            hit = im.time_of_impact(
                p.shape, q.shape, motion_of(scene, targets, a), motion_of(scene, targets, b),
                margin=p.margin + q.margin, solid=scene.solid, **options,
            )  # fmt: skip
            if hit.status != ImpactStatus.FREE:
                found.append(((a, b), hit))
    return sorted(found, key=lambda row: (row[1].time, row[0]))
