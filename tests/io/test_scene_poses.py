"""Poses as people write them."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from impinge.core.errors import ImpingeError
from impinge.io.scene_poses import pose_of

RNG = np.random.default_rng(9)


def posed(**table):
    return pose_of(table, 1.0)


def test_nothing_said_is_no_pose():
    assert pose_of({"name": "a"}, 1.0) is None


def test_translations_have_the_unit_of_the_file():
    pose = pose_of({"translation": [1, 2, 3]}, 0.001)

    np.testing.assert_array_equal(pose[:3, 3], [0.001, 0.002, 0.003])
    np.testing.assert_array_equal(pose[:3, :3], np.eye(3))


def test_every_way_to_turn_is_the_same():
    for _ in range(20):
        turn = Rotation.random(random_state=RNG)
        vector, (x, y, z, w) = turn.as_rotvec(), turn.as_quat().tolist()
        angle = float(np.linalg.norm(vector))
        axis = (3.0 * vector).tolist()
        for rotation in (
            {"axis": axis, "degrees": np.degrees(angle)},
            {"axis": axis, "radians": angle},
            {"quaternion": [x, y, z, w], "order": "xyzw"},
            {"quaternion": [w, x, y, z], "order": "wxyz"},
            {"matrix": turn.as_matrix().tolist()},
        ):
            found = posed(rotation=rotation, translation=[1, 2, 3])
            np.testing.assert_allclose(found[:3, :3], turn.as_matrix(), atol=1e-14)
            np.testing.assert_array_equal(found[:3, 3], [1, 2, 3])
        whole = found.tolist()
        np.testing.assert_array_equal(posed(matrix=whole), found)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 360, -90, 450.0])
def test_right_angles_are_exact(degrees):
    found = posed(rotation={"axis": [0, 0, 1], "degrees": degrees})[:3, :3]

    assert set(np.abs(found).ravel().tolist()) == {0.0, 1.0}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"translation": [1, 2]}, "translation: expected 3 numbers"),
        ({"translation": [1, 2, "x"]}, "translation: expected a number"),
        ({"translation": [1, 2, float("inf")]}, "translation: inf is not finite"),
        ({"rotation": 90}, "rotation: expected a table"),
        ({"rotation": {"axis": [0, 0, 1]}}, "rotation: axis given, expected axis and degrees"),
        ({"rotation": {}}, "rotation: nothing given"),
        ({"rotation": {"axis": [0, 0, 0], "degrees": 1}}, "rotation: its axis has no length"),
        ({"rotation": {"quaternion": [0, 0, 0, 1]}}, "rotation: quaternion given"),
        (
            {"rotation": {"quaternion": [0, 0, 0, 1], "order": "zyxw"}},
            "order 'zyxw', expected xyzw",
        ),
        ({"rotation": {"quaternion": [0, 0, 0, 2], "order": "xyzw"}}, "length 2, expected 1"),
        ({"rotation": {"quaternion": [0, 0, 1], "order": "xyzw"}}, "rotation: expected 4 numbers"),
        ({"rotation": {"matrix": [[1, 0, 0], [0, 1, 0]]}}, "rotation: 2 rows"),
        ({"rotation": {"matrix": [[2, 0, 0], [0, 2, 0], [0, 0, 2]]}}, "rotation: scales by"),
        ({"matrix": np.eye(4)[:3].tolist()}, "matrix: 3 rows"),
        ({"matrix": np.diag([1, 1, -1, 1]).tolist()}, "matrix: reflects"),
        ({"matrix": np.eye(4).tolist(), "translation": [0, 0, 0]}, "matrix: given together with"),
    ],
)
def test_what_is_no_pose_is_named(table, message):
    with pytest.raises(ImpingeError, match=message):
        posed(**table)
