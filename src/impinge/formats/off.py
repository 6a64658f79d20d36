"""OFF: a list of vertices and a list of polygons, as text.

Read here and not by trimesh, which drops or misreads a face whose count contradicts its row, and
cannot say which line is wrong.
"""

from __future__ import annotations

from array import array
from pathlib import Path

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, add_fan, number_words
from impinge.formats.text import Lines, as_table, point_of

SHORTEST_VERTEX = len("0 0 0\n")
SHORTEST_FACE = len("3 0 1 2\n")
MOST_COLOURS = 4
"""Behind the corners of a face may stand a colour: red, green, blue, alpha."""


def read_off(data: bytes, path: Path) -> MeshArrays:
    """Vertices and faces; polygons are cut into fans."""
    lines = Lines(data, path, "#")
    vertex_count, face_count = _read_counts(lines)
    announced = f"{vertex_count} vertices and {face_count} faces"
    if SHORTEST_VERTEX * vertex_count + SHORTEST_FACE * face_count > len(data) + 1:
        raise FileError(f"{path}: {announced} do not fit in {len(data)} bytes")
    vertices, triangles = array("d"), array("q")
    for taken in range(vertex_count + face_count):
        if not lines:
            raise FileError(f"{path}: {announced} announced, the file ends after {taken} of them")
        if taken < vertex_count:
            vertices.extend(point_of(lines.take_any(), path, "x y z", 0, more=True))
        else:
            add_fan(triangles, _read_face(lines, vertex_count))
    if lines:
        raise lines.wrong_here(f"{announced} announced, expected no more")
    if face_count == 0:
        raise FileError(
            f"{path}: holds {vertex_count or 'no'} points and no faces, expected a mesh"
        )
    return MeshArrays(as_table(vertices, 3), as_table(triangles, 3))


def _read_counts(lines: Lines) -> tuple[int, int]:
    """Numbers of vertices and of faces."""
    path = lines.path
    number, line = lines.take_any() if lines else (1, "")
    keyword, *counts = line.split() or [""]
    if keyword not in ("OFF", "COFF"):
        raise FileError(
            f"{path}: expected OFF in the first line, found {' '.join(line.split())[:40]!r}"
        )
    # The counts may follow in the same line, or in one of their own.
    if not counts and lines:
        number, line = lines.take_any()
        counts = line.split()
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
    return vertex_count, face_count


def _read_face(lines: Lines, vertex_count: int) -> list[int]:
    row = lines.take_any()
    try:
        words = number_words(row[1])
        count = int(words[0])
        ids = [int(word) for word in words[1 : 1 + max(count, 0)]]
    except ValueError:
        raise lines.wrong(row, "expected a count and vertex numbers") from None
    reason = None
    if count < 3:
        reason = f"a face with {count} corners"
    elif not count <= len(words) - 1 <= count + MOST_COLOURS:
        reason = f"{count} corners announced, {len(words) - 1} numbers follow"
    elif not 0 <= min(ids) <= max(ids) < vertex_count:
        reason = f"a vertex number outside the range 0 to {vertex_count - 1}"
    if reason is not None:
        raise FileError(f"{lines.path}: line {row[0]}: {reason}")
    return ids
