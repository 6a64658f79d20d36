"""OFF: a list of vertices and a list of polygons, as text.

Read here and not by trimesh, which drops or misreads a face whose count contradicts its row, and
cannot say which line is wrong.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, cut_polygons, number_words, read_text, shown

SHORTEST_VERTEX = len("0 0 0\n")
SHORTEST_FACE = len("3 0 1 2\n")
MOST_COLOURS = 4
"""Behind the corners of a face may stand a colour: red, green, blue, alpha."""

Row = tuple[int, str]
"""Number of a line, and the line without its comment; empty ones are left out."""


def read_off(data: bytes, path: Path) -> MeshArrays:
    """Vertices and faces; polygons are cut into fans.

    Raises
    ------
    FileError
        If the header is another, its counts do not fit the file's size, or a line is broken.
    """
    lines = (line.split("#", 1)[0] for line in read_text(data, path).split("\n"))
    rows = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    vertex_count, face_count, used = _read_counts(rows, path)
    if SHORTEST_VERTEX * vertex_count + SHORTEST_FACE * face_count > len(data) + 1:
        raise FileError(
            f"{path}: {vertex_count} vertices and {face_count} faces do not fit in "
            f"{len(data)} bytes"
        )
    end = used + vertex_count + face_count
    if len(rows) < end:
        raise FileError(
            f"{path}: {vertex_count} vertices and {face_count} faces announced in {len(rows)} lines"
        )
    if len(rows) > end:
        number, line = rows[end]
        raise FileError(
            f"{path}: line {number}: {vertex_count} vertices and {face_count} faces announced, "
            f"expected no more, {shown(line)}"
        )
    if face_count == 0:
        raise FileError(
            f"{path}: holds {vertex_count or 'no'} points and no faces, expected a mesh"
        )
    first_face = used + vertex_count
    vertices = [_read_vertex(row, path) for row in rows[used:first_face]]
    faces = [_read_face(row, vertex_count, path) for row in rows[first_face:]]
    return MeshArrays(np.array(vertices, dtype=np.float64).reshape(-1, 3), cut_polygons(faces))


def _read_counts(rows: list[Row], path: Path) -> tuple[int, int, int]:
    """Numbers of vertices and of faces, and of the rows that say so."""
    number, line = rows[0] if rows else (1, "")
    keyword, *counts = line.split() or [""]
    if keyword not in ("OFF", "COFF"):
        raise FileError(
            f"{path}: expected OFF in the first line, found {' '.join(line.split())[:40]!r}"
        )
    # The counts may follow in the same line, or in one of their own.
    used = 1
    if not counts and len(rows) > 1:
        number, line = rows[1]
        counts, used = line.split(), 2
    if counts and counts[0].upper() == "BINARY":
        raise FileError(f"{path}: binary OFF is not supported, only text")
    try:
        number_words(line)
        vertex_count, face_count = int(counts[0]), int(counts[1])
    except (IndexError, ValueError):
        raise FileError(
            f"{path}: line {number}: expected the numbers of vertices and faces"
        ) from None
    if vertex_count < 0 or face_count < 0:
        raise FileError(f"{path}: line {number}: a negative count")
    return vertex_count, face_count, used


def _read_vertex(row: Row, path: Path) -> tuple[float, float, float]:
    number, line = row
    try:
        x, y, z, *_ = number_words(line)
        return float(x), float(y), float(z)
    except ValueError:
        raise FileError(f"{path}: line {number}: expected x y z, {shown(line)}") from None


def _read_face(row: Row, vertex_count: int, path: Path) -> list[int]:
    number, line = row
    try:
        words = number_words(line)
        count = int(words[0])
        ids = [int(word) for word in words[1 : 1 + max(count, 0)]]
    except ValueError:
        raise FileError(
            f"{path}: line {number}: expected a count and vertex numbers, {shown(line)}"
        ) from None
    if count < 3:
        raise FileError(f"{path}: line {number}: a face with {count} corners")
    if not count <= len(words) - 1 <= count + MOST_COLOURS:
        raise FileError(
            f"{path}: line {number}: {count} corners announced, {len(words) - 1} numbers follow"
        )
    if not 0 <= min(ids) <= max(ids) < vertex_count:
        raise FileError(
            f"{path}: line {number}: a vertex number outside the range 0 to {vertex_count - 1}"
        )
    return ids
