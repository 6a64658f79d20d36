"""Trains hang together, and the falling one comes down to the mountain."""

import numpy as np

from impinge.scenes.trains import BEND, CAR, falling_train, four_trains, train


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
