"""Steps of worlds with robots: paths are checked, links against each other too."""

import numpy as np
import pytest
from coal_distances import CoalWorld

import impinge as im
from impinge.geometry import Articulation, Joint, Link, box_mesh
from impinge.scene import Robot
from impinge.simulation import World
from impinge.simulation.events_robots import RobotChecker, memory_of, states_of


def chain(count, shape=None):
    """Boxes on ball joints; the first one floats."""
    made = shape or im.Box((0.4, 0.2, 0.2))
    links = [Link("world")] + [Link(f"{k}", [(made, im.pose((-0.25, 0, 0)))]) for k in range(count)]
    joints = [Joint("0", "floating", "world", "0")]
    joints += [
        Joint(f"{k}", "ball", f"{k - 1}", f"{k}", im.pose((-0.5, 0, 0))) for k in range(1, count)
    ]
    return Robot(Articulation(links, joints))


@pytest.mark.parametrize("shape", [None, box_mesh((0.4, 0.2, 0.2))])
def test_a_chain_falls_on_a_step(shape):
    """It folds over an edge; coal finds what is tested apart, in every frame."""
    robot = chain(5, shape)
    made = World(method="events", friction=0.0, restitution=0.2)
    made.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    made.add("step", im.Box((1, 1, 0.5)), im.pose((-1.3, 0, 0.25)), fixed=True)
    q = robot.neutral()
    q[2] = 0.8
    made.add_robot("chain", robot, q, [0, 0, 0, 0.5, 0, 0.5, *np.zeros(12)])
    bodies = made._bodies
    peer = CoalWorld(bodies.names, bodies.shapes, {"floor", "step"})
    near = [{f"{a}", f"{a + 1}"} for a in range(4)]
    peer.pairs = [
        (i, j) for i, j in peer.pairs
        if {bodies.names[k].removeprefix("chain/") for k in (i, j)} not in near
    ]  # fmt: skip
    energy, impacts = sum(made.energy()[:2]), 0
    for _ in range(130):
        step = made.step()
        impacts += step.impacts
        assert peer.least(made.poses, 0.2)[0] > 0.0
        now = made.energy()
        assert now.kinetic + now.potential - now.repositioned <= energy * (1 + 1e-9)
    assert impacts > 3


def test_robots_hit_each_other():
    made = World(method="events", friction=0.0, gravity=(0, 0, 0), restitution=1.0)
    for name, x, speed in (("a", 0.0, 1.0), ("b", 1.0, -1.0)):
        robot = chain(1)
        q = robot.neutral()
        q[0] = x
        made.add_robot(name, robot, q, [speed, 0, 0, 0, 0, 0])
    assert made.step(120).impacts == 1
    assert made.robots["a"].dq[0] == pytest.approx(-1.0, abs=1e-6)
    assert made.robots["b"].dq[0] == pytest.approx(1.0, abs=1e-6)


def test_states_are_kept_in_memory():
    made = World(method="events")
    made.add_robot("chain", chain(2))
    robots = list(made._bodies.robots)
    states = states_of(robots, made._method.memory)
    assert memory_of(robots, states).keys() == {"q of chain", "dq of chain"}
    checker = RobotChecker(made._bodies, states)
    assert set(checker._scene.names) == {"chain/0", "chain/1"}
