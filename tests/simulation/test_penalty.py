"""Penalties: they hold a box, lose what restitution says, and fail where the paper says."""

import numpy as np
import pytest

import impinge as im
from impinge.scenes import world as named_world
from impinge.simulation import World


def test_a_box_rests_in_its_springs():
    world = World(method="penalty", friction=0.0)
    world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    world.add("box", im.Box((1, 1, 1)), im.pose((0, 0, 0.5)))
    found = world.step(240)
    # Four springs of 0.3 / 4 of the mass that moves at a corner, m / 4, carry m g; 2 parts a step.
    depth = 9.81 / 480**2 / (0.3 / 4)
    assert -found.least_distance == pytest.approx(depth, rel=0.5)
    assert world.energy().kinetic < 1e-6
    assert world.poses[1, 2, 3] == pytest.approx(0.5 - depth, rel=1e-6)


@pytest.mark.parametrize("restitution", [0.3, 0.9])
def test_restitution(restitution):
    world = World(method="penalty", gravity=(0, 0, 0), restitution=restitution, step=1 / 2000)
    world.add("wall", im.HalfSpace((0, 0, 1)), fixed=True)
    world.add("ball", im.Sphere(0.1), im.pose((0, 0, 0.2)), velocity=(0, 0, -1))
    world.step(600)
    assert world.velocities[1, 2] == pytest.approx(restitution, abs=0.1)


def test_momentum_is_kept():
    world = World(method="penalty", gravity=(0, 0, 0))
    world.add("a", im.Box((1, 1, 1)), velocity=(1, 0, 0), spin=(0, 0, 1))
    world.add("b", im.Box((1, 1, 1)), im.pose((1.5, 0.3, 0.1)), velocity=(-2, 0, 0))
    before = world.momentum()
    world.step(200)
    for now, then in zip(world.momentum(), before, strict=True):
        np.testing.assert_allclose(now, then, atol=1e-9)


@pytest.mark.parametrize("size", [1.0, 0.01])
def test_a_stack_stands(size):
    world = World(method="penalty")
    world.add("floor", im.Box((6 * size, 6 * size, size)), im.pose((0, 0, -0.5 * size)), fixed=True)
    for i in range(3):
        at = np.array([0.03 * i, 0.02 * i, 0.51 + 1.02 * i])
        world.add(f"box {i}", im.Box((size, size, size)), im.pose(size * at))
    # Times go with the root of the size: the same number of swings for both.
    world.step(int(200 * np.sqrt(size)))
    found = world.poses[1:, :3, 3] / size
    np.testing.assert_allclose(found[:, 2], [0.5, 1.5, 2.5], atol=0.02)
    assert np.abs(found[:, :2] - [[0, 0], [0.03, 0.02], [0.06, 0.04]]).max() < 0.05
    assert np.abs(world.velocities[:, :3]).max() < 0.1 * np.sqrt(size)


def test_a_light_box_under_a_heavy_one_does_not_fly():
    world = World(method="penalty")
    world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    for i in range(2):
        world.add(f"box {i}", im.Box((1, 1, 1)), im.pose((0, 0, 0.5 + i)), density=10.0 ** (3 * i))
    world.step(100)
    assert np.abs(world.poses[1:, 2, 3]).max() < 1.6


def test_figures_of_the_paper():
    """Figure 1: out at the wrong side. Figure 2: the peg swings up, and out of its hole."""
    wrong = named_world("wrong-side", method="penalty")
    wrong.step(60)
    assert wrong.poses[1, 2, 3] < -0.12
    peg = named_world("peg-in-hole", method="penalty")
    before = sum(peg.energy()[:2])
    energies = []
    heights = []
    for _ in range(40):
        peg.step(6)
        energies.append(sum(peg.energy()[:2]))
        heights.append(peg.poses[-1, 2, 3])
    assert max(heights) > 0.6
    assert max(energies) > 2.0 * before
