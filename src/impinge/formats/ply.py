"""PLY: vertices and faces with any further properties, or points alone; binary or text."""

from __future__ import annotations

from array import array
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, PointArrays, add_fan, blamed_on, cut_polygons
from impinge.formats.ply_header import (
    FACE_LISTS,
    TYPES,
    Header,
    check_sizes,
    read_header,
    read_rows,
)
from impinge.formats.text import as_table
from impinge.formats.walk import Walk

ORDERS = {"binary_little_endian": "<", "binary_big_endian": ">"}


def read_ply(data: bytes, path: Path) -> MeshArrays:
    """Vertices and faces; polygons are cut into fans. Those of a binary file are all alike."""
    header = read_header(data, path)
    _check_elements(header, data, path)
    return (_read_text if header.is_text else _read_binary)(data, header, path)


def _read_text(data: bytes, header: Header, path: Path) -> MeshArrays:
    """Read here and not by trimesh, which takes a list of all words: sixty times their bytes."""
    places = [header.elements["vertex"].names.index(axis) for axis in "xyz"]
    vertices, triangles = array("d"), array("q")
    with blamed_on(path):
        for name, words, corners in read_rows(data, header, path):
            if name == "vertex":
                vertices.extend(float(words[place]) for place in places)
            else:
                add_fan(triangles, corners)
    return MeshArrays(as_table(vertices, 3), as_table(triangles, 3))


def _read_binary(data: bytes, header: Header, path: Path) -> MeshArrays:
    from trimesh.exchange.ply import load_ply

    elements = header.elements
    with blamed_on(path):
        loaded = load_ply(BytesIO(data), fix_texture=False, skip_materials=True)
        vertices = np.asarray(loaded["vertices"], dtype=np.float64)
        _check_list_lengths(loaded, path)
        faces = cut_polygons(np.asarray(loaded["faces"]))
    if len(vertices) != elements["vertex"].rows or len(faces) < elements["face"].rows:
        raise FileError(
            f"{path}: {elements['vertex'].rows} vertices and {elements['face'].rows} faces "
            f"announced, {len(vertices)} and {len(faces)} found"
        )
    return MeshArrays(vertices, faces)


def _check_elements(header: Header, data: bytes, path: Path) -> None:
    elements = header.elements
    if "tristrips" in elements:
        raise FileError(f"{path}: triangle strips are not supported, only faces")
    if "vertex" not in elements or not {"x", "y", "z"} <= set(elements["vertex"].names):
        raise FileError(f"{path}: has no vertices with x, y, z")
    if "face" not in elements or elements["face"].rows == 0:
        points = elements["vertex"].rows or "no"
        raise FileError(f"{path}: holds {points} points and no faces, expected a mesh")
    if not set(FACE_LISTS) & set(elements["face"].names):
        raise FileError(f"{path}: faces have no list {' or '.join(FACE_LISTS)}")
    check_sizes(header, len(data), path)


def _check_list_lengths(loaded: dict[str, Any], path: Path) -> None:
    """The parser takes the length of the first list for the length of all."""
    rows = loaded["metadata"]["_ply_raw"]["face"]["data"]
    for name in rows.dtype.names:
        if rows.dtype[name].names is not None:
            lengths = rows[name]["f0"]
            if (lengths != lengths[0]).any():
                raise FileError(
                    f"{path}: faces of different numbers of corners in a binary PLY file are not "
                    "supported; write it as text, or cut its faces into triangles"
                )


def has_faces(data: bytes, path: Path) -> bool:
    """Whether a PLY file announces faces: it is a mesh then, and a cloud of points if not."""
    elements = read_header(data, path).elements
    return any(elements[name].rows != 0 for name in ("face", "tristrips") if name in elements)


def read_ply_points(data: bytes, path: Path) -> PointArrays:
    """Points, and normals where vertices have nx, ny, nz; they come first, and have no lists."""
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
    read = _read_point_text if header.is_text else _read_point_binary
    columns = read(data, header, path)
    normals = None
    if {"nx", "ny", "nz"} <= set(vertex.names):
        normals = _stacked(columns, ("nx", "ny", "nz"))
    return PointArrays(_stacked(columns, ("x", "y", "z")), normals)


def _read_point_text(data: bytes, header: Header, path: Path) -> dict[str, NDArray[Any]]:
    vertex = header.elements["vertex"]
    numbers = array("d")
    with blamed_on(path):
        for name, words, _ in read_rows(data, header, path):
            # Vertices come first; what follows is looked at, and left out.
            if name == "vertex":
                numbers.extend(map(float, words))
    table = as_table(numbers, len(vertex.names))
    return {name: table[:, k] for k, name in enumerate(vertex.names)}


def _read_point_binary(data: bytes, header: Header, path: Path) -> dict[str, NDArray[Any]]:
    vertex = header.elements["vertex"]
    order = ORDERS[header.encoding]
    dtype = np.dtype([(item.name, order + TYPES[item.kind]) for item in vertex.properties])
    walk = Walk(data, path)
    walk.at = header.size
    rows = walk.take(vertex.rows, dtype)
    return {name: rows[name] for name in vertex.names}


def _stacked(columns: dict[str, NDArray[Any]], names: tuple[str, ...]) -> NDArray[np.float64]:
    return np.stack([columns[name] for name in names], axis=1).astype(np.float64)
