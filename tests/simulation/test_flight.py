"""Free flight: momenta are kept, and rk4 equals an adaptive integrator."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.simulation import World
from impinge.simulation.flight import (
    Checker,
    Flight,
    Travel,
    fly,
    orthonormal,
    rotation_vectors,
    spins_of,
    turned,
)


def spinning(**options):
    world = World(gravity=(0, 0, 0), **options)
    world.add("box", im.Box((1, 2, 3)), mass=2.0, spin=(0.1, 3.0, 0.2))
    return world


def test_rk4_spin_equals_solve_ivp():
    """An unstable spin over three seconds, with a torque: orientation and spin to 1e-6."""
    torque = np.array([0.2, -0.1, 0.3])
    world = spinning(integrator="rk4")
    world.force("box", torque=torque)
    body = world._bodies
    inertia = body.inertia[0]

    def rates(_, state):
        turn = Rotation.from_quat(state[:4]).as_matrix()
        spin = state[4:]
        world_inertia = turn @ inertia @ turn.T
        change = np.linalg.solve(world_inertia, torque - np.cross(spin, world_inertia @ spin))
        x, y, z, w = state[:4]
        turning = 0.5 * np.array([
            [w, z, -y], [-z, w, x], [y, -x, w], [-x, -y, -z],
        ]) @ spin  # fmt: skip
        return np.concatenate([turning, change])

    start = np.concatenate([[0, 0, 0, 1], world.velocities[0, 3:]])
    end = solve_ivp(rates, (0, 3), start, rtol=1e-12, atol=1e-12).y[:, -1]
    world.step(720)
    np.testing.assert_allclose(world.velocities[0, 3:], end[4:], atol=1e-6)
    expected = Rotation.from_quat(end[:4]).as_matrix()
    np.testing.assert_allclose(world.poses[0, :3, :3], expected, atol=1e-6)


def test_momentum_is_kept_and_energy_nearly():
    for integrator, energy in (("semi-implicit", 1e-3), ("rk4", 1e-8)):
        world = spinning(integrator=integrator)
        before, kinetic = world.momentum(), world.energy().kinetic
        world.step(480)
        after = world.momentum()
        np.testing.assert_allclose(after.angular, before.angular, rtol=0, atol=1e-11)
        np.testing.assert_allclose(after.linear, before.linear, atol=1e-15)
        assert abs(world.energy().kinetic / kinetic - 1.0) < energy


def test_rk4_falls_exactly():
    world = World(integrator="rk4")
    world.add("ball", im.Sphere(0.1), velocity=(1, 0, 2))
    world.step(240)
    np.testing.assert_allclose(world.poses[0, :3, 3], [1, 0, 2 - 0.5 * 9.81], atol=1e-12)


def test_turned_as_scipy_turns():
    rng = np.random.default_rng(0)
    angles = np.concatenate([rng.normal(size=(20, 3)), 1e-5 * rng.normal(size=(5, 3))])
    start = Rotation.random(25, random_state=1).as_matrix()
    expected = Rotation.from_rotvec(angles).as_matrix() @ start
    np.testing.assert_allclose(turned(start, angles), expected, atol=1e-14)
    bent = start + 1e-6 * rng.normal(size=start.shape)
    made = orthonormal(orthonormal(bent))
    np.testing.assert_allclose(made.transpose(0, 2, 1) @ made, [np.eye(3)] * 25, atol=1e-15)


def some_bodies():
    made = World(method="events", gravity=(0, 0, 0))
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    at = im.pose((0, 0, 2), euler=(0.2, 0.4, 0.1))
    made.add("box", im.Box((1, 0.6, 0.4)), at, velocity=(1, 2, 3), spin=(3, 2, 1))
    return made._bodies


def test_the_end_of_a_flight_is_met():
    bodies = some_bodies()
    end = fly(bodies, np.zeros(3), 0.01, "rk4")
    travel = Travel.to(bodies, end)
    floor = bodies.rotations[0].copy()
    travel.part(0.5).carry(bodies)
    Travel.to(bodies, end).carry(bodies)
    assert bodies.centres == pytest.approx(end.centres, abs=1e-14)
    assert bodies.rotations == pytest.approx(end.rotations, abs=1e-12)
    assert np.array_equal(bodies.rotations[0], floor)


def test_rotation_vectors():
    rng = np.random.default_rng(0)
    angles = rng.normal(size=(50, 3)) * np.geomspace(1e-14, 1.0, 50)[:, None]
    found = rotation_vectors(Rotation.from_rotvec(angles).as_matrix())
    assert found == pytest.approx(angles, rel=1e-6, abs=1e-15)
    half = Rotation.from_rotvec([[np.pi, 0, 0]]).as_matrix()
    assert np.abs(rotation_vectors(half)) == pytest.approx(np.array([[np.pi, 0, 0]]), abs=1e-7)
    assert rotation_vectors(np.zeros((0, 3, 3))).shape == (0, 3)


def test_spins_have_the_momenta():
    bodies = some_bodies()
    momenta = (bodies.world_inertia() @ bodies.velocities[:, 3:, None])[:, :, 0]
    assert spins_of(bodies, momenta) == pytest.approx(bodies.velocities[:, 3:])


def test_contacts_on_the_path_are_found():
    """A box that turns about its centre while it falls; also after bodies were moved."""
    bodies = some_bodies()
    checker = Checker(bodies)
    down = np.array([[0, 0, 0], [0, 0, -2.0]])
    travel = Travel(down, np.array([[0, 0, 0], [7.0, 0, 0]]))
    first = checker.first_impact(bodies, travel, 1e-6)
    assert first.names == ("box", "floor")
    travel.part(float(first.time)).carry(bodies)
    gap = im.distance(*bodies.shapes[::-1], *bodies.poses[::-1]).distance
    assert 0.0 < gap < 2e-6
    again = checker.first_impact(bodies, Travel(-down, np.zeros((2, 3))), 1e-6)
    assert again.names is None
    assert isinstance(fly(bodies, np.zeros(3), 0.1, "rk4"), Flight)
