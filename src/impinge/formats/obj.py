"""Wavefront OBJ: the vertices and faces of all its objects.

Read here and not by trimesh, which splits vertices by texture and normal (a closed mesh then comes
out open), counts relative vertex numbers from the end of the file, and cannot say which line is
wrong. Materials and textures are not looked at, so no other file is ever opened.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, number_words, read_text, shown

MOST_CORNERS = 10_000
"""A polygon with more corners than this is taken for garbage."""


def read_obj(data: bytes, path: Path) -> MeshArrays:
    """Vertices and faces; polygons are cut into fans.

    Raises
    ------
    FileError
        If a line cannot be read, naming it, or there are no faces.
    """
    text = read_text(data, path)
    if "\\\n" in text or "\\\r\n" in text:
        text = text.replace("\\\r\n", "  ").replace("\\\n", "  ")
    coordinates: list[tuple[float, float, float]] = []
    triangles: list[tuple[int, int, int]] = []
    last, last_line = -1, 0
    for number, line in enumerate(text.split("\n"), start=1):
        kind = line.split(None, 1)[:1]
        if kind == ["v"]:
            coordinates.append(_read_vertex(line, number, path))
        elif kind == ["f"]:
            ids = _read_face(line, number, len(coordinates), path)
            if max(ids) > last:
                last, last_line = max(ids), number
            triangles.extend((ids[0], ids[k], ids[k + 1]) for k in range(1, len(ids) - 1))
    if not triangles:
        points = len(coordinates) or "no"
        raise FileError(f"{path}: holds {points} points and no faces, expected a mesh")
    # Only now, as a face may come before its vertices.
    if last >= len(coordinates):
        raise FileError(
            f"{path}: line {last_line}: refers to vertex {last + 1}, there are {len(coordinates)}"
        )
    return MeshArrays(
        np.array(coordinates, dtype=np.float64).reshape(-1, 3),
        np.array(triangles, dtype=np.int64).reshape(-1, 3),
    )


def _read_vertex(line: str, number: int, path: Path) -> tuple[float, float, float]:
    try:
        _, x, y, z, *_ = number_words(line)
        return float(x), float(y), float(z)
    except ValueError:
        raise FileError(f"{path}: line {number}: expected v x y z, {shown(line)}") from None


def _read_face(line: str, number: int, count: int, path: Path) -> list[int]:
    """Vertices of the corners, from 0; ``count`` vertices stand above this line."""
    try:
        # A corner is vertex, vertex/texture, vertex//normal or all three.
        ids = [int(corner.split("/", 1)[0]) for corner in number_words(line)[1:]]
    except ValueError:
        raise FileError(
            f"{path}: line {number}: expected f and vertex numbers, {shown(line)}"
        ) from None
    if not 3 <= len(ids) <= MOST_CORNERS:
        raise FileError(f"{path}: line {number}: a face with {len(ids)} corners")
    if 0 in ids:
        raise FileError(f"{path}: line {number}: vertex numbers begin at 1, found 0")
    ids = [i - 1 if i > 0 else count + i for i in ids]
    if min(ids) < 0:
        raise FileError(f"{path}: line {number}: refers to a vertex before the first")
    return ids
