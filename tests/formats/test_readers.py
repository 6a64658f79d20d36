"""What is not read is named."""

from pathlib import Path

import pytest

from impinge.formats.readers import unknown_file


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a.urdf", "is a robot"),
        ("a.STEP", "save it as a mesh"),
        ("a.vtu", "a tetrahedral mesh"),
        ("a.zip", "unpack it"),
        ("a", "unknown extension ''"),
    ],
)
def test_a_file_says_what_it_is(name, reason):
    assert reason in str(unknown_file(Path(name), [".x", ".y"]))
    assert str(unknown_file(Path(name), [".x", ".y"])).endswith("supported are .x, .y")


def test_a_folder_is_one(tmp_path):
    assert "is a folder" in str(unknown_file(tmp_path, []))
