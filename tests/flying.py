"""Pairs of moving shapes, and what dense sampling tells of their first contact."""

import numpy as np
from moving import pose, random_pose, unit
from scipy.spatial.transform import Rotation

from impinge.motion import Motion, PiecewiseMotion, ScrewMotion
from impinge.narrow import distance, overlap


def flights(rng, count, *, spin=2.0, start=4.0, aim=0.8, kind="constant"):
    """Two motions: A turns in its place, B flies through it, or nearly so."""
    poses_a = np.stack([random_pose(rng, far=0.1) for _ in range(count)])
    poses_b = np.stack([random_pose(rng, far=0.0) for _ in range(count)])
    ways = np.array([unit(v) for v in rng.normal(size=(count, 3))])
    poses_b[:, :3, 3] = start * ways
    velocity = -2.0 * start * ways + aim * rng.normal(size=(count, 3))
    spins = spin * rng.normal(size=(2, count, 3))
    if kind == "constant":
        return (
            Motion.from_velocity(poses_a, 0.3 * rng.normal(size=(count, 3)), spins[0]),
            Motion.from_velocity(poses_b, velocity, spins[1]),
        )
    ends_a, ends_b = poses_a.copy(), poses_b.copy()
    ends_a[:, :3, :3] = Rotation.from_rotvec(spins[0]).as_matrix() @ poses_a[:, :3, :3]
    ends_b[:, :3, :3] = Rotation.from_rotvec(spins[1]).as_matrix() @ poses_b[:, :3, :3]
    ends_b[:, :3, 3] += velocity
    eased = {"turning": (0.2, 2.0), "sliding": (1.5, 0.3)} if kind == "eased" else {}
    return ScrewMotion(poses_a, ends_a, **eased), ScrewMotion(poses_b, ends_b, **eased)


def path(rng, pieces=4):
    poses = np.stack([random_pose(rng, far=2.0) for _ in range(pieces + 1)])
    return PiecewiseMotion(poses)


def falling(height=3.0, drop=6.0, angle=0.0):
    """A motion straight down from ``height`` above the origin."""
    first, last = pose((1, 1, 1), angle), pose((1, 1, 1), angle)
    first[2, 3], last[2, 3] = height, height - drop
    return Motion(first, last)


def impacts_by_distance(a, b, motion_a, motion_b, *, margin=0.0, tolerance=1e-6, solid=False):
    """(status, time) of motions of constant velocity, from distances and the greatest speed alone.

    B has an end. Seen from A, which may have none, a point of B moves with its own velocity less
    that of A's frame there.
    """
    first = [(m.pose(0.0), m.velocity(0.0)) for m in (motion_a, motion_b)]
    linear, angular = (
        [np.linalg.norm(getattr(speed, name), axis=1) for _, speed in first]
        for name in ("linear", "angular")
    )
    reach = np.linalg.norm(np.abs(b.bounds).max(axis=0))
    apart = np.linalg.norm(first[1][0][:, :3, 3] - first[0][0][:, :3, 3], axis=1)
    arm = apart + linear[0] + linear[1] + reach
    pace = linear[0] + linear[1] + angular[0] * arm + angular[1] * reach
    time, status = np.zeros(len(pace)), np.full(len(pace), -1)
    while (status < 0).any():
        rows = np.flatnonzero(status < 0)
        poses = [m[rows].pose(time[rows]) for m in (motion_a, motion_b)]
        gaps = distance(a, b, *poses, solid=solid).distance - margin
        near = gaps <= np.where(time[rows] > 0.0, tolerance, 0.0)
        status[rows[near]] = np.where(time[rows[near]] > 0.0, 1, 2)
        time[rows[~near]] += gaps[~near] / pace[rows[~near]]
        over = rows[~near][time[rows[~near]] >= 1.0]
        status[over], time[over] = 0, np.inf
    return status, time


def check_against_samples(a, b, motion_a, motion_b, found, *, margin=0.0, tolerance=1e-6, n=300):
    """No sample touches before the time; the gap there is what the tolerance says; bounds hold."""
    size = max(
        1.0, np.abs(motion_a.pose(0.0)[:3, 3]).max(), np.abs(motion_b.pose(0.0)[:3, 3]).max()
    )
    until = min(found.time, 1.0)
    # Half of the samples near the end, where a late answer would show.
    times = until * np.concatenate([np.linspace(0.0, 1.0, n), 1.0 - np.geomspace(1e-9, 0.3, n)])
    times = times[times < until] if found.time <= 1.0 else np.append(times, 1.0)
    if found.status != 2 and len(times):
        gaps = distance(a, b, motion_a.pose(times), motion_b.pose(times)).distance
        assert gaps.min() > margin - 1e-9 * size, (times[np.argmin(gaps)], found)
    if found.status == 1:
        there = distance(a, b, motion_a.pose(found.time), motion_b.pose(found.time)).distance
        assert there <= margin + tolerance + 1e-8 * size
        assert abs(there - found.gap) < 1e-8 * size
        assert np.linalg.norm(found.normal) == 1.0 or abs(np.linalg.norm(found.normal) - 1) < 1e-12
        assert np.isfinite(found.point_a).all()
        assert np.isfinite(found.point_b).all()
        assert found.lower == found.time <= found.upper
        if found.upper <= 1.0:
            assert overlap(
                a, b, motion_a.pose(found.upper), motion_b.pose(found.upper), margin=margin
            )
