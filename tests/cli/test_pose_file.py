"""Poses from files: every form is read, nothing else is believed."""

import json
import pickle

import numpy as np
import pytest

from impinge.cli.pose_file import read_pose
from impinge.core.errors import FileError

POSE = np.array([[0.0, -1.0, 0.0, 0.5], [1.0, 0.0, 0.0, -2.0], [0.0, 0.0, 1.0, 3.0], [0, 0, 0, 1]])


def text(matrix, between):
    return "\n".join(between.join(str(x) for x in row) for row in matrix) + "\n"


WRITERS = {
    "pose.txt": lambda f: f.write_text("# a pose\n" + text(POSE, "  ")),
    "short.txt": lambda f: f.write_text(text(POSE[:3], " ")),
    "pose.csv": lambda f: f.write_text(text(POSE, ",")),
    "semicolons.csv": lambda f: f.write_text(text(POSE, "; ")),
    "pose.json": lambda f: f.write_text(json.dumps(POSE.tolist())),
    "named.json": lambda f: f.write_text(json.dumps({"pose": POSE[:3].tolist()})),
    "flat.json": lambda f: f.write_text(json.dumps(POSE.ravel().tolist())),
    "pose.npy": lambda f: np.save(f, POSE),
}
BAD = {
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


@pytest.mark.parametrize("name", WRITERS)
def test_every_form_is_read(name, tmp_path):
    WRITERS[name](tmp_path / name)

    np.testing.assert_array_equal(read_pose(tmp_path / name), POSE)


@pytest.mark.parametrize("name", BAD)
def test_nothing_else_is_believed(name, tmp_path):
    BAD[name](tmp_path / name)

    with pytest.raises(FileError, match=name):
        read_pose(tmp_path / name)


def test_a_missing_file(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        read_pose(tmp_path / "nothing.txt")
