"""Wavefront OBJ: the vertices and faces of all its objects.

Read here and not by trimesh, which splits vertices by texture and normal (a closed mesh then comes
out open), counts relative vertex numbers from the end of the file, and cannot say which line is
wrong. Materials and textures are not looked at, so no other file is ever opened.
"""

from __future__ import annotations

from array import array
from pathlib import Path

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, add_fan, check_text, number_words, shown
from impinge.formats.text import as_table, check_row, numbered_lines, point_of

MOST_CORNERS = 10_000
"""A polygon with more corners than this is taken for garbage."""


def read_obj(data: bytes, path: Path) -> MeshArrays:
    """Vertices and faces; polygons are cut into fans."""
    check_text(data, path)
    if b"\\\n" in data or b"\\\r\n" in data:
        data = data.replace(b"\\\r\n", b"  ").replace(b"\\\n", b"  ")
    coordinates, triangles = array("d"), array("q")
    last, last_line = -1, 0
    for row in numbered_lines(data, path):
        number, line = row
        kind = line[:2].split(None, 1)[0]
        if kind == "v":
            coordinates.extend(point_of(row, path, "v x y z", 1, more=True))
        elif kind == "f":
            check_row(row, path)
            ids = _read_face(line, number, len(coordinates) // 3, path)
            if max(ids) > last:
                last, last_line = max(ids), number
            # A file has fewer vertices than bytes; what names another is refused below.
            if last < len(data):
                add_fan(triangles, ids)
    count = len(coordinates) // 3
    if last < 0:
        raise FileError(f"{path}: holds {count or 'no'} points and no faces, expected a mesh")
    # Only now, as a face may come before its vertices.
    if last >= count:
        raise FileError(f"{path}: line {last_line}: refers to vertex {last + 1}, there are {count}")
    return MeshArrays(as_table(coordinates, 3), as_table(triangles, 3))


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
