"""Rows of numbers in text: one line at a time, and errors that name the line.

Text is not taken apart as a whole: a list of its lines, or of its words, takes thirty to sixty
times its bytes.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError
from impinge.formats.file import PointArrays, check_text, number_words, shown

COUNT = r"\d{1,18}+"
"""A whole number from 0 on, of as many digits as fit into 64 bits."""

WHOLE = r"[+-]?+\d{1,18}+"
REAL = r"[+-]?+(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?+\d++)?+"
"""Nothing is tried twice in these, so matching takes time in proportion to the text."""


def row_of(*words: str) -> re.Pattern[str]:
    """What one line with these words, in this order, looks like.

    Examples
    --------
    >>> bool(row_of(COUNT, REAL).fullmatch("7  1.5e3")), bool(row_of(COUNT).fullmatch("7 8"))
    (True, False)
    """
    return re.compile(r"\s++".join(words), re.ASCII)


MOST_ROW = 1024**2
"""Characters of a line that is one row: a point with ten thousand columns, at most."""

PIECE = 64 * 1024
"""Characters of a line that may hold any number of words, taken at once."""

VISIBLE, BLANK = re.compile(rb"\S"), re.compile(r"\s")
MARK = b"\xef\xbb\xbf"
"""Some editors write a byte order mark, which would hide the first word."""

Row = tuple[int, str]
"""Number of a line, from 1 on, and the line without blanks around it."""


def numbered_lines(
    data: bytes, path: Path, comment: str | None = None, first: int = 1, begin: int = 0
) -> Iterator[Row]:
    r"""The lines of a text that are not empty, one after the other.

    They begin at a place ``begin``, where their numbers begin at ``first``; what follows a
    ``comment`` is left out. Names may be in any old encoding, numbers are ASCII.

    Examples
    --------
    >>> list(numbered_lines(b"1 2 # a\n\n # b\n 3", Path("a.xyz"), "#"))
    [(1, '1 2'), (4, '3')]
    """
    check_text(data, path, begin)
    at, number = begin, first
    if data.startswith(MARK, begin):
        at += len(MARK)
    hidden = None if comment is None else comment.encode()
    while found := VISIBLE.search(data, at):
        number += data.count(b"\n", at, found.start())
        end = data.find(b"\n", found.start())
        end = len(data) if end < 0 else end
        line = data[found.start() : end]
        if hidden is not None:
            line = line.partition(hidden)[0]
        text = line.decode("utf-8", errors="replace").strip()
        if text:
            yield number, text
        at, number = end + 1, number + 1


def check_row(row: Row, path: Path) -> None:
    """Refuse a line that is too long to be one row of numbers."""
    number, line = row
    if len(line) > MOST_ROW:
        raise FileError(
            f"{path}: line {number}: {len(line)} characters, at most {MOST_ROW} are read"
        )


def point_of(
    row: Row, path: Path, expected: str, first: int, *, more: bool
) -> tuple[float, float, float]:
    """The coordinates of a line, ``first`` words after its start; ``expected`` is its form.

    With ``more``, other numbers may follow them.
    """
    check_row(row, path)
    number, line = row
    try:
        words = number_words(line)[first:]
        x, y, z = words[:3] if more else words
        return float(x), float(y), float(z)
    except ValueError:
        raise FileError(f"{path}: line {number}: expected {expected}, {shown(line)}") from None


def as_table(numbers: array[Any], width: int) -> NDArray[Any]:
    """Numbers in rows of so many; they are not copied."""
    kind = np.dtype(np.float64 if numbers.typecode == "d" else np.int64)
    flat = np.frombuffer(numbers, kind) if len(numbers) else np.zeros(0, kind)
    return flat.reshape(-1, width)


class Lines:
    """The lines of a text that are not empty, taken one after the other.

    Parameters are those of :func:`numbered_lines`.
    """

    def __init__(
        self, data: bytes, path: Path, comment: str | None = None, first: int = 1, begin: int = 0
    ) -> None:
        self._rows = numbered_lines(data, path, comment, first, begin)
        self._next = next(self._rows, None)
        self.path = path

    def __bool__(self) -> bool:
        """Whether lines are left."""
        return self._next is not None

    def peek(self) -> str:
        """The next line, or the beginning of one that is too long; empty at the end."""
        return self._next[1][:MOST_ROW] if self._next is not None else ""

    def wrong(self, row: Row, message: str) -> FileError:
        """The error that names the line of a row."""
        number, line = row
        return FileError(f"{self.path}: line {number}: {message}, found {line[:60]!r}")

    def wrong_here(self, message: str) -> FileError:
        """The error that names the line that is next, or the end of the file."""
        if self._next is None:
            return FileError(f"{self.path}: the file ends early: {message}")
        return self.wrong(self._next, message)

    def take(self, count: int | None, pattern: re.Pattern[str], expected: str) -> Iterator[Row]:
        """So many lines, or all that are left, each as this pattern says, when it is asked for."""
        taken = 0
        while taken != count:
            if self._next is None and count is None:
                return
            if self._next is None:
                raise FileError(
                    f"{self.path}: the file ends early: {count} lines of {expected} announced, "
                    f"{taken} found"
                )
            row = self.take_any()
            if not pattern.fullmatch(row[1]):
                raise self.wrong(row, f"expected {expected}")
            yield row
            taken += 1

    def take_counts(self, words: int, expected: str) -> list[int]:
        """The whole numbers, from 0 on, of one line with so many of them."""
        ((_, line),) = self.take(1, row_of(*[COUNT] * words), expected)
        return [int(word) for word in line.split()]

    def take_numbers(self, count: int, word: str, expected: str) -> NDArray[Any]:
        """So many numbers, over as many lines as they take: int64 for ``WHOLE``, else float64.

        The last line ends with the last number.
        """
        pattern = re.compile(rf"{word}(?:\s++{word})*+", re.ASCII)
        found: array[Any] = array("q" if word == WHOLE else "d")
        while len(found) < count:
            if not self:
                raise self.wrong_here(
                    f"{count} numbers of {expected} announced, {len(found)} found"
                )
            row = self._take()
            for piece in _pieces(row[1]):
                if not pattern.fullmatch(piece):
                    raise self.wrong(row, f"expected {expected}")
                found.extend(map(int if word == WHOLE else float, piece.split()))
            if len(found) > count:
                raise self.wrong(row, f"{count} numbers of {expected} announced, there are more")
        return as_table(found, 1).ravel()

    def take_word(self, word: str) -> None:
        """One line with this word alone."""
        if self.peek() != word:
            raise self.wrong_here(f"expected {word}")
        self.take_any()

    def take_until(self, word: str) -> None:
        """All lines before the next with this word alone."""
        while self and self.peek() != word:
            self.take_any()

    def take_any(self) -> Row:
        """The next line, whatever it holds, if it is not too long for a row."""
        row = self._take()
        check_row(row, self.path)
        return row

    def _take(self) -> Row:
        row = self._next
        if row is None:
            raise self.wrong_here("expected more")
        self._next = next(self._rows, None)
        return row


def table_of(rows: Iterable[Row], width: int) -> NDArray[np.float64]:
    """(n, width) float64: the numbers of lines that have so many each."""
    found = array("d")
    for _, line in rows:
        found.extend(map(float, line.split()))
    return as_table(found, width)


def _pieces(line: str) -> Iterator[str]:
    """A line, cut between words."""
    at = 0
    while at < len(line):
        blank = BLANK.search(line, at + PIECE)
        end = len(line) if blank is None else blank.start()
        yield line[at:end].strip()
        at = end + 1


XYZ = {3: row_of(*[REAL] * 3), 6: row_of(*[REAL] * 6)}
"""Lines of a cloud of points: x y z, and a normal behind it if there is one."""


def read_xyz(data: bytes, path: Path) -> PointArrays:
    """Points, and normals where all lines have six numbers; ``#`` begins a comment."""
    lines = Lines(data, path, "#")
    width = len(lines.peek().split())
    if width not in XYZ:
        raise lines.wrong_here("expected x y z, or x y z and a normal, in each line")
    table = table_of(lines.take(None, XYZ[width], f"{width} numbers"), width)
    return PointArrays(table[:, :3], table[:, 3:] if width == 6 else None)
