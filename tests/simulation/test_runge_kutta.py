import numpy as np
import pytest
from scipy.integrate import solve_ivp
from soft_cases import pressing

from impinge import ImpingeError
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody, SoftWorld
from impinge.simulation.runge_kutta import stable_step


def test_a_step_equals_that_of_another_solver():
    mesh = brick((1, 1, 1))
    body = SoftBody(mesh, viscosity=(10.0, 20.0))
    rng = np.random.default_rng(1)
    start = 0.3 * rng.normal(size=(8, 3))
    world = SoftWorld({"cube": body}, velocities={"cube": start}, integrator="rk4", contact=None)
    world.step(12)

    def rates(_, state):
        x, v = state.reshape(2, 8, 3)
        pull = body.forces(x, v) / body.masses[:, None] + [0, 0, -9.81]
        return np.concatenate([v, pull]).ravel()

    first = np.concatenate([mesh.vertices, start]).ravel()
    found = solve_ivp(rates, (0, 0.1), first, rtol=1e-9, atol=1e-9).y[:, -1].reshape(2, 8, 3)
    assert world.vertices["cube"] == pytest.approx(found[0], abs=1e-4)
    assert world.velocities["cube"] == pytest.approx(found[1], abs=1e-2)


def test_contact_springs_shorten_the_step():
    soft, stiff = (pressing(gap=-0.1, stiffness=k) for k in (10.0, 1e8))
    least = min(body.stable_step for body in soft._system.bodies)
    assert stable_step(soft._system, soft._found()) == least
    assert stable_step(stiff._system, stiff._found()) < 0.1 * least
    apart = pressing(gap=0.5)
    assert stable_step(apart._system, apart._found()) == least


def test_too_many_substeps_are_refused():
    world = SoftWorld({"cube": SoftBody(brick((1, 1, 1)), young=1e20)}, integrator="rk4")
    with pytest.raises(ImpingeError, match="'cube' blows up: it needs substeps of"):
        world.step()
