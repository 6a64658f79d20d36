"""Files that grow frame by frame: each frame is a head in JSON and named arrays.

The file begins with ``MAGIC`` and a version. Chunks follow: a header, then one per frame. A chunk
is a prefix (``PREFIX``: mark, bytes of head and body, checksum of the head, checksum of the
prefix), the head and the body. The head lists the arrays of the body: name, type, shape, checksum.
All numbers are little-endian, checksums are CRC-32.

Chunks are only appended. A writer that is killed leaves a part of a chunk at the end; readers leave
it out, and the next writer cuts it off. Anything else that does not fit is damage: a ``FileError``.
"""

from __future__ import annotations

import json
import math
import os
import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import MOST_BYTES, blamed_on, open_regular, system_blamed_on

try:
    import fcntl
except ImportError:  # Windows: two writers are not noticed there.
    fcntl = None  # type: ignore[assignment]

MAGIC, VERSION = b"\x89impinge frames\n", 1
START = struct.Struct("<16sI")
PREFIX = struct.Struct("<4sIQII")
MARK = b"frm\n"
MOST_HEAD = 2**23
"""Bytes of a head; a hundred arrays take 4 kB. Parsed, JSON may take twenty times its size."""
TYPES = {"f8": np.dtype("<f8"), "i8": np.dtype("<i8")}
DIMENSIONS = 4


class Entry(NamedTuple):
    """One array of a chunk."""

    offset: int
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    checksum: int


class FrameFile:
    """The frames of a file, read when they are asked for; frame -1 is the header.

    Only offset and checksum of each frame are in memory. Frames behind the first ``most``, and
    those appended later, are not seen. Damage is a ``FileError``, here or when it is read.
    """

    def __init__(self, path: Path, most: int | None = None) -> None:
        self.path = Path(os.path.abspath(path))  # noqa: PTH100 (resolve follows links)
        self._last: tuple[int, dict[str, Any], dict[str, Entry]] | None = None
        with system_blamed_on(path), open_regular(path) as file:
            self._offsets, self._marks, self.end = _scan(file, self.path)
        if most is not None:
            del self._offsets[most + 1 :], self._marks[most + 1 :]

    def __len__(self) -> int:
        return max(0, len(self._offsets) - 1)

    @property
    def has_header(self) -> bool:
        """False if a writer was killed within the header; there is no frame then."""
        return len(self._offsets) > 0

    @property
    def mark(self) -> int:
        """Checksum of the last frame."""
        return self._marks[-1]

    def head(self, frame: int) -> tuple[dict[str, Any], dict[str, Entry]]:
        """What the head of a frame says, and the arrays it lists."""
        return next(self.heads((frame,)))

    def heads(self, frames: Iterable[int]) -> Iterator[tuple[dict[str, Any], dict[str, Entry]]]:
        """Heads of frames; the file is opened once."""
        with system_blamed_on(self.path), open_regular(self.path) as file:
            for frame in frames:
                yield self._head(file, frame)

    def array(self, frame: int, name: str, told: str = "") -> NDArray[Any] | None:
        """An array of a frame; None if it has none of this name. Errors call it ``told``."""
        return next(self.arrays((frame,), name, told))

    def arrays(
        self, frames: Iterable[int], name: str, told: str = ""
    ) -> Iterator[NDArray[Any] | None]:
        """Arrays of one name, as by ``array``; the file is opened once."""
        with system_blamed_on(self.path), open_regular(self.path) as file:
            for frame in frames:
                entry = self._head(file, frame)[1].get(name)
                yield None if entry is None else self._array(file, entry, frame, told or name)

    def _array(self, file: BinaryIO, entry: Entry, frame: int, told: str) -> NDArray[Any]:
        found = np.empty(entry.shape, entry.dtype)
        data = found.reshape(-1).view(np.uint8).data
        file.seek(entry.offset)
        count = file.readinto(data)  # type: ignore[attr-defined]
        if count != len(data) or zlib.crc32(data) != entry.checksum:
            raise FileError(f"{self.path}: {frame_name(frame)}: {told}: damaged")
        return found.astype(found.dtype.newbyteorder("="), copy=False)

    def _head(self, file: BinaryIO, frame: int) -> tuple[dict[str, Any], dict[str, Entry]]:
        # Tracks of one frame are read one after another.
        last = self._last
        if last is not None and last[0] == frame:
            return last[1:]
        offset, mark = self._offsets[frame + 1], self._marks[frame + 1]
        where = f"{self.path}: {frame_name(frame)}"
        file.seek(offset)
        prefix = file.read(PREFIX.size)
        if len(prefix) < PREFIX.size or PREFIX.unpack(prefix)[4] != mark:
            raise FileError(f"{where}: was changed since the file was opened")
        _, head_size, body_size, checksum, _ = PREFIX.unpack(prefix)
        text = file.read(head_size)
        if zlib.crc32(text) != checksum:
            raise FileError(f"{where}: its head is damaged")
        with blamed_on(where):
            head = json.loads(text, parse_constant=_refuse)
            entries = _entries(head.pop("arrays"), offset + PREFIX.size + head_size, body_size)
        self._last = frame, head, entries
        return head, entries


class FrameWriter:
    """Appends frames to a file; each is whole on return, even if the process is killed then.

    With ``resume``, frames that are there stay (``existing``), and what follows the last whole one
    is cut off. If ``existing`` is None, the first chunk to append is the header. A ``FileError`` if
    another writer is at work, the file is damaged, or cannot be written.
    """

    def __init__(self, path: Path, *, resume: bool) -> None:
        self.path, self._process, self._written = path, os.getpid(), (0, 0)
        self.existing: FrameFile | None = None
        with system_blamed_on(path):
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            self._file = open(  # noqa: SIM115 (closed by close)
                path, "r+b", buffering=0, opener=lambda name, _: os.open(name, flags, 0o666)
            )
        try:
            lock_file(self._file, path)
            with system_blamed_on(path):
                self._begin(resume)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, resume: bool) -> None:
        existing = FrameFile(self.path) if resume else None
        if existing is not None and existing.has_header:
            self.existing, self._written = existing, (existing.end, len(existing) + 1)
            self._file.truncate(existing.end)
            return
        self._file.truncate(0)
        self._write([START.pack(MAGIC, VERSION)], 0)

    @property
    def frames(self) -> int:
        """How many were written; the first chunk is the header."""
        return max(self._written[1] - 1, 0)

    def append(self, head: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Write one chunk: all of it, or nothing if that fails."""
        listed, parts = [], []
        for name, values in arrays.items():
            kind = "i8" if values.dtype.kind == "i" else "f8"
            part = np.ascontiguousarray(values, TYPES[kind]).reshape(-1).view(np.uint8).data
            parts.append(part)
            listed.append([name, kind, values.shape, zlib.crc32(part)])
        # ASCII: a name may hold what UTF-8 has no way to write.
        text = json.dumps({**head, "arrays": listed}, allow_nan=False).encode("ascii")
        size = sum(map(len, parts))
        for what, count, most in (("names", len(text), MOST_HEAD), ("arrays", size, MOST_BYTES)):
            if count > most:
                raise ImpingeError(
                    f"{self.path}: {what} of a frame take {count} bytes, only {most} are read again"
                )
        prefix = PREFIX.pack(MARK, len(text), size, zlib.crc32(text), 0)[:-4]
        self._write([prefix + struct.pack("<I", zlib.crc32(prefix)), text, *parts], 1)

    def _write(self, parts: list[Any], chunks: int) -> None:
        end, before = self._written
        with system_blamed_on(self.path):
            state = os.fstat(self._file.fileno())
            if not state.st_nlink or state.st_size < end or os.getpid() != self._process:
                raise FileError(
                    f"{self.path}: was removed or cut, or is written by another process; open a "
                    "recorder of its own"
                )
            try:
                # An interrupt behind the last write may have left its bytes.
                self._file.truncate(end)
                self._file.seek(end)
                for part in parts:
                    left = memoryview(part)
                    while left:
                        left = left[self._file.write(left) :]
            except BaseException:
                # The disk is full, or somebody has interrupted us.
                self._file.truncate(end)
                raise
            # In one step: an interrupt finds the chunk written and counted, or neither.
            self._written = self._file.tell(), before + chunks

    @property
    def closed(self) -> bool:
        return self._file.closed

    def close(self) -> None:
        """Bring everything to the disk and let others write; may be called again."""
        if not self._file.closed:
            with system_blamed_on(self.path):
                try:
                    os.fsync(self._file.fileno())
                    if fcntl is not None and os.getpid() == self._process:
                        # A forked process may have it open still.
                        fcntl.flock(self._file.fileno(), fcntl.LOCK_UN)
                finally:
                    self._file.close()


def lock_file(file: Any, path: Path) -> None:
    """Refuse a file that another writer has open; released when it is closed, or by a kill."""
    if fcntl is not None:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FileError(f"{path}: another recorder is writing to it") from error


def frame_name(frame: int) -> str:
    """What errors call a frame."""
    return "header" if frame < 0 else f"frame {frame}"


def _scan(file: Any, path: Path) -> tuple[array[int], array[int], int]:
    """Offsets and checksums of whole chunks, and where they end; none without a whole header."""
    offsets, marks = array("q"), array("I")
    size = os.fstat(file.fileno()).st_size
    file.seek(0)
    start = file.read(START.size)
    if len(start) == START.size:
        magic, version = START.unpack(start)
        if magic != MAGIC:
            raise FileError(f"{path}: is no recording, which begins with {MAGIC!r}")
        if version != VERSION:
            raise FileError(f"{path}: layout {version}, only {VERSION} is known")
    elif not START.pack(MAGIC, VERSION).startswith(start):
        raise FileError(f"{path}: is no recording, which begins with {MAGIC!r}")
    at = START.size
    while at + PREFIX.size <= size:
        file.seek(at)
        prefix = file.read(PREFIX.size)
        if len(prefix) < PREFIX.size:
            break
        mark, head_size, body_size, _, own = PREFIX.unpack(prefix)
        where = f"{path}: {frame_name(len(offsets) - 1)}"
        if mark != MARK or zlib.crc32(prefix[:-4]) != own:
            if not any(prefix) and _only_zeros(file):
                # A power cut: the file had its length before its bytes.
                break
            raise FileError(f"{where}: damaged at byte {at}")
        if head_size > MOST_HEAD or body_size > MOST_BYTES:
            raise FileError(f"{where}: claims {head_size} and {body_size} bytes, too many to read")
        end = at + PREFIX.size + head_size + body_size
        if end > size:
            break
        offsets.append(at)
        marks.append(own)
        at = end
    return offsets, marks, at


def _only_zeros(file: BinaryIO) -> bool:
    """Whether nothing but zeros follows."""
    while block := file.read(2**20):
        if any(block):
            return False
    return True


def _entries(listed: Any, offset: int, size: int) -> dict[str, Entry]:
    """Where the arrays of a body are, which must fill it."""
    found: dict[str, Entry] = {}
    end = offset + size
    for name, kind, shape, checksum in listed:
        is_shape = isinstance(shape, list) and len(shape) <= DIMENSIONS
        if not is_shape or not all(type(n) is int and n >= 0 for n in shape):
            raise ValueError(f"array {name!r} of shape {shape!r}")
        # NumPy counts no zeros when it looks whether an array is too large.
        if math.prod(max(n, 1) for n in shape) > MOST_BYTES:
            raise ValueError(f"array {name!r} of shape {shape!r} is too large")
        if not isinstance(name, str) or name in found:
            raise ValueError(f"array {name!r} twice, or no name")
        entry = Entry(offset, TYPES[kind], tuple(shape), checksum)
        offset += math.prod(shape) * entry.dtype.itemsize
        if offset > end:
            raise ValueError(f"array {name!r} is larger than its frame")
        found[name] = entry
    if offset != end:
        raise ValueError(f"{end - offset} bytes belong to no array")
    return found


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no finite number")
