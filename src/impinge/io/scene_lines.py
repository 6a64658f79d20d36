"""On which line of a TOML file a table or a key stands, for errors; and files that would not end.

``tomllib`` says the line of what it cannot read, but nothing of what it could.
"""

from __future__ import annotations

import re
from functools import cached_property

from impinge.io.scene_poses import MOST_PARTS

MOST_KEY_PARTS = 8
"""Parts of a dotted key. ``tomllib`` takes time and memory in their square: 100,000 fill a machine.
Ours have two."""

MOST_WORD = 1000
"""Characters of a number or a bare key. ``tomllib`` takes a hundred bytes for each digit."""

MOST_TABLES = 2 * MOST_PARTS + 10
"""Headers of tables: a part has one, and its shape may have another. ``tomllib`` takes a kilobyte
for each, and for what is between braces."""

QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}+(?!"))*+(?:""")?+'
    r"|'''(?:[^']|'{1,2}+(?!'))*+(?:''')?+"
    r'|"(?:[^"\\\n]|\\.)*+"?+'
    r"|'[^'\n]*+'?+|#[^\n]*+",
    re.DOTALL,
)
"""Texts and comments. Nothing is tried twice: a text that is never closed goes to where it must
have been, and ``tomllib`` refuses it."""

DEEP = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_KEY_PARTS}}}")
"""From the beginning of a word on: from its middle, it would be read again and again."""

TABLE = re.compile(r"(?m)\{|^[ \t]*+\[[\w\-. \t\[]*+\][\] \t]*+q?$")
"""A brace, or a line that is a header and nothing else; rows of an array have commas."""

LONG = re.compile(rf"(?<![\w.+-])[\w.+-]{{{MOST_WORD}}}")
HEADER = re.compile(r"[ \t]*+\[{1,2}+([^\[\]]++)\]")


class SceneLines:
    """Lines of a text that is TOML."""

    def __init__(self, text: str) -> None:
        self._text = text

    def endless(self) -> tuple[int, str] | None:
        """The line of what ``tomllib`` would take too long for, and what it is, if there is any."""
        # As many line ends as before, and nothing that looks like a key.
        bare = QUOTED.sub(lambda found: "q" + "\n" * found.group().count("\n"), self._text)
        for pattern, what in (
            (DEEP, f"a key with more than {MOST_KEY_PARTS} parts"),
            (LONG, f"a number or key of more than {MOST_WORD} characters"),
        ):
            found = pattern.search(bare)
            if found is not None:
                return bare.count("\n", 0, found.start()) + 1, what
        for number, found in enumerate(TABLE.finditer(bare)):
            if number == MOST_TABLES:
                line = bare.count("\n", 0, found.start()) + 1
                return line, f"more than {MOST_TABLES} tables"
        return None

    def part(self, row: int, total: int) -> int | None:
        """The line of the header of a part, of so many; None if they are written otherwise."""
        lines = [line for line, name in self._headers if name == ("parts",)]
        return lines[row] if len(lines) == total else None

    def table(self, *names: str) -> int | None:
        """The line of the header of a table."""
        return next((line for line, found in self._headers if found == names), None)

    def key(self, table: int | None, key: str) -> int | None:
        """The line of a key in a table, or else of the table."""
        if table is None:
            return None
        begins = re.compile(rf"""[ \t]*+["']?+{re.escape(key)}["']?+[ \t]*+[=.]""")
        for number in range(table + 1, len(self._lines) + 1):
            line = self._lines[number - 1]
            if HEADER.match(line) and "=" not in line.partition("]")[0]:
                break
            if begins.match(line):
                return number
        return table

    @cached_property
    def _lines(self) -> list[str]:
        return self._text.split("\n")

    @cached_property
    def _headers(self) -> list[tuple[int, tuple[str, ...]]]:
        """Lines that begin a table, and the parts of its name."""
        found = []
        for number, line in enumerate(self._lines, start=1):
            header = HEADER.match(line)
            if header:
                parts = re.findall(r"""\s*+("[^"]*+"|'[^']*+'|[^.\s]++)\s*+\.?""", header.group(1))
                found.append((number, tuple(part.strip("\"'") for part in parts)))
        return found
