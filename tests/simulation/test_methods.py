"""Each method is found by its name and does what bodies.py says of methods."""

import numpy as np
import pytest

import impinge as im
from impinge.simulation import World
from impinge.simulation.methods import METHODS


@pytest.mark.parametrize("name", METHODS)
def test_memory_is_replaced_and_an_error_changes_nothing(name):
    world = World(method=name)
    world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    world.add("box", im.Box((1, 1, 1)), im.pose((0, 0, 0.52)), velocity=(0.3, 0, 0))
    world.step(20)
    method = world._method
    memory = dict(method.memory)
    copies = {key: np.array(value) for key, value in memory.items()}
    poses, velocities, time = world.poses, world.velocities, world.time
    advance = method.advance

    def broken(*given):
        advance(*given)
        raise KeyboardInterrupt

    method.advance = broken
    with pytest.raises(KeyboardInterrupt):
        world.step()
    method.advance = advance
    np.testing.assert_array_equal(world.poses, poses)
    np.testing.assert_array_equal(world.velocities, velocities)
    assert world.time == time
    assert set(method.memory) == set(memory)
    for key, value in method.memory.items():
        assert value is memory[key]
        np.testing.assert_array_equal(value, copies[key])
