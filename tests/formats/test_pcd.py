"""PCD: text, binary and compressed; points that were not seen are left out."""

import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from formats.samples import POINTS, literal_lzf, pcd

from impinge.core.errors import FileError
from impinge.formats.pcd import read_pcd

PATH = Path("scan.pcd")
ROWS = POINTS[0].astype("<f4")


def packed(data, size=None):
    compressed = literal_lzf(data)
    return struct.pack("<2I", len(compressed), len(data) if size is None else size) + compressed


TEXT = "\n".join(" ".join(map(str, row)) for row in ROWS.tolist()).encode() + b"\n"


@pytest.mark.parametrize(
    "data",
    [
        pcd(TEXT, "ascii"),
        pcd(ROWS.tobytes(), "binary"),
        pcd(packed(ROWS.T.tobytes())),
        pcd(TEXT, "ascii", width=1, height=3),
        pcd(TEXT, "ascii").replace(b"COUNT", b"#COUNT").replace(b"\n", b"\r\n"),
    ],
)
def test_each_encoding(data):
    found = read_pcd(data, PATH)

    np.testing.assert_array_equal(found.points, ROWS.astype(np.float64))
    assert found.normals is None


def test_other_fields_normals_and_padding():
    kind = np.dtype([("rgb", "<u4"), ("x", "<f8"), ("_", "u1", (3,)), ("y", "<f4"), ("z", "<f4"),
                     ("normal_x", "<f4"), ("normal_y", "<f4"), ("normal_z", "<f4")])  # fmt: skip
    rows = np.zeros(3, kind)
    for k, axis in enumerate("xyz"):
        rows[axis], rows[f"normal_{axis}"] = ROWS[:, k], POINTS[1][:, k]
    options = {"fields": "rgb x _ y z normal_x normal_y normal_z", "size": "4 8 1 4 4 4 4 4",
               "kind": "U F U F F F F F", "count": "1 1 3 1 1 1 1 1"}  # fmt: skip
    soa = b"".join(np.ascontiguousarray(rows[name]).tobytes() for name in kind.names)

    for data in (pcd(rows.tobytes(), "binary", **options), pcd(packed(soa), **options)):
        found = read_pcd(data, PATH)
        np.testing.assert_array_equal(found.points, ROWS)
        np.testing.assert_array_equal(found.normals, POINTS[1].astype(np.float32))


def test_what_was_not_seen_is_left_out():
    rows = ROWS.copy()
    rows[1] = np.nan

    assert read_pcd(pcd(rows.tobytes(), "binary"), PATH).points.tolist() == ROWS[[0, 2]].tolist()
    assert len(read_pcd(pcd(b"nan nan nan\n1 2 3\n0 0 0\n", "ascii"), PATH).points) == 2
    with pytest.raises(FileError, match="holds no points"):
        read_pcd(pcd((rows * np.nan).tobytes(), "binary"), PATH)


def bomb(packed, size, points, kind="F", width="4"):
    """Head of a cloud whose compressed bytes grow as told, and as many bytes of nothing."""
    head = struct.pack("<2I", packed, size)
    return pcd(head + bytes(packed), points=points, kind=" ".join(kind * 3),
               size=" ".join(width * 3))  # fmt: skip


@pytest.mark.parametrize(
    "data",
    [
        # A hundred times the bytes of the file, or 64 MiB.
        bomb(1_000_000, 120_000_000, 10_000_000),
        bomb(400_000, 72_000_000, 6_000_000),
        # Coordinates of a byte become eight.
        bomb(1_000_000, 60_000_000, 20_000_000, "U", "1"),
    ],
)
def test_clouds_that_would_grow_are_refused_before_they_do(data):
    tracemalloc.start()
    try:
        with pytest.raises(FileError, match=r"points in \d+ bytes announced, a file of"):
            read_pcd(data, PATH)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_cloud_that_shrinks_well_is_read():
    count = 1_000_000
    packed = bytes([0, 0]) + bytes([7 << 5, 255, 0]) * ((12 * count - 1) // 264)
    rest = 12 * count - 1 - 264 * ((12 * count - 1) // 264)
    packed += bytes([7 << 5, rest - 9, 0])
    data = pcd(struct.pack("<2I", len(packed), 12 * count) + packed, points=count)

    assert not read_pcd(data, PATH).points.any()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"hello\nworld\n", "line 1: cannot read 'hello'"),
        (b"VERSION 0.7\n", "has no line DATA"),
        (b"#\n" * 5000, "has no line DATA"),
        (pcd(b"", "json"), "line 10: unknown data 'json'"),
        (pcd(TEXT, "ascii", fields="x y"), "do not have the same number of words"),
        (pcd(TEXT, "ascii", fields="x y w"), "expected fields x, y, z"),
        (pcd(TEXT, "ascii", fields="x y x"), "expected fields x, y, z, each once"),
        (pcd(TEXT, "ascii", size="4 4 3"), "field 'z' of type F 3"),
        (pcd(TEXT, "ascii", kind="F F X"), "field 'z' of type X 4"),
        (pcd(TEXT, "ascii", count="1 1 1000000000"), "field 'z'"),
        (pcd(TEXT, "ascii", count="1 1 2"), "one x, y, z a point"),
        (pcd(TEXT, "ascii", points=10**15), "1000000000000000 points announced, .* bytes are left"),
        (pcd(TEXT, "ascii", points=4), "4 lines of 3 numbers announced, 3 are left|ends early"),
        (pcd(TEXT, "ascii", points=2), "line 13: 2 points announced, expected no more"),
        (pcd(TEXT, "ascii", points=3, width=4), "3 points announced, in 1 rows of 4"),
        (pcd(TEXT, "ascii", points=0), "0 points announced"),
        (pcd(TEXT, "ascii", points=-3), "expected a whole number as WIDTH"),
        (pcd(TEXT, "ascii", points=10**30), "expected a whole number as WIDTH"),
        (pcd(TEXT.replace(b"1.5", b"one"), "ascii"), "line 12: expected 3 numbers"),
        (pcd(TEXT.replace(b"1.5", b"1_5"), "ascii"), "line 12: expected 3 numbers"),
        (pcd(ROWS.tobytes()[:-1], "binary"), "bytes announced at byte"),
        (pcd(ROWS.tobytes(), "binary", points=10**15), "bytes announced at byte"),
        (pcd(packed(ROWS.T.tobytes(), 10**9)), "1000000000 announced"),
        (pcd(packed(ROWS.T.tobytes())[:-1]), "bytes announced at byte"),
        (pcd(packed(ROWS.T.tobytes()[:-4])), "32 announced"),
        (pcd(struct.pack("<2I", 10, 36) + bytes([255] * 10)), "compressed data is broken"),
        (
            pcd(struct.pack("<2I", 2, 1_200_000_000) + b"ab", points=10**8),
            "announced in 2 compress",
        ),
        (pcd(b""), "bytes announced"),
    ],
)
def test_broken_files_are_named(data, message):
    with pytest.raises(FileError, match=rf"scan\.pcd: .*({message})"):
        read_pcd(data, PATH)
