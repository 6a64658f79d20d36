"""What moves in a step, by what was asked for."""

import numpy as np
import pytest
from stepping import at

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.motion import Motion, PiecewiseMotion, ScrewMotion
from impinge.motion.row_motion import RowMotion
from impinge.scene.step import Step


@pytest.fixture
def scene():
    ball = im.Sphere(1.0)
    return im.Scene.from_dict({name: (ball, at(3.0 * i)) for i, name in enumerate("abcd")})


def moving_names(scene, step):
    return sorted(scene._things.names[step.slots].tolist())


def test_what_is_not_named_or_stays_rests(scene):
    assert moving_names(scene, Step(scene._things, None)) == []
    targets = {"a": at(0.0, 1.0), "b": at(3.0), "c": Motion(at(6.0), at(6.0))}
    assert moving_names(scene, Step(scene._things, targets)) == ["a"]


def test_poses_of_all_come_in_the_order_of_names(scene):
    ends = scene.poses.copy()
    ends[2, 2, 3] = 5.0
    step = Step(scene._things, ends)
    assert moving_names(scene, step) == ["c"]
    np.testing.assert_array_equal(step.poses_at(1.0)[1][0], ends[2])
    step = Step(scene._things, Motion(scene.poses, ends))
    assert moving_names(scene, step) == ["c"]


def test_poses_are_those_of_the_motions(scene):
    path = PiecewiseMotion([at(9.0), at(9.0, 1.0), at(8.0, 2.0)])
    spin = Motion.from_velocity(at(3.0), (0, 0, 1), (0, 9.0, 0))
    screw = ScrewMotion(at(6.0), spin.pose(0.4))
    targets = {"a": at(0.0, 2.0), "b": spin, "c": screw, "d": path}
    motions = {**targets, "a": Motion(at(), at(0.0, 2.0))}
    step = Step(scene._things, targets)
    for time in (0.0, 0.3, 0.5, 1.0):
        slots, poses = step.poses_at(time)
        for slot, pose in zip(slots, poses, strict=True):
            expected = motions[scene._things.names[slot]].pose(time)
            np.testing.assert_allclose(pose, expected, atol=1e-15)
    assert step.turns(step.slots).tolist() == [False, True, True, False]


def test_legs_cover_a_part_of_the_step(scene):
    path = PiecewiseMotion([at(9.0), at(9.0, 1.0), at(8.0, 2.0)], times=[0.0, 0.25, 1.0])
    step = Step(scene._things, {"a": at(0.0, 2.0), "d": path})
    slots, rows, places, times = step.legs(0.1, 0.5)
    assert slots.tolist() == [0, 3, 3]
    assert times.tolist() == [[0.1, 0.5], [0.1, 0.25], [0.25, 0.5]]
    np.testing.assert_array_equal(rows[places[1:]], path._rows)
    assert step.legs(0.0, 0.0)[0].tolist() == [0, 3]


def test_what_rests_is_told_when_it_is_needed(scene):
    step = Step(scene._things, {"a": at(0.0, 2.0)})
    assert len(step.rows) == 1
    step.tell(np.array([0, 2, 2]))
    assert len(step.rows) == 2
    moving = RowMotion(step.rows[step.places[[2]]])
    np.testing.assert_array_equal(moving[0].pose(0.5), at(6.0))


@pytest.mark.parametrize(
    ("targets", "words"),
    [
        ({"x": at()}, "poses_t1: nothing in the scene is called 'x'"),
        ({"a": np.eye(3)}, "'a'"),
        ({"b": Motion(at(), at(1.0))}, "motion of 'b' begins at .* but the thing is at"),
        ({"b": Motion(None, None)}, "motion of 'b' begins at .* but the thing is at"),
        ({"a": Motion.from_velocity(-at() + 2 * np.diag([0, 0, 1, 1]), (1, 0, 0), (0, 0, 0))},
         "motion of 'a' begins turned otherwise"),
        ({"a": Motion(np.tile(at(), (2, 1, 1)), at(1.0))}, "'a' is a batch of 2"),
        (Motion(at(), at(1.0)), "one motion for 4 things"),
        (np.zeros((3, 4, 4)), "expected"),
        (at(), "expected"),
        (7, "poses"),
    ],
)  # fmt: skip
def test_errors_name_the_thing(scene, targets, words):
    with pytest.raises(ImpingeError, match=words):
        Step(scene._things, targets)


def test_a_start_that_is_off_by_rounding_is_taken(scene):
    start = at(3.0 + 1e-12)
    step = Step(scene._things, {"b": Motion(start, at(5.0))})
    np.testing.assert_array_equal(step.poses_at(0.0)[1][0], start)
