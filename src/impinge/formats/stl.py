"""STL: triangles, each with its own three corners; binary or text."""

from __future__ import annotations

from array import array
from io import BytesIO
from pathlib import Path

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, blamed_on
from impinge.formats.text import as_table, numbered_lines, point_of

HEADER_BYTES = 84
TRIANGLE_BYTES = 50


def read_stl(data: bytes, path: Path) -> MeshArrays:
    """Corners of all triangles; each has three vertices of its own."""
    declared = int.from_bytes(data[80:84], "little") if len(data) >= HEADER_BYTES else -1
    expected = HEADER_BYTES + TRIANGLE_BYTES * declared
    looks_like_text = data[:512].lstrip()[:5].lower() == b"solid" and b"\0" not in data[:512]
    if declared >= 0 and expected == len(data):
        return _read_binary(data, path)
    if not looks_like_text:
        if declared < 0:
            raise FileError(f"{path}: {len(data)} bytes, too short for an STL file")
        raise FileError(
            f"{path}: {declared} triangles take {expected} bytes, but the file has {len(data)}"
        )
    return _read_text(data, path)


def _read_binary(data: bytes, path: Path) -> MeshArrays:
    from trimesh.exchange.stl import load_stl_binary

    with blamed_on(path):
        loaded = load_stl_binary(BytesIO(data))
    if "vertices" not in loaded:
        raise FileError(f"{path}: holds no triangles")
    return MeshArrays(loaded["vertices"].astype(np.float64), loaded["faces"].astype(np.int64))


def _read_text(data: bytes, path: Path) -> MeshArrays:
    """Read here and not by trimesh, which takes what it finds between words, and cannot say which
    line is wrong.
    """
    facets = ends = 0
    corners = array("d")
    for row in numbered_lines(data, path):
        word = row[1][:9].lower().split(None, 1)[0]
        if word == "vertex":
            corners.extend(point_of(row, path, "vertex x y z", 1, more=False))
        elif word == "facet":
            facets += 1
        elif word == "endsolid":
            ends += 1
    if len(corners) != 9 * facets:
        raise FileError(f"{path}: {len(corners) // 3} corners for {facets} facets, expected 3 each")
    if not facets or not ends:
        raise FileError(f"{path}: holds no triangles, or does not end with endsolid")
    vertices = as_table(corners, 3)
    return MeshArrays(vertices, np.arange(len(vertices), dtype=np.int64).reshape(-1, 3))
