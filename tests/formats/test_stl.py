"""STL: counts must fit the size, corners must be numbers."""

from pathlib import Path

import numpy as np
import pytest
from formats.samples import TETRAHEDRON, sample

from impinge.core.errors import FileError
from impinge.formats.stl import read_stl

PATH = Path("part.stl")


@pytest.mark.parametrize("kind", ["stl", "stl_ascii"])
def test_corners_of_all_triangles(kind):
    found = read_stl(sample(kind), PATH)

    points, faces = TETRAHEDRON
    np.testing.assert_array_equal(found.vertices[found.faces], points[faces])


def test_a_binary_file_may_begin_with_solid():
    data = b"solid part" + sample("stl")[10:]

    assert len(read_stl(data, PATH).faces) == 4


def test_two_solids_in_one_text():
    text = sample("stl_ascii")

    assert len(read_stl(text + b"\n" + text, PATH).faces) == 8


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"x" * 20, "too short"),
        (sample("stl")[:-1], "4 triangles take 284 bytes, but the file has 283"),
        (b"\0" * 80 + b"\xff" * 4, "4294967295 triangles take"),
        (b"\0" * 84, "holds no triangles"),
        (b"solid part\nendsolid\n" + b" " * 100, "holds no triangles"),
        (sample("stl_ascii").replace(b"endsolid", b""), "endsolid"),
        (sample("stl_ascii").replace(b"vertex 0.0", b"vertex zero", 1), "line 4: expected vertex"),
        (sample("stl_ascii").replace(b"vertex 0.0 0.0 0.0\n", b"", 1), "11 corners for 4 facets"),
    ],
)
def test_broken_files_are_named(data, message):
    with pytest.raises(FileError, match=rf"part\.stl: .*{message}"):
        read_stl(data, PATH)
