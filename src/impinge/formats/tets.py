"""Vertices and tetrahedra of a file, read by its extension."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from impinge.formats.file import TetArrays, read_bytes
from impinge.formats.msh import read_msh
from impinge.formats.tetgen import read_tetgen
from impinge.formats.vtk import read_vtk
from impinge.formats.vtu import read_vtu

READERS: dict[str, Callable[[bytes, Path], TetArrays]] = {
    ".ele": read_tetgen,
    ".msh": read_msh,
    ".node": read_tetgen,
    ".vtk": read_vtk,
    ".vtu": read_vtu,
}
TET_EXTENSIONS = tuple(READERS)


def read_tets(path: Path) -> TetArrays:
    """Vertices, in the file's unit, and tetrahedra.

    Parameters
    ----------
    path : Path
        Its extension is one of ``TET_EXTENSIONS``, in any case of letters. Of the two files of
        TetGen either will do; the other one lies beside it.

    Raises
    ------
    FileError
        If the file cannot be read as what it claims to be, or holds something we do not know.
    """
    return READERS[path.suffix.lower()](read_bytes(path), path)
