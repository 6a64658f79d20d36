"""Tetrahedra to bytes, by meshio: MSH, VTK, VTU and TetGen; the same numbers are read again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from impinge.formats.file import TetArrays


def tet_files(mesh: TetArrays, extension: str) -> dict[str, bytes]:
    """Content of each file of a format, by its extension: one, or two for TetGen.

    Examples
    --------
    >>> import numpy as np
    >>> one = TetArrays(np.eye(4, 3), np.array([[0, 1, 2, 3]]))
    >>> list(tet_files(one, ".ele")), list(tet_files(one, ".vtu"))
    (['.node', '.ele'], ['.vtu'])
    """
    import meshio

    content = meshio.Mesh(mesh.vertices, [("tetra", mesh.tets)])
    with TemporaryDirectory(prefix="impinge-") as folder:
        path = Path(folder) / f"mesh{extension}"
        TET_WRITERS[extension](path, content)
        # Points come first: who reads the second file looks for the first.
        names = (".node", ".ele") if extension in (".node", ".ele") else (extension,)
        return {name: path.with_suffix(name).read_bytes() for name in names}


def _write_msh(path: Path, content: Any) -> None:
    from meshio import gmsh

    gmsh.write(path, content, fmt_version="4.1", binary=True)


def _write_vtk(path: Path, content: Any) -> None:
    from meshio import vtk

    vtk.write(path, content, fmt_version="5.1", binary=True)


def _write_vtu(path: Path, content: Any) -> None:
    from meshio import vtu

    vtu.write(path, content, binary=True, compression="zlib")


def _write_tetgen(path: Path, content: Any) -> None:
    from meshio import tetgen

    tetgen.write(path, content, float_fmt=".16e")


TET_WRITERS: dict[str, Callable[[Path, Any], None]] = {
    ".ele": _write_tetgen,
    ".msh": _write_msh,
    ".node": _write_tetgen,
    ".vtk": _write_vtk,
    ".vtu": _write_vtu,
}
