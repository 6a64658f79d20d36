"""XYZ: a point a line, as text, and its normal behind it if there is one."""

from __future__ import annotations

from pathlib import Path

from impinge.formats.file import PointArrays
from impinge.formats.text import REAL, Lines, row_of, table_of

PATTERNS = {3: row_of(*[REAL] * 3), 6: row_of(*[REAL] * 6)}


def read_xyz(data: bytes, path: Path) -> PointArrays:
    """Points, and normals where all lines have six numbers; ``#`` begins a comment."""
    lines = Lines(data, path, "#")
    width = len(lines.peek().split())
    if width not in PATTERNS:
        raise lines.wrong_here("expected x y z, or x y z and a normal, in each line")
    rows = lines.take(None, PATTERNS[width], f"{width} numbers")
    table = table_of(rows, width)
    return PointArrays(table[:, :3], table[:, 3:] if width == 6 else None)
