"""Steps from rest: displacements by forces, without velocities."""

import numpy as np
import pytest
from coal_distances import CoalWorld

import impinge as im
from impinge.simulation import World


def test_a_free_body_is_displaced_by_its_force():
    made = World(method="quasi-static", step=0.01)
    made.add("ball", im.Sphere(0.1), mass=2.0)
    made.force("ball", (4.0, 0, 0))
    made.step(10)
    assert made.poses[0, :3, 3] == pytest.approx(10 * 1e-4 * np.array([2.0, 0, -9.81]))
    assert not made.velocities.any()
    assert made.energy().kinetic == 0.0


def test_torques_turn():
    made = World(method="quasi-static", step=0.01, gravity=(0, 0, 0))
    made.add("box", im.Box((1, 1, 1)), mass=6.0)
    made.force("box", torque=(0, 0, 5.0))
    made.step(20)
    turned = im.pose(axis_angle=((0, 0, 1), 20 * 1e-4 * 5.0))
    assert made.poses[0, :3, :3] == pytest.approx(turned[:3, :3], abs=1e-12)


def test_bodies_come_down_and_rest_without_touching():
    """A tilted box comes to lie on the floor, another one on it; coal finds them apart."""
    made = World(method="quasi-static", step=1 / 20, friction=0.0)
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    made.add("low", im.Box((1, 1, 0.5)), im.pose((0, 0, 0.5), euler=(0.2, 0.1, 0)))
    made.add("high", im.Box((0.5, 0.5, 0.5)), im.pose((0, 0, 1.3)))
    peer = CoalWorld(made.names, made._bodies.shapes, {"floor"})
    steps = []
    for _ in range(150):
        steps.append(made.step())
        assert peer.least(made.poses)[0] > 0.0
        assert not made.velocities.any()
    assert np.median([step.repositionings for step in steps]) == 0
    assert made.poses[1:, 2, 3] == pytest.approx([0.2505, 0.751], abs=2e-3)
    rest = made.poses
    made.step(10)
    assert made.poses == pytest.approx(rest, abs=1e-4)


def test_friction_holds_a_box_on_a_slope():
    slope = np.radians(20)
    moved = []
    for friction in (0.0, 0.5):
        made = World(method="quasi-static", step=1 / 50, friction=friction)
        made.add("slope", im.HalfSpace((np.sin(slope), 0, np.cos(slope))), fixed=True)
        turned = im.pose(axis_angle=((0, 1, 0), slope))
        turned[:3, 3] = turned[:3, 2] * 0.2503
        made.add("box", im.Box((1, 1, 0.5)), turned)
        made.step(20)
        moved.append(np.linalg.norm(made.poses[1, :3, 3] - turned[:3, 3]))
    # Without friction, 20 steps of dt^2 g sin.
    assert moved[0] == pytest.approx(20 * 9.81 * np.sin(slope) / 2500, rel=0.02)
    assert moved[1] < 1e-3
