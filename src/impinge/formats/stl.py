"""STL: triangles, each with its own three corners; binary or text."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, blamed_on, read_text

HEADER_BYTES = 84
TRIANGLE_BYTES = 50


def read_stl(data: bytes, path: Path) -> MeshArrays:
    """Corners of all triangles; each has three vertices of its own.

    Raises
    ------
    FileError
        If the number of triangles and the file's size contradict each other, or text is broken.
    """
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
    from trimesh.exchange.stl import load_stl_ascii

    # The parser looks for words anywhere, and takes what it finds between them.
    _check_lines(read_text(data, path).lower(), path)
    with blamed_on(path):
        loaded = load_stl_ascii(BytesIO(data))
    solids = [loaded] if "vertices" in loaded else list(loaded["geometry"].values())
    if not solids:
        raise FileError(f"{path}: holds no triangles, or does not end with endsolid")
    vertices = np.concatenate([solid["vertices"] for solid in solids])
    return MeshArrays(vertices, np.arange(len(vertices), dtype=np.int64).reshape(-1, 3))


def _check_lines(text: str, path: Path) -> None:
    facets = corners = 0
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if words and words[0] == "vertex":
            corners += 1
            try:
                _, x, y, z = words
                float(x), float(y), float(z)
            except ValueError:
                raise FileError(
                    f"{path}: line {number}: expected vertex x y z, found {line.strip()[:60]!r}"
                ) from None
        elif words and words[0] == "facet":
            facets += 1
    if corners != 3 * facets:
        raise FileError(f"{path}: {corners} corners for {facets} facets, expected 3 each")
