"""OFF: the counts at the head must be kept."""

from pathlib import Path

import numpy as np
import pytest
from formats.samples import TETRAHEDRON, sample

from impinge.core.errors import FileError
from impinge.formats.off import read_off

PATH = Path("part.off")
SQUARE = b"OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"


def test_vertices_and_faces():
    found = read_off(sample("off"), PATH)

    np.testing.assert_array_equal(found.vertices, TETRAHEDRON[0])
    np.testing.assert_array_equal(found.faces, TETRAHEDRON[1])


@pytest.mark.parametrize(
    "text",
    [
        SQUARE,
        b"# a comment\n" + SQUARE,
        SQUARE.replace(b"OFF\n", b"OFF "),
        SQUARE.replace(b"\n", b"\r\n"),
        SQUARE.replace(b"4 0 1 2 3", b"4 0 1 2 3 255 0 0 255"),
        b"\xef\xbb\xbf" + SQUARE,
    ],
)
def test_quads_are_cut(text):
    assert sorted(map(sorted, read_off(text, PATH).faces.tolist())) == [[0, 1, 2], [0, 2, 3]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"hello\n", "expected OFF in the first line, found 'hello'"),
        (b"\n", "expected OFF"),
        (b"OFF BINARY\n", "binary OFF is not supported"),
        (b"OFF\nfour 1 0\n", "line 2: expected the numbers"),
        (b"OFF\n", "line 1: expected the numbers"),
        (b"OFF\n-4 1 0\n", "negative"),
        (b"OFF\n4000000000 1 0\n", "do not fit in"),
        (
            SQUARE.replace(b"4 1 0", b"4 3 0") + b"\n" * 40,
            "3 faces announced, the file ends after 5 of them",
        ),
        (SQUARE.replace(b"4 0 1 2 3", b"3 0 1 7"), "outside the range"),
        (SQUARE.replace(b"1 1 0", b"1 one 0"), "line 5: expected x y z, found '1 one 0'"),
        (SQUARE.replace(b"4 0 1 2 3", b"3 0 1"), "line 7: 3 corners announced, 2 numbers follow"),
        (SQUARE.replace(b"4 0 1 2 3", b"-3 0 1 2"), "line 7: a face with -3 corners"),
        (SQUARE.replace(b"4 0 1 2 3", b"2 0 1"), "line 7: a face with 2 corners"),
        (SQUARE.replace(b"4 0 1 2 3", b"1000000000 0 1 2"), "line 7: 1000000000 corners"),
        (SQUARE.replace(b"4 0 1 2 3", b"3 0 1 2 9 9 9 9 9"), "line 7: 3 corners announced, 8"),
        (SQUARE.replace(b"4 0 1 2 3", b"3 0 1 -1"), "line 7: .*outside the range 0 to 3"),
        (SQUARE.replace(b"4 0 1 2 3", b"3 0 1 1.9"), "line 7: expected a count and vertex"),
        (SQUARE + b"\n3 0 1 2\n", "line 9: .*expected no more, found '3 0 1 2'"),
        ("OFF\n\uff14 1 0\n".encode(), "line 2: expected the numbers"),
        (b"OFF\n4 0 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n", "4 points and no faces"),
    ],
)
def test_broken_files_are_named(text, message):
    with pytest.raises(FileError, match=rf"part\.off: .*{message}"):
        read_off(text, PATH)
