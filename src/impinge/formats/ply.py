"""PLY: vertices and faces with any further properties, binary or text."""

from __future__ import annotations

from array import array
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, add_fan, blamed_on, cut_polygons
from impinge.formats.ply_header import (
    FACE_LISTS,
    Header,
    check_sizes,
    corners_of,
    read_header,
    read_rows,
)
from impinge.formats.text import as_table


def read_ply(data: bytes, path: Path) -> MeshArrays:
    """Vertices and faces; polygons are cut into fans.

    Raises
    ------
    FileError
        If the header is broken, its counts do not fit the file's size, there are no faces, or the
        faces of a binary file have different numbers of corners.
    """
    header = read_header(data, path)
    _check_elements(header, data, path)
    if header.is_text:
        return _read_text(data, header, path)
    return _read_binary(data, header, path)


def _read_text(data: bytes, header: Header, path: Path) -> MeshArrays:
    """Read here and not by trimesh, which takes a list of all words: sixty times their bytes."""
    vertex, face = header.elements["vertex"], header.elements["face"]
    places = [vertex.names.index(axis) for axis in "xyz"]
    vertices, triangles = array("d"), array("q")
    with blamed_on(path):
        for name, words in read_rows(data, header, path):
            if name == "vertex":
                vertices.extend(float(words[place]) for place in places)
            elif name == "face":
                add_fan(triangles, corners_of(words, face))
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
