"""Gmsh MSH: versions 1, 2 and 4, text and binary (1: text).

Read here and not by meshio, which reserves what counts announce, and takes a node that is not there
for the last one.
"""

from __future__ import annotations

from pathlib import Path

from impinge.formats.file import TetArrays
from impinge.formats.msh_binary import read_msh_binary
from impinge.formats.msh_text import read_msh_text


def read_msh(data: bytes, path: Path) -> TetArrays:
    """Points and tetrahedra; elements of fewer dimensions, names and data are left out.

    Solids other than tetrahedra are refused.
    """
    words = data[:4096].split(maxsplit=3)
    is_binary = words[:1] == [b"$MeshFormat"] and words[2:3] == [b"1"]
    return read_msh_binary(data, path) if is_binary else read_msh_text(data, path)
