"""Coordinates of robots and bodies together."""

import numpy as np
import pytest
from articulated import random_articulation

import impinge as im
from impinge.response import Masses
from impinge.scene import Robot
from impinge.simulation import World, mass_matrix
from impinge.simulation.robot_rows import JointFrame, limit_rows


def world_of(seed):
    made = World(method="events", gravity=(0, 0, 0))
    robot = Robot(random_articulation(seed))
    made.add("ball", im.Box((1, 2, 3)), im.pose((50, 0, 0)), velocity=(1, 2, 3), spin=(3, 2, 1))
    rng = np.random.default_rng(seed)
    made.add_robot("robot", robot, robot.random(seed=seed), rng.normal(size=robot.speeds))
    return made


@pytest.mark.parametrize("seed", range(3))
def test_mass_is_that_of_bodies_and_robot(seed):
    made = world_of(seed)
    bodies, state = made._bodies, made.robots["robot"]
    known = bodies.robots[0]
    frame = JointFrame.of(bodies, [(known, state)])
    speeds = frame.speeds(bodies.velocities, [state.dq])

    assert frame.velocities(speeds) == pytest.approx(bodies.velocities)
    assert np.array_equal(frame.split(speeds, [known])[0], state.dq)
    robot_mass = mass_matrix(known.robot, state.q)
    assert frame.mass[6:, 6:] == pytest.approx(robot_mass)
    assert 0.5 * speeds @ frame.mass @ speeds == pytest.approx(bodies.kinetic(), rel=1e-9)
    kinetic, _ = known.energies(state, np.zeros(3))
    assert kinetic == pytest.approx(0.5 * state.dq @ robot_mass @ state.dq)
    assert isinstance(bodies.masses(), Masses)


@pytest.mark.parametrize("seed", range(3))
def test_limits_are_rows(seed):
    made = world_of(seed)
    known, state = made._bodies.robots[0], made.robots["robot"]
    frame = JointFrame.of(made._bodies, [(known, state)])
    rows, gaps = limit_rows([(known, state)], frame)
    columns, speeds = known.limited()
    low, high = known.robot.limits
    finite = np.isfinite(low[columns]).sum() + np.isfinite(high[columns]).sum()
    assert len(rows) == len(gaps) == finite
    assert len(columns) == len(speeds)
    step = 1e-3 * np.random.default_rng(seed).normal(size=known.robot.speeds)
    later = state._replace(q=known.robot.integrate(state.q, step))
    _, after = limit_rows([(known, later)], frame)
    assert after - gaps == pytest.approx(rows[:, 6:] @ step, abs=1e-12)
