"""OBJ: vertices, faces, relative numbers, polygons, and the line that is wrong."""

from pathlib import Path

import numpy as np
import pytest
from formats.samples import TETRAHEDRON, sample

from impinge.core.errors import FileError
from impinge.formats.obj import read_obj

PATH = Path("part.obj")
SQUARE = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


def test_vertices_and_faces_in_order():
    found = read_obj(sample("obj"), PATH)

    np.testing.assert_array_equal(found.vertices, TETRAHEDRON[0])
    np.testing.assert_array_equal(found.faces, TETRAHEDRON[1])


@pytest.mark.parametrize(
    "face",
    [
        b"f 1 2 3 4",
        b"f 1/1 2/2 3/3 4/4",
        b"f 1//9 2//9 3//9 4//9",
        b"f 1/1/1 2/2/2 3/3/3 4/4/4",
        b"f -4 -3 -2 -1",
        b"f 1 2 \\\n 3 4",
        b"f\t1\t2\t3\t4",
        b"f 1 2 3 4 # a square",
    ],
)
def test_corners_are_written_in_many_ways(face):
    found = read_obj(SQUARE + face + b"\n", PATH)

    assert found.faces.tolist() == [[0, 1, 2], [0, 2, 3]]


def test_relative_numbers_count_from_their_line():
    """Counted from the end of the file, as is often done, the first face would be the second."""
    text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 9 9 9\nv 8 8 8\nv 7 7 7\nf -3 -2 -1\n"

    assert read_obj(text, PATH).faces.tolist() == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbf" + SQUARE + b"f 2 3 4\n",
        b"  " + SQUARE.replace(b"\n", b"\n \t") + b"f 2 3 4\n",
        SQUARE.replace(b"\n", b" # corner_1\n") + b"f 2 3 4\n",
    ],
)
def test_a_byte_order_mark_indents_and_comments_lose_no_vertex(text):
    found = read_obj(text, PATH)

    assert len(found.vertices) == 4
    assert found.faces.tolist() == [[1, 2, 3]]


def test_a_face_may_come_before_its_vertices():
    assert read_obj(b"f 1 2 3\n" + SQUARE, PATH).faces.tolist() == [[0, 1, 2]]


def test_textures_do_not_split_vertices():
    text = SQUARE + b"vt 0 0\nvt 1 1\nf 1/1 2/1 3/1\nf 1/2 3/2 4/2\n"

    assert len(read_obj(text, PATH).vertices) == 4


def test_colours_groups_materials_and_carriage_returns_are_passed_over():
    text = b"mtllib /etc/passwd\r\no part\r\n" + SQUARE.replace(b"\n", b" 0.5 0.5 0.5\r\n")
    text += b"usemtl red\r\ns off\r\nf 1 2 3\r\n"

    assert read_obj(text, PATH).faces.tolist() == [[0, 1, 2]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"v 0 0\nf 1 1 1\n", "line 1: expected v x y z"),
        (b"v 0 0 zero\nf 1 1 1\n", "line 1: expected v x y z, found 'v 0 0 zero'"),
        (SQUARE + b"f 1 2 three\n", "line 5: expected f and vertex numbers"),
        (SQUARE + b"f 1 2\n", "line 5: a face with 2 corners"),
        (SQUARE + b"f 0 1 2\n", "line 5: vertex numbers begin at 1"),
        (SQUARE + b"f -5 1 2\n", "line 5: refers to a vertex before the first"),
        (SQUARE + b"f 5 1 2\n", "line 5: refers to vertex 5, there are 4"),
        (SQUARE + b"f 9223372036854775808 2 3\n", "line 5: refers to vertex 9223372036854775808"),
        (SQUARE + b"f 99999999999999999999999 2 3\n", "line 5: refers to vertex 9{23}, there"),
        (SQUARE + b"f -1 -2 -99999999999999999999\n", "line 5: refers to a vertex before"),
        (b"v 1_0 0 0\n", "line 1: expected v x y z, found 'v 1_0 0 0'"),
        (SQUARE + b"f 1 2 0_3\n", "line 5: expected f and vertex numbers"),
        (SQUARE + b"v\nf 1 2 3\n", "line 5: expected v x y z"),
        (SQUARE, "holds 4 points and no faces"),
        (b"hello\n", "holds no points and no faces, expected a mesh"),
        (b"\x7fELF\0\0\0", "binary"),
        (SQUARE + b"f" + b" 1" * 20_000, "20000 corners"),
    ],
)
def test_broken_files_name_the_line(text, message):
    with pytest.raises(FileError, match=rf"part\.obj: .*{message}"):
        read_obj(text, PATH)
