import pickle

import numpy as np
import pytest
from articulated import arm, move

import impinge as im
from impinge.continuous import ImpactStatus
from impinge.core.errors import ImpingeError
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot, RobotImpact
from impinge.viewer.robot_path import MOST_FRAMES, STRIDE, RobotPath


def cart():
    rail = Joint("rail", "prismatic", "base", "cart", axis=(1, 0, 0))
    return Robot(Articulation([Link("base"), Link("cart", [im.Box((0.2, 0.2, 0.2))])], [rail]))


WALL = im.Scene.from_dict({"wall": im.HalfSpace((-1, 0, 0), -2)})


def test_frames_end_at_the_first_contact_and_have_its_configuration():
    robot = cart()
    found = robot.check_path([[0.0], [1.0], [3.0], [0.0]], WALL)
    path = RobotPath.of(robot, found)

    assert found.segment == 1
    assert path.segment[-1] == 1
    assert path.share[-1] == found.time
    assert path.q[-1].tolist() == found.configuration.tolist()
    assert path.q[0].tolist() == [0.0]
    assert (np.diff(path.times) > 0).all()
    assert np.abs(np.diff(path.q[:, 0])).max() <= STRIDE + 1e-12
    assert path.touching() == [None] * (len(path.places) - 1) + [found]
    assert path.frame_of(1) == len(path.places) - 1
    # Way-points are frames.
    assert {0.0, 1.0} <= set(path.places.tolist())


def test_a_free_path_has_all_segments():
    robot = cart()
    path = RobotPath.of(robot, robot.check_path([[0.0], [1.0], [0.5]], WALL))

    assert not path.found
    assert path.places[-1] == 2.0
    assert path.q[-1].tolist() == [0.5]
    assert path.segment.max() == 1
    assert path.touching() == [None] * len(path.places)


def test_consecutive_motions_are_one_path_that_goes_on_after_contacts():
    robot, q = cart(), np.array([0.0, 1.0, 2.5, 2.4, 1.0, 0.0])[:, None]
    found = robot.time_of_impact(q[:-1], q[1:], WALL)
    path = RobotPath.of(robot, found)

    assert path.segments == 5
    assert path.q[-1].tolist() == [0.0]
    assert [k for k in path.found if path.begins(k)] == [1]
    assert {k: one.status for k, one in path.found.items()} == {
        1: ImpactStatus.HIT, 2: ImpactStatus.STARTED_TOUCHING, 3: ImpactStatus.STARTED_TOUCHING,
    }  # fmt: skip
    touching = [one is not None for one in path.touching()]
    assert touching == [
        k in path.found and share >= path.found[k].time
        for k, share in zip(path.segment.tolist(), path.share.tolist(), strict=True)
    ]


def test_motions_that_do_not_follow_each_other_are_refused():
    robot = cart()
    found = robot.time_of_impact([[0.0], [0.0]], [[1.0], [0.5]], WALL)
    with pytest.raises(ImpingeError, match=r"found\[i\]"):
        RobotPath.of(robot, found)
    assert RobotPath.of(robot, found[1]).q[-1].tolist() == [0.5]


def test_long_paths_have_few_frames_and_all_contacts():
    robot = cart()
    q = (1.5 + np.sin(np.arange(4_000) / 20))[:, None]
    found = robot.time_of_impact(q[:-1], q[1:], WALL)
    path = RobotPath.of(robot, found)

    assert len(path.places) <= MOST_FRAMES + len(path.found)
    assert {k + one.time for k, one in path.found.items()} <= set(path.places.tolist())
    far = RobotPath.of(robot, robot.time_of_impact([0.0], [-1e4], WALL))
    assert len(far.places) <= MOST_FRAMES + 1


def test_boxes_contain_links_at_all_frames():
    robot = arm()
    q = [[0.0, 0.0, 0.0], [1.0, 0.5, -0.5], [2.0, -1.0, 0.3]]
    path = RobotPath.of(robot, robot.check_path(q, self_collision=False))
    boxes = path.boxes()
    poses = robot.links(path.q)

    assert boxes.shape == (2, len(robot.link_names), 2, 3)
    for k, link in enumerate(robot.articulation.links):
        for shape, at in link.shapes:
            middle = at[:3, :3] @ np.mean(shape.bounds, axis=0) + at[:3, 3]
            seen = poses[:, k, :3, :3] @ middle + poses[:, k, :3, 3]
            assert (seen >= boxes[path.segment, k, 0]).all()
            assert (seen <= boxes[path.segment, k, 1]).all()
            assert np.abs(path.trace(k, middle, len(path.places) - 1) - seen).max() < 1e-12


def test_results_keep_their_path_when_they_are_copied_cut_or_swapped():
    robot = cart()
    found = robot.time_of_impact([[0.0], [1.0]], [[1.0], [3.0]], WALL)
    whole = robot.check_path([[0.0], [3.0]], WALL)

    assert found.path.tolist() == [[[0.0], [1.0]], [[1.0], [3.0]]]
    assert found[1].path.tolist() == [[1.0], [3.0]]
    assert found.swapped().path is found.path
    for one in (whole, pickle.loads(pickle.dumps(whole)), whole.swapped()):
        assert one.path.tolist() == [[0.0], [3.0]]
    assert not found.path.flags.writeable
    assert "path" not in found.to_dict()


def test_a_result_without_a_path_is_refused():
    robot = cart()
    found = robot.time_of_impact([0.0], [3.0], WALL)
    bare = RobotImpact(found._rows, found.configuration, found.link, found.other)
    with pytest.raises(ImpingeError, match="path"):
        RobotPath.of(robot, bare)


def test_joints_of_a_group_move_and_the_others_stay():
    robot = arm(groups={"wrist": ["3"]}).group("wrist", [0.4, 0.2, 0.0])
    found = robot.time_of_impact([0.0], [1.0], im.Scene.from_dict(
        {"far": (im.Box((1, 1, 1)), move((0, 9, 0)))}
    ))  # fmt: skip
    path = RobotPath.of(robot, found)

    assert path.q.shape[1] == 1
    assert path.q[-1].tolist() == [1.0]
