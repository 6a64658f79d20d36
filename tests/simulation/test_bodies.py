"""Arrays of bodies: energies and momenta by hand, and going back to an earlier state."""

import numpy as np
import pytest

import impinge as im
from impinge.simulation.bodies import Bodies, poses_of


def bodies_of(count=3, seed=0):
    rng, made = np.random.default_rng(seed), Bodies()
    for k in range(count):
        pose = im.pose(rng.normal(size=3), axis_angle=rng.normal(size=3))
        made = made.with_row(
            f"b{k}", im.Box((1, 2, 3)), pose, mass=1.0 + k, locals=0.1 * rng.normal(size=3),
            inertia=np.diag([1.0, 2.0, 2.5]) * (1 + k), velocities=rng.normal(size=6),
            restitution=0.2 * k, friction=0.25 * k, fixed=k == 2,
        )  # fmt: skip
    return made


def test_poses_are_those_given():
    made = bodies_of()
    rng = np.random.default_rng(0)
    pose = im.pose(rng.normal(size=3), axis_angle=rng.normal(size=3))
    np.testing.assert_allclose(made.poses[0], pose, atol=1e-15)
    np.testing.assert_array_equal(made.poses, poses_of(made.centres, made.rotations, made.locals))
    np.testing.assert_allclose(made.size, 3.0)


def test_energy_and_momentum_are_sums_over_free_bodies():
    made = bodies_of()
    kinetic, linear, angular, potential = 0.0, np.zeros(3), np.zeros(3), 0.0
    gravity = np.array([0.0, 1.0, -9.0])
    for k in range(2):
        v, w, turn = made.velocities[k, :3], made.velocities[k, 3:], made.rotations[k]
        inertia = turn @ made.inertia[k] @ turn.T
        kinetic += 0.5 * made.mass[k] * v @ v + 0.5 * w @ inertia @ w
        linear += made.mass[k] * v
        angular += np.cross(made.centres[k], made.mass[k] * v) + inertia @ w
        potential -= made.mass[k] * gravity @ made.centres[k]
    assert made.kinetic() == pytest.approx(kinetic, rel=1e-14)
    assert made.potential(gravity) == pytest.approx(potential, rel=1e-14)
    for found, expected in zip(made.momentum(), (linear, angular), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_pairs_have_the_larger_restitution_and_the_mean_friction():
    made = bodies_of()
    pairs = np.array([[0, 1], [1, 2]])
    np.testing.assert_allclose(made.pair_restitution(pairs), [0.2, 0.4])
    np.testing.assert_allclose(made.pair_friction(pairs), [0.0, np.sqrt(0.125)])


def test_a_state_is_a_copy():
    made = bodies_of()
    state, poses = made.state(), made.poses
    made.centres += 1.0
    made.velocities[:] = 0.0
    made.restore(state)
    np.testing.assert_array_equal(made.poses, poses)
    assert made.velocities.any()


def test_fixed_bodies_are_not_tested_with_each_other():
    floor, made = im.HalfSpace((0, 0, 1)), Bodies()
    common = {
        "mass": np.inf, "locals": np.zeros(3), "inertia": np.eye(3), "velocities": np.zeros(6),
        "restitution": 0.0, "friction": 0.0, "fixed": True,
    }  # fmt: skip
    for name, normal in (("floor", floor), ("wall", im.HalfSpace((1, 0, 0)))):
        made = made.with_row(name, normal, np.eye(4), **common)
    assert made.scene().overlaps() == []
    assert made.is_solid()
    assert made.masses().whitening.any() == np.False_
