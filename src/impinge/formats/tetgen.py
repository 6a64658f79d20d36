"""TetGen: points in a .node file, tetrahedra in an .ele file beside it."""

from __future__ import annotations

from array import array
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import TetArrays, read_bytes
from impinge.formats.text import COUNT, REAL, Lines, as_table, row_of

MOST_ATTRIBUTES = 1000
"""Numbers behind the coordinates of a point or the corners of a tetrahedron; they are left out."""


def read_tetgen(data: bytes, path: Path) -> TetArrays:
    """Points and tetrahedra; the other file of the two is read as well.

    A ``FileError`` says if the other file is not there or a link out of the folder, counts
    contradict the lines, a line is broken, points are not in three dimensions, or tetrahedra have
    more than four corners.
    """
    is_node = path.suffix.lower() == ".node"
    both = Lines(data, path, "#"), _partner(path, ".ele" if is_node else ".node")
    nodes, elements = both if is_node else both[::-1]
    points, first = _read_nodes(nodes)
    return TetArrays(points, _read_elements(elements, first, len(points)))


def _partner(path: Path, extension: str) -> Lines:
    """The other file. Nobody named it: a link must not lead to a file elsewhere."""
    spelled = [path.with_suffix(extension), path.with_suffix(extension.upper())]
    other = next((file for file in spelled if file.is_file()), None)
    if other is None:
        raise FileError(f"{path}: its other half, {spelled[0].name}, is not beside it")
    home, target = path.parent.resolve(), other.resolve()
    if not target.is_relative_to(home):
        raise FileError(f"{path}: its other half, {other.name}, is a link out of the folder")
    return Lines(read_bytes(target, home=home), other, "#")


def _read_counts(lines: Lines, most: int, expected: str) -> tuple[list[int], FileError]:
    """The counts of the first line, and the error if they make no sense."""
    mistake, words = lines.wrong_here(f"expected {expected}"), len(lines.peek().split())
    if not 2 <= words <= most:
        raise mistake
    # Some programs leave out what is zero.
    return [*lines.take_counts(words, expected), 0, 0][:most], mistake


def _read_nodes(lines: Lines) -> tuple[NDArray[np.float64], int]:
    """Coordinates without attributes and markers, and the number of the first point."""
    expected = "the number of points, 3, and the numbers of attributes and markers"
    (count, dimension, attributes, markers), mistake = _read_counts(lines, 4, expected)
    if count < 1 or dimension != 3 or attributes > MOST_ATTRIBUTES or markers > 1:
        raise mistake
    pattern = row_of(COUNT, *[REAL] * (3 + attributes + markers))
    rows = lines.take(count, pattern, f"a number and {3 + attributes + markers} values")
    points, first = array("d"), 0
    for taken, row in enumerate(rows):
        number, *place = row[1].split()[:4]
        if taken == 0:
            first = int(number)
            if first > 1:
                raise lines.wrong(row, "expected points numbered from 0 or 1 on")
        if int(number) != first + taken:
            raise lines.wrong(row, f"expected point {first + taken}")
        points.extend(map(float, place))
    if lines:
        raise lines.wrong_here(f"{count} points announced, expected no more")
    return as_table(points, 3), first


def _read_elements(lines: Lines, first: int, count: int) -> NDArray[np.int64]:
    """Rows of the corners; points are numbered ``first ... first + count - 1``."""
    expected = "the numbers of tetrahedra, of their corners (4), and of attributes"
    (tets, corners, attributes), mistake = _read_counts(lines, 3, expected)
    if tets < 1 or corners != 4 or attributes > MOST_ATTRIBUTES:
        raise mistake
    pattern = row_of(*[COUNT] * 5, *[REAL] * attributes)
    found = array("q")
    for row in lines.take(tets, pattern, "a number, four corners, attributes"):
        numbers = [int(word) - first for word in row[1].split()[1:5]]
        if not 0 <= min(numbers) <= max(numbers) < count:
            raise lines.wrong(row, f"expected points {first} to {first + count - 1}")
        found.extend(numbers)
    if lines:
        raise lines.wrong_here(f"{tets} tetrahedra announced, expected no more")
    return as_table(found, 4)
