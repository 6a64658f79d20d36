"""Files written as a whole or not at all."""

from __future__ import annotations

import os
import platform
import re
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from impinge.core.errors import FileError
from impinge.core.options import as_flag, as_kind
from impinge.formats.file import as_path, system_blamed_on

BESIDE = re.compile(r"\..*\.(?P<host>[0-9a-f]{8})-(?P<process>[0-9]{1,10})-[0-9a-f]{8}\.tmp")
"""Names of files that are being written: by which process, on which computer."""


@contextmanager
def replaced(path: Path, *, tidy: bool = True) -> Iterator[Path]:
    """A path beside a file to write to, which takes its place in the end.

    ``tidy`` removes files that killed processes left in the folder. A ``FileError`` if the folder
    is missing or cannot be written to, or the path is a folder.
    """
    with system_blamed_on(path):
        # The empty path is the current folder.
        if path.is_dir():
            raise FileError(f"{path}: is a folder, expected a file")
        # Of four bytes each, fifty characters and the rest fit into the 255 that systems allow.
        writer = f"{_host()}-{os.getpid()}-{secrets.token_hex(4)}"
        beside = path.with_name(f".{path.name[:50]}.{writer}.tmp")
        if tidy:
            _remove_abandoned(path.parent)
        try:
            yield beside
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise


def _host() -> str:
    """Eight digits for this computer: process ids of another mean nothing here."""
    return f"{zlib.crc32(platform.node().encode()):08x}"


def _remove_abandoned(folder: Path) -> None:
    """Remove our temporary files of processes that are gone."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found = BESIDE.fullmatch(entry.name)
            if found and found["host"] == _host() and _is_gone(int(found["process"])):
                with suppress(OSError):
                    Path(entry.path).unlink()


def _is_gone(process: int) -> bool:
    if os.name != "posix":
        # Signal 0 would end the process on Windows.
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        # Of another user, or no number of a process.
        return False
    return False


def write_file(path: Path, data: bytes, *, tidy: bool = True) -> None:
    """Write the content of a file, as :func:`replaced` does.

    What was there before stays until all of the new one is on the disk.
    """
    content, tidied = as_kind(data, "data", bytes), as_flag(tidy, "tidy")
    # Never over a file of another.
    with replaced(as_path(path), tidy=tidied) as beside, beside.open("xb") as file:
        file.write(content)
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
