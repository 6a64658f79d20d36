"""Other engines have the same bodies at the same poses, and they fall alike."""

import numpy as np
import pytest

import impinge as im
from impinge.bench.world_peers import installed_engines
from impinge.scenes.worlds import mixed_pile
from impinge.simulation import World


@pytest.mark.parametrize("name", ["mujoco", "pybullet"])
def test_the_same_bodies_fall_alike(name):
    if name not in installed_engines():
        pytest.skip(f"{name} is not installed")
    world = mixed_pile(np.random.default_rng(0), {}, 12)
    peer = installed_engines()[name](world)
    free = ~world._bodies.fixed
    for _ in range(20):
        world.step()
        peer.step()
    np.testing.assert_allclose(peer.positions(), world.poses[free, :3, 3], atol=2e-3)
    for _ in range(400):
        peer.step()
    assert peer.contacts > 12
    assert peer.positions()[:, 2].min() > 0.0


@pytest.mark.parametrize("name", ["mujoco", "pybullet"])
def test_planes_are_where_they_were(name):
    """A ball runs against a wall that is no plane through the origin, and stays before it."""
    if name not in installed_engines():
        pytest.skip(f"{name} is not installed")
    world = World(gravity=(0, 0, 0))
    world.add("wall", im.HalfSpace((-1, 0, 0), -1.0), fixed=True)
    world.add("ball", im.Sphere(0.1), velocity=(2, 0, 0))
    peer = installed_engines()[name](world)
    for _ in range(240):
        peer.step()
    assert peer.positions()[0, 0] < 0.95
