"""Gmsh MSH: versions 1, 2 and 4, text and binary (1: text)."""

from __future__ import annotations

from pathlib import Path

from impinge.formats.file import TetArrays
from impinge.formats.handover import read_checked
from impinge.formats.msh_binary import checked_binary
from impinge.formats.msh_text import checked_text


def read_msh(data: bytes, path: Path) -> TetArrays:
    """Points and tetrahedra; elements of fewer dimensions, names and data are left out.

    Raises
    ------
    FileError
        If the version is another, counts contradict what is there, a line is broken, an element
        names a node that is not there, or there are solids other than tetrahedra.
    """
    from meshio import gmsh

    words = data[:4096].split(maxsplit=3)
    is_binary = words[:1] == [b"$MeshFormat"] and words[2:3] == [b"1"]
    checked = checked_binary(data, path) if is_binary else checked_text(data, path)
    return read_checked({"checked.msh": checked}, gmsh.read, path)
