"""PLY: vertices and faces with any further properties, binary or text."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, blamed_on, cut_polygons
from impinge.formats.ply_header import FACE_LISTS, Header, check_sizes, read_header, read_rows


def read_ply(data: bytes, path: Path) -> MeshArrays:
    """Vertices and faces; polygons are cut into fans.

    Raises
    ------
    FileError
        If the header is broken, its counts do not fit the file's size, there are no faces, or the
        faces of a binary file have different numbers of corners.
    """
    from trimesh.exchange.ply import load_ply

    header = read_header(data, path)
    elements, is_text = header.elements, header.is_text
    _check_elements(header, data, path)
    if is_text:
        rows = read_rows(data, header, path)
        # The parser takes empty lines for rows.
        data = data[: header.size] + b"\n".join(b" ".join(words) for _, words in rows) + b"\n"
    with blamed_on(path):
        loaded = load_ply(BytesIO(data), fix_texture=False, skip_materials=True)
        vertices = np.asarray(loaded["vertices"], dtype=np.float64)
        faces = loaded["faces"]
        if not is_text:
            _check_list_lengths(loaded, path)
        if np.ndim(faces) != 2 or np.shape(faces)[1] != 3:
            faces = cut_polygons(faces)
        faces = np.asarray(faces, dtype=np.int64)
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
