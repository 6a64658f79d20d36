"""Binary files with lines of text between the numbers, walked from front to back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError

MOST_LINE = 4096
"""Bytes of a line between numbers: a keyword, or a count."""


class Walk:
    """A place in a file that only moves forward, and never beyond its end."""

    def __init__(self, data: bytes, path: Path) -> None:
        self.data = data
        self.path = path
        self.at = 0

    def wrong(self, message: str) -> FileError:
        """The error that names the file."""
        return FileError(f"{self.path}: {message}")

    def take(self, count: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        """So many numbers, where they are."""
        left = len(self.data) - self.at
        if not 0 <= count <= left // dtype.itemsize:
            raise self.wrong(
                f"{count} times {dtype.itemsize} bytes announced at byte {self.at}, {left} are left"
            )
        found = np.frombuffer(self.data, dtype, count, self.at)
        self.at += count * dtype.itemsize
        return found

    def line(self) -> bytes:
        """The rest of the line, without blanks around it."""
        end = self.data.find(b"\n", self.at, self.at + MOST_LINE)
        if end < 0:
            end = min(len(self.data), self.at + MOST_LINE)
        found = self.data[self.at : end].strip()
        self.at = end + 1
        return found

    def keyword(self, word: bytes) -> None:
        """Go past this word, which must stand in the next line that is not empty."""
        found = self.next_line()
        if found != word:
            at = self.at - len(found) - 1
            raise self.wrong(f"expected {word.decode()} at byte {at}, found {found[:40]!r}")

    def next_line(self) -> bytes:
        """The next line that is not empty; empty at the end of the file."""
        while self.at < len(self.data):
            found = self.line()
            if found:
                return found
        return b""

    def count_line(self) -> int:
        """A count in a line of its own."""
        found = self.line()
        if not (found.isdigit() and len(found) <= 18):
            raise self.wrong(f"expected a count, found {found[:40]!r}")
        return int(found)
