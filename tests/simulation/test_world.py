"""Worlds: what they take and refuse, forces, energies, scenes, and steps that fail."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.simulation import World
from impinge.simulation.world import METHODS

FLOOR = im.HalfSpace((0, 0, 1))
BALL = im.Sphere(0.1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"step": 0.0}, "step: 0 is not positive"),
        ({"step": -1.0}, "step"),
        ({"gravity": (0, 0)}, "gravity: expected shape"),
        ({"gravity": (0, 0, np.inf)}, "gravity"),
        ({"method": "magic"}, "method: 'magic'"),
        ({"solver": "magic"}, "solver"),
        ({"integrator": "euler"}, "integrator"),
        ({"restitution": 1.1}, "restitution: 1.1 is more than 1"),
        ({"friction": -0.1}, "friction"),
        ({"security": 0.0}, "security"),
        ({"velocity_cut": 2.0}, "velocity_cut"),
        ({"sleeping": 1}, "sleeping"),
        ({"max_events": 0}, "max_events"),
        ({"separate": "yes"}, "separate"),
    ],
)
def test_refused_worlds(given, message):
    with pytest.raises(ImpingeError, match=message):
        World(**given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": "floor"}, "'floor' is in the world already"),
        ({"name": ""}, "name: is empty"),
        ({"restitution": -0.1}, "restitution of 'ball'"),
        ({"friction": -1.0}, "friction of 'ball'"),
        ({"mass": -1.0}, "mass of 'ball'"),
        ({"velocity": (0, 0)}, "velocity: expected shape"),
        ({"velocity": (1, 0, 0), "fixed": True}, "velocity of 'ball': not zero"),
        ({"pose": np.eye(3)}, "pose of 'ball'"),
        ({"shape": 3}, "shape of 'ball'"),
    ],
)
def test_refused_bodies(given, message):
    world = World()
    world.add("floor", FLOOR, fixed=True)
    values = {"name": "ball", "shape": BALL, **given}
    with pytest.raises(ImpingeError, match=message):
        world.add(**values)
    assert world.names == ("floor",)


@pytest.mark.parametrize("method", ["stepping", "events", "quasi-static"])
def test_default_solver_follows_the_friction_of_bodies(method):
    """A push of half the weight does not move a box on a rough floor, in a world without friction;
    solvers without friction let it slide."""
    ends = []
    for solver, rough in ((None, 1.0), (None, 0.0), ("motion", 1.0)):
        world = World(method=method, friction=0.0, solver=solver)
        world.add("floor", FLOOR, fixed=True, friction=rough)
        world.add("box", im.Box((1, 1, 0.2)), im.pose((0, 0, 0.101)), mass=1.0, friction=rough)
        world.force("box", (4.9, 0, 0))
        world.step(60)
        ends.append(world.poses[1, 0, 3])
    slid = 60 * 4.9 / 240**2 if method == "quasi-static" else 0.5 * 4.9 * 0.25**2
    assert abs(ends[0]) < 0.05 * slid
    assert ends[1] == pytest.approx(slid, rel=0.05)
    if method != "stepping":
        assert ends[2] == pytest.approx(slid, rel=0.05)


def test_names_poses_and_scene():
    world = World()
    world.add("floor", FLOOR, fixed=True)
    world.add("ball", BALL, im.pose((1, 2, 3)), velocity=(1, 0, 0), spin=(0, 1, 0))
    assert world.names == ("floor", "ball")
    assert len(world) == 2
    np.testing.assert_array_equal(world.poses[1], im.pose((1, 2, 3)))
    np.testing.assert_array_equal(world.velocities[1], [1, 0, 0, 0, 1, 0])
    world.step(3)
    scene = world.scene()
    assert scene.names == world.names
    np.testing.assert_array_equal(scene.poses, world.poses)
    with pytest.raises(ValueError, match="read-only"):
        world.poses[0, 0, 0] = 2.0
    assert repr(world) == "World(2 bodies, 'stepping', 0.0125 s)"


def test_floors_and_walls_of_a_scene_are_not_tested_with_each_other():
    world = World()
    for name, normal in (("floor", (0, 0, 1)), ("wall", (1, 0, 0))):
        world.add(name, im.HalfSpace(normal), fixed=True)
    world.add("ball", BALL, im.pose((0.05, 1, 1)))
    assert world.scene().collide().pairs == [("ball", "wall")]


def test_forces_act_until_changed():
    world = World(gravity=(0, 0, 0))
    world.add("box", im.Box((1, 1, 1)), mass=6.0)
    world.force("box", (6, 0, 0), (0, 0, 1))
    world.step(240)
    np.testing.assert_allclose(world.velocities[0], [1, 0, 0, 0, 0, 1], rtol=1e-9, atol=1e-12)
    world.force("box")
    world.step(240)
    np.testing.assert_allclose(world.velocities[0], [1, 0, 0, 0, 0, 1], rtol=1e-9, atol=1e-12)
    with pytest.raises(ImpingeError, match="nothing in the scene is called 'bax'"):
        world.force("bax", (1, 0, 0))


def test_energy_of_a_fall():
    world = World(integrator="rk4")
    world.add("ball", BALL, im.pose((0, 0, 5)), mass=2.0)
    start = world.energy()
    assert start == (0.0, pytest.approx(2 * 9.81 * 5), 0.0)
    world.step(100)
    assert sum(world.energy()) == pytest.approx(sum(start), rel=1e-12)


def test_a_motion_without_bound_is_an_error_and_changes_nothing():
    world = World(gravity=(0, 0, 0))
    world.add("ball", BALL, mass=1e-300, velocity=(1, 0, 0))
    world.force("ball", (1e300, 0, 0))
    before = world.poses
    with pytest.raises(ImpingeError):
        world.step()
    np.testing.assert_array_equal(world.poses, before)
    assert world.time == 0.0


@pytest.mark.parametrize("method", ["stepping", "events", "quasi-static", "penalty"])
@pytest.mark.parametrize(
    ("mass", "force", "torque"), [(1.0, 1e308, 0), (1.0, 0, 1e200), (1e300, 1e308, 0)]
)
def test_energies_do_not_overflow(method, mass, force, torque):
    """Fast and heavy bodies are refused before; what is left has an energy without warnings."""
    world = World(gravity=(0, 0, 0), method=method)
    world.add("still", BALL, im.pose((5, 0, 0)))
    world.add("ball", BALL, mass=mass)
    world.force("ball", (force, 0, 0), (0, 0, torque))
    with pytest.raises(ImpingeError, match="step: 'ball' moves without bound"):
        world.step(10)
    assert world.time == 0.0
    assert sum(world.energy()) == 0.0


def test_an_empty_world_steps_but_has_no_run():
    world = World()
    assert world.step(2).contacts == 0
    with pytest.raises(ImpingeError, match="no bodies"):
        world.run(2)


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
