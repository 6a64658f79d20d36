"""PLY without faces: points and normals, text and binary."""

from pathlib import Path

import numpy as np
import pytest
from formats.samples import POINTS, sample

from impinge.core.errors import FileError
from impinge.formats.ply import has_faces, read_ply_points

PATH = Path("scan.ply")
NAMES = ["x", "y", "z", "red", "nx", "ny", "nz"]


def cloud(encoding="ascii", kind="double", names=NAMES, count=3, tail=""):
    table = np.concatenate([POINTS[0], [[1], [2], [3]], POINTS[1]], axis=1)[:, : len(names)]
    lines = ["ply", f"format {encoding} 1.0", f"element vertex {count}"]
    lines += [f"property {kind} {name}" for name in names]
    head = "\n".join([*lines, *([tail] if tail else []), "end_header", ""]).encode()
    if encoding == "ascii":
        return head + "\n".join(" ".join(map(repr, row)) for row in table.tolist()).encode() + b"\n"
    order = ">" if "big" in encoding else "<"
    return head + table.astype(order + {"double": "f8", "float": "f4"}[kind]).tobytes()


@pytest.mark.parametrize("encoding", ["ascii", "binary_little_endian", "binary_big_endian"])
def test_points_and_normals(encoding):
    found = read_ply_points(cloud(encoding), PATH)

    np.testing.assert_array_equal(found.points, POINTS[0])
    np.testing.assert_array_equal(found.normals, POINTS[1])
    assert read_ply_points(cloud(encoding, names=NAMES[:4]), PATH).normals is None
    assert not has_faces(cloud(encoding), PATH)


def test_what_has_faces_is_a_mesh():
    assert has_faces(sample("ply"), PATH)
    empty = cloud(tail="element face 0\nproperty list uchar int vertex_indices")
    assert not has_faces(empty, PATH)
    np.testing.assert_array_equal(read_ply_points(empty, PATH).points, POINTS[0])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (cloud(count=0), "holds no points"),
        (cloud(count=10**15), "take .* bytes at least"),
        (cloud("binary_little_endian", count=10**15), "take .* bytes at least"),
        (cloud("binary_little_endian")[:-1], "bytes announced at byte"),
        (cloud(count=4), "4 rows announced, 3 found|take"),
        (cloud(names=["x", "y", "w"]), "no vertices with x, y, z"),
        (cloud(names=["x", "y", "z"], tail="property list uchar int more"), "with lists"),
        (cloud().replace(b"element vertex", b"element edge"), "vertices as the first element"),
        (cloud().replace(b"0.25", b"zero"), "line 12: expected numbers"),
        (cloud().replace(b"0.25", b"1-2"), "broken"),
    ],
)
def test_broken_files_are_named(data, message):
    with pytest.raises(FileError, match=rf"scan\.ply: .*({message})"):
        read_ply_points(data, PATH)
