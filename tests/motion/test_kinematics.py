"""Forward kinematics against products of matrices, Jacobians against differences."""

from functools import cache

import numpy as np
import pytest
from articulated import link_poses, random_articulation, random_pose

from impinge import use_threads
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Joint, Link
from impinge.motion.kinematics import Kinematics

SEEDS = range(8)
RNG = np.random.default_rng
every_tree = pytest.mark.parametrize("seed", SEEDS)


@cache
def tree_of(seed):
    return random_articulation(seed, links=9, meshes=False)


def made(tree, seed=0):
    base = random_pose(RNG(seed))
    moving = Kinematics(tree, base)
    return moving, base, moving.random(40, RNG(seed))


def test_all_kinds_are_among_the_trees():
    joints = [joint for seed in SEEDS for joint in tree_of(seed).joints]
    assert len({joint.kind for joint in joints}) == 7
    assert any(joint.mimic for joint in joints)


@every_tree
def test_poses_are_products_of_matrices(seed):
    tree = tree_of(seed)
    moving, base, q = made(tree)
    expected = np.stack([link_poses(tree, row, base) for row in q])

    assert np.abs(moving.link_poses(q) - expected).max() < 1e-12


@every_tree
def test_jacobian_is_the_derivative(seed):
    tree = tree_of(seed)
    moving, _, q = made(tree)
    links = RNG(1).integers(0, len(tree.links), len(q))
    points = RNG(2).normal(size=(len(q), 3))
    found = moving.jacobian(q, links, points)
    every = np.arange(len(q))
    h = 1e-6
    for column in range(tree.speeds):
        speeds = np.zeros((len(q), tree.speeds))
        speeds[:, column] = 1.0
        ends = [moving.link_poses(moving.integrate(q, speeds, s * h))[every, links]
                for s in (1.0, -1.0)]  # fmt: skip
        here = moving.link_poses(q)[every, links]
        linear = (ends[0] - ends[1])[:, :3, :3] @ points[:, :, None] / (2 * h)
        linear = linear[:, :, 0] + (ends[0] - ends[1])[:, :3, 3] / (2 * h)
        spin = (ends[0] - ends[1])[:, :3, :3] @ here[:, :3, :3].transpose(0, 2, 1) / (2 * h)
        angular = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=1)
        assert np.allclose(found[:, :3, column], linear, atol=1e-8)
        assert np.allclose(found[:, 3:, column], angular, atol=1e-8)


@every_tree
def test_difference_leads_from_one_to_the_other(seed):
    moving, _, q0 = made(tree_of(seed))
    q1 = moving.random(len(q0), RNG(5))
    speeds = moving.difference(q0, q1)
    again = moving.integrate(q0, speeds, 1.0)

    # A quaternion and its negative are one orientation.
    assert np.allclose(moving.link_poses(again), moving.link_poses(q1), atol=1e-12)
    assert np.allclose(moving.difference(q0, moving.integrate(q0, 0.1 * speeds, 2.0)), 0.2 * speeds)
    assert np.abs(moving.difference(q0, q0)).max() < 1e-15


def test_small_turns_keep_their_digits():
    tree = Articulation([Link("a"), Link("b")], [Joint("j", "ball", "a", "b")])
    moving = Kinematics(tree)
    q = moving.random(20, RNG(0))
    speeds = RNG(1).normal(size=(20, 3)) * np.geomspace(1e-12, 1e-2, 20)[:, None]
    found = moving.difference(q, moving.integrate(q, speeds, 1.0))

    assert np.abs(found - speeds).max() < 1e-15


def test_bits_do_not_depend_on_threads():
    moving, _, _ = made(tree_of(0))
    q = moving.random(5000, RNG(3))
    found = []
    for count in (1, 2):
        with use_threads(count):
            found.append(moving.link_poses(q))
    assert np.array_equal(*found)


def test_random_and_neutral_respect_limits():
    joints = [
        Joint("a", "revolute", "0", "1", lower=1.0, upper=2.0),
        Joint("b", "prismatic", "1", "2", lower=3.0),
        Joint("c", "continuous", "2", "3", lower=1.0, upper=2.0),
        Joint("d", "floating", "3", "4"),
        Joint("e", "planar", "4", "5", lower=-4.0, upper=(1.0, 1.0, -3.0)),
    ]
    moving = Kinematics(Articulation([Link(str(k)) for k in range(6)], joints))
    q = moving.random(1000, RNG(0))

    assert not moving.beyond_limits(q).any()
    assert (q[:, 1] <= 5.0).all()
    assert np.ptp(q[:, 2]) > 6.0
    assert np.abs(q[:, 3:6]).max() <= 1.0
    assert np.allclose(np.linalg.norm(q[:, 6:10], axis=1), 1.0)
    assert moving.neutral().tolist() == [1, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, -3]
    q[7, 1], q[8, 12] = 2.9, -4.1
    assert np.argwhere(moving.beyond_limits(q)).tolist() == [[7, 1], [8, 12]]


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        (0, np.nan, "q: row 2: joint 'turn' is nan"),
        (1, np.inf, "q: row 2: joint 'fly' is inf"),
        (2, 1e200, "q: row 2: joint 'fly' is 1e\\+200, coordinates end"),
        (6, 1.1, "q: row 2: joint 'fly': quaternion .* has length"),
    ],
)
def test_errors_name_row_and_joint(column, value, message):
    joints = [Joint("turn", "revolute", "a", "b"), Joint("fly", "floating", "b", "c")]
    moving = Kinematics(Articulation([Link(name) for name in "abc"], joints))
    q = moving.random(4, RNG(0))
    q[2, column] = value
    with pytest.raises(ImpingeError, match=message):
        moving.configurations(q)
    with pytest.raises(
        ImpingeError, match="q: expected shape \\(8,\\) or \\(n, 8\\), got \\(4, 7\\)"
    ):
        moving.configurations(q[:, 1:])
    assert moving.configurations(q[0]).single


def test_limits_that_bound_nothing_are_none():
    # Some files have 1e308 for a joint without limits, and a range of 2e308 has no length.
    joint = Joint("j", "revolute", "a", "b", lower=-1e308, upper=1e308)
    q = Kinematics(Articulation([Link("a"), Link("b")], [joint])).random(
        100, np.random.default_rng(0)
    )
    assert 2.0 < np.abs(q).max() <= np.pi
