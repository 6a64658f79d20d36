"""Repositioning: distances are restored by small displacements, without speed."""

import pytest

import impinge as im
from impinge.simulation import World
from impinge.simulation.events import EventStep, distances_of
from impinge.simulation.flight import Checker


def step_of(made, dt=1 / 240):
    bodies, settings = made._bodies, made._settings
    distances = distances_of(bodies, settings, dt)
    scene = bodies.scene(distances.broken)
    step = EventStep(bodies, scene, Checker(bodies), distances, settings, {})
    return step, step.begin(dt)


def boxes(gap, velocity=(0, 0, 0), **options):
    made = World(method="events", security=0.01, **options)
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    made.add("low", im.Box((1, 1, 1)), im.pose((0, 0, 0.5 + gap)))
    made.add("high", im.Box((1, 1, 1)), im.pose((0, 0, 1.5 + 2 * gap)), velocity=velocity)
    return made


@pytest.mark.parametrize("gap", [0.0, 0.001])
def test_the_security_distance_is_restored(gap):
    step, contacts = step_of(boxes(gap))
    contacts, cycles, energy = step.moved_apart(contacts, False)
    assert 1 <= cycles <= 2
    assert contacts.separations == pytest.approx(0.01, abs=1e-6)
    assert energy == pytest.approx(1000 * 9.81 * 3 * (0.01 - gap), rel=1e-3)
    assert not step.bodies.velocities.any()


def test_what_opens_is_left_alone():
    step, contacts = step_of(boxes(0.001, (0, 0, 5.0)))
    near = step.too_near(contacts, False)
    above = contacts.pairs.max(axis=1) == 2
    assert near[~above].all()
    assert not near[above].any()
    assert step.too_near(contacts, True).all()


def test_what_is_about_to_bounce_is_left_alone():
    step, contacts = step_of(boxes(0.001, (0, 0, -5.0), restitution=0.5))
    near = step.too_near(contacts, False)
    assert not near[contacts.pairs.max(axis=1) == 2].any()


def test_momentum_is_kept():
    made = World(method="events", gravity=(0, 0, 0), security=0.01)
    made.add("a", im.Box((1, 1, 1)), velocity=(1, 2, 0), spin=(1, 0, 2))
    made.add("b", im.Box((1, 2, 1)), im.pose((1.001, 0.3, 0.2)), velocity=(1, 0, 1), spin=(0, 3, 0))
    before = made.momentum()
    step, contacts = step_of(made)
    contacts, cycles, _ = step.moved_apart(contacts, True)
    assert cycles > 0
    assert contacts.separations.min() > 0.003
    for now, then in zip(made.momentum(), before, strict=True):
        assert now == pytest.approx(then, rel=1e-12, abs=1e-9)


def test_no_room_for_the_security_distance():
    """A ball between floor and lid goes to the middle; it once crept through the lid."""
    made = World(method="events", security=0.1, gravity=(0, 0, 0))
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    made.add("lid", im.HalfSpace((0, 0, -1), -1.02), fixed=True)
    made.add("ball", im.Sphere(0.5), im.pose((0, 0, 0.501)))
    made.step(5)
    assert 0.505 < made.poses[2, 2, 3] < 0.515
    made.force("ball", (0, 0, 1000.0))
    assert made.step(20).least_distance > 0.0
    assert 0.5 < made.poses[2, 2, 3] < 0.52


def test_a_displacement_ends_before_what_is_in_its_path():
    """A ball that is lifted off the floor hits a lid that is not near yet."""
    made = World(method="events", security=0.1, gravity=(0, 0, 0))
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    made.add("lid", im.HalfSpace((0, 0, -1), -1.03), fixed=True)
    made.add("ball", im.Sphere(0.5), im.pose((0, 0, 0.5001)))
    step, contacts = step_of(made)
    only = contacts.some(contacts.separations < 0.01)
    assert only.number == 1
    step.moved_apart(only, False)
    assert 0.5 < step.bodies.centres[2, 2] < 0.53
