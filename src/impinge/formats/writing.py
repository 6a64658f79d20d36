"""Files written as a whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from impinge.core.errors import FileError
from impinge.formats.file import system_blamed_on


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A path beside a file to write to, which takes its place in the end.

    Raises
    ------
    FileError
        If the folder is not there, it cannot be written to, or the path is a folder.
    """
    with system_blamed_on(path):
        # The empty path is the current folder.
        if path.is_dir():
            raise FileError(f"{path}: is a folder, expected a file")
        # Of four bytes each, fifty characters and the rest fit into the 255 that systems allow.
        beside = path.with_name(f".{path.name[:50]}.{secrets.token_hex(4)}.tmp")
        try:
            yield beside
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def write_file(path: Path, data: bytes) -> None:
    """Write a file: what was there before stays until all of the new one is on the disk.

    Raises
    ------
    FileError
        As of :func:`replaced`.
    """
    # Never over a file of another.
    with replaced(path) as beside, beside.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def number_text(value: float) -> str:
    """A number as text that is read back as the same bits.

    Examples
    --------
    >>> number_text(0.1), number_text(2.0), number_text(1e-300)
    ('0.1', '2.0', '1e-300')
    """
    return repr(float(value))
