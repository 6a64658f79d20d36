"""VTK's unstructured grids, and its legacy files of them: text and binary, up to version 5.1.

Read here and not by meshio, which reserves what counts announce, follows offsets without looking,
and does not say which line is wrong. Data at points and cells is left out.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.errors import FileError
from impinge.core.ids import Ids
from impinge.formats.file import TetArrays
from impinge.formats.text import REAL, WHOLE, Lines
from impinge.formats.walk import Walk

HEAD = b"# vtk DataFile Version"
KINDS = {
    "float": ">f4", "double": ">f8", "char": ">i1", "unsigned_char": ">u1", "short": ">i2",
    "unsigned_short": ">u2", "int": ">i4", "unsigned_int": ">u4", "long": ">i8",
    "unsigned_long": ">u8", "vtktypeint32": ">i4", "vtktypeint64": ">i8", "vtkidtype": ">i8",
}  # fmt: skip
"""Numbers of a binary file, the highest byte first."""

PARTS = (
    "POINTS", "CELLS", "CELL_TYPES", "OFFSETS", "CONNECTIVITY", "CELL_DATA", "POINT_DATA", "FIELD",
)  # fmt: skip
"""What may follow a block of METADATA, which ends with an empty line."""
TETRAHEDRON = 10
FLAT = (1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 22, 23, 28, 30, 34, 35, 36)
"""Points, lines and faces, of first and second order; they mark borders, and are left out."""

SOLIDS = {
    11: "voxels", 12: "hexahedra", 13: "wedges", 14: "pyramids", 15: "prisms", 16: "prisms",
    24: "tetrahedra of 10 points", 25: "hexahedra", 26: "wedges", 27: "pyramids",
    29: "hexahedra", 41: "sets of points", 42: "polyhedra", 71: "tetrahedra of higher order",
    78: "tetrahedra of higher order",
}  # fmt: skip


class Grid(NamedTuple):
    """A grid as files hold it; nothing of it is checked."""

    points: Array
    connectivity: Ids
    ends: Ids
    """Where each cell ends in the list of points, that is where the next begins."""
    types: Ids


def read_vtk(data: bytes, path: Path) -> TetArrays:
    """Points and tetrahedra; cells of fewer dimensions are left out, other solids refused."""
    walk = Walk(data, path)
    head = walk.line()
    if not head.startswith(HEAD):
        raise FileError(f"{path}: expected {HEAD.decode()} in the first line")
    # A title of any kind.
    walk.line()
    encoding = walk.line().upper()
    if encoding not in (b"ASCII", b"BINARY"):
        raise FileError(f"{path}: line 3: expected ASCII or BINARY, found {encoding[:40]!r}")
    # From version 5 on cells are cut by offsets; before, each begins with its number of points.
    has_offsets = head[len(HEAD) :].strip().startswith(b"5")
    source: _Text | _Binary = (
        _Text(Lines(data, path, first=4, begin=walk.at)) if encoding == b"ASCII" else _Binary(walk)
    )
    return tets_of(_read_grid(source, has_offsets), path)


def tets_of(grid: Grid, path: Path) -> TetArrays:
    """The tetrahedra of a grid; cells of fewer dimensions are left out, other solids refused."""
    points, connectivity, ends, types = grid
    if len(ends) != len(types):
        raise FileError(f"{path}: {len(ends)} offsets for {len(types)} types of cells")
    starts = np.concatenate([np.zeros(1, np.int64), ends])
    if (np.diff(starts) < 0).any() or starts[-1] != len(connectivity):
        raise FileError(f"{path}: its offsets do not cut {len(connectivity)} points into cells")
    other = types[(types != TETRAHEDRON) & ~np.isin(types, FLAT)]
    if len(other):
        kind = int(other[0])
        what = SOLIDS.get(kind, f"cells of type {kind}")
        raise FileError(f"{path}: holds {what}, only tetrahedra of four points are supported")
    (which,) = np.nonzero(types == TETRAHEDRON)
    if len(which) == 0:
        raise FileError(f"{path}: holds no tetrahedra")
    wrong = which[np.diff(starts)[which] != 4]
    if len(wrong):
        raise FileError(f"{path}: cell {wrong[0]} is a tetrahedron that does not have four points")
    tets = connectivity[starts[which][:, None] + np.arange(4)]
    wrong = which[((tets < 0) | (tets >= len(points))).any(axis=1)]
    if len(wrong):
        raise FileError(
            f"{path}: cell {wrong[0]} names a point that is not there, of {len(points)}"
        )
    return TetArrays(points, tets)


class _Text:
    """Lines and numbers of a text file."""

    def __init__(self, lines: Lines) -> None:
        self._lines, self._last = lines, 0

    def line(self) -> str:
        self._last, text = self._lines.take_any() if self._lines else (0, "")
        return text

    def wrong(self, message: str) -> FileError:
        where = f"line {self._last}: " if self._last else ""
        return FileError(f"{self._lines.path}: {where}{message}")

    def numbers(self, count: int, kind: str, what: str) -> NDArray[Any]:
        is_real = np.dtype(KINDS[kind]).kind == "f"
        return self._lines.take_numbers(count, REAL if is_real else WHOLE, what)

    def skip_metadata(self) -> None:
        while self._lines and self._lines.peek().split()[0] not in PARTS:
            self._lines.take_any()


class _Binary:
    """Lines and numbers of a binary file."""

    def __init__(self, walk: Walk) -> None:
        self._walk, self.wrong = walk, walk.wrong

    def line(self) -> str:
        return self._walk.next_line().decode("ascii", "replace")

    def numbers(self, count: int, kind: str, what: str) -> NDArray[Any]:  # noqa: ARG002
        return self._walk.take(count, np.dtype(KINDS[kind]))

    def skip_metadata(self) -> None:
        while self._walk.at < len(self._walk.data) and self._walk.line():
            pass


def _read_grid(source: _Text | _Binary, has_offsets: bool) -> Grid:
    """Points, cells and their types, in whatever order they come; what follows is not read."""
    if source.line().upper().split() != ["DATASET", "UNSTRUCTURED_GRID"]:
        raise source.wrong("expected DATASET UNSTRUCTURED_GRID, no other kind is supported")
    found: dict[str, Any] = {}
    while not {"POINTS", "CELLS", "CELL_TYPES"} <= set(found):
        words = source.line().split()
        name = words[0].upper() if words else ""
        if name == "METADATA":
            source.skip_metadata()
        elif name == "FIELD":
            _skip_field(source, words)
        elif name in found or name not in ("POINTS", "CELLS", "CELL_TYPES"):
            missing = next(k for k in ("POINTS", "CELLS", "CELL_TYPES") if k not in found)
            shown = f"found {' '.join(words)[:60]!r}" if words else "the file ends"
            raise source.wrong(f"expected {missing}, {shown}")
        elif name == "POINTS":
            count = _count(source, words, 1)
            points = source.numbers(3 * count, _kind(source, words, 2), "points")
            found[name] = points.reshape(count, 3).astype(np.float64)
        elif name == "CELLS":
            read = _read_offset_cells if has_offsets else _read_counted_cells
            found[name] = read(source, words)
        else:
            types = source.numbers(_count(source, words, 1), "int", "cell types")
            found[name] = types.astype(np.int64)
    connectivity, ends = found["CELLS"]
    return Grid(found["POINTS"], connectivity, ends, found["CELL_TYPES"])


def _read_offset_cells(source: _Text | _Binary, words: list[str]) -> tuple[Ids, Ids]:
    arrays = []
    for part, column in (("OFFSETS", 1), ("CONNECTIVITY", 2)):
        line = source.line().split()
        if line[:1] != [part]:
            raise source.wrong(f"expected {part}, found {' '.join(line)[:60]!r}")
        numbers = source.numbers(
            _count(source, words, column), _kind(source, line, 1), part.lower()
        )
        if numbers.dtype.kind == "f":
            raise source.wrong(f"expected whole numbers of {part}")
        arrays.append(numbers.astype(np.int64))
    offsets, connectivity = arrays
    if len(offsets) < 1 or offsets[0] != 0:
        raise source.wrong("expected offsets that begin with 0")
    return connectivity, offsets[1:]


def _read_counted_cells(source: _Text | _Binary, words: list[str]) -> tuple[Ids, Ids]:
    count, size = _count(source, words, 1), _count(source, words, 2)
    numbers = source.numbers(size, "int", "cells").astype(np.int64)
    is_length = np.zeros(size, dtype=np.bool_)
    at = 0
    lengths = array("q")
    # Each cell takes one number at least, so this ends.
    while at < size and len(lengths) < count:
        length = int(numbers[at])
        if not 0 <= length < size - at:
            raise source.wrong(f"cell {len(lengths)} has {length} points, too many")
        is_length[at] = True
        lengths.append(length)
        at += 1 + length
    if at != size or len(lengths) != count:
        raise source.wrong(f"{count} cells of {size} numbers announced, these are others")
    return numbers[~is_length], np.cumsum(np.array(lengths, dtype=np.int64))


def _skip_field(source: _Text | _Binary, words: list[str]) -> None:
    """Arrays that belong to no part of the grid, as the time."""
    for _ in range(_count(source, words, 2)):
        line = source.line().split()
        count = _count(source, line, 1) * _count(source, line, 2)
        source.numbers(count, _kind(source, line, 3), "a field")


def _count(source: _Text | _Binary, words: list[str], column: int) -> int:
    word = words[column] if column < len(words) else ""
    if not (word.isascii() and word.isdigit() and len(word) <= 18):
        raise source.wrong(f"expected a count in {' '.join(words)[:60]!r}")
    return int(word)


def _kind(source: _Text | _Binary, words: list[str], column: int) -> str:
    kind = words[column].lower() if column < len(words) else ""
    if kind not in KINDS:
        raise source.wrong(f"numbers of kind {kind[:40]!r} are not supported")
    return kind
