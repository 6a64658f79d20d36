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

    @property
    def is_whole_list(self) -> bool:
        """Whether it is a list of whole numbers."""
        return {self.kind, self.count_kind} <= WHOLE_TYPES


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
        words, wrong = line.split(), ""
        try:
            if words[:1] == ["format"]:
                encoding = words[1]
            elif words[:1] == ["element"]:
                last = words[1]
                if last in elements:
                    # The parser would forget the first, and read its rows as those of the second.
                    wrong = f"a second element {last[:40]!r}"
                else:
                    elements[last] = Element(int(words[2]), [], 0)
            elif words[:1] == ["property"]:
                elements[last] = _with_property(elements[last], words[1:])
                new = elements[last].properties[-1]
                if last == "face" and new.name in FACE_LISTS and not new.is_whole_list:
                    # A vertex number of 1.9 would be cut to 1.
                    wrong = f"expected {new.name} as a list of whole numbers"
        except (IndexError, KeyError, ValueError):
            wrong = f"cannot read {line.strip()[:60]!r}"
        if wrong:
            raise FileError(f"{path}: line {number}: {wrong}")
    if encoding not in ("ascii", "binary_little_endian", "binary_big_endian"):
        raise FileError(f"{path}: unknown format {encoding[:40]!r}")
    return Header(encoding, elements, data.find(b"\n", end) + 1)


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


def read_rows(
    data: bytes, header: Header, path: Path
) -> Iterator[tuple[str, list[bytes], list[int]]]:
    """Element, words and corners of every row of text, as long as its element and its lists say.

    Corners are the first list of them in the row of a face.
    """
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
            try:
                corners = _corners_in_row(words, name, element, header.elements["vertex"].rows)
            except ValueError as error:
                raise FileError(f"{path}: line {number}: {error}") from None
            taken += 1
            yield name, words, corners


def _corners_in_row(words: list[bytes], name: str, element: Element, vertices: int) -> list[int]:
    """The corners in a row of text; a ``ValueError`` says what is wrong with it, if anything."""
    position = 0
    corners: list[int] = []
    for item in element.properties:
        start, position = position, position + 1
        if item.count_kind is None:
            continue
        try:
            length = int(words[start])
        except (IndexError, ValueError):
            raise ValueError(f"expected the length of {item.name}") from None
        position += length
        if length < 0 or position > len(words):
            left = len(words) - start - 1
            raise ValueError(f"{length} numbers announced in {item.name}, {left} are there")
        if name == "face" and item.name in FACE_LISTS:
            ids = _vertex_numbers(words[start + 1 : position], vertices)
            corners = corners or ids
    if position != len(words):
        raise ValueError(f"{position} numbers expected, {len(words)} found")
    return corners


def _vertex_numbers(words: list[bytes], vertices: int) -> list[int]:
    if len(words) < 3:
        raise ValueError(f"a face with {len(words)} corners")
    try:
        ids = [int(word) for word in words]
    except ValueError:
        raise ValueError("expected whole vertex numbers") from None
    if not 0 <= min(ids) <= max(ids) < vertices:
        raise ValueError(f"a vertex number outside the range 0 to {vertices - 1}")
    return ids
