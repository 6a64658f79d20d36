"""Dynamics of joint trees, against pinocchio, energies and Jacobians."""

import warnings

import numpy as np
import pytest
from articulated import random_articulation

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import Articulation, Box, Joint, Link
from impinge.io import load
from impinge.response import project
from impinge.scene import Robot
from impinge.scenes.robot_models import BASE, MODELS, model_file
from impinge.simulation import forward_dynamics, inverse_dynamics, joint_rows, mass_matrix

G = np.array([1.0, -2.0, -9.81])
SEEDS = range(4)


def random_state(robot, count=3, seed=0):
    rng = np.random.default_rng(seed)
    return robot.random(count, seed), *rng.normal(size=(2, count, robot.speeds))


def off(found, wanted):
    """Largest difference, relative to the largest number."""
    return np.abs(found - wanted).max() / max(1.0, np.abs(wanted).max())


def compare(robot, model, aba):
    from pinocchio_dynamics import PinocchioDynamics

    peer = PinocchioDynamics(model, robot, G)
    q, dq, ddq = random_state(robot)
    masses = mass_matrix(robot, q, density=0.0)
    torques = inverse_dynamics(robot, q, dq, ddq, G, density=0.0)
    rates = forward_dynamics(robot, q, dq, torques, G, density=0.0)
    assert off(rates, ddq) < 1e-9
    for k, row in enumerate(q):
        assert off(masses[k], peer.mass_matrix(row)) < 1e-12
        assert off(torques[k], peer.inverse_dynamics(row, dq[k], ddq[k])) < 1e-12
        if aba:
            assert off(rates[k], peer.forward_dynamics(row, dq[k], torques[k])) < 1e-9


@pytest.mark.parametrize(
    "name",
    ["panda", "ur5", "baxter", "pr2", "tiago", "tiago_pro", "allegro", "talos", "g1", "solo12",
     "anymal"],
)  # fmt: skip
def test_pinocchio_agrees_on_robots(name):
    pin = pytest.importorskip("pinocchio", reason="pinocchio is not installed (make peers)")
    file = model_file(name)
    if file is None:
        pytest.skip("example-robot-data is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robot = load(file, missing="skip")
    base = []
    if MODELS[name].floating:
        tree, base = robot.articulation, [pin.JointModelFreeFlyer()]
        joint = Joint(BASE, "floating", "universe", tree.link_names[0])
        robot = Robot(Articulation([Link("universe"), *tree.links], [joint, *tree.joints]))
    mimics = any(joint.mimic for joint in robot.articulation.joints)

    compare(robot, pin.buildModelFromUrdf(str(file), *base), aba=not mimics)


def test_pinocchio_agrees_on_every_kind_of_joint():
    pin = pytest.importorskip("pinocchio", reason="pinocchio is not installed (make peers)")
    model = pin.Model()
    kinds = [
        pin.JointModelFreeFlyer(), pin.JointModelRX(), pin.JointModelPlanar(),
        pin.JointModelPY(), pin.JointModelSpherical(), pin.JointModelRUBZ(),
        pin.JointModelRevoluteUnaligned(np.array([0.6, 0.0, 0.8])), pin.JointModelFreeFlyer(),
        pin.JointModelPrismaticUnaligned(np.array([0.0, 0.6, 0.8])),
    ]  # fmt: skip
    pin.seed(3)
    # Depth first, as its composite inertias take for granted.
    for k, (parent, kind) in enumerate(zip((0, 1, 2, 3, 2, 5, 1, 7, 8), kinds, strict=True)):
        at = model.addJoint(parent, kind, pin.SE3.Random(), f"j{k}")
        model.appendBodyToJoint(at, pin.Inertia.Random(), pin.SE3.Identity())

    compare(Robot.from_pinocchio(model), model, aba=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_is_kinetic_energy(seed):
    """Random trees with mimic joints, masses by density: the sum over links, by Jacobians."""
    robot = Robot(random_articulation(seed))
    q, dq, _ = random_state(robot, 1, seed)
    q, dq = q[0], dq[0]
    energy = 0.0
    for link, placed in zip(robot.articulation.links, robot.links(q), strict=True):
        for shape, at in link.shapes:
            jacobian = robot.jacobian(q, link.name, at[:3, :3] @ shape.centroid + at[:3, 3])
            velocity, spin = np.split(jacobian @ dq, 2)
            turn = (placed @ at)[:3, :3]
            energy += 0.5 * shape.volume * velocity @ velocity
            energy += 0.5 * spin @ turn @ shape.inertia @ turn.T @ spin

    masses = mass_matrix(robot, q, density=7.0)
    assert 0.5 * dq @ masses @ dq == pytest.approx(7.0 * energy, rel=1e-12)
    assert np.array_equal(masses, masses.T)


@pytest.mark.parametrize("seed", SEEDS)
def test_torques_are_what_energies_lose(seed):
    """Of Lagrange's equations: dT/dt is power of torques and weights."""
    robot = Robot(random_articulation(seed))
    q, dq, torque = (rows[0] for rows in random_state(robot, 1, seed))
    rates = forward_dynamics(robot, q, dq, torque, (0, 0, 0))

    def kinetic(t):
        at = robot.integrate(q, dq + 0.5 * t * rates, t)
        speeds = dq + t * rates
        return 0.5 * speeds @ mass_matrix(robot, at) @ speeds

    step = 1e-4
    power = (8 * (kinetic(step) - kinetic(-step)) - kinetic(2 * step) + kinetic(-2 * step)) / (
        12 * step
    )
    assert power == pytest.approx(torque @ dq, rel=1e-6, abs=1e-6 * kinetic(0))
    assert off(inverse_dynamics(robot, q, dq, rates, (0, 0, 0)), torque) < 1e-9


def double_pendulum():
    links = [Link("base"), Link("upper", mass=1.0, centre=(0, 0, -0.5), inertia=0.1 * np.eye(3)),
             Link("lower", [Box((0.1, 0.1, 1))])]  # fmt: skip
    down = np.eye(4)
    down[2, 3] = -1.0
    joints = [Joint("shoulder", "revolute", "base", "upper"),
              Joint("elbow", "revolute", "upper", "lower", down, (1, 0.5, 0))]  # fmt: skip
    return Robot(Articulation(links, joints))


def test_a_double_pendulum_keeps_its_energy():
    robot = double_pendulum()
    state = np.array([2.0, 1.0, 0.0, 0.5])

    def rate(s):
        return np.concatenate([s[2:], forward_dynamics(robot, s[:2], s[2:], (0, 0))])

    def energy(s):
        poses = robot.links(s[:2])
        heights = poses[1, 2] @ [0, 0, -0.5, 1], poses[2, 2] @ [0, 0, 0, 1]
        return 0.5 * s[2:] @ mass_matrix(robot, s[:2]) @ s[2:] + 9.81 * np.dot([1, 10], heights)

    first, h = energy(state), 1e-3
    for _ in range(1000):
        a = rate(state)
        b = rate(state + 0.5 * h * a)
        c = rate(state + 0.5 * h * b)
        state = state + h / 6 * (a + 2 * b + 2 * c + rate(state + h * c))
    assert energy(state) == pytest.approx(first, abs=1e-8)
    assert np.abs(state[2:]).max() > 1.0


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_are_those_of_jacobians(seed):
    robot = Robot(random_articulation(seed))
    rng = np.random.default_rng(seed)
    links = [robot.link_names[k] for k in rng.integers(0, len(robot.link_names), 6)]
    points, normals = rng.normal(size=(2, 6, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    q = robot.random(6, seed)
    poses = robot.links(q)
    wanted = []
    for k, link in enumerate(links):
        pose = poses[k, robot.link_names.index(link)]
        local = pose[:3, :3].T @ (points[k] - pose[:3, 3])
        wanted.append(normals[k] @ robot.jacobian(q[k], link, local)[:3])

    found = joint_rows(robot, q, links, points, normals)
    assert found == pytest.approx(np.array(wanted), abs=1e-12)
    numbers = [robot.link_names.index(link) for link in links]
    assert np.array_equal(joint_rows(robot, q, numbers, points, normals), found)
    assert np.array_equal(joint_rows(robot, q[1], links[1:2], points[1:2], normals[1:2])[0],
                          found[1])  # fmt: skip
    assert not joint_rows(robot, q[0], [-1], points[:1], normals[:1]).any()
    assert joint_rows(robot, q[0], [], np.zeros((0, 3)), np.zeros((0, 3))).shape == (
        0,
        robot.speeds,
    )


def test_a_group_holds_the_other_joints():
    robot = double_pendulum()
    q, dq, torque = np.array([0.3, 0.7]), np.array([0.0, 0.9]), np.array([0.0, 0.2])
    elbow = robot.group(["elbow"], q)
    masses = mass_matrix(robot, q)

    assert mass_matrix(elbow, q[1:]) == pytest.approx(masses[1:, 1:])
    rate = forward_dynamics(elbow, q[1:], dq[1:], torque[1:])
    held = inverse_dynamics(robot, q, dq, [0.0, rate[0]])
    assert held[1] == pytest.approx(0.2)
    assert inverse_dynamics(elbow, q[1:], dq[1:], rate) == pytest.approx([0.2])


def test_one_of_a_batch_and_any_number_of_threads():
    robot = Robot(random_articulation(5))
    q, dq, ddq = random_state(robot, 300)
    with use_threads(1):
        alone = mass_matrix(robot, q), inverse_dynamics(robot, q, dq, ddq), \
            forward_dynamics(robot, q, dq, ddq)  # fmt: skip
    with use_threads(3):
        assert np.array_equal(mass_matrix(robot, q), alone[0])
        assert np.array_equal(inverse_dynamics(robot, q, dq, ddq), alone[1])
        assert np.array_equal(forward_dynamics(robot, q, dq, ddq), alone[2])
    assert np.array_equal(mass_matrix(robot, q[7]), alone[0][7])
    assert np.array_equal(inverse_dynamics(robot, q[7], dq[7], ddq[7]), alone[1][7])
    assert np.array_equal(forward_dynamics(robot, q[7], dq[7], ddq[7]), alone[2][7])
    assert np.array_equal(inverse_dynamics(robot, q[7], dq[7], ddq)[7], alone[1][7])
    assert mass_matrix(robot, np.zeros((0, robot.dof))).shape == (0, robot.speeds, robot.speeds)


def test_far_from_the_origin_nothing_is_lost():
    near = Robot(random_articulation(2))
    at = np.eye(4)
    at[:3, 3] = 1e6
    far = Robot(random_articulation(2), base=at)
    q, dq, ddq = random_state(near)

    assert off(mass_matrix(far, q), mass_matrix(near, q)) < 1e-8
    assert off(inverse_dynamics(far, q, dq, ddq), inverse_dynamics(near, q, dq, ddq)) < 1e-8


def test_the_ground_stops_a_falling_arm():
    """Gauss' projection in joint space: rates of speeds with a contact at the tip."""
    robot = double_pendulum()
    q, dq = np.array([0.5, 0.4]), np.zeros(2)
    tip = robot.links(q)[2] @ [0, 0, -0.5, 1]
    row = joint_rows(robot, q, ["lower"], [tip[:3]], [[0, 0, 1]])
    free = forward_dynamics(robot, q, dq, dq)
    found = project(free, mass_matrix(robot, q), row, [0.0])

    assert (row @ free)[0] < -1.0
    assert (row @ found.motion)[0] == pytest.approx(0.0, abs=1e-12)
    push = row.T @ found.multipliers
    assert forward_dynamics(robot, q, dq, push) == pytest.approx(found.motion)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda r: mass_matrix(3, [0, 0]), "robot: expected a Robot"),
        (lambda r: mass_matrix(r, [0, 0, 0]), "q: expected shape"),
        (lambda r: mass_matrix(r, [0, 0], density=-1), "density"),
        (lambda r: inverse_dynamics(r, [0, 0], [0, np.nan], [0, 0]), "dq: row 0 is not finite"),
        (lambda r: inverse_dynamics(r, [0, 0], [0, 0], [0]), "ddq: expected shape"),
        (lambda r: inverse_dynamics(r, [[0, 0]] * 2, [[0, 0]] * 3, [0, 0]), "q and dq: 2 and 3"),
        (lambda r: inverse_dynamics(r, [0, 0], [1e200, 0], [0, 0]), "dq, ddq: too large"),
        (lambda r: forward_dynamics(r, [0, 0], [0, 0], [0, 0], [1, 2]), "gravity"),
        (lambda r: joint_rows(r, [0, 0], ["no"], [[0, 0, 0]], [[0, 0, 1]]), "links: row 0"),
        (lambda r: joint_rows(r, [0, 0], [9], [[0, 0, 0]], [[0, 0, 1]]), "links: row 0"),
        (lambda r: joint_rows(r, [0, 0], ["base"], [[0, 0, 0]], [[0, 0, 2]]), "normals: row 0"),
        (lambda r: joint_rows(r, [[0, 0]] * 3, ["base"], [[0, 0, 0]], [[0, 0, 1]]), "q: 3 rows"),
    ],
)
def test_what_makes_no_sense_is_refused(act, message):
    with pytest.raises(ImpingeError, match=message):
        act(double_pendulum())


def test_joints_that_move_no_mass_are_named():
    links = [Link("base"), Link("arm", mass=1.0, centre=(0, 1, 0)), Link("flag")]
    joints = [Joint("a", "revolute", "base", "arm"), Joint("b", "revolute", "arm", "flag")]
    robot = Robot(Articulation(links, joints))

    assert mass_matrix(robot, [0, 0]).tolist() == [[1, 0], [0, 0]]
    with pytest.raises(ImpingeError, match="row 0: joint 'b' moves no mass of its own"):
        forward_dynamics(robot.group(["b", "a"]), [[0, 0]] * 2, [0, 0], [0, 0])
