"""What cannot be meant is told by name, with what is expected instead."""

import numpy as np
import pytest

import impinge as im
from impinge.core.given import given_poses, shape_of

BOX, BALL = im.Box((1, 1, 1)), im.Sphere(0.5)
STEP = im.Motion.from_velocity(None, (1, 0, 0), (0, 0, 0))
RAGGED = [[1, 2], [3]]


def scene():
    return im.Scene.from_dict({"arm": BOX, "ball": BALL})


@pytest.mark.plain
def test_shapes():
    assert shape_of([[1, 2, 3]], "x") == (1, 3)
    assert shape_of(2.0, "x") == ()
    with pytest.raises(im.ImpingeError, match=r"^x: rows differ in length"):
        shape_of(RAGGED, "x")


def test_poses():
    assert given_poses(None, "pose") is None
    assert given_poses(np.eye(4), "pose", single=True).shape == (4, 4)
    assert given_poses([np.eye(4)], "pose").shape == (1, 4, 4)
    with pytest.raises(im.ImpingeError, match=r"^pose: expected one pose, \(4, 4\), got \(1, 4, 4"):
        given_poses([np.eye(4)], "pose", single=True)
    with pytest.raises(im.ImpingeError, match=r"^pose: scales by"):
        given_poses(np.diag([2.0, 2.0, 2.0, 1.0]), "pose")


@pytest.mark.parametrize("given", [(0, 0, 1), [0.0] * 7, [[0.0] * 7], ((0, 0, 1), (0, 0, 0, 1))])
@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (lambda pose: im.Motion(pose, None), "pose_t0"),
        (lambda pose: im.ScrewMotion(None, pose), "pose_t1"),
        (lambda pose: im.overlap(BOX, BALL, None, pose), "pose_b"),
        (lambda pose: im.cast(BOX, BALL, (1, 0, 0), pose), "pose_a"),
        (lambda pose: im.closest_point(BOX, (0, 0, 9), pose), "pose"),
        (lambda pose: im.time_of_impact(BOX, BALL, STEP, pose), "motion_b"),
        (lambda pose: scene().add("new", BOX, pose), "pose of 'new'"),
        (lambda pose: scene().time_of_impact({"arm": pose}), "pose of 'arm'"),
    ],
)
def test_positions_and_quaternions_are_no_poses(ask, name, given):
    with pytest.raises(im.ImpingeError, match=f"^{name}: .*a pose is a 4x4 matrix"):
        ask(given)


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (lambda: im.cast(BOX, BALL, RAGGED), "direction"),
        (lambda: scene().cast(BOX, RAGGED), "direction"),
        (lambda: im.penetration(BOX, BALL, kind="directional", direction=RAGGED), "direction"),
        (lambda: im.Motion.from_velocity(None, RAGGED, (0, 0, 0)), "linear"),
        (lambda: im.Motion.from_velocity(None, (0, 0, 0), RAGGED), "angular"),
        (lambda: im.Motion(None, None, centre=RAGGED), "centre"),
        (lambda: im.ScrewMotion(None, None, turning=RAGGED), "turning"),
        (lambda: STEP.pose(RAGGED), "t"),
        (lambda: STEP.speed_bound(1.0, point=RAGGED), "point"),
        (lambda: BOX.support(RAGGED), "directions"),
        (lambda: im.time_of_impact(BOX, BALL, RAGGED, STEP), "motion_a"),
    ],
)
def test_rows_of_different_lengths(ask, name):
    with pytest.raises(im.ImpingeError, match=f"^{name}: .*(differ in length|different lengths)"):
        ask()


def test_a_list_of_motions_is_no_batch():
    with pytest.raises(im.ImpingeError, match=r"^motion_a: a list of .* Motion\(poses_t0"):
        im.time_of_impact(BOX, BALL, [STEP, STEP])


def test_a_shape_is_no_motion():
    with pytest.raises(im.ImpingeError, match=r"^motion_a: a Sphere is a shape; the order is a, b"):
        im.time_of_impact(BOX, BALL, BALL, STEP)


@pytest.mark.parametrize("given", ["abc", 5, {"arm": STEP}])
def test_anything_else_is_no_motion(given):
    with pytest.raises(im.ImpingeError, match=r"^motion_a: expected a motion, as Motion"):
        im.time_of_impact(BOX, BALL, given, STEP)


@pytest.mark.parametrize("given", ["abc", [("arm", np.eye(4))], [STEP], (STEP, STEP), ["arm"]])
def test_targets_of_a_scene_are_a_dictionary(given):
    with pytest.raises(im.ImpingeError, match=r"^poses_t1: expected a dictionary from names"):
        scene().time_of_impact(given)


def test_a_scene_is_no_shape():
    with pytest.raises(im.ImpingeError, match=r"^b: a Scene is no shape; .*scene.stay_free"):
        im.stay_free(BOX, scene(), STEP)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_several_meshes_of_other_libraries(count):
    class Foreign:
        vertices, faces = np.eye(3), [[0, 1, 2]]

    assert im.overlap(Foreign(), BOX)
    with pytest.raises(im.ImpingeError, match=f"^a: {count} objects with vertices and faces"):
        im.overlap([Foreign()] * count, BOX)


def test_several_shapes_where_one_is_asked_about():
    with pytest.raises(im.ImpingeError, match=r"^shape: a list with shapes in it, expected one"):
        im.closest_point([BOX, BALL], (0, 0, 9))


def test_a_path_is_no_shape(tmp_path):
    for path in ("part.stl", tmp_path):
        with pytest.raises(im.ImpingeError, match=r"^a: .* load it: im\.load\("):
            im.overlap(path, BOX)
