"""Poses from positions and rotations of every form, against SciPy."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import impinge as im

RNG = np.random.default_rng(17)
SOME = Rotation.random(20, random_state=RNG)
PLACES = RNG.normal(size=(20, 3))
VECTORS = SOME.as_rotvec()
LENGTHS = np.linalg.norm(VECTORS, axis=1)
FORMS = {
    "matrix": {"rotation": SOME.as_matrix()},
    "xyzw": {"quaternion": SOME.as_quat()},
    "wxyz": {"quaternion": 3.0 * SOME.as_quat()[:, [3, 0, 1, 2]], "order": "wxyz"},
    "negative": {"quaternion": -1e-200 * SOME.as_quat()},
    "euler": {"euler": SOME.as_euler("xyz")},
    "euler in degrees": {"euler": SOME.as_euler("xyz", degrees=True), "degrees": True},
    "vectors": {"axis_angle": VECTORS},
    "vectors in degrees": {"axis_angle": np.degrees(VECTORS), "degrees": True},
    "axes": {"axis_angle": (7.0 * VECTORS, LENGTHS)},
    "axes in degrees": {"axis_angle": [1e-300 * VECTORS, np.degrees(LENGTHS)], "degrees": True},
}


def row_of(value, i):
    """One row of an argument; of a pair one row of each."""
    return [part[i] for part in value] if isinstance(value, (tuple, list)) else value[i]


def one_of(form, i):
    turns = {"rotation", "quaternion", "euler", "axis_angle"}
    return {name: row_of(value, i) if name in turns else value for name, value in form.items()}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_of_a_rotation(form):
    batch = im.pose(PLACES, **form)

    assert batch.shape == (20, 4, 4)
    assert batch.dtype == np.float64
    assert batch.flags.carray
    np.testing.assert_allclose(batch[:, :3, :3], SOME.as_matrix(), atol=1e-14)
    np.testing.assert_array_equal(batch[:, :3, 3], PLACES)
    np.testing.assert_array_equal(batch[:, 3], np.tile([0.0, 0.0, 0.0, 1.0], (20, 1)))
    single = im.pose(PLACES[3], **one_of(form, 3))
    np.testing.assert_array_equal(single, batch[3])


def test_queries_take_them_as_they_are():
    from impinge.core.poses import as_poses

    poses = [im.pose(PLACES, **form) for form in FORMS.values()]

    assert all(as_poses(pose, "pose") is pose for pose in poses)


def test_what_is_not_given_is_at_rest():
    np.testing.assert_array_equal(im.pose(), np.eye(4))
    np.testing.assert_array_equal(im.pose((1, 2, 3))[:3, 3], [1, 2, 3])
    np.testing.assert_array_equal(im.pose(axis_angle=(0, 0, 0)), np.eye(4))
    assert im.pose() is not im.pose()


def test_one_value_goes_with_every_row():
    places = im.pose(PLACES, euler=(0, 0, 90), degrees=True)
    turns = im.pose((1, 2, 3), axis_angle=((0, 0, 1), [0.0, 90.0, 180.0, 270.0]), degrees=True)

    np.testing.assert_array_equal(places[:, :3, 0], np.tile([0.0, 1.0, 0.0], (20, 1)))
    np.testing.assert_array_equal(turns[:, 0, :2], [[1, 0], [0, -1], [-1, 0], [0, 1]])
    np.testing.assert_array_equal(turns[:, :3, 3], np.tile([1, 2, 3], (4, 1)))
    assert im.pose(np.empty((0, 3)), euler=(0, 0, 1)).shape == (0, 4, 4)
    assert im.pose(PLACES[:1]).shape == (1, 4, 4)
    assert im.pose([[0, 0, 1]], axis_angle=[[0, 0, 1], [0, 1, 0]][:1]).shape == (1, 4, 4)


def test_roll_pitch_and_yaw_are_those_of_urdf():
    """The matrix that URDF's rpy stands for, written out by hand: Rz Ry Rx."""
    roll, pitch, yaw = 0.3, -0.7, 1.9

    def about(axis, angle):
        return im.pose(axis_angle=(np.eye(3)[axis], angle))

    expected = about(2, yaw) @ about(1, pitch) @ about(0, roll)
    np.testing.assert_allclose(im.pose(euler=(roll, pitch, yaw)), expected, atol=1e-15)


def test_matrices_that_are_a_little_off_become_rotations():
    off = SOME.as_matrix().astype(np.float32)
    found = im.pose(rotation=off)[:, :3, :3]

    np.testing.assert_allclose(found @ found.transpose(0, 2, 1), np.tile(np.eye(3), (20, 1, 1)),
                               atol=1e-15)  # fmt: skip


def test_what_was_given_is_not_shared():
    place, turn = np.zeros(3), np.eye(3)
    im.pose(place, turn)[:] = 9.0
    np.testing.assert_array_equal(place, 0.0)
    np.testing.assert_array_equal(turn, np.eye(3))


MASKED = np.ma.masked_array([1.0, 2.0, 3.0], [False, True, False])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"translation": (1, 2)}, r"translation: expected shape \(3,\) or \(n, 3\), got \(2,\)"),
        ({"translation": 5}, r"translation: expected shape"),
        ({"translation": [[1, 2], [3]]}, "translation: rows differ in length"),
        ({"translation": (1, 2, np.nan)}, "translation: row 0 is not finite"),
        ({"translation": (1, 2, 1e200)}, "translation: row 0 holds 1e"),
        ({"translation": (1, 2, 3j)}, "translation: expected real numbers"),
        ({"translation": "abc"}, "translation: expected shape"),
        ({"translation": MASKED}, "translation: row 0 is masked"),
        ({"rotation": (0, 0, 0, 1)}, r"rotation: expected shape \(3, 3\) .*quaternion="),
        ({"rotation": 2 * np.eye(3)}, r"rotation: scales by \(2, 2, 2\)"),
        ({"rotation": [np.eye(3), -np.eye(3)]}, "rotation: row 1 reflects"),
        ({"rotation": np.eye(4)}, r"rotation: expected shape \(3, 3\)"),
        ({"quaternion": (0, 0, 0, 0)}, "quaternion: is zero"),
        ({"quaternion": [[0, 0, 0, 1], [0, 0, 0, 0]]}, "quaternion: row 1 is zero"),
        ({"quaternion": (0, 0, 1)}, r"quaternion: expected shape \(4,\)"),
        ({"quaternion": (0, 0, 0, 1), "order": "xyz"}, "order: 'xyz', expected xyzw or wxyz"),
        ({"quaternion": (0, 0, 0, 1), "order": 3}, "order: 3, expected"),
        ({"euler": (0, 0)}, r"euler: expected shape \(3,\)"),
        ({"euler": (0, 0, np.inf)}, "euler: row 0 is not finite"),
        ({"axis_angle": ((0, 0, 0), 1.0)}, "axis_angle: has a zero axis"),
        ({"axis_angle": (np.zeros((2, 3)), 1.0)}, "axis_angle: row 0 has a zero axis"),
        ({"axis_angle": ((0, 0, 1), (0, 1, 0))}, "axis_angle: two vectors, which may be"),
        ({"axis_angle": (np.eye(3), [1.0, 2.0])}, "axis_angle: 3 axes and 2 angles"),
        ({"axis_angle": ((0, 0, 1), "1")}, "axis_angle: expected real numbers"),
        ({"axis_angle": ((0, 1), 1.0)}, r"axis_angle: expected shape \(3,\)"),
        ({"axis_angle": (0, 0, 1, 2)}, r"axis_angle: expected shape \(3,\)"),
        ({"axis_angle": (1.5e308, 1.5e308, 0)}, "axis_angle: row 0 is too long"),
        ({"euler": (0, 0, 1), "degrees": "no"}, "degrees: expected True or False"),
        ({"euler": (0, 0, 1), "quaternion": (0, 0, 0, 1)}, "quaternion and euler: given together"),
        ({"translation": PLACES, "euler": np.zeros((3, 3))}, "translation and euler: 20 and 3 row"),
    ],
)  # fmt: skip
def test_bad_input_is_named(arguments, message):
    with pytest.raises(im.ImpingeError, match=f"^{message}"):
        im.pose(**arguments)
