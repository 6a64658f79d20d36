"""Poses as people write them."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from impinge.core.errors import ImpingeError
from impinge.io.scene_poses import MOST_PARTS, count_of, pose_of, repeated, repeats_of

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


def names_and_places(name, table, metres=1.0):
    rows = list(repeated(name, np.eye(4), repeats_of(table), metres))
    return [name for name, _ in rows], np.array([pose[:3, 3] for _, pose in rows])


def test_a_part_alone_keeps_its_name():
    assert names_and_places("a", {})[0] == ["a"]


def test_rows_of_rows():
    table = {
        "repeat": [{"count": 2, "translation": [0, 5, 0]}, {"count": 3, "translation": [1, 0, 0]}]
    }
    names, places = names_and_places("bolt", table, 0.1)

    assert names == ["bolt 1 1", "bolt 1 2", "bolt 1 3", "bolt 2 1", "bolt 2 2", "bolt 2 3"]
    np.testing.assert_allclose(places[:, 0], [0, 0.1, 0.2] * 2)
    np.testing.assert_allclose(places[:, 1], [0, 0, 0, 0.5, 0.5, 0.5])
    assert count_of(repeats_of(table)) == 6


def test_rings_and_helices():
    ring = {"repeat": {"count": 4, "axis": [0, 0, 1], "degrees": 90, "about": [1, 0, 0]}}
    names, places = names_and_places("a", ring)
    assert names == ["a 1", "a 2", "a 3", "a 4"]
    np.testing.assert_array_equal(places, [[0, 0, 0], [1, -1, 0], [2, 0, 0], [1, 1, 0]])

    helix = {"repeat": {"count": 3, "axis": [0, 0, 1], "degrees": 120, "translation": [0, 0, 2]}}
    _, places = names_and_places("a", helix)
    np.testing.assert_allclose(places[:, 2], [0, 2, 4])


@pytest.mark.parametrize(
    ("repeat", "message"),
    [
        (3, "repeat: expected"),
        ({"translation": [1, 0, 0]}, "repeat: expected"),
        ({"count": 2, "step": 1}, "repeat: expected"),
        ({"count": 0}, f"count 0, expected 1 to {MOST_PARTS}"),
        ({"count": True}, "count True"),
        ({"count": 2.0}, "count 2.0"),
        ({"count": MOST_PARTS + 1}, "expected 1 to"),
        ({"count": 2, "axis": [0, 0, 1]}, "axis and degrees are given together"),
        ({"count": 2, "about": [0, 0, 1]}, "about only with them"),
        ({"count": 2, "translation": [0, 0]}, "repeat: expected 3 numbers"),
        ({"count": 2, "axis": [0, 0, 0], "degrees": 1}, "repeat: its axis has no length"),
    ],
)
def test_what_cannot_be_repeated_is_named(repeat, message):
    with pytest.raises(ImpingeError, match=message):
        names_and_places("a", {"repeat": repeat})
