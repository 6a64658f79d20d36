"""OFF: a list of vertices and a list of polygons, as text."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, blamed_on, read_text

SHORTEST_VERTEX = len("0 0 0\n")
SHORTEST_FACE = len("3 0 1 2\n")


def read_off(data: bytes, path: Path) -> MeshArrays:
    """Vertices and faces; polygons are cut into fans, after the triangles.

    Raises
    ------
    FileError
        If the header is another, its counts do not fit the file's size, or a line is broken.
    """
    from trimesh.exchange.off import load_off

    text = read_text(data, path)
    vertex_count, face_count = _read_counts(text, path)
    if SHORTEST_VERTEX * vertex_count + SHORTEST_FACE * face_count > len(data) + 1:
        raise FileError(
            f"{path}: {vertex_count} vertices and {face_count} faces do not fit in "
            f"{len(data)} bytes"
        )
    rows = sum(1 for line in text.split("\n") if line.split("#")[0].strip())
    # The counts may stand in a line of their own, or behind the first word.
    if rows - 1 < vertex_count + face_count:
        raise FileError(
            f"{path}: {vertex_count} vertices and {face_count} faces announced in {rows} lines"
        )
    with blamed_on(path):
        loaded = load_off(BytesIO(data))
        vertices = np.asarray(loaded["vertices"], dtype=np.float64)
        faces = np.asarray(loaded["faces"], dtype=np.int64).reshape(-1, 3)
    if len(faces) == 0:
        raise FileError(f"{path}: holds {len(vertices)} points and no faces, expected a mesh")
    return MeshArrays(vertices, faces)


def _read_counts(text: str, path: Path) -> tuple[int, int]:
    lines = (line.split("#")[0].split() for line in text.split("\n"))
    words = [(number, line) for number, line in zip(range(1, 1000), lines, strict=False) if line]
    if not words or words[0][1][0] not in ("OFF", "COFF"):
        found = " ".join(words[0][1])[:40] if words else ""
        raise FileError(f"{path}: expected OFF in the first line, found {found!r}")
    number, first = words[0]
    # The counts may follow in the same line.
    counts = first[1:]
    if not counts and len(words) > 1:
        number, counts = words[1]
    if counts and counts[0].upper() == "BINARY":
        raise FileError(f"{path}: binary OFF is not supported, only text")
    try:
        vertex_count, face_count = int(counts[0]), int(counts[1])
    except (IndexError, ValueError):
        raise FileError(
            f"{path}: line {number}: expected the numbers of vertices and faces"
        ) from None
    if vertex_count < 0 or face_count < 0:
        raise FileError(f"{path}: line {number}: a negative count")
    return vertex_count, face_count
