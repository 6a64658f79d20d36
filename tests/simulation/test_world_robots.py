"""Robots in a world: pendulums, contacts, limits, and pairs with bodies."""

import numpy as np
import pytest

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot
from impinge.simulation import World, forward_dynamics


def rod(name):
    return Link(name, [(im.Box((0.1, 1, 0.1)), im.pose((0, 0.5, 0)))])


def arm(limit=np.inf):
    """Two rods of a metre and 10 kg on hinges; the second starts where the first one ends."""
    kind = "continuous" if np.isinf(limit) else "revolute"
    limits = {} if np.isinf(limit) else {"lower": -limit, "upper": limit}
    links = [Link("base", [im.Sphere(0.02)]), rod("upper"), rod("lower")]
    joints = [
        Joint("shoulder", "continuous", "base", "upper", axis=(1, 0, 0)),
        Joint("elbow", kind, "upper", "lower", im.pose((0, 1.05, 0)), axis=(1, 0, 0), **limits),
    ]
    return Robot(Articulation(links, joints))


def events(**options):
    return World(**{"method": "events", "friction": 0.0, **options})


def total(world):
    energy = world.energy()
    return energy.kinetic + energy.potential - energy.repositioned


def test_a_double_pendulum_follows_its_dynamics():
    from scipy.integrate import solve_ivp

    robot, made = arm(), events()
    made.add_robot("arm", robot, [0.5, 0.0], [0.0, 1.0])
    first = total(made)
    made.step(120)

    def rate(_, s):
        return np.concatenate([s[2:], forward_dynamics(robot, s[:2], s[2:], [0, 0])])

    wanted = solve_ivp(rate, (0, 0.5), [0.5, 0, 0, 1], rtol=1e-9, atol=1e-9).y[:, -1]
    state = made.robots["arm"]
    assert np.concatenate(state) == pytest.approx(wanted, abs=1e-5)
    assert total(made) == pytest.approx(first, rel=1e-6)
    assert made.names == ("arm/base", "arm/upper", "arm/lower")
    assert made.scene().names == made.names
    assert made.poses == pytest.approx(robot.links(state.q))
    lower = robot.jacobian(state.q, "lower", (0, 0.5, 0)) @ state.dq
    assert made.velocities[2] == pytest.approx(lower)


def test_limits_stop_joints():
    made = events()
    made.add_robot("arm", arm(0.4), [0.0, 0.0], [0.0, 3.0])
    first = total(made)
    for _ in range(120):
        made.step()
        assert abs(made.robots["arm"].q[1]) <= 0.4 + 1e-9
        assert total(made) <= first + 1e-6 * abs(first)
    assert total(made) < first - 1.0


def test_an_arm_falls_on_the_floor_and_pushes_a_ball():
    """Nothing penetrates, by the distances of the scene, and no energy comes from nowhere."""
    made = events()
    made.add("floor", im.HalfSpace((0, 0, 1), -1.2), fixed=True)
    made.add("ball", im.Sphere(0.2), im.pose((0, 1.2, -0.9)))
    made.add_robot("arm", arm(1.0), [0.3, 0.0])
    first = total(made)
    for _ in range(200):
        step = made.step()
        assert step.least_distance > 0.0
        assert total(made) <= first + 1e-6 * abs(first)
    scene = made.scene()
    for a in ("arm/lower", "ball"):
        near = scene.closest(a)
        assert near.distance > 0.0
    assert made.poses[1, 1, 3] > 1.201
    assert step.contacts > 0


def test_a_floating_robot_falls_as_a_body():
    links = [Link("world"), Link("box", [im.Box((0.3, 0.2, 0.1))])]
    robot = Robot(Articulation(links, [Joint("free", "floating", "world", "box")]))
    made = events()
    q = robot.neutral()
    q[2] = 3.0
    made.add_robot("one", robot, q, [1, 0, 0, 0, 0, 5])
    made.add("two", im.Box((0.3, 0.2, 0.1)), im.pose((0, 2, 3)), velocity=(1, 0, 0), spin=(0, 0, 5))
    made.step(60)
    apart = made.poses[1, :3, 3] - made.poses[0, :3, 3]
    assert apart == pytest.approx([0, 2, 0], abs=0.02)
    assert made.poses[0, :3, :3] == pytest.approx(made.poses[1, :3, :3], abs=1e-3)
    assert made.momentum().linear[0] == pytest.approx(2 * 6.0)


def test_forces_act_on_links():
    made = events(gravity=(0, 0, 0))
    made.add_robot("arm", arm(), [0.0, 0.0])
    made.force("arm/upper", (0, 0, 10.0))
    made.step(10)
    assert made.robots["arm"].dq[0] > 0.0


def test_a_run_resumes_to_the_same_bits(tmp_path):
    ends = []
    for parts in ((12,), (7, 12)):
        for frames in parts:
            made = events(gravity=(0, 0, -20))
            made.add("floor", im.HalfSpace((0, 0, 1), -0.4), fixed=True)
            made.add_robot("arm", arm(1.0), [0.1, 0.0])
            folder = tmp_path / f"{len(parts)}"
            made.run(frames, every=5, out=folder, resume=frames == 12, progress=False)
        ends.append((*made.robots["arm"], made.poses))
    for one, other in zip(*ends, strict=True):
        assert np.array_equal(one, other)


def test_errors_leave_the_world_as_it_was(monkeypatch):
    from impinge.simulation import events as module

    made = events()
    made.add_robot("arm", arm(), [0.5, 0.0])
    made.step(5)
    before = made.robots["arm"], made.poses

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module.EventStep, "reported", fail)
    with pytest.raises(KeyboardInterrupt):
        made.step()
    assert np.array_equal(made.robots["arm"].q, before[0].q)
    assert np.array_equal(made.poses, before[1])


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda w: w.add_robot("arm", 3), "robot: expected a Robot"),
        (lambda w: w.add_robot("arm", arm(), [0.0]), "q: expected shape"),
        (
            lambda w: w.add_robot("arm", arm(0.4), [0, 1.5]),
            r"q: joint 'elbow' is 1.5, limits are -0.4 and 0.4",
        ),
        (lambda w: w.add_robot("arm", arm(), [0, 0], [0]), "dq: expected shape"),
        (lambda w: w.add_robot("arm", arm(), [0, 0], [0, np.nan]), "dq: row 1"),
        (lambda w: w.add_robot("ball", arm()), "name: 'ball' is in the world already"),
        (lambda w: w.add_robot("a", arm()), "name: 'a/upper' is in the world already"),
    ],
)
def test_what_makes_no_sense_is_refused(act, message):
    made = events()
    made.add("ball", im.Sphere(0.1), im.pose((0, 0, 5)))
    made.add("a/upper", im.Sphere(0.1), im.pose((0, 0, 6)))
    with pytest.raises(ImpingeError, match=message):
        act(made)
    assert made.names == ("ball", "a/upper")
    assert not made.robots


def test_other_methods_have_no_robots():
    with pytest.raises(ImpingeError, match="method: 'stepping' moves no robots"):
        World().add_robot("arm", arm())
