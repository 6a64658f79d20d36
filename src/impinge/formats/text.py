"""Rows of numbers in text: checked before a parser sees them, and errors that name the line."""

from __future__ import annotations

import re
from pathlib import Path

from impinge.core.errors import FileError
from impinge.formats.file import read_text

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


Row = tuple[int, str]
"""Number of a line, from 1 on, and the line without blanks around it."""


class Lines:
    """The lines of a text that are not empty, taken one after the other.

    Parameters
    ----------
    data : bytes
    path : Path
        Of the file, for errors.
    comment : str, optional
        What follows this is left out.
    first : int, optional
        Number of the first line; more than 1 where lines before were read otherwise.
    """

    def __init__(self, data: bytes, path: Path, comment: str | None = None, first: int = 1) -> None:
        lines = read_text(data, path).split("\n")
        if comment is not None:
            lines = [line.partition(comment)[0] for line in lines]
        stripped = (line.strip() for line in lines)
        self._rows: list[Row] = [(i, line) for i, line in enumerate(stripped, start=first) if line]
        self._next = 0
        self.path = path

    def __len__(self) -> int:
        """How many lines are left."""
        return len(self._rows) - self._next

    def peek(self) -> str:
        """The next line; empty at the end."""
        return self._rows[self._next][1] if len(self) else ""

    def wrong(self, row: Row, message: str) -> FileError:
        """The error that names the line of a row."""
        number, line = row
        return FileError(f"{self.path}: line {number}: {message}, found {line[:60]!r}")

    def wrong_here(self, message: str) -> FileError:
        """The error that names the line that is next, or the end of the file."""
        if not len(self):
            return FileError(f"{self.path}: the file ends early: {message}")
        return self.wrong(self._rows[self._next], message)

    def take(self, count: int, pattern: re.Pattern[str], expected: str) -> list[Row]:
        """So many lines, each as this pattern says.

        Raises
        ------
        FileError
            If one is another, or the file ends before.
        """
        found = self._rows[self._next : self._next + count]
        for row in found:
            if not pattern.fullmatch(row[1]):
                raise self.wrong(row, f"expected {expected}")
        if len(found) < count:
            raise FileError(
                f"{self.path}: the file ends early: {count} lines of {expected} announced, "
                f"{len(found)} are left"
            )
        self._next += count
        return found

    def take_counts(self, words: int, expected: str) -> list[int]:
        """The whole numbers, from 0 on, of one line with so many of them."""
        ((_, line),) = self.take(1, row_of(*[COUNT] * words), expected)
        return [int(word) for word in line.split()]

    def take_numbers(self, count: int, word: str, expected: str) -> list[str]:
        """So many numbers, over as many lines as they take.

        Raises
        ------
        FileError
            If a line holds something else, or goes on behind the last; if the file ends before.
        """
        pattern = re.compile(rf"{word}(?:\s++{word})*+", re.ASCII)
        found: list[str] = []
        while len(found) < count:
            if not len(self):
                raise self.wrong_here(
                    f"{count} numbers of {expected} announced, {len(found)} found"
                )
            (row,) = self.take(1, pattern, expected)
            found += row[1].split()
            if len(found) > count:
                raise self.wrong(row, f"{count} numbers of {expected} announced, there are more")
        return found

    def take_word(self, word: str) -> None:
        """One line with this word alone."""
        if self.peek() != word:
            raise self.wrong_here(f"expected {word}")
        self._next += 1

    def take_any(self) -> Row:
        """The next line, whatever it holds."""
        if not len(self):
            raise self.wrong_here("expected more")
        self._next += 1
        return self._rows[self._next - 1]
