"""Configurations and poses from files: every form is read, nothing else is believed."""

import json
import pickle

import numpy as np
import pytest
from articulated import arm, random_articulation

from impinge.cli.configuration_file import (
    RobotOptions,
    column_names,
    read_configurations,
    read_pose,
)
from impinge.core.errors import FileError, ImpingeError
from impinge.scene import Robot

Q = np.array([[0.0, 0.5, -1.0], [0.25, 1e-3, 2.0]])
ROWS = "0, 0.5, -1\n0.25, 1e-3, 2\n"
WRITERS = {
    "q.csv": lambda f: f.write_text(ROWS),
    "blanks.txt": lambda f: f.write_text("# two rows\n" + ROWS.replace(",", " ") + "\n"),
    "semicolons.csv": lambda f: f.write_text(ROWS.replace(",", ";")),
    "named.csv": lambda f: f.write_text("time;'3';1;2\n5;-1;0;0.5\n6;2;0.25;1e-3\n"),
    "q.json": lambda f: f.write_text(json.dumps(Q.tolist())),
    "object.json": lambda f: f.write_text(json.dumps({"q": Q.tolist()})),
    "q.npy": lambda f: np.save(f, Q),
}
BAD = {
    "empty.csv": (lambda f: f.write_text(""), "no configurations"),
    "few.csv": (lambda f: f.write_text("1 2\n"), "rows of 2 numbers, q has 3: 1, 2, 3"),
    "uneven.csv": (lambda f: f.write_text("1 2 3\n1 2\n"), "line 2: 2 numbers, expected 3"),
    "words.csv": (lambda f: f.write_text("1 2 3\none two three\n"), "line 2: .* has no numbers"),
    "unknown.csv": (lambda f: f.write_text("elbow,time\n1,2\n"), "'elbow' is no joint"),
    "twice.csv": (lambda f: f.write_text("time,time\n1,2\n"), "two columns are called 'time'"),
    "broken.json": (lambda f: f.write_text("[[1, 2"), "not rows of numbers"),
    "other.json": (lambda f: f.write_text('{"poses": []}'), "not rows of numbers"),
    "times.json": (lambda f: f.write_text('{"q": [[0, 0, 0]], "times": [1, 2]}'), "2 times"),
    "pickled.npy": (lambda f: f.write_bytes(pickle.dumps(Q)), "not rows of numbers"),
    "cube.npy": (lambda f: np.save(f, np.zeros((2, 2, 3))), "no configurations"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_every_form_is_read(tmp_path, name):
    WRITERS[name](tmp_path / name)
    found = read_configurations(tmp_path / name, arm())

    assert np.array_equal(found.q, Q)
    assert found.neutral == ()
    assert (found.times is None) == (name != "named.csv")


@pytest.mark.parametrize("name", BAD)
def test_other_files_are_refused(tmp_path, name):
    write, words = BAD[name]
    write(tmp_path / name)
    with pytest.raises(FileError, match=words):
        read_configurations(tmp_path / name, arm())
    with pytest.raises(FileError, match="no such file"):
        read_configurations(tmp_path / "none.csv", arm())


def test_joints_that_are_not_named_are_neutral(tmp_path):
    (tmp_path / "q.csv").write_text("'2'\n1\n")
    found = read_configurations(tmp_path / "q.csv", arm())

    assert found.q.tolist() == [[0.0, 1.0, 0.0]]
    assert found.neutral == ("1", "3")


def test_joints_of_several_numbers_have_columns_by_part(tmp_path):
    robot = Robot(random_articulation(3, links=20, meshes=False))
    names = column_names(robot)
    q = robot.random(4, seed=1)
    order = np.random.default_rng(0).permutation(robot.dof)
    text = ",".join(names[k] for k in order) + "\n"
    text += "\n".join(",".join(repr(float(row[k])) for k in order) for row in q)
    (tmp_path / "q.csv").write_text(text)

    assert len(names) == len({*names}) == robot.dof
    assert np.array_equal(read_configurations(tmp_path / "q.csv", robot).q, q)


def test_packages_have_a_name_and_a_folder(tmp_path):
    with pytest.raises(ImpingeError, match="NAME=FOLDER"):
        RobotOptions(packages=("meshes",)).load(tmp_path / "x.urdf")


POSE = np.array([[0.0, -1.0, 0.0, 0.5], [1.0, 0.0, 0.0, -2.0], [0.0, 0.0, 1.0, 3.0], [0, 0, 0, 1]])


def text(matrix, between):
    return "\n".join(between.join(str(x) for x in row) for row in matrix) + "\n"


POSE_WRITERS = {
    "pose.txt": lambda f: f.write_text("# a pose\n" + text(POSE, "  ")),
    "short.txt": lambda f: f.write_text(text(POSE[:3], " ")),
    "pose.csv": lambda f: f.write_text(text(POSE, ",")),
    "semicolons.csv": lambda f: f.write_text(text(POSE, "; ")),
    "pose.json": lambda f: f.write_text(json.dumps(POSE.tolist())),
    "named.json": lambda f: f.write_text(json.dumps({"pose": POSE[:3].tolist()})),
    "flat.json": lambda f: f.write_text(json.dumps(POSE.ravel().tolist())),
    "pose.npy": lambda f: np.save(f, POSE),
}
NO_POSES = {
    "empty.txt": lambda f: f.write_text(""),
    "words.txt": lambda f: f.write_text("one two three"),
    "few.txt": lambda f: f.write_text("1 2 3"),
    "nan.txt": lambda f: f.write_text(text(POSE, " ").replace("3.0", "nan")),
    "scaled.txt": lambda f: f.write_text(text(2 * POSE, " ")),
    "binary.txt": lambda f: f.write_bytes(b"\xff\xfe\x00\x80"),
    "broken.json": lambda f: f.write_text("[[1, 2"),
    "other.json": lambda f: f.write_text('{"transform": []}'),
    "deep.json": lambda f: f.write_text('[[[1], 2], "x"]'),
    "pickled.npy": lambda f: np.save(f, np.array([{}], dtype=object), allow_pickle=True),
    "pickle.npy": lambda f: f.write_bytes(pickle.dumps(POSE)),
    "huge.txt": lambda f: f.write_text("0 " * 200_000),
}


@pytest.mark.parametrize("name", POSE_WRITERS)
def test_every_form_of_a_pose_is_read(name, tmp_path):
    POSE_WRITERS[name](tmp_path / name)

    np.testing.assert_array_equal(read_pose(tmp_path / name), POSE)


@pytest.mark.parametrize("name", NO_POSES)
def test_nothing_else_is_believed(name, tmp_path):
    NO_POSES[name](tmp_path / name)

    with pytest.raises(FileError, match=name):
        read_pose(tmp_path / name)


def test_a_missing_file(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        read_pose(tmp_path / "nothing.txt")
