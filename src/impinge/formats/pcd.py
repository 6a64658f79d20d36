"""PCD: clouds of the Point Cloud Library; text, binary, and binary compressed by LZF."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import PointArrays, most_unpacked
from impinge.formats.kernels.lzf import BEFORE_FIRST, unpack
from impinge.formats.text import REAL, Lines, row_of, table_of
from impinge.formats.walk import Walk

KEYS = (
    "VERSION", "FIELDS", "SIZE", "TYPE", "COUNT", "WIDTH", "HEIGHT", "VIEWPOINT", "POINTS",
)  # fmt: skip
KINDS = {"F": {"4": "f4", "8": "f8"}, "I": {s: f"i{s}" for s in "1248"},
         "U": {s: f"u{s}" for s in "1248"}}  # fmt: skip
MOST_LINES = 1000
"""Of the head: some ten, and comments."""
GREATEST = 264
"""Bytes that one copy gives at most; it takes two or three, so nothing grows more than this."""
POINT_BYTES = 24
"""What becomes of a point, be its coordinates of one byte each."""
MOST_COLUMNS = 10_000
"""Numbers a point: histograms have some hundreds."""


class Head(NamedTuple):
    """What the lines before the data say."""

    names: list[str]
    row: np.dtype[Any]
    """Of one point: numbers of each name, which may repeat, as fields "0", "1" and so on."""
    points: int
    encoding: str

    @property
    def counts(self) -> list[int]:
        """Numbers of each field."""
        return [self.row[k].shape[0] for k in range(len(self.names))]


def read_pcd(data: bytes, path: Path) -> PointArrays:
    """Points, and normals where the cloud has them; points without coordinates are left out.

    A cloud in rows and columns, as a camera sees it, holds NaN where nothing was seen.
    """
    walk = Walk(data, path)
    head, lines = _read_head(walk)
    if head.encoding == "ascii":
        columns = _read_text(walk, head, lines)
    elif head.encoding == "binary":
        columns = _read_binary(walk, head)
    else:
        columns = _read_compressed(walk, head)
    points = np.stack([columns[axis] for axis in "xyz"], axis=1).astype(np.float64)
    normals = None
    if {"normal_x", "normal_y", "normal_z"} <= set(columns):
        normals = np.stack([columns[f"normal_{axis}"] for axis in "xyz"], axis=1)
        normals = np.nan_to_num(normals.astype(np.float64), posinf=0.0, neginf=0.0)
    seen = ~np.isnan(points).any(axis=1)
    if not seen.any():
        raise FileError(f"{path}: holds no points")
    return PointArrays(points[seen], None if normals is None else normals[seen])


def _read_head(walk: Walk) -> tuple[Head, int]:
    """The head, and how many lines it took."""
    found: dict[str, list[str]] = {}
    for number in range(1, MOST_LINES):
        line = walk.line().partition(b"#")[0].decode("ascii", "replace")
        key, *words = line.split() or [""]
        if key == "DATA":
            encoding = words[0] if words else ""
            if encoding not in ("ascii", "binary", "binary_compressed"):
                raise FileError(f"{walk.path}: line {number}: unknown data {encoding[:40]!r}")
            return _checked_head(found, encoding, walk.path), number
        if key in found or (key and key not in KEYS):
            raise FileError(f"{walk.path}: line {number}: cannot read {line[:60]!r}")
        if key:
            found[key] = words
        if walk.at >= len(walk.data):
            break
    raise FileError(f"{walk.path}: has no line DATA; not a PCD file, or truncated")


def _checked_head(found: dict[str, list[str]], encoding: str, path: Path) -> Head:
    names = found.get("FIELDS", [])
    sizes, types = found.get("SIZE", []), found.get("TYPE", [])
    counts = found.get("COUNT", ["1"] * len(names))
    if not len(names) == len(sizes) == len(types) == len(counts) >= 3:
        raise FileError(
            f"{path}: FIELDS, SIZE, TYPE and COUNT do not have the same number of words"
        )
    fields: list[tuple[str, str, tuple[int]]] = []
    for name, size, kind, count in zip(names, sizes, types, counts, strict=True):
        code = KINDS.get(kind, {}).get(size)
        if code is None or not 1 <= _whole(count, "COUNT", path) <= MOST_COLUMNS:
            raise FileError(
                f"{path}: field {name[:40]!r} of type {kind[:9]} {size[:9]} x {count[:9]}"
            )
        if name in ("x", "y", "z") and int(count) != 1:
            raise FileError(f"{path}: expected one x, y, z a point")
        fields.append((f"{len(fields)}", f"<{code}", (int(count),)))
    shown = [name for name in names if name != "_"]
    if len(set(shown)) != len(shown) or not {"x", "y", "z"} <= set(shown):
        raise FileError(f"{path}: expected fields x, y, z, each once")
    width, height = (_whole(found.get(key, ["1"])[:1], key, path) for key in ("WIDTH", "HEIGHT"))
    points = _whole(found.get("POINTS", [str(width * height)])[:1], "POINTS", path)
    if points != width * height or points == 0:
        raise FileError(f"{path}: {points} points announced, in {height} rows of {width}")
    return Head(names, np.dtype(fields), points, encoding)


def _whole(words: str | list[str], what: str, path: Path) -> int:
    word = "".join(words)
    if not (word.isascii() and word.isdigit() and len(word) <= 18):
        raise FileError(f"{path}: expected a whole number as {what}, found {word[:40]!r}")
    return int(word)


def _read_text(walk: Walk, head: Head, line: int) -> dict[str, NDArray[Any]]:
    width = sum(head.counts)
    left = len(walk.data) - walk.at
    if head.points * 2 * width > left + 1:
        raise FileError(f"{walk.path}: {head.points} points announced, {left} bytes are left")
    lines = Lines(walk.data, walk.path, first=line + 1, begin=walk.at)
    number = rf"(?:{REAL}|[+-]?(?:nan|inf))"
    rows = lines.take(head.points, row_of(*[number] * width), f"{width} numbers")
    table = table_of(rows, width)
    if lines:
        raise lines.wrong_here(f"{head.points} points announced, expected no more")
    starts = np.cumsum([0, *head.counts])
    return {name: table[:, at] for name, at in zip(head.names, starts, strict=False)}


def _read_binary(walk: Walk, head: Head) -> dict[str, NDArray[Any]]:
    rows = walk.take(head.points, head.row)
    return {name: rows[f"{k}"][:, 0] for k, name in enumerate(head.names)}


def _read_compressed(walk: Walk, head: Head) -> dict[str, NDArray[Any]]:
    """One field after the other, compressed as a whole."""
    packed, size = walk.take(2, np.dtype("<u4")).tolist()
    if size != head.points * head.row.itemsize or size > GREATEST * packed:
        raise FileError(
            f"{walk.path}: {head.points} points take {head.points * head.row.itemsize} bytes, "
            f"{size} announced in {packed} compressed ones"
        )
    most = most_unpacked(len(walk.data))
    if max(size, POINT_BYTES * head.points) > most:
        raise FileError(
            f"{walk.path}: {head.points} points in {size} bytes announced, a file of "
            f"{len(walk.data)} bytes may hold {most} compressed"
        )
    try:
        data = decompress_lzf(walk.take(packed, np.dtype("u1")), size)
    except ValueError as error:
        raise FileError(f"{walk.path}: its compressed data is broken: {error}") from error
    found, at = {}, 0
    for k, (name, count) in enumerate(zip(head.names, head.counts, strict=True)):
        column = np.frombuffer(data, head.row[k].base, head.points * count, at)
        found[name] = column.reshape(head.points, count)[:, 0]
        at += column.nbytes
    return found


def decompress_lzf(data: bytes | NDArray[Any], size: int) -> NDArray[np.uint8]:
    """(size,) uint8: the bytes behind, of which there must be so many.

    A ``ValueError`` if there are others, or a copy begins before the first byte.

    Examples
    --------
    >>> decompress_lzf(bytes([1]) + b"ab" + bytes([2 << 5, 1]), 6).tobytes()
    b'ababab'
    """
    found = np.empty(size, np.uint8)
    # A copy of its own: kernels take writable arrays only.
    count = unpack(np.array(np.frombuffer(data, np.uint8)), found)
    if count == BEFORE_FIRST:
        raise ValueError("a copy begins before the first byte")
    if count != size:
        raise ValueError(f"expected {size} bytes, found others; truncated?")
    return found
