"""Machines of a building site move as their joints say; free configurations are free."""

import numpy as np
import pytest

from impinge.scenes.construction import excavator, free_configurations, site, tower_crane


def test_a_crane_lowers_its_hook():
    robot = tower_crane()
    high, low = robot.neutral(), robot.neutral()
    low[robot.articulation.columns("hoist")] += 5.0
    hook = robot.link_names.index("hook")
    lowered = robot.links(high)[hook, 2, 3] - robot.links(low)[hook, 2, 3]
    assert lowered == pytest.approx(5.0)
    assert not robot.collides(np.stack([high, low])).any()


def test_an_excavator_lifts_its_boom():
    robot = excavator()
    q = np.repeat(robot.neutral()[None], 2, axis=0)
    q[1, robot.articulation.columns("boom")] = 0.8
    bucket = robot.links(q)[:, robot.link_names.index("bucket"), 2, 3]
    assert bucket[1] > bucket[0] + 2.0


def test_free_configurations():
    scene, robot = site(), excavator(drive=3.0)
    q = free_configurations(robot, scene, 50, 1)
    assert q.shape == (50, robot.dof)
    assert not robot.collides(q, scene).any()
    assert np.abs(q[:, :2]).max() <= 3.0
