"""Bodies at rest sleep, and wake when something touches or pushes them."""

import numpy as np

import impinge as im
from impinge.simulation import World


def resting(**options):
    world = World(**options)
    world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    for k in range(3):
        world.add(f"box {k}", im.Box((0.2, 0.2, 0.2)), im.pose((0, 0, 0.1 + 0.2 * k)))
    return world


def moves(world, count=1):
    before = world.poses
    world.step(count)
    return (world.poses != before).any(axis=(1, 2))


def test_a_stack_sleeps_and_wakes_by_a_contact():
    world = resting()
    world.step(240)
    assert not moves(world, 10).any()
    assert world.step().contacts == 12
    assert not world.velocities.any()
    world.add("ball", im.Sphere(0.1), im.pose((0, 0, 0.72)))
    world.step(40)
    assert moves(world)[[3, 4]].all()
    world.step(480)
    assert not moves(world, 10).any()


def test_a_force_wakes():
    world = resting()
    world.step(240)
    world.force("box 2", (60.0, 0, 0))
    assert moves(world)[3]
    world.step(60)
    assert world.poses[3, 0, 3] > 0.05


def test_without_sleeping_everything_stays_awake():
    world = resting(sleeping=False)
    world.step(240)
    assert world._method.memory.keys() == {"keys", "codes", "impulses", "places"}


def test_nothing_sleeps_without_gravity_or_in_flight():
    """Two bodies drift together slowly; a ball at the top of its flight is slow, too."""
    world = World(gravity=(0, 0, 0))
    for k in range(2):
        world.add(f"b{k}", im.Box((1, 1, 1)), im.pose((k, 0, 0)), velocity=(0, 1e-4, 0))
    world.step(480)
    np.testing.assert_allclose(world.poses[:, 1, 3], 2e-4, rtol=1e-6)
    world = World(gravity=(0, 0, -0.01))
    world.add("ball", im.Sphere(1), velocity=(0, 0, 0.005))
    world.step(480)
    assert world.velocities[0, 2] < -0.01
