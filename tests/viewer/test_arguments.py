"""What a view is given, checked."""

import numpy as np
import pytest
from payload_reading import at

import impinge as im
from impinge.motion import VertexMotion
from impinge.simulation import World
from impinge.viewer.arguments import (
    as_between,
    as_motion,
    as_opacity,
    as_pose,
    as_thing,
    is_posed,
    numbered,
    played_by,
)

BALL = im.Sphere(1)
TET = im.TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])


def test_shapes_and_what_becomes_one():
    knot = im.torus_knot(10, 4)
    assert as_thing(BALL) is BALL
    assert as_thing(knot) is knot
    assert as_thing(TET) is TET.surface
    assert len(as_thing((knot.vertices, knot.faces)).faces) == 80
    for other in (3, "text", None, object()):
        with pytest.raises(im.ImpingeError, match="cannot be shown"):
            as_thing(other)


def test_poses_are_copies():
    pose = at(1)
    found = as_pose(pose)
    found[0, 3] = 9.0
    assert pose[0, 3] == 1.0
    assert as_pose(None).tolist() == np.eye(4).tolist()
    with pytest.raises(im.ImpingeError, match="shape"):
        as_pose([pose])


def test_motions_are_of_one_thing():
    step = im.Motion(at(), at(1))
    assert as_motion(step, "pose") is step
    with pytest.raises(im.ImpingeError, match="pose: expected a motion"):
        as_motion(at(), "pose")
    with pytest.raises(im.ImpingeError, match="batch of 2"):
        as_motion(im.Motion(np.stack([at(), at()]), at(1)), "pose")
    with pytest.raises(im.ImpingeError, match="only shapes move"):
        as_pose(step)


def test_two_names_of_the_view():
    assert as_between(["a", "b"], {"a", "b"}) == ("a", "b")
    for wrong in ("ab", ("a",), 3):
        with pytest.raises(im.ImpingeError, match="two things"):
            as_between(wrong, {"a", "b"})
    with pytest.raises(im.ImpingeError, match="'c' is not in the view"):
        as_between(("a", "c"), {"a", "b"})


def test_numbers_are_within_their_range():
    assert as_opacity(0.5) == 0.5
    for wrong in (1.1, -0.1, np.nan, "x"):
        with pytest.raises(im.ImpingeError, match="opacity"):
            as_opacity(wrong)


def test_pairs_of_shape_and_pose_are_known():
    knot = im.torus_knot(10, 4)
    assert is_posed((BALL, None))
    assert is_posed([TET, at(1)])
    assert not is_posed((knot.vertices, knot.faces))
    assert not is_posed(BALL)


def test_numbers_of_names_begin_with_two():
    assert [numbered("box", k) for k in (1, 2)] == ["box", "box 2"]


def test_what_has_no_place_in_a_picture_says_so():
    still = im.Motion(None, None)
    with pytest.raises(im.ImpingeError, match=r"a Motion is shown with what it moves, as \(shape"):
        as_thing(still)
    cloth = im.icosphere(1.0, 1)
    free = im.stay_free(BALL, BALL, still, at(5))
    with pytest.raises(im.ImpingeError, match="has no place in a picture"):
        as_thing(free)
    with pytest.raises(im.ImpingeError, match="pose: pages show rigid motions"):
        as_pose(VertexMotion(cloth.vertices, cloth.vertices + 1.0))


def test_runs_are_known_by_their_recordings():
    world = World()
    world.add("ball", BALL)
    run = world.run(2)
    assert played_by(run) is run.recording
    for thing in (BALL, run.recording, im.View("empty"), None):
        assert played_by(thing) is thing
