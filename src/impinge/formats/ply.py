"""PLY: vertices and faces with any further properties, binary or text."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from impinge.core.errors import FileError
from impinge.formats.file import MeshArrays, blamed_on, cut_polygons

MOST_HEADER_BYTES = 65536
TYPE_BYTES = {
    "char": 1, "uchar": 1, "int8": 1, "uint8": 1,
    "short": 2, "ushort": 2, "int16": 2, "uint16": 2, "float16": 2,
    "int": 4, "uint": 4, "int32": 4, "uint32": 4, "float": 4, "float32": 4,
    "double": 8, "float64": 8, "int64": 8, "uint64": 8,
}  # fmt: skip
FACE_LISTS = ("vertex_index", "vertex_indices")


NO_NUMBER = re.compile(rb"[^0-9eE+.\s\-naifNAIF]+")
"""Characters that appear neither in numbers, nor in nan and inf, nor between them."""


class Element(NamedTuple):
    """One block of rows as the header announces it."""

    rows: int
    properties: list[str]
    least_bytes: int
    """Of one row: a list counts as empty."""


def read_ply(data: bytes, path: Path) -> MeshArrays:
    """Vertices and faces; polygons are cut into fans.

    Raises
    ------
    FileError
        If the header is broken, its counts do not fit the file's size, there are no faces, or the
        faces of a binary file have different numbers of corners.
    """
    from trimesh.exchange.ply import load_ply

    is_text, elements, header_bytes = _read_header(data, path)
    _check_elements(elements, is_text, len(data) - header_bytes, path)
    if is_text:
        _check_rows(data[header_bytes:], data.count(b"\n", 0, header_bytes), elements, path)
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


def _read_header(data: bytes, path: Path) -> tuple[bool, dict[str, Element], int]:
    if data[:3] != b"ply":
        raise FileError(f"{path}: expected ply in the first line")
    end = data.find(b"end_header", 0, MOST_HEADER_BYTES)
    if end < 0:
        raise FileError(f"{path}: no end_header in the first {MOST_HEADER_BYTES} bytes")
    elements: dict[str, Element] = {}
    encoding, last = "", ""
    for number, line in enumerate(data[:end].decode("ascii", "replace").splitlines(), start=1):
        words = line.split()
        try:
            if words[:1] == ["format"]:
                encoding = words[1]
            elif words[:1] == ["element"]:
                last = words[1]
                elements[last] = Element(int(words[2]), [], 0)
            elif words[:1] == ["property"]:
                elements[last] = _with_property(elements[last], words[1:])
        except (IndexError, KeyError, ValueError):
            raise FileError(f"{path}: line {number}: cannot read {line.strip()[:60]!r}") from None
    if encoding not in ("ascii", "binary_little_endian", "binary_big_endian"):
        raise FileError(f"{path}: unknown format {encoding[:40]!r}")
    return encoding == "ascii", elements, data.find(b"\n", end) + 1


def _with_property(element: Element, words: list[str]) -> Element:
    """The element and one more property, such as ``float x`` or ``list uchar int vertex_index``."""
    is_list = words[0] == "list"
    size = TYPE_BYTES[words[1 if is_list else 0]]
    if is_list and words[2] not in TYPE_BYTES:
        raise KeyError(words[2])
    properties = [*element.properties, words[-1]]
    return Element(element.rows, properties, element.least_bytes + size)


def _check_elements(elements: dict[str, Element], is_text: bool, size: int, path: Path) -> None:
    if "tristrips" in elements:
        raise FileError(f"{path}: triangle strips are not supported, only faces")
    if "vertex" not in elements or not {"x", "y", "z"} <= set(elements["vertex"].properties):
        raise FileError(f"{path}: has no vertices with x, y, z")
    if "face" not in elements or elements["face"].rows == 0:
        points = elements["vertex"].rows
        raise FileError(f"{path}: holds {points} points and no faces, expected a mesh")
    if not set(FACE_LISTS) & set(elements["face"].properties):
        raise FileError(f"{path}: faces have no list {' or '.join(FACE_LISTS)}")
    if any(element.rows < 0 for element in elements.values()):
        raise FileError(f"{path}: a negative count")
    # In text, a property is a digit and a space at least.
    needed = sum(
        element.rows * (2 * len(element.properties) if is_text else element.least_bytes)
        for element in elements.values()
    )
    if needed > size + 1:
        raise FileError(f"{path}: its elements take {needed} bytes at least, {size} are there")


def _check_rows(body: bytes, header_lines: int, elements: dict[str, Element], path: Path) -> None:
    """The parser reads a line up to the first character it does not know, and warns at most."""
    bad = NO_NUMBER.search(body)
    if bad:
        number = header_lines + body.count(b"\n", 0, bad.start()) + 1
        raise FileError(f"{path}: line {number}: expected numbers, found {bad.group()!r}")
    rows = sum(element.rows for element in elements.values())
    found = sum(1 for line in body.splitlines() if line.strip())
    if found < rows:
        raise FileError(f"{path}: {rows} rows announced, {found} found")


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
