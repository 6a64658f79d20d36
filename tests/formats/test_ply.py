"""PLY: the header's counts must fit the size, and every row be there."""

import struct
from pathlib import Path

import numpy as np
import pytest
from formats.samples import TETRAHEDRON, sample

from impinge.core.errors import FileError
from impinge.formats.ply import read_ply

PATH = Path("part.ply")
HEADER = (
    "ply\nformat {encoding} 1.0\ncomment made by hand\nelement vertex {vertices}\n"
    "property {number} x\nproperty {number} y\nproperty {number} z\nelement face {faces}\n"
    "property list uchar int vertex_indices\nend_header\n"
)
SQUARE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]


def header(encoding="ascii", vertices=4, faces=1, number="float"):
    return HEADER.format(encoding=encoding, vertices=vertices, faces=faces, number=number).encode()


def text_ply(*faces, **keywords):
    rows = [" ".join(map(str, p)) for p in SQUARE]
    rows += [" ".join(map(str, (len(face), *face))) for face in faces]
    return header(**{"faces": len(faces), **keywords}) + "\n".join(rows).encode() + b"\n"


def row(words):
    """A square whose only face is this row, in line 15."""
    return text_ply((0, 1, 2)).replace(b"3 0 1 2", words)


def binary_ply(*faces, order="<", **keywords):
    name = "binary_little_endian" if order == "<" else "binary_big_endian"
    data = b"".join(struct.pack(order + "3d", *p) for p in SQUARE)
    data += b"".join(struct.pack(f"{order}B{len(face)}i", len(face), *face) for face in faces)
    return header(**{"encoding": name, "faces": len(faces), "number": "double", **keywords}) + data


@pytest.mark.parametrize("kind", ["ply", "ply_ascii"])
def test_vertices_and_faces(kind):
    found = read_ply(sample(kind), PATH)

    np.testing.assert_array_equal(found.vertices, TETRAHEDRON[0])
    np.testing.assert_array_equal(found.faces, TETRAHEDRON[1])


@pytest.mark.parametrize(
    "data", [text_ply((0, 1, 2, 3)), binary_ply((0, 1, 2, 3)), binary_ply((0, 1, 2, 3), order=">")]
)
def test_quads_are_cut(data):
    assert sorted(map(sorted, read_ply(data, PATH).faces.tolist())) == [[0, 1, 2], [0, 2, 3]]


def test_mixed_polygons_in_text():
    found = read_ply(text_ply((0, 1, 2), (0, 1, 2, 3)), PATH)

    assert sorted(map(sorted, found.faces.tolist())) == [[0, 1, 2], [0, 1, 2], [0, 2, 3]]


def test_empty_lines_in_text_are_no_rows():
    found = read_ply(text_ply((0, 1, 2)).replace(b"1 1 0\n", b"\n1 1 0\n\n"), PATH)

    assert found.vertices.tolist() == [list(p) for p in SQUARE]
    assert found.faces.tolist() == [[0, 1, 2]]


def test_mixed_polygons_in_binary_are_refused():
    with pytest.raises(FileError):
        read_ply(binary_ply((0, 1, 2), (0, 1, 2, 3)), PATH)
    # The same number of bytes as three triangles, so that only the lists' lengths tell.
    with pytest.raises(FileError, match="different numbers of corners"):
        read_ply(binary_ply((0, 1, 2), (0, 1, 2, 3), (0, 1)), PATH)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"hello", "expected ply"),
        (header()[:-12], "no end_header"),
        (header(encoding="utf-8"), "unknown format"),
        (header().replace(b"element vertex 4", b"element vertex"), "line 4: cannot read"),
        (header().replace(b"property float x", b"property fluid x"), "line 5: cannot read"),
        (header().replace(b"uchar int", b"uchar bool"), "line 9: cannot read"),
        (header().replace(b"float z", b"float w"), "no vertices with x, y, z"),
        (header(vertices=-4), "negative"),
        (header(vertices=2_000_000_000), "bytes at least"),
        (text_ply((0, 1, 2), faces=400_000_000), "bytes at least"),
        (header(faces=0) + b"0 0 0\n" * 4, "4 points and no faces"),
        (header().replace(b"vertex_indices", b"strips"), "no list"),
        (header().replace(b"element face", b"element tristrips"), "strips are not supported"),
        (text_ply((0, 1, 2, 3), faces=2) + b" " * 20, "6 rows announced|announced"),
        (binary_ply((0, 1, 2))[:-1], "broken"),
        (
            text_ply((0, 1, 2)).replace(b"1 1 0", b"1 one 0"),
            "line 13: expected numbers, found b'o'",
        ),
        (binary_ply((0, 1, 2)).replace(b"\x03", b"\xff"), "broken"),
        (row(b"4000000000 0 1 2"), "line 15: 4000000000 numbers announced .*, 3 are there"),
        (row(b"-3 0 1 2"), "line 15: -3 numbers announced"),
        (row(b"3 0 1 2 3"), "line 15: 4 numbers expected, 5 found"),
        (row(b"2 0 1"), "line 15: a face with 2 corners"),
        (row(b"3.5 0 1 2"), "line 15: expected the length of vertex_indices"),
        (row(b"3 0 1.9 2"), "line 15: expected whole vertex numbers"),
        (row(b"3 0 1 4294967297"), "line 15: .*outside the range 0 to 3"),
        (text_ply((0, 1, 2)).replace(b"1 1 0", b"1 1"), "line 13: 3 numbers expected, 2 found"),
        (row(b"3 0 1 2").replace(b"uchar int", b"uchar float"), "line 9: .*whole numbers"),
        (row(b"3 0 1 2").replace(b"uchar int", b"float int"), "line 9: .*whole numbers"),
        (binary_ply((0, 1, 2)).replace(b"uchar int", b"uchar float"), "line 9: .*whole numbers"),
        (row(b"3 0 1 2").replace(b"list uchar int", b"int"), "line 9: .*as a list"),
        (
            row(b"3 0 1 2").replace(b"element face", b"element vertex 4\nelement face"),
            "line 8: a second element 'vertex'",
        ),
        (row(b"3 0 1 2").replace(b"float y", b"float x"), "line 6: cannot read"),
    ],
)
def test_broken_files_are_named(data, message):
    with pytest.raises(FileError, match=rf"part\.ply: .*({message})"):
        read_ply(data, PATH)
