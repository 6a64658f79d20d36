"""Free flight: momenta are kept, and rk4 equals an adaptive integrator."""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.simulation import World
from impinge.simulation.flight import orthonormal, turned


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
