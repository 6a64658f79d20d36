"""NumPy's archives of arrays, read without trust.

A file is nobody's friend until it is parsed: sizes are compared with what is there before memory is
reserved, and nothing is unpickled.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import blamed_on, read_bytes

HEADER = 4096
"""Bytes in which the description of an array must end; ours takes 128."""
READERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""As NumPy writes arrays. Other ways reserve what the file says, gigabytes if it likes."""


def archive_bytes(version: int, **arrays: NDArray[Any]) -> bytes:
    """Arrays, and the version of their layout, as the content of a file."""
    out = io.BytesIO()
    named: dict[str, Any] = {"impinge": np.array(version), **arrays}
    np.savez_compressed(out, **named)
    return out.getvalue()


def member_names(path: Path) -> set[str]:
    """The names of the arrays in a file."""
    with _archive(path) as archive:
        return {name.removesuffix(".npy") for name in archive.namelist()}


@contextmanager
def opened(path: Path, most: Mapping[str, int], what: str) -> Iterator[ArrayArchive]:
    """The arrays of a file that has just those that ``most`` names, with their largest sizes."""
    with _archive(path) as archive:
        entries = {info.filename: info for info in archive.infolist()}
        missing = [name for name in most if f"{name}.npy" not in entries]
        if missing or len(archive.infolist()) != len(most):
            found = f"has no {missing[0]!r}" if missing else "has other members"
            raise FileError(f"{path}: {found}, expected {what}: {', '.join(most)}")
        yield ArrayArchive(path, archive, entries, most)


def _archive(path: Path) -> zipfile.ZipFile:
    data = read_bytes(path)
    with blamed_on(path):
        return zipfile.ZipFile(io.BytesIO(data))


class ArrayArchive:
    """The arrays of an archive, each checked before it is unpacked."""

    def __init__(
        self, path: Path, archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo],
        most: Mapping[str, int],
    ) -> None:  # fmt: skip
        self.path, self._archive, self._entries, self._most = path, archive, entries, most

    def check_version(self, version: int) -> None:
        """Refuse a file of another layout."""
        found = int(self.array("impinge", "iu", ()))
        if found != version:
            raise FileError(f"{self.path}: layout {found}, only {version} is known")

    def array(self, name: str, kinds: str, expected: tuple[int | None, ...]) -> NDArray[Any]:
        """One array; its numbers are unpacked only if they are as many as there should be."""
        info = self._entries[f"{name}.npy"]
        where = f"{self.path}: {name}"
        if info.file_size > self._most[name]:
            raise FileError(
                f"{where}: {info.file_size} bytes, more than {self._most[name]} are not read"
            )
        if info.compress_type not in PACKED:
            raise FileError(f"{where}: packed in an unknown way, expected as NumPy does")
        with blamed_on(where), self._archive.open(info) as member:
            head = member.read(HEADER)
            start, dtype, shape = _header(head, where)
            fits = len(shape) == len(expected) and all(
                m is None or n == m for n, m in zip(shape, expected, strict=True)
            )
            if dtype.kind not in kinds or not fits:
                raise FileError(f"{where}: {dtype} of shape {shape}, expected {expected}")
            size = info.file_size - start
            if math.prod(shape) * dtype.itemsize != size:
                raise FileError(f"{where}: {size} bytes are not {shape} of {dtype}")
            # One byte more than is said: it may go on behind its end.
            raw = head + member.read(info.file_size - len(head) + 1)
        if len(raw) != info.file_size:
            raise FileError(f"{where}: {len(raw)} bytes, {info.file_size} expected")
        return np.frombuffer(raw, dtype, offset=start).reshape(shape)


def _header(head: bytes, where: str) -> tuple[int, np.dtype[Any], tuple[int, ...]]:
    """Where the numbers begin, their type and shape, as the header of an array claims."""
    file = io.BytesIO(head)
    with blamed_on(where):
        shape, by_columns, dtype = READERS[np.lib.format.read_magic(file)](file)
    if dtype.kind not in "iuf":
        raise FileError(f"{where}: {dtype} of shape {shape}, expected numbers")
    if by_columns and len(shape) > 1:
        raise FileError(f"{where}: stored by columns, expected by rows")
    return file.tell(), dtype, shape
