"""Chains of rows: where they are, and bounds on how they move, against samples."""

import numpy as np
import pytest
from articulated import random_articulation, random_pose

from impinge.motion import InBetween
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.chain import bound_chain, bound_shift, bound_turn
from impinge.motion.kernels.chain_rows import write_chain
from impinge.motion.kernels.pose_at import pose_rows
from impinge.motion.kinematics import Kinematics

SAMPLES = 161


def chains(seed):
    """(rows, last row, motion, link, ancestor, place, number) of random bodies of a random tree."""
    rng = np.random.default_rng(seed)
    tree = random_articulation(seed, links=9, meshes=False)
    kinematics = Kinematics(tree, random_pose(rng, 3.0))
    q0 = kinematics.random(6, rng)
    speeds = rng.normal(size=(6, tree.speeds)) * (rng.random((6, tree.speeds)) < 0.7)
    speeds *= np.array([0.1, 1.0, 3.0])[np.arange(6) % 3, None]
    motion = InBetween(kinematics, q0, kinematics.integrate(q0, speeds, 1.0))
    parents, links = kinematics.arrays[0], len(tree.links)
    path = np.empty(links, np.int64)
    for i in range(6):
        for link in range(1, links):
            ancestor = -1
            if rng.random() < 0.5:
                ancestor = int(parents[link])
                while ancestor >= 0 and rng.random() < 0.5:
                    ancestor = int(parents[ancestor])
            place, rows = random_pose(rng), np.zeros((links + 1, row.LENGTH))
            last = write_chain(
                motion.rows, i * links, parents, link, ancestor, place, path, rows, 0
            )
            yield rows, last, motion, link, ancestor, place, i


def poses_of(rows, last, times):
    poses = np.empty((len(times), 4, 4))
    pose_rows(rows, np.full(len(times), last), times, poses, 0, len(times))
    return poses


@pytest.mark.parametrize("seed", range(4))
def test_chains_are_where_links_are(seed):
    for rows, last, motion, link, ancestor, place, i in chains(seed):
        for t, pose in zip((0.0, 0.4, 1.0), poses_of(rows, last, np.array([0.0, 0.4, 1.0])),
                           strict=True):  # fmt: skip
            world = motion.link_poses(np.full(6, t))[i]
            outer = np.eye(4) if ancestor < 0 else world[ancestor]
            assert np.abs(outer @ pose - world[link] @ place).max() < 1e-12
        assert rows[last, row.ABOVE] == last


@pytest.mark.parametrize("seed", range(6))
def test_no_sample_is_beyond_the_bounds(seed):
    rng, tested = np.random.default_rng(seed), 0
    for rows, last, *_ in chains(seed):
        if rows[last, row.ABOVE] == 0.0:
            continue
        tested += 1
        start, stop = (0.0, 1.0) if rng.random() < 0.4 else np.sort(rng.random(2))
        centre, radius = rng.normal(size=3) * 0.2, rng.choice([0.0, 0.3])
        around = rng.normal(size=(8, 3))
        points = centre + radius * around / np.linalg.norm(around, axis=1, keepdims=True)
        times = np.linspace(start, stop, SAMPLES)
        poses, h = poses_of(rows, last, times), (stop - start) / (SAMPLES - 1)
        places = np.einsum("tij,kj->tki", poses[:, :3, :3], points) + poses[:, None, :3, 3]
        speed, bent, _ = bound_chain(rows, last, tuple(centre), float(radius), start, stop)

        assert np.linalg.norm(np.diff(places, axis=0), axis=2).max() <= h * speed * (1 + 1e-9)
        second = np.linalg.norm(np.diff(places, 2, axis=0), axis=2).max()
        assert second <= h * h * bent * (1 + 1e-6) + 1e-13
        assert np.linalg.norm(poses[:, :3, 3], axis=1).max() <= bound_shift(rows, last)
        turn, change = bound_turn(rows, last, start, stop)
        relative = np.einsum("tji,tjk->tik", poses[:-1, :3, :3], poses[1:, :3, :3])
        angles = np.arccos(np.clip(0.5 * (np.trace(relative, axis1=1, axis2=2) - 1), -1, 1))
        assert angles.max() <= h * turn * (1 + 1e-6) + 1e-7
        skew = relative - relative.transpose(0, 2, 1)
        spins = np.stack([skew[:, 2, 1], skew[:, 0, 2], skew[:, 1, 0]], axis=1)
        spins = 0.5 * np.einsum("tij,tj->ti", poses[:-1, :3, :3], spins) / h
        moved = np.linalg.norm(np.diff(spins, axis=0), axis=1).max()
        assert moved <= h * change * (1 + 1e-3) + h * turn**3 * h + 1e-9
    assert tested > 5


def test_bounds_of_a_wheel_on_a_wheel_are_reached():
    """Two wheels about the same axis: speed w1 r + w2 s, acceleration (w1 + w2)^2 s + w1^2 l."""
    rows = np.zeros((2, row.LENGTH))
    for k, (turn, shift) in enumerate(((2.0, 0.0), (3.0, 1.0))):
        rows[k, row.RATE], rows[k, row.TURN], rows[k, row.AXIS + 2] = 1.0, turn, 1.0
        rows[k, row.SHIFT], rows[k, row.ABOVE] = shift, k
        rows[k, row.ROTATION : row.ROTATION + 9] = np.eye(3).ravel()
        rows[k, row.TURN_A : row.TURN_A + 9] = np.diag([1, 1, 0]).ravel()
        rows[k, row.TURN_B : row.TURN_B + 9] = [0, -1, 0, 1, 0, 0, 0, 0, 0]
    speed, bent, _ = bound_chain(rows, 1, (0.5, 0.0, 0.0), 0.0, 0.0, 1e-9)
    assert speed == pytest.approx(2 * 1.5 + 3 * 0.5, rel=1e-6)
    assert bent == pytest.approx(5**2 * 0.5 + 2**2 * 1.0, rel=1e-6)
