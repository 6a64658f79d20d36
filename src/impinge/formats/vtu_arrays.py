"""Arrays of VTU files: text, base64 or raw bytes, compressed or not, never more than expected.

How many numbers an array holds is known before it is read. What it announces must be just that, and
each compressed block must end where it says.
"""

from __future__ import annotations

import lzma
import zlib
from binascii import Error as Base64Error
from binascii import a2b_base64
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.markup import Element
from impinge.formats.text import REAL, WHOLE, Lines

KINDS = {
    "Float32": "f4", "Float64": "f8", "Int8": "i1", "UInt8": "u1", "Int16": "i2", "UInt16": "u2",
    "Int32": "i4", "UInt32": "u4", "Int64": "i8", "UInt64": "u8",
}  # fmt: skip
LZMA_MEMORY = 64 * 1024**2
"""Bytes that decompressing may take besides its output; what writers choose needs 9 MiB."""

MOST_BLOCKS = 1_000_000


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
        """The whole numbers of an array, of which there must be so many."""
        if KINDS.get(element.attributes.get("type", ""), "f")[0] == "f":
            raise self.wrong(element, "expected whole numbers")
        return self.read(element, count).astype(np.int64)

    def read(self, element: Element, count: int) -> NDArray[Any]:
        """The numbers of an array, of which there must be so many."""
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
        except (Base64Error, ValueError, zlib.error, lzma.LZMAError, EOFError) as error:
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
            block = self._decompressor().decompress(data[at : at + taken], max_length=expected + 1)
            if len(block) != expected:
                raise self.wrong(element, f"a block does not have the {expected} bytes announced")
            found.append(block)
            at += taken
        return b"".join(found)

    def _decompressor(self) -> Any:
        if self.compressor == "vtkLZMADataCompressor":
            return lzma.LZMADecompressor(memlimit=LZMA_MEMORY)
        return _Zlib()


class _Zlib:
    """zlib's decompressor, called as that of lzma: ``max_length=0`` means no limit to it."""

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return zlib.decompressobj().decompress(data, max_length)


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
