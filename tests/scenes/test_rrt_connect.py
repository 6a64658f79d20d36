"""Paths of RRT-Connect: free at way-points, the same for the same seed, and honest about none."""

from itertools import pairwise

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot
from impinge.scenes import motion_bench
from impinge.scenes.robot_models import panda_folder, quiet_robot
from impinge.scenes.rrt_connect import RESOLUTION, plan, shortened, way_points


def gantry(kind="prismatic", **limits):
    axes = {"x": ("base", "cart", (1, 0, 0)), "y": ("cart", "tool", (0, 1, 0))}
    joints = [
        Joint(name, kind, parent, child, axis=axis, **limits)
        for name, (parent, child, axis) in axes.items()
    ]
    return Robot(Articulation([Link("base"), Link("cart"), Link("tool")], joints))


def maze(q):
    """Two walls with a gap at opposite ends."""
    x, y = q.T
    return ((np.abs(x + 0.4) > 0.05) | (y > 0.7)) & ((np.abs(x - 0.4) > 0.05) | (y < -0.7))


def test_a_path_is_free_at_its_way_points():
    robot = gantry(lower=-1, upper=1)
    for seed in range(5):
        found = plan(robot, [-0.9, 0.0], [0.9, 0.0], maze, step=0.3, seed=seed)
        assert found.solved
        assert found.path[0].tolist() == [-0.9, 0.0]
        assert found.path[-1].tolist() == [0.9, 0.0]
        for path in (found.path, shortened(found.path, maze)):
            for a, b in pairwise(path):
                rows = way_points(a, b)
                assert maze(rows).all()
                assert np.linalg.norm(np.diff(np.vstack([a, rows]), axis=0), axis=1).max() < (
                    RESOLUTION * (1.0 + 1e-9)
                )
        assert np.linalg.norm(np.diff(found.path, axis=0), axis=1).max() <= 0.3 + 1e-12
        assert len(shortened(found.path, maze)) <= len(found.path)
        again = plan(robot, [-0.9, 0.0], [0.9, 0.0], maze, step=0.3, seed=seed)
        assert np.array_equal(again.path, found.path)
        assert again.checked == found.checked


def test_nothing_in_between_is_one_line():
    robot = gantry(lower=-1, upper=1)
    found = plan(robot, [-0.9, 0.0], [0.9, 0.5], lambda q: np.ones(len(q), bool), step=10.0)
    assert found.iterations == 1
    short = shortened(found.path, lambda q: np.ones(len(q), bool))
    assert short.tolist() == [[-0.9, 0.0], [0.9, 0.5]]


def test_no_path():
    robot = gantry(lower=-1, upper=1)
    wall = plan(robot, [-0.9, 0], [0.9, 0], lambda q: np.abs(q[:, 0]) > 0.1, limit=50)
    assert not wall.solved
    assert wall.iterations == 50
    inside = plan(robot, [0.0, 0], [0.9, 0], lambda q: np.abs(q[:, 0]) > 0.1)
    assert not inside.solved
    assert (inside.iterations, inside.checked) == (0, 2)


def test_bad_input():
    robot = gantry(lower=-1, upper=1)
    with pytest.raises(ImpingeError, match="start: expected shape"):
        plan(robot, [0.0], [0.0, 0.0], maze)
    with pytest.raises(ImpingeError, match="has no limits"):
        plan(gantry(), [0.0, 0.0], [0.0, 0.0], maze)
    with pytest.raises(ImpingeError, match="step"):
        plan(robot, [0.0, 0.0], [0.0, 0.0], maze, step=0.0)
    with pytest.raises(ImpingeError, match="limit"):
        plan(robot, [0.0, 0.0], [0.0, 0.0], maze, limit=0)


def test_problems_of_the_panda(real_data):
    folder = panda_folder()
    robot = quiet_robot(folder / "panda_spherized.urdf", folder / "panda.srdf")
    problems = motion_bench(folder / "problems.tar.bz2", 7)
    assert len({problem.scenario for problem in problems}) == 7
    for problem in problems:
        start, goal = ([q[j] for j in robot.joints] for q in (problem.start, problem.goal))
        found = plan(robot, start, goal, lambda q, p=problem: ~robot.collides(q, p.scene))
        assert found.solved
        rows = np.concatenate([
            way_points(a, b) for a, b in pairwise(found.path)
        ])  # fmt: skip
        assert not robot.collides(rows, problem.scene).any()
