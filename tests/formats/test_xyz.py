"""XYZ: three numbers a line, or six."""

from pathlib import Path

import numpy as np
import pytest

from impinge.core.errors import FileError
from impinge.formats.text import read_xyz

PATH = Path("scan.xyz")


def test_points_and_normals():
    found = read_xyz(b"# x y z\n0 0 0\n\n1.5 -2e3\t.5 # last\n", PATH)
    both = read_xyz(b"0 0 0 0 0 1\r\n1 2 3 1 0 0\r\n", PATH)

    assert found.points.tolist() == [[0, 0, 0], [1.5, -2000, 0.5]]
    assert found.normals is None
    np.testing.assert_array_equal(both.normals, [[0, 0, 1], [1, 0, 0]])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"0 0\n", "line 1: expected x y z"),
        (b"0 0 0\n0 0 0 0 0 1\n", "line 2: expected 3 numbers"),
        (b"0 0 0\n0 zero 0\n", "line 2: expected 3 numbers, found '0 zero 0'"),
        (b"0 0 nan\n", "line 1: expected 3 numbers"),
        (b"# nothing\n", "expected x y z"),
        (b"\0\0\0", "found binary"),
        (b"1 " * 100_000, "line 1: expected x y z"),
    ],
)
def test_broken_files_name_the_line(data, message):
    with pytest.raises(FileError, match=rf"scan\.xyz: .*{message}"):
        read_xyz(data, PATH)
