"""PLY files without faces: clouds of points, with normals where they have them."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import PointArrays, blamed_on
from impinge.formats.ply_header import TYPES, Header, check_sizes, read_header, read_rows
from impinge.formats.text import as_table
from impinge.formats.walk import Walk

ORDERS = {"binary_little_endian": "<", "binary_big_endian": ">"}


def has_faces(data: bytes, path: Path) -> bool:
    """Whether a PLY file announces faces: it is a mesh then, and a cloud of points if not.

    Raises
    ------
    FileError
        If the header is broken.
    """
    elements = read_header(data, path).elements
    return any(elements[name].rows != 0 for name in ("face", "tristrips") if name in elements)


def read_ply_points(data: bytes, path: Path) -> PointArrays:
    """Points, and normals where the vertices have nx, ny, nz.

    Raises
    ------
    FileError
        If the header is broken, its counts do not fit the file's size, vertices do not come first
        or have lists, or there is none.
    """
    header = read_header(data, path)
    if next(iter(header.elements), None) != "vertex":
        raise FileError(f"{path}: expected vertices as the first element")
    vertex = header.elements["vertex"]
    if not {"x", "y", "z"} <= set(vertex.names):
        raise FileError(f"{path}: has no vertices with x, y, z")
    if any(item.count_kind is not None for item in vertex.properties):
        raise FileError(f"{path}: vertices with lists are not supported")
    if vertex.rows < 1:
        raise FileError(f"{path}: holds no points and no faces")
    check_sizes(header, len(data), path)
    columns = _read_text(data, header, path) if header.is_text else _read_binary(data, header, path)
    normals = None
    if {"nx", "ny", "nz"} <= set(vertex.names):
        normals = _stacked(columns, ("nx", "ny", "nz"))
    return PointArrays(_stacked(columns, ("x", "y", "z")), normals)


def _read_text(data: bytes, header: Header, path: Path) -> dict[str, NDArray[Any]]:
    vertex = header.elements["vertex"]
    numbers = array("d")
    with blamed_on(path):
        for name, words in read_rows(data, header, path):
            # Vertices come first; what follows is looked at, and left out.
            if name == "vertex":
                numbers.extend(map(float, words))
    table = as_table(numbers, len(vertex.names))
    return {name: table[:, k] for k, name in enumerate(vertex.names)}


def _read_binary(data: bytes, header: Header, path: Path) -> dict[str, NDArray[Any]]:
    vertex = header.elements["vertex"]
    order = ORDERS[header.encoding]
    dtype = np.dtype([(item.name, order + TYPES[item.kind]) for item in vertex.properties])
    walk = Walk(data, path)
    walk.at = header.size
    rows = walk.take(vertex.rows, dtype)
    return {name: rows[name] for name in vertex.names}


def _stacked(columns: dict[str, NDArray[Any]], names: tuple[str, ...]) -> NDArray[np.float64]:
    return np.stack([columns[name] for name in names], axis=1).astype(np.float64)
