"""Bytes of a file, arrays from it, and errors that name it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError, ImpingeError

MOST_BYTES = 2 * 1024**3
"""Files above 2 GiB are refused: text of that size takes some 30 GiB to parse."""


class MeshArrays(NamedTuple):
    """What a mesh file holds: (n, 3) float64 in the file's unit, (m, 3) int64; not yet checked."""

    vertices: NDArray[np.float64]
    faces: NDArray[np.int64]


class TetArrays(NamedTuple):
    """What a file of tetrahedra holds: (n, 3) float64 in the file's unit, (m, 4) int64."""

    vertices: NDArray[np.float64]
    tets: NDArray[np.int64]


class PointArrays(NamedTuple):
    """What a file of points holds: (n, 3) float64 in the file's unit, and as many normals."""

    points: NDArray[np.float64]
    normals: NDArray[np.float64] | None


def read_bytes(path: Path) -> bytes:
    """The whole file.

    Raises
    ------
    FileError
        If there is no such file, it cannot be read, it is no regular file, or above 2 GiB.
    """
    try:
        with _open_regular(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > MOST_BYTES:
                raise FileError(f"{path}: {size} bytes, more than {MOST_BYTES} are not read")
            # As much as is reserved at once, so not more than there is.
            data = file.read(size + 1)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        # A path with a null character.
        if isinstance(error, ImpingeError):
            raise
        raise FileError(f"{path!s}: {error}") from error
    if not data:
        raise FileError(f"{path}: the file is empty")
    if len(data) != size:
        raise FileError(f"{path}: was changed while it was read")
    return data


def _open_regular(path: Path) -> BinaryIO:
    """The open file; a pipe or a device has no size, and may never end."""
    # Without O_NONBLOCK, opening a pipe waits until somebody writes to it.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    # Of what is open: the path may lead elsewhere by now.
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    what = "is a folder, expected a file" if stat.S_ISDIR(mode) else "is not a regular file"
    raise FileError(f"{path}: {what}")


def read_text(data: bytes, path: Path) -> str:
    """The bytes as text; names in it may be in any old encoding, numbers are ASCII."""
    if b"\0" in data[:4096]:
        raise FileError(f"{path}: expected text, found binary data")
    # Some editors write a byte order mark, which would hide the first word.
    return data.decode("utf-8", errors="replace").lstrip("\ufeff")


def number_words(line: str) -> list[str]:
    """The words of a line of numbers, without its comment.

    Raises
    ------
    ValueError
        If Python would read as a number what is none to others: 1_0, or digits of another script.
    """
    line = line.split("#", 1)[0]
    if "_" in line or not line.isascii():
        raise ValueError("expected numbers in ASCII")
    return line.split()


def shown(line: str) -> str:
    """The line as an error shows it."""
    return f"found {line.strip()[:60]!r}"


@contextmanager
def blamed_on(path: Path) -> Iterator[None]:
    """Turn whatever a parser raises into a :class:`FileError` that names the file.

    A parser meets data that its authors did not think of as errors of any type; all of them mean
    that the file is broken, as we have read it ourselves and call the parser with nothing else.
    """
    try:
        yield
    except FileError:
        raise
    except MemoryError as error:
        raise FileError(f"{path}: too large for the memory there is") from error
    except Exception as error:
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise FileError(f"{path}: broken or not supported ({reason})") from error


def cut_polygons(faces: Any) -> NDArray[np.int64]:
    """Polygons, (m, k) or rows of different length, as fans of triangles, in order."""
    rows = [np.asarray(face, dtype=np.int64).ravel() for face in faces]
    fans = [
        np.stack([np.full(len(row) - 2, row[0]), row[1:-1], row[2:]], axis=1)
        for row in rows
        if len(row) >= 3
    ]
    return np.concatenate(fans) if fans else np.zeros((0, 3), dtype=np.int64)
