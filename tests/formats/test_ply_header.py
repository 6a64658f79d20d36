"""Headers of PLY files: what they announce can be there."""

from pathlib import Path

import pytest

from impinge.core.errors import FileError
from impinge.formats.ply_header import check_sizes, read_header, read_rows

PATH = Path("part.ply")
HEAD = b"ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty uchar y\nend_header\n"


def test_elements_types_and_size():
    header = read_header(HEAD + b"1 2\n3 4\n", PATH)

    assert header.is_text
    assert header.size == len(HEAD)
    assert header.elements["vertex"].rows == 2
    assert header.elements["vertex"].names == ["x", "y"]
    assert header.elements["vertex"].least_bytes == 5


def test_rows_have_their_lines():
    data = HEAD + b"1 2\n\n3 4\n"

    for end in (b"\n", b"\r\n", b"\r"):
        rows = data.replace(b"\n", end) if end != b"\r" else HEAD + b"1 2\r\r3 4\r"
        found = list(read_rows(rows, read_header(rows, PATH), PATH))
        assert found == [("vertex", [b"1", b"2"], []), ("vertex", [b"3", b"4"], [])]
    for rows, message in ((b"1 2\n3\n", "line 8: 2 numbers expected, 1 found"),
                          (b"1 2\n\n3\n", "line 9: 2 numbers expected, 1 found"),
                          (b"1 2\nx 4\n", "line 8: expected numbers"),
                          (b"1 2\n", "2 rows announced, 1 found")):  # fmt: skip
        with pytest.raises(FileError, match=message):
            list(read_rows(HEAD + rows, read_header(HEAD, PATH), PATH))


@pytest.mark.parametrize("count", [b"1000000000000", b"-1"])
@pytest.mark.parametrize("encoding", [b"ascii", b"binary_little_endian"])
def test_counts_fit_the_file(count, encoding):
    data = HEAD.replace(b"vertex 2", b"vertex " + count).replace(b"ascii", encoding)

    with pytest.raises(FileError, match=r"take .* bytes at least|negative"):
        check_sizes(read_header(data, PATH), len(data), PATH)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PLY\n", "expected ply"),
        (b"ply\nformat ascii 1.0\n", "no end_header"),
        (b"ply\nformat utf8 1.0\nend_header\n", "unknown format 'utf8'"),
        (b"ply\nelement vertex two\nend_header\n", "line 2: cannot read"),
        (b"ply\nproperty float x\nend_header\n", "line 2: cannot read"),
        (b"ply\nelement a 1\nelement a 2\nend_header\n", "line 3: a second element 'a'"),
    ],
)
def test_broken_headers_are_named(data, message):
    with pytest.raises(FileError, match=rf"part\.ply: .*{message}"):
        read_header(data, PATH)
