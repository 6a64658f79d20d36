"""To meshio, and nothing that it could stumble over.

meshio reserves what counts announce, follows offsets without looking, decompresses without end,
and takes a number that is not there for the last one. So its readers never see a file of somebody
else: each of our modules checks a file, and writes what is needed of it into a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import TetArrays, blamed_on

FLAT_CELLS = (
    "vertex", "line", "line3", "line4", "triangle", "triangle6", "triangle7", "triangle10",
    "triangle15", "quad", "quad8", "quad9",
)  # fmt: skip
"""Points, lines and faces mark borders; they are left out."""


def read_checked(files: dict[str, bytes], read: Callable[[Any], Any], path: Path) -> TetArrays:
    """What a reader of meshio makes of files of our own making.

    Parameters
    ----------
    files : dict
        Content of each file by its name; the reader is given the first.
    read : callable
        A reader of meshio, which takes a path.
    path : Path
        Of the user's file, for errors.

    Raises
    ------
    FileError
        If the reader fails, there are no tetrahedra, or there are solids of another kind.
    """
    with TemporaryDirectory(prefix="impinge-") as folder, blamed_on(path):
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        mesh = read(Path(folder) / next(iter(files)))
    with blamed_on(path):
        blocks = [block for block in mesh.cells if block.type not in FLAT_CELLS]
        for block in blocks:
            if block.type != "tetra":
                raise FileError(
                    f"{path}: holds {len(block.data)} cells of kind {block.type}, only "
                    "tetrahedra with four corners are supported"
                )
        if not blocks:
            raise FileError(f"{path}: holds no tetrahedra")
        vertices = np.array(mesh.points, dtype=np.float64)
        tets = np.concatenate([np.array(block.data, dtype=np.int64) for block in blocks])
    if vertices.ndim != 2 or vertices.shape[1] != 3:
        raise FileError(f"{path}: its points have no three coordinates")
    if len(tets) and not 0 <= tets.min() <= tets.max() < len(vertices):
        row = int(np.argmax(((tets < 0) | (tets >= len(vertices))).any(axis=1)))
        raise FileError(f"{path}: tetrahedron {row} names a point that is not there")
    return TetArrays(vertices, tets)
