"""Bytes of a file, arrays from it, and errors that name it."""

from __future__ import annotations

import os
import stat
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError, ImpingeError

MOST_BYTES = 2 * 1024**3
"""Files above 2 GiB are refused."""

MOST_TEXT = 256 * 1024**2
"""Text above 256 MiB is refused, before it is decoded: while it is read it takes up to thirty times
its size. Binary files of that size are read in seconds."""

EXPANSION, ALWAYS = 100, 64 * 1024**2
"""What is compressed may grow to so many times the bytes of its file, or to the latter if that is
more. Meshes and clouds are a few times smaller than their arrays; a bomb is a thousand times
smaller."""

# Without O_NONBLOCK, opening a pipe waits until somebody writes to it.
READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
# O_PATH: folders that may be passed through, but not listed, will do.
FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)


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


def as_path(path: Any) -> Path:
    """What a caller gives as a path, as one; refused if it is none."""
    try:
        return Path(path)
    except TypeError as error:
        raise ImpingeError(f"path: expected a path, got {type(path).__name__}") from error


def read_bytes(
    path: Path, *, most: int = MOST_BYTES, told: str | None = None, home: Path | None = None
) -> bytes:
    """The whole file, if it is a regular file of ``most`` bytes at most.

    An error says ``told`` of that limit. ``home`` is a folder above the file, which is not left:
    links below it are not followed. Both paths are resolved already, so that there is none but what
    was put there since.
    """
    with system_blamed_on(path), open_regular(path, home) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            reason = told or f"more than {most} are not read"
            raise FileError(f"{path}: {size} bytes, {reason}")
        # As much as is reserved at once, so not more than there is.
        data = file.read(size + 1)
    if not data:
        raise FileError(f"{path}: the file is empty")
    if len(data) != size:
        raise FileError(f"{path}: was changed while it was read")
    return data


def open_regular(path: Path, home: Path | None = None) -> BinaryIO:
    """The open file; a pipe or a device has no size, and may never end."""
    descriptor = os.open(path, READING) if home is None else _open_below(home, path)
    # Of what is open: the path may lead elsewhere by now.
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    what = "is a folder, expected a file" if stat.S_ISDIR(mode) else "is not a regular file"
    raise FileError(f"{path}: {what}")


def _open_below(home: Path, path: Path) -> int:
    """A file by the folders that lead to it, one after the other, none of them a link.

    Where the system cannot open from a folder, as Windows, links that were put there since the
    path was resolved are followed.
    """
    if os.open not in os.supports_dir_fd or not hasattr(os, "O_NOFOLLOW"):
        return os.open(path, READING)
    *folders, name = path.relative_to(home).parts
    at = os.open(home, FOLDER)
    try:
        for folder in folders:
            inner = os.open(folder, FOLDER | os.O_NOFOLLOW, dir_fd=at)
            os.close(at)
            at = inner
        return os.open(name, READING | os.O_NOFOLLOW, dir_fd=at)
    finally:
        os.close(at)


def most_unpacked(size: int) -> int:
    """Bytes that all compressed arrays of a file of this size may take.

    Examples
    --------
    >>> most_unpacked(10), most_unpacked(10**6), most_unpacked(10**9)
    (67108864, 100000000, 2147483648)
    """
    return min(max(EXPANSION * size, ALWAYS), MOST_BYTES)


def check_text_size(size: int, path: Path) -> None:
    """Refuse text of so many bytes, if they are too many."""
    if size > MOST_TEXT:
        raise FileError(
            f"{path}: {size} bytes of text, more than {MOST_TEXT} are not read; save it as a "
            "binary file"
        )


def check_text(data: bytes, path: Path, begin: int = 0) -> None:
    """Refuse what follows a place in a file, if it is no text, or too much of it."""
    check_text_size(len(data) - begin, path)
    if data.find(b"\0", begin, begin + 4096) >= 0:
        raise FileError(f"{path}: expected text, found binary data")


def number_words(line: str) -> list[str]:
    """The words of a line of numbers, without its comment.

    A ``ValueError`` where Python alone would read a number: 1_0, or digits of another script.
    """
    line = line.split("#", 1)[0]
    if "_" in line or not line.isascii():
        raise ValueError("expected numbers in ASCII")
    return line.split()


def shown(line: str) -> str:
    """The line as an error shows it."""
    return f"found {line.strip()[:60]!r}"


@contextmanager
def system_blamed_on(path: Path) -> Iterator[None]:
    """Turn what the system says of a path into a :class:`FileError` that names it."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        # A path with a null character.
        if isinstance(error, ImpingeError):
            raise
        raise FileError(f"{path}: {error}") from error


@contextmanager
def blamed_on(path: Path | str) -> Iterator[None]:
    """Turn whatever a parser raises into a :class:`FileError` that names the file.

    A parser meets data that its authors did not think of as errors of any type; all of them mean
    that the file is broken, as we have read it ourselves and call the parser with nothing else.
    """
    try:
        yield
    except FileError:
        raise
    except ImpingeError as error:
        raise FileError(f"{path}: {error}") from error
    except MemoryError as error:
        raise FileError(f"{path}: too large for the memory there is") from error
    except Exception as error:
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise FileError(f"{path}: broken or not supported ({reason})") from error


def add_fan(triangles: array[int], corners: list[int]) -> None:
    """A polygon as a fan of triangles, behind those that are there."""
    for k in range(1, len(corners) - 1):
        triangles.extend((corners[0], corners[k], corners[k + 1]))


def cut_polygons(faces: NDArray[Any]) -> NDArray[np.int64]:
    """Polygons of k corners, (m, k), as fans of triangles, in order."""
    k = faces.shape[1]
    fan = np.stack([np.zeros(k - 2, np.int64), np.arange(1, k - 1), np.arange(2, k)], axis=1)
    return faces.astype(np.int64)[:, fan].reshape(-1, 3)
