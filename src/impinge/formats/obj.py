"""Wavefront OBJ: the vertices and faces of all its objects.

Read here and not by trimesh, which splits vertices by texture and normal (a closed mesh then comes
out open), counts relative vertex numbers from the end of the file, and cannot say which line is
wrong. Materials and textures are not looked at, so no other file is ever opened.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, read_text

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
    for number, line in enumerate(text.split("\n"), start=1):
        kind = line[:2]
        if kind in ("v ", "v\t"):
            try:
                _, x, y, z, *_ = line.split()
                coordinates.append((float(x), float(y), float(z)))
            except ValueError:
                raise FileError(
                    f"{path}: line {number}: expected v x y z, {_shown(line)}"
                ) from None
        elif kind in ("f ", "f\t"):
            corners = line.split("#")[0].split()[1:]
            count = len(coordinates)
            try:
                # A corner is vertex, vertex/texture, vertex//normal or all three.
                ids = [int(corner.split("/", 1)[0]) for corner in corners]
            except ValueError:
                raise FileError(
                    f"{path}: line {number}: expected f and vertex numbers, {_shown(line)}"
                ) from None
            if not 3 <= len(ids) <= MOST_CORNERS:
                raise FileError(f"{path}: line {number}: a face with {len(ids)} corners")
            if 0 in ids:
                raise FileError(f"{path}: line {number}: vertex numbers begin at 1, found 0")
            ids = [i - 1 if i > 0 else count + i for i in ids]
            if min(ids) < 0:
                raise FileError(f"{path}: line {number}: refers to a vertex before the first")
            triangles.extend((ids[0], ids[k], ids[k + 1]) for k in range(1, len(ids) - 1))
    if not triangles:
        found = f"{len(coordinates)} points but no faces" if coordinates else "no mesh at all"
        raise FileError(f"{path}: holds {found}, expected vertices and faces")
    return MeshArrays(
        np.array(coordinates, dtype=np.float64).reshape(-1, 3),
        np.array(triangles, dtype=np.int64).reshape(-1, 3),
    )


def _shown(line: str) -> str:
    return f"found {line.strip()[:60]!r}"
