"""Velocities after contacts, at rest and at impacts."""

import numpy as np
import pytest

import impinge as im
from impinge.response import Masses
from impinge.simulation import World
from impinge.simulation.events import distances_of
from impinge.simulation.events_contacts import NO_FACES, near_contacts
from impinge.simulation.events_response import (
    energies,
    kinetic,
    recovery_speeds,
    respond,
    rest_bounds,
    solve,
)

DT = 1 / 240


def box_on_floor(gap=0.001, turned=None, **options):
    made = World(method="events", **options)
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    at = im.pose((0, 0, 0.5 + gap)) if turned is None else turned
    made.add("box", im.Box((1, 1, 1)), at)
    distances = distances_of(made._bodies, made._settings, DT)
    scene = made._bodies.scene(distances.broken)
    contacts = near_contacts(made._bodies, scene, NO_FACES, distances.broken)
    return made._bodies, contacts, distances


@pytest.mark.parametrize("solver", ["motion", "contact", "iterative"])
def test_a_box_at_rest_stays(solver):
    bodies, contacts, distances = box_on_floor()
    pushed = bodies.velocities + DT * np.array([[0] * 6, [0, 0, -9.81, 0, 0, 0]])
    bounds = rest_bounds(bodies, contacts, distances, DT)
    velocities, impulses = solve(bodies, pushed, contacts, bounds, solver)
    assert velocities == pytest.approx(np.zeros((2, 6)), abs=1e-9)
    assert abs(impulses[:, 2].sum()) == pytest.approx(1000 * 9.81 * DT)


@pytest.mark.parametrize("ratio", [1e3, 1e4])
def test_a_light_box_holds_a_heavy_one(ratio):
    made = World(method="events")
    made.add("floor", im.Box((6, 6, 1)), im.pose((0, 0, -0.5)), fixed=True)
    made.add("light", im.Box((1, 1, 1)), im.pose((0, 0, 0.51)), density=1.0)
    made.add("heavy", im.Box((1, 1, 1)), im.pose((0.03, 0.02, 1.53)), density=ratio)
    least = made.step(100).least_distance
    np.testing.assert_allclose(made.poses[1:, :3, 3], [[0, 0, 0.5], [0.03, 0.02, 1.5]], atol=5e-3)
    assert least > 0.0
    assert np.abs(made.velocities).max() < 1e-2


def test_gaps_close_down_to_the_security_distance():
    bodies, contacts, distances = box_on_floor(0.002)
    bounds = rest_bounds(bodies, contacts, distances, DT)
    assert bounds == pytest.approx(-0.001 / DT * 1.0, rel=1e-6) or bounds.max() < 0.0
    assert not recovery_speeds(contacts, distances, DT).any()
    bodies, contacts, distances = box_on_floor(0.0005)
    assert rest_bounds(bodies, contacts, distances, DT) == pytest.approx(0.0)
    assert recovery_speeds(contacts, distances, DT) == pytest.approx(0.2 * 0.0005 / DT)


def test_what_bounces_is_left_to_impacts():
    bodies, contacts, distances = box_on_floor(restitution=0.5)
    bodies.velocities[1, 2] = -5.0
    assert np.isneginf(rest_bounds(bodies, contacts, distances, DT)).all()


@pytest.mark.parametrize(("speed", "after"), [(-5.0, 2.5), (-0.01, 0.0)])
def test_restitution_above_a_speed(speed, after):
    bodies, contacts, distances = box_on_floor(1e-7, restitution=0.5, friction=0.0)
    bodies.velocities[1, 2] = speed
    velocities, hits = respond(bodies, contacts, distances, "motion")
    assert velocities[1] == pytest.approx([0, 0, after, 0, 0, 0], abs=1e-12)
    assert hits == 1


def test_no_impact_adds_energy():
    """Two contacts whose bounces would: Newton's law at a corner that another contact turns."""
    rng = np.random.default_rng(0)
    for solver in ("motion", "iterative"):
        for _ in range(40):
            bodies, contacts, distances = box_on_floor(1e-7, restitution=1.0)
            bodies.velocities[1] = rng.normal(size=6)
            before = kinetic(bodies.masses(), bodies.velocities)
            after, _ = respond(bodies, contacts, distances, solver)
            assert kinetic(bodies.masses(), after) <= before * (1 + 1e-9)


def test_energies_of_bodies():
    bodies, _, _ = box_on_floor(0.0)
    bodies.velocities[1] = [1, 2, 3, 0.1, 0.2, 0.3]
    found = energies(bodies, np.array([0, 0, -9.81]))
    assert found[0] == 0.0
    assert found.sum() == pytest.approx(bodies.kinetic() + 1000 * 9.81 * 0.5)
    assert kinetic(bodies.masses(), bodies.velocities) == pytest.approx(bodies.kinetic())
    assert isinstance(bodies.masses(), Masses)
