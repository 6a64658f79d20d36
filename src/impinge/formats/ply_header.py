"""Headers of PLY files, and rows of text that are as they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from impinge.core.errors import FileError
from impinge.formats.file import check_text
from impinge.formats.text import MOST_ROW

MOST_HEADER_BYTES = 65536
TYPES = {
    "char": "i1", "uchar": "u1", "int8": "i1", "uint8": "u1",
    "short": "i2", "ushort": "u2", "int16": "i2", "uint16": "u2", "float16": "f2",
    "int": "i4", "uint": "u4", "int32": "i4", "uint32": "u4", "float": "f4", "float32": "f4",
    "double": "f8", "float64": "f8", "int64": "i8", "uint64": "u8",
}  # fmt: skip
WHOLE_TYPES = {name for name, code in TYPES.items() if code[0] != "f"}
FACE_LISTS = ("vertex_index", "vertex_indices")


NO_NUMBER = re.compile(rb"[^0-9eE+.\s\-naifNAIF]+")
"""Characters that appear neither in numbers, nor in nan and inf, nor between them."""


LINE = re.compile(rb"[^\r\n]*+(?:\r\n|\r|\n|$)")
"""With its end, which is any of three."""


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


class Header(NamedTuple):
    """What a file says of itself before its rows."""

    encoding: str
    elements: dict[str, Element]
    size: int
    """Bytes up to the first row."""

    @property
    def is_text(self) -> bool:
        """Whether rows are lines."""
        return self.encoding == "ascii"


def read_header(data: bytes, path: Path) -> Header:
    """What the lines before the rows say."""
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
    return Header(encoding, elements, data.find(b"\n", end) + 1)


def _refuse_second(name: str, elements: dict[str, Element], number: int, path: Path) -> None:
    """The parser would forget the first, and read its rows as those of the second."""
    if name in elements:
        raise FileError(f"{path}: line {number}: a second element {name[:40]!r}")


def _with_property(element: Element, words: list[str]) -> Element:
    """The element and one more property, such as ``float x`` or ``list uchar int vertex_index``."""
    is_list = words[0] == "list"
    size = int(TYPES[words[1 if is_list else 0]][1])
    if is_list and words[2] not in TYPES:
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


def check_sizes(header: Header, file_size: int, path: Path) -> None:
    """Refuse a header that announces more rows than the file can hold."""
    elements, size = header.elements, file_size - header.size
    if any(element.rows < 0 for element in elements.values()):
        raise FileError(f"{path}: a negative count")
    # In text, a property is a digit and a space at least.
    needed = sum(
        element.rows * (2 * len(element.properties) if header.is_text else element.least_bytes)
        for element in elements.values()
    )
    if needed > size + 1:
        raise FileError(f"{path}: its elements take {needed} bytes at least, {size} are there")


def read_rows(data: bytes, header: Header, path: Path) -> Iterator[tuple[str, list[bytes]]]:
    """Element and words of every row of text, each as long as its element and its lists say."""
    check_text(data, path, header.size)
    number = 1 + data.count(b"\n", 0, header.size)
    bad = NO_NUMBER.search(data, header.size)
    if bad:
        number += data.count(b"\n", header.size, bad.start())
        raise FileError(f"{path}: line {number}: expected numbers, found {bad.group()[:60]!r}")
    lines = (
        (k, line.group())
        for k, line in enumerate(LINE.finditer(data, header.size), start=number)
        if line.group().strip()
    )
    count = sum(element.rows for element in header.elements.values())
    taken = 0
    for name, element in header.elements.items():
        for _ in range(element.rows):
            number, line = next(lines, (0, b""))
            if not line:
                raise FileError(f"{path}: {count} rows announced, {taken} found")
            if len(line) > MOST_ROW:
                raise FileError(f"{path}: line {number}: {len(line)} bytes, most is {MOST_ROW}")
            words = line.split()
            wrong = _wrong_in_row(words, name, element, header.elements["vertex"].rows)
            if wrong:
                raise FileError(f"{path}: line {number}: {wrong}")
            taken += 1
            yield name, words


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


def corners_of(words: list[bytes], face: Element) -> list[int]:
    """The vertices of a row of text that was checked; the first list of them."""
    position = 0
    for item in face.properties:
        length = 0 if item.count_kind is None else int(words[position])
        position += 1
        if item.count_kind is not None and item.name in FACE_LISTS:
            return [int(word) for word in words[position : position + length]]
        position += length
    return []


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
