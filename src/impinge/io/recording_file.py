"""Recordings of poses as files: NumPy's archive of arrays, without any code in it.

``impinge``, the version of this layout; ``times`` (F,) float64; ``names``, a list in JSON, as
bytes; ``poses`` (n, F, 4, 4) float64. A file is nobody's friend until it is parsed: sizes are
compared with what is there before memory is reserved, and nothing is unpickled.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import blamed_on, read_bytes
from impinge.scene import Recording

EXTENSION = ".npz"
VERSION = 1
MEMBERS = ("impinge", "times", "names", "poses")
MOST = {"impinge": 1024, "times": 2**27, "names": 2**27, "poses": 2**31}
"""Bytes of an array, unpacked: a megabyte of zeros may be a thousand of them packed. No share of
the file's size, as for meshes: things at rest repeat their poses, which pack to a 266th."""
HEADER = 4096
"""Bytes in which the description of an array must end; ours takes 128."""
READERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""As NumPy writes arrays. Other ways reserve what the file says, gigabytes if it likes."""


def recording_bytes(recording: Recording) -> bytes:
    """A recording as the content of a file; refused if it has other tracks, or is too large."""
    other = [kind for kind, names in recording.tracks.items() if names and kind != "poses"]
    if other or recording.things:
        what = other[0] if other else "things"
        raise ImpingeError(f"thing: {EXTENSION} has poses only, no {what}; save it as .rec")
    out = io.BytesIO()
    # ASCII: a name may hold what UTF-8 has no way to write.
    names = json.dumps(list(recording.names)).encode("ascii")
    sizes = {"times": recording.times.nbytes, "names": len(names), "poses": recording.poses.nbytes}
    for name, size in sizes.items():
        if size + HEADER > MOST[name]:
            raise ImpingeError(
                f"thing: {name} take {size} bytes, only {MOST[name]} are read again; save it in "
                "parts"
            )
    np.savez_compressed(
        out,
        impinge=np.array(VERSION),
        times=recording.times,
        names=np.frombuffer(names, np.uint8),
        poses=recording.poses,
    )
    return out.getvalue()


def read_recording(path: Path) -> Recording:
    """The recording in a file; a ``FileError`` if it is broken, or claims more than it can have."""
    data = read_bytes(path)
    with blamed_on(path):
        archive = zipfile.ZipFile(io.BytesIO(data))
    with archive:
        entries = {info.filename: info for info in archive.infolist()}
        missing = [name for name in MEMBERS if f"{name}.npy" not in entries]
        if missing or len(archive.infolist()) != len(MEMBERS):
            what = f"has no {missing[0]!r}" if missing else "has other members"
            raise FileError(f"{path}: {what}, expected a recording: {', '.join(MEMBERS)}")
        return _Reader(path, archive, entries).recording()


class _Reader:
    """The arrays of an archive, each checked before the next, the largest last."""

    def __init__(
        self, path: Path, archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo]
    ) -> None:
        self._path, self._archive, self._entries = path, archive, entries

    def recording(self) -> Recording:
        version = self._array("impinge", "iu", ())
        if int(version) != VERSION:
            raise FileError(f"{self._path}: layout {int(version)}, only {VERSION} is known")
        times = self._array("times", "f", (None,))
        names = self._names()
        poses = self._array("poses", "f", (len(names), len(times), 4, 4))
        try:
            return Recording(times, dict(zip(names, poses, strict=True)))
        except ImpingeError as error:
            raise FileError(f"{self._path}: {error}") from error

    def _names(self) -> list[str]:
        try:
            names = json.loads(self._array("names", "u", (None,)).tobytes())
        except (ValueError, RecursionError) as error:
            if isinstance(error, FileError):
                raise
            raise FileError(f"{self._path}: names: broken ({error})") from error
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise FileError(f"{self._path}: names: expected a list of texts")
        if len(set(names)) < len(names):
            raise FileError(f"{self._path}: names: one is there twice")
        return names

    def _array(self, name: str, kinds: str, expected: tuple[int | None, ...]) -> NDArray[Any]:
        """One array; its numbers are unpacked only if they are as many as there should be."""
        info = self._entries[f"{name}.npy"]
        where = f"{self._path}: {name}"
        if info.file_size > MOST[name]:
            raise FileError(f"{where}: {info.file_size} bytes, more than {MOST[name]} are not read")
        if info.compress_type not in PACKED:
            raise FileError(f"{where}: packed in an unknown way, expected as NumPy does")
        with blamed_on(where), self._archive.open(info) as member:
            head = member.read(HEADER)
            start, dtype, shape = _header(head, where)
            _compare(where, info.file_size - start, dtype, shape, kinds, expected)
            # One byte more than is said: it may go on behind its end.
            raw = head + member.read(info.file_size - len(head) + 1)
        if len(raw) != info.file_size:
            raise FileError(f"{where}: {len(raw)} bytes, {info.file_size} expected")
        return np.frombuffer(raw, dtype, offset=start).reshape(shape)


def _compare(
    where: str,
    size: int,
    dtype: np.dtype[Any],
    shape: tuple[int, ...],
    kinds: str,
    expected: tuple[int | None, ...],
) -> None:
    """Refuse an array of another kind or shape, or that is not as long as that says."""
    fits = len(shape) == len(expected) and all(
        m is None or n == m for n, m in zip(shape, expected, strict=True)
    )
    if dtype.kind not in kinds or not fits:
        raise FileError(f"{where}: {dtype} of shape {shape}, expected {expected}")
    if math.prod(shape) * dtype.itemsize != size:
        raise FileError(f"{where}: {size} bytes are not {shape} of {dtype}")


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
