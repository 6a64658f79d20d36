"""Trains hang together, and the falling one comes down to the mountain.

Trains under dynamics: they start free, as fast as their motion, and meet.
"""

import numpy as np
import pytest

from impinge.scenes.trains import BEND, CAR, falling_train, four_trains, train
from impinge.scenes.worlds import world


def test_cars_are_coupled():
    robot = train("train", [(5, 4)] * 6)
    poses = robot.links(robot.neutral())[1:]
    assert np.allclose(poses[:, 0, 3], -CAR * np.arange(6))
    assert not robot.collides(robot.neutral())


def test_couplings_stay_within_their_turn():
    for found in (four_trains(1), falling_train(1)):
        for q in found.motions.values():
            balls = q[:, 7:].reshape(len(q), -1, 4)
            turn = 2.0 * np.arccos(np.clip(np.abs(balls[:, :, 3]), 0.0, 1.0))
            assert turn.max() < 1.5 * BEND


def test_the_train_is_near_the_mountain_again_and_again():
    found = falling_train()
    robot, q0, _ = found.steps()
    near = np.asarray(robot.collides(q0, found.scene, margin=0.2, self_collision=False))
    assert 5 < (near[1:] & ~near[:-1]).sum() < 30


@pytest.mark.parametrize(
    ("name", "robots", "bodies"), [("falling-train", 1, 18), ("four-trains", 4, 40)]
)
def test_trains_start_free(name, robots, bodies):
    made = world(name)
    assert (len(made.robots), len(made)) == (robots, bodies)
    assert made.scene().collide().pairs == []
    energy = sum(made.energy()[:2])
    step = made.step(2)
    assert step.least_distance > 0.0
    assert sum(made.energy()[:2]) <= energy * (1 + 1e-9)
    again = world(name)
    again.step(2)
    assert np.array_equal(made.poses, again.poses)


def test_a_train_falls():
    made = world("falling-train")
    height = made.robots["train"].q[2]
    made.step(12)
    assert height - made.robots["train"].q[2] == pytest.approx(0.5 * 9.81 * 0.1**2, rel=0.1)
