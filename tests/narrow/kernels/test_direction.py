"""Curved shapes almost in contact: the gap is that of the best direction, whoever asks."""

import numpy as np
import pytest

import impinge as im
from impinge.bench.convex_adversarial import Tally, check_pairs
from impinge.bench.convex_reference import reference_gap
from impinge.scenes.convex_features import feature_pairs


@pytest.mark.parametrize("seed", [1, 2])
def test_features_over_each_other(seed):
    tally = Tally()
    check_pairs(feature_pairs(600, seed), tally, seed)
    assert sum(tally.faults.values()) == 0, tally.shown


def rim_pose(d, gap, across):
    """A box with a corner over the rim of a cylinder of radius and half length one.

    ``d`` is the direction from the rim's point (1, 0, 1) to the corner, which is the lowest along
    it; turned about it by ``across``.
    """
    d = np.asarray(d) / np.linalg.norm(d)
    x = np.cross(d, [0.3, 0.9, 0.1])
    x /= np.linalg.norm(x)
    frame = np.stack([x, np.cross(d, x), d], axis=1)
    c, s = np.cos(across), np.sin(across)
    spin = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    # The diagonal of the box along z.
    z = np.ones(3) / np.sqrt(3.0)
    y = np.array([1.0, -1.0, 0.0]) / np.sqrt(2.0)
    diagonal = np.stack([np.cross(y, z), y, z])
    pose = np.eye(4)
    pose[:3, :3] = frame @ spin @ diagonal
    pose[:3, 3] = np.array([1.0, 0.0, 1.0]) + gap * d + pose[:3, :3] @ np.ones(3)
    return pose


@pytest.mark.parametrize("gap", [1e-3, 1e-5, 1e-7, 1e-9, 1e-11])
def test_corner_over_a_rim(gap):
    cylinder, box = im.Cylinder(1.0, 2.0), im.Box((2.0, 2.0, 2.0))
    rng = np.random.default_rng(8)
    for _ in range(40):
        tilt = rng.uniform(0.1, 1.4)
        pose = rim_pose((np.cos(tilt), 0.0, np.sin(tilt)), gap, rng.uniform(0.0, 6.0))
        found, back = im.distance(cylinder, box, None, pose), im.distance(box, cylinder, pose)
        true = float(np.linalg.norm(pose[:3, 3] - pose[:3, :3] @ np.ones(3) - (1.0, 0.0, 1.0)))
        assert abs(found.distance - true) <= 1e-14
        assert abs(back.distance - true) <= 1e-14


def test_cylinder_beside_the_end_of_a_capsule():
    # The axis of the capsule ends near a line of the cylinder's side, halfway along it.
    cylinder, capsule = im.Cylinder(0.25, 1.75), im.Capsule(0.5, 1.5)
    rng = np.random.default_rng(9)
    for _ in range(40):
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        pose = np.eye(4)
        pose[:3, :3] = turn * np.sign(np.linalg.det(turn))
        end = np.array([0.55, 0.0, rng.uniform(-0.8, 0.8)])
        axis = pose[:3, 2]
        pose[:3, 3] = end + 0.75 * axis * np.sign(axis[0])
        forth = im.penetration(cylinder, capsule, None, pose).depth
        back = im.penetration(capsule, cylinder, pose, None).depth
        assert abs(forth - 0.2) <= 1e-12
        assert abs(back - 0.2) <= 1e-12


def test_tip_of_a_cone_over_a_cylinder():
    # Lines of both sides cross: two creases, and the direction is square to both.
    cone, cylinder = im.Cone(1.5, 0.4), im.Cylinder(1.0, 3.4)
    rng = np.random.default_rng(10)
    for _ in range(12):
        pose = np.eye(4)
        tilt, gap = rng.uniform(-0.3, 0.3), 10.0 ** rng.uniform(-9.0, -6.0)
        c, s = np.cos(tilt), np.sin(tilt)
        pose[:3, :3] = np.array([[0.0, s, c], [0.0, c, -s], [-1.0, 0.0, 0.0]])
        pose[2, 3] = 1.2 + gap
        found = im.distance(cone, cylinder, None, pose).distance
        true = reference_gap(cone, cylinder, np.eye(4), pose)
        assert abs(found - float(true)) <= 1e-14
        assert abs(im.distance(cylinder, cone, pose).distance - float(true)) <= 1e-14
