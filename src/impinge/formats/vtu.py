"""VTU: VTK's unstructured grids in XML, with arrays as text, base64 or raw bytes.

Read here and not by meshio, which decompresses without a bound, keeps the cells of the last piece
only, and lets the XML parser expand entities. Data at points and cells is left out. How many
numbers an array holds is known before it is read: what it announces must be just that, and each
compressed block must end where it says.
"""

from __future__ import annotations

import lzma
import re
import zlib
from binascii import a2b_base64
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import TetArrays, most_unpacked
from impinge.formats.markup import Element, read_markup
from impinge.formats.text import REAL, WHOLE, Lines
from impinge.formats.vtk import Grid, tets_of

KINDS = {
    "Float32": "f4", "Float64": "f8", "Int8": "i1", "UInt8": "u1", "Int16": "i2", "UInt16": "u2",
    "Int32": "i4", "UInt32": "u4", "Int64": "i8", "UInt64": "u8",
}  # fmt: skip
LZMA_MEMORY = 64 * 1024**2
"""Bytes that decompressing may take besides its output; what writers choose needs 9 MiB."""

MOST_BLOCKS = 1_000_000
APPENDED = re.compile(rb"<AppendedData\b[^<>]{0,1000}>")
ORDERS = {"LittleEndian": "<", "BigEndian": ">"}
COMPRESSORS = (None, "vtkZLibDataCompressor", "vtkLZMADataCompressor")


def read_vtu(data: bytes, path: Path) -> TetArrays:
    """Points and tetrahedra of all pieces; cells of fewer dimensions are left out.

    Other solids are refused, and arrays that would take far more bytes than the file.
    """
    document, appended, is_raw = _split(data)
    root = read_markup(document, path)
    if root.tag != "VTKFile" or root.attributes.get("type") != "UnstructuredGrid":
        raise FileError(f"{path}: expected a VTKFile of type UnstructuredGrid")
    byte_order = ORDERS.get(root.attributes.get("byte_order", "LittleEndian"))
    header = KINDS.get(root.attributes.get("header_type", "UInt32"))
    compressor = root.attributes.get("compressor") or None
    if byte_order is None or header not in ("u4", "u8"):
        raise FileError(f"{path}: line {root.line}: an unknown byte_order or header_type")
    if compressor not in COMPRESSORS:
        raise FileError(f"{path}: line {root.line}: {compressor[:40]} is not supported")
    if not is_raw:
        parts = root.find("AppendedData")
        appended = parts[0].text.strip().removeprefix("_").encode() if parts else None
    arrays = Arrays(
        path, byte_order, np.dtype(byte_order + header), compressor, appended, is_raw,
        budget=most_unpacked(len(data)),
    )  # fmt: skip
    grids = root.find("UnstructuredGrid")
    pieces = [piece for grid in grids for piece in grid.find("Piece")]
    if len(grids) != 1 or not pieces:
        raise FileError(f"{path}: expected one UnstructuredGrid with a Piece")
    return tets_of(_joined([_read_piece(piece, arrays) for piece in pieces]), path)


def _split(data: bytes) -> tuple[bytes, bytes | None, bool]:
    """The document, and raw bytes appended to it, which are no XML."""
    found = APPENDED.search(data)
    if found is not None and b'"raw"' in found.group():
        start = data.find(b"_", found.end())
        if start >= 0:
            document = data[: found.end()] + b"</AppendedData></VTKFile>"
            return document, data[start + 1 :], True
    return data, None, False


def _read_piece(piece: Element, arrays: Arrays) -> Grid:
    point_count = _count(piece, "NumberOfPoints", arrays)
    cell_count = _count(piece, "NumberOfCells", arrays)
    points = [a for part in piece.find("Points") for a in part.find("DataArray")]
    cells = {
        a.attributes.get("Name"): a for part in piece.find("Cells") for a in part.find("DataArray")
    }
    if len(points) != 1 or not {"connectivity", "offsets", "types"} <= set(cells):
        raise arrays.wrong(piece, "expected an array of points, connectivity, offsets and types")
    if points[0].attributes.get("NumberOfComponents") != "3":
        raise arrays.wrong(points[0], "expected 3 components")
    ends = arrays.read_whole(cells["offsets"], cell_count)
    length = int(ends[-1]) if len(ends) else 0
    if length < 0:
        raise arrays.wrong(cells["offsets"], "a negative offset")
    return Grid(
        points=arrays.read(points[0], 3 * point_count).reshape(-1, 3).astype(np.float64),
        connectivity=arrays.read_whole(cells["connectivity"], length),
        ends=ends,
        types=arrays.read_whole(cells["types"], cell_count),
    )


def _count(piece: Element, name: str, arrays: Arrays) -> int:
    text = piece.attributes.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise arrays.wrong(piece, f"expected a count as {name}, found {text[:40]!r}")
    return int(text)


def _joined(grids: list[Grid]) -> Grid:
    """All pieces in one: points and cells of later ones are numbered on."""
    parts, first, at = [], 0, 0
    for points, corners, ends, types in grids:
        # Cells name points of their own piece only.
        known = (corners >= 0) & (corners < len(points))
        parts.append((points, np.where(known, corners + first, -1), ends + at, types))
        first, at = first + len(points), at + len(corners)
    return Grid(*map(np.concatenate, zip(*parts, strict=True)))


@dataclass
class Arrays:
    """How the arrays of one file are written, and what they may still take."""

    path: Path
    byte_order: str
    header: np.dtype[Any]
    compressor: str | None
    appended: bytes | None
    """What follows the underscore, if there is an appended part."""
    is_raw: bool
    budget: int

    def read_whole(self, element: Element, count: int) -> NDArray[np.int64]:
        """The integers of an array, ``count`` in number."""
        if KINDS.get(element.attributes.get("type", ""), "f")[0] == "f":
            raise self.wrong(element, "expected whole numbers")
        return self.read(element, count).astype(np.int64)

    def read(self, element: Element, count: int) -> NDArray[Any]:
        """The numbers of an array, ``count`` in number."""
        kind = KINDS.get(element.attributes.get("type", ""))
        if kind is None:
            raise self.wrong(element, f"type {element.attributes.get('type')!r} is not supported")
        dtype = np.dtype(self.byte_order + kind)
        size = count * dtype.itemsize
        # Compressed, it counts as what becomes of it: numbers of eight bytes.
        self.budget -= size if self.compressor is None else 8 * count
        if self.budget < 0:
            raise self.wrong(element, f"{size} bytes announced, too many for the size of the file")
        written = element.attributes.get("format", "ascii")
        if written == "ascii":
            return self._read_text(element, count, dtype)
        if written not in ("binary", "appended"):
            raise self.wrong(element, f"format {written!r} is not supported")
        try:
            data = self._decode(element, size, is_appended=written == "appended")
        except (ValueError, zlib.error, lzma.LZMAError, EOFError) as error:
            if isinstance(error, FileError):
                raise
            raise self.wrong(element, f"its data is broken ({error})") from error
        return np.frombuffer(data, dtype)

    def wrong(self, element: Element, message: str) -> FileError:
        """The error that names the line of an array."""
        name = element.attributes.get("Name", element.tag)
        return FileError(f"{self.path}: line {element.line}: {name}: {message}")

    def _read_text(self, element: Element, count: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        if len(element.text) < 2 * count - 1:
            raise self.wrong(element, f"{count} numbers announced, the text is too short for them")
        lines = Lines(element.text.encode(), self.path, first=element.line)
        found = lines.take_numbers(count, REAL if dtype.kind == "f" else WHOLE, "an array")
        if lines:
            raise self.wrong(element, f"{count} numbers announced, there are more")
        return found

    def _decode(self, element: Element, size: int, *, is_appended: bool) -> bytes:
        """The bytes of an array, as many as expected."""
        if is_appended:
            offset = element.attributes.get("offset", "")
            if self.appended is None or not (offset.isdecimal() and len(offset) <= 18):
                raise self.wrong(element, "there is no appended data at its offset")
            source = _Source(self.appended, int(offset), self.is_raw)
        else:
            source = _Source(element.text.strip().encode(), 0, is_raw=False)
        if self.compressor is None:
            width = self.header.itemsize
            told = int(np.frombuffer(source.peek(width), self.header)[0])
            if told != size:
                raise self.wrong(element, f"{told} bytes announced, expected {size}")
            if source.is_padded(width):
                source.take(width)
                return source.take(size)
            return source.take(width + size)[width:]
        return self._decompress(element, source, size)

    def _decompress(self, element: Element, source: _Source, size: int) -> bytes:
        width = self.header.itemsize
        blocks = int(np.frombuffer(source.peek(width), self.header)[0])
        if blocks > MOST_BLOCKS:
            raise self.wrong(element, f"{blocks} blocks of data, too many")
        # The head is encoded for itself, and the data of all blocks after it.
        head = np.frombuffer(source.take((3 + blocks) * width), self.header).tolist()
        _, length, last, *packed = head
        lengths = [length] * blocks
        if blocks and last:
            lengths[-1] = last
        if sum(lengths) != size:
            raise self.wrong(element, f"{sum(lengths)} bytes announced, expected {size}")
        data = source.take(sum(packed))
        found, at = [], 0
        for expected, taken in zip(lengths, packed, strict=True):
            unpacker = (
                zlib.decompressobj()
                if self.compressor == "vtkZLibDataCompressor"
                else lzma.LZMADecompressor(memlimit=LZMA_MEMORY)
            )
            # One byte more shows blocks that are too long; zlib takes 0 for no limit at all.
            block = unpacker.decompress(data[at : at + taken], expected + 1)
            if len(block) != expected:
                raise self.wrong(element, f"a block does not have the {expected} bytes announced")
            found.append(block)
            at += taken
        return b"".join(found)


class _Source:
    """Bytes from a place on, as they are or in base64; never more than there are."""

    def __init__(self, data: bytes, at: int, is_raw: bool) -> None:
        self._data = data
        self._at = at
        self._is_raw = is_raw

    def peek(self, count: int) -> bytes:
        """So many bytes."""
        written = count if self._is_raw else -(-count // 3) * 4
        part = self._data[self._at : self._at + written]
        decoded = part if self._is_raw else a2b_base64(part)
        if len(decoded) < count:
            raise ValueError("it ends early")
        return decoded[:count]

    def is_padded(self, count: int) -> bool:
        """Whether so many bytes are encoded for themselves, as some writers do with a head."""
        end = self._at + -(-count // 3) * 4
        return not self._is_raw and self._data[end - 1 : end] == b"="

    def take(self, count: int) -> bytes:
        """So many bytes, and what follows is next."""
        found = self.peek(count)
        self._at += count if self._is_raw else -(-count // 3) * 4
        return found
