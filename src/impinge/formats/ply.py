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
WHOLE_TYPES = {name for name in TYPE_BYTES if "float" not in name and name != "double"}
FACE_LISTS = ("vertex_index", "vertex_indices")


NO_NUMBER = re.compile(rb"[^0-9eE+.\s\-naifNAIF]+")
"""Characters that appear neither in numbers, nor in nan and inf, nor between them."""


class Property(NamedTuple):
    """One value of a row, or a list of them."""

    name: str
    kind: str
    count_kind: str | None
    """Type of a list's length; None where there is no list."""


class Element(NamedTuple):
    """One block of rows as the header announces it."""

    rows: int
    properties: list[Property]
    least_bytes: int
    """Of one row: a list counts as empty."""

    @property
    def names(self) -> list[str]:
        """Of its properties, in order."""
        return [item.name for item in self.properties]


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
        header_lines = data.count(b"\n", 0, header_bytes)
        rows = _read_rows(data[header_bytes:], header_lines, elements, path)
        # The parser takes empty lines for rows.
        data = data[:header_bytes] + b"\n".join(b" ".join(words) for _, words in rows) + b"\n"
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
                _refuse_second(last, elements, number, path)
                elements[last] = Element(int(words[2]), [], 0)
            elif words[:1] == ["property"]:
                elements[last] = _with_property(elements[last], words[1:])
                if words[-1] in FACE_LISTS and last == "face":
                    _check_face_list(elements[last].properties[-1], number, path)
        except FileError:
            raise
        except (IndexError, KeyError, ValueError):
            raise FileError(f"{path}: line {number}: cannot read {line.strip()[:60]!r}") from None
    if encoding not in ("ascii", "binary_little_endian", "binary_big_endian"):
        raise FileError(f"{path}: unknown format {encoding[:40]!r}")
    return encoding == "ascii", elements, data.find(b"\n", end) + 1


def _refuse_second(name: str, elements: dict[str, Element], number: int, path: Path) -> None:
    """The parser would forget the first, and read its rows as those of the second."""
    if name in elements:
        raise FileError(f"{path}: line {number}: a second element {name[:40]!r}")


def _with_property(element: Element, words: list[str]) -> Element:
    """The element and one more property, such as ``float x`` or ``list uchar int vertex_index``."""
    is_list = words[0] == "list"
    size = TYPE_BYTES[words[1 if is_list else 0]]
    if is_list and words[2] not in TYPE_BYTES:
        raise KeyError(words[2])
    name = words[3 if is_list else 1]
    if name in element.names:
        raise ValueError(name)
    new = Property(name, words[2], words[1]) if is_list else Property(name, words[0], None)
    return Element(element.rows, [*element.properties, new], element.least_bytes + size)


def _check_face_list(found: Property, number: int, path: Path) -> None:
    """A vertex number of 1.9 would be cut to 1."""
    if found.count_kind not in WHOLE_TYPES or found.kind not in WHOLE_TYPES:
        raise FileError(f"{path}: line {number}: expected {found.name} as a list of whole numbers")


def _check_elements(elements: dict[str, Element], is_text: bool, size: int, path: Path) -> None:
    if "tristrips" in elements:
        raise FileError(f"{path}: triangle strips are not supported, only faces")
    if "vertex" not in elements or not {"x", "y", "z"} <= set(elements["vertex"].names):
        raise FileError(f"{path}: has no vertices with x, y, z")
    if "face" not in elements or elements["face"].rows == 0:
        points = elements["vertex"].rows or "no"
        raise FileError(f"{path}: holds {points} points and no faces, expected a mesh")
    if not set(FACE_LISTS) & set(elements["face"].names):
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


def _read_rows(
    body: bytes, header_lines: int, elements: dict[str, Element], path: Path
) -> list[tuple[int, list[bytes]]]:
    """Number and words of every row of text, each as long as its element and its lists say.

    The parser reads a line up to the first character it does not know, and warns at most; it
    takes the rest of a row for a list, whatever length the list announces.
    """
    bad = NO_NUMBER.search(body)
    if bad:
        number = header_lines + body.count(b"\n", 0, bad.start()) + 1
        raise FileError(f"{path}: line {number}: expected numbers, found {bad.group()!r}")
    count = sum(element.rows for element in elements.values())
    lines = enumerate(body.splitlines(), start=header_lines + 1)
    rows = [(number, line.split()) for number, line in lines if line.strip()]
    if len(rows) < count:
        raise FileError(f"{path}: {count} rows announced, {len(rows)} found")
    first = 0
    for name, element in elements.items():
        for number, words in rows[first : first + element.rows]:
            wrong = _wrong_in_row(words, name, element, elements["vertex"].rows)
            if wrong:
                raise FileError(f"{path}: line {number}: {wrong}")
        first += element.rows
    return rows


def _wrong_in_row(words: list[bytes], name: str, element: Element, vertices: int) -> str | None:
    """What is wrong with a row of text, if anything."""
    position = 0
    for item in element.properties:
        start, position = position, position + 1
        if item.count_kind is None:
            continue
        try:
            length = int(words[start])
        except (IndexError, ValueError):
            return f"expected the length of {item.name}"
        position += length
        if length < 0 or position > len(words):
            left = len(words) - start - 1
            return f"{length} numbers announced in {item.name}, {left} are there"
        if name == "face" and item.name in FACE_LISTS:
            wrong = _wrong_in_corners(words[start + 1 : position], vertices)
            if wrong:
                return wrong
    if position != len(words):
        return f"{position} numbers expected, {len(words)} found"
    return None


def _wrong_in_corners(words: list[bytes], vertices: int) -> str | None:
    if len(words) < 3:
        return f"a face with {len(words)} corners"
    try:
        ids = [int(word) for word in words]
    except ValueError:
        return "expected whole vertex numbers"
    if not 0 <= min(ids) <= max(ids) < vertices:
        return f"a vertex number outside the range 0 to {vertices - 1}"
    return None


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
