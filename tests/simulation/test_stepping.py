"""Time stepping: laws of friction, restitution and rest; piles come to rest."""

import numpy as np
import pytest

import impinge as im
from impinge.core.threads import use_threads
from impinge.geometry import box_mesh
from impinge.scenes.worlds import box_pile, mixed_pile
from impinge.simulation import World

FLOOR = im.HalfSpace((0, 0, 1))


def on_floor(**options):
    world = World(**options)
    world.add("floor", FLOOR, fixed=True)
    return world


@pytest.mark.parametrize("friction", [0.0, 0.2, 0.5, 0.8])
def test_a_box_on_an_incline(friction):
    """Slope 0.5 rad: it slides with g (sin - mu cos), or sticks; within 0.1 %."""
    slope, g = 0.5, 9.81
    world = on_floor(friction=friction, gravity=(g * np.sin(slope), 0, -g * np.cos(slope)))
    world.add("box", im.Box((0.2, 0.2, 0.1)), im.pose((0, 0, 0.05)))
    world.step(240)
    expected = max(0.0, g * (np.sin(slope) - friction * np.cos(slope)))
    assert world.velocities[1, 0] == pytest.approx(expected, rel=1e-3, abs=1e-3)
    assert abs(world.velocities[1, 1]) < 1e-3


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
def test_a_ball_bounces_by_its_restitution(restitution):
    world = on_floor(restitution=restitution)
    world.add("ball", im.Sphere(0.1), im.pose((0, 0, 1.1)))
    heights = []
    for _ in range(240):
        world.step()
        heights.append(world.poses[1, 2, 3] - 0.1)
    first = int(np.argmax(np.array(heights) < 0.02))
    assert max(heights[first:]) == pytest.approx(restitution**2, abs=0.03)


def test_momentum_is_kept():
    """Two spinning boxes collide in space, with friction."""
    world = World(gravity=(0, 0, 0), restitution=0.5)
    box = im.Box((1, 1, 1))
    world.add("a", box, velocity=(1, 0, 0), spin=(0, 0, 1), density=3.0)
    world.add("b", box, im.pose((1.5, 0.3, 0.1)), velocity=(-2, 0, 0), spin=(0, 1, 0), density=1.0)
    before = world.momentum()
    done = world.step(200)
    after = world.momentum()
    assert done.impacts > 0
    np.testing.assert_allclose(after.linear, before.linear, atol=1e-12)
    # Corrections of positions turn about both centres: they keep it to their own size.
    np.testing.assert_allclose(after.angular, before.angular, atol=2e-2)


def test_equal_balls_exchange_velocities():
    world = World(gravity=(0, 0, 0), restitution=1.0, friction=0.0)
    world.add("a", im.Sphere(0.5), velocity=(1, 0, 0))
    world.add("b", im.Sphere(0.5), im.pose((1.5, 0, 0)))
    world.step(240)
    np.testing.assert_allclose(world.velocities[:, 0], [0, 1], atol=1e-9)


def test_a_stack_stands():
    world = on_floor()
    for k in range(8):
        world.add(f"box {k}", im.Box((0.1, 0.1, 0.1)), im.pose((0, 0, 0.05 + 0.1 * k)))
    found = world.step(480)
    assert np.abs(world.poses[1:, :2, 3]).max() < 1e-3
    assert abs(world.poses[-1, 2, 3] - 0.75) < 2e-3
    assert found.least_distance > -1e-3
    assert not world.velocities.any()


@pytest.mark.parametrize("build", [box_pile, mixed_pile])
def test_a_pile_comes_to_rest_and_sleeps(build):
    world = build(np.random.default_rng(1), {}, 40)
    total = sum(world.energy()[:2])
    world.step(720)
    # Balls and cylinders roll on for a while.
    assert world.energy().kinetic < 1e-4 * total
    found = world.step()
    assert found.least_distance > -2e-3
    assert world.poses[5:, 2, 3].min() > 0.02
    assert sum(world.energy()[:2]) < total


def test_the_same_bits_for_any_number_of_threads():
    found = []
    for threads in (1, 3):
        with use_threads(threads):
            world = mixed_pile(np.random.default_rng(2), {}, 60)
            world.step(120)
            found.append((world.poses, world.velocities))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)


def test_meshes_and_compounds_rest():
    world = on_floor()
    world.add("mesh", im.box_mesh((0.3, 0.3, 0.3)), im.pose((0, 0, 0.16)))
    parts = [(im.Box((0.3, 0.1, 0.1)), im.pose((0, 0, 0.1))), (im.Sphere(0.1), None)]
    world.add("compound", im.Compound(parts), im.pose((1, 0, 0.12)))
    world.add("above", im.Sphere(0.1), im.pose((0, 0, 0.5)), friction=0.9)
    world.step(480)
    assert world.energy().kinetic < 1e-3
    assert world.poses[1, 2, 3] == pytest.approx(0.15, abs=2e-3)
    assert world.poses[3, 2, 3] == pytest.approx(0.4, abs=3e-3)


def test_rk4_flies_exactly_between_contacts():
    world = on_floor(integrator="rk4", restitution=0.0)
    world.add("ball", im.Sphere(0.1), im.pose((0, 0, 2.0)))
    world.step(120)
    assert world.poses[1, 2, 3] == pytest.approx(2.0 - 0.5 * 9.81 * 0.25, abs=1e-12)


def cubes():
    world = World()
    world.add("floor", box_mesh((6, 6, 1)), im.pose((0, 0, -0.5)), fixed=True)
    for i in range(2):
        world.add(f"cube {i}", box_mesh((1, 1, 1)), im.pose((0.03 * i, 0.02 * i, 0.51 + 1.02 * i)))
    return world


def test_meshes_rest_on_meshes(tmp_path):
    """A scene finds one contact of two meshes at a time: earlier ones carry the others' weight."""
    world = cubes()
    world.step(200)
    assert world.step(10).least_distance > -0.003
    np.testing.assert_allclose(world.poses[1:, :3, 3], [[0, 0, 0.5], [0.03, 0.02, 1.5]], atol=5e-3)
    assert not world.velocities.any()
    first, second = cubes(), cubes()
    first.run(2, every=20, out=tmp_path / "run")
    second.run(4, every=20, out=tmp_path / "run", resume=True)
    first.step(40)
    np.testing.assert_array_equal(first.poses, second.poses)


def test_meshes_slide_on_meshes_as_boxes_do():
    found = []
    for made in (box_mesh, im.Box):
        world = World()
        world.add("floor", made((9, 9, 1)), im.pose((0, 0, -0.5)), fixed=True)
        world.add("cube", made((1, 1, 1)), im.pose((0, 0, 0.501)), velocity=(2, 0, 0))
        world.step(150)
        found.append(world.poses[1, :3, 3])
    np.testing.assert_allclose(found[0], found[1], atol=0.01)
