"""Where compiled kernels are kept between runs.

Loading kept code executes it, so a folder qualifies only if nobody else can write to it. The first
that does is taken: ``IMPINGE_CACHE_DIR``, the user's cache folder, a private folder among the
temporary files. If none does, kernels are compiled anew in each process, and one warning says so.
"""

from __future__ import annotations

import os
import stat
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypedDict


class CacheInfo(TypedDict):
    """What :func:`cache_info` tells: folder, number of files, their size [byte], writable."""

    folder: str | None
    files: int
    bytes: int
    writable: bool


def user_id() -> int | None:
    """The user's number, where the system has such a thing (POSIX)."""
    return os.getuid() if hasattr(os, "getuid") else None


def candidates() -> Iterator[Path]:
    """Folders to try, best first."""
    chosen = os.environ.get("IMPINGE_CACHE_DIR")
    if chosen:
        yield Path(chosen).expanduser().absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        yield Path(base) / "impinge"
    else:
        try:
            yield Path.home() / ".cache" / "impinge"
        except RuntimeError:
            # No home folder is known for this user, as in some containers.
            pass
    owner = user_id()
    yield Path(tempfile.gettempdir()) / f"impinge-{'user' if owner is None else owner}"


def fault_of(folder: Path) -> str | None:
    """Why kernels cannot be kept here, or None if they can. Makes the folder if need be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Not following links: someone else's link in a shared folder is not our folder.
        state = folder.lstat()
        if stat.S_ISLNK(state.st_mode) and folder.parent.stat().st_mode & stat.S_IWOTH:
            return "it is a link in a folder that everybody can write to"
        state = folder.stat()
        owner = user_id()
        if owner is not None and state.st_uid != owner:
            return "it belongs to another user"
        if owner is not None and state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return "other users can write to it"
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


@cache
def cache_folder() -> Path | None:
    """The folder in use by this process, or None; warns once where that is not the first choice.

    Falling back from the user's cache folder to a temporary one is silent: it works, and there
    is nothing to decide. An explicit choice that cannot be used is worth a word.
    """
    faults: list[str] = []
    for folder in candidates():
        fault = fault_of(folder)
        if fault is None:
            chosen = os.environ.get("IMPINGE_CACHE_DIR")
            if chosen and faults:
                warnings.warn(f"{faults[0]}; using {folder}", RuntimeWarning, stacklevel=2)
            return folder
        faults.append(f"compiled kernels cannot be kept in {folder}: {fault}")
    warnings.warn(
        "; ".join(faults) + "; every process compiles anew (IMPINGE_CACHE_DIR names a folder)",
        RuntimeWarning,
        stacklevel=2,
    )
    return None


def _kept_files(folder: Path) -> list[Path]:
    """Index and code files, the table of sources, and what an interrupted write may have left."""
    return [
        file
        for pattern in ("*/*.nbi", "*/*.nbc", "*/*.nb?.tmp.*", "sources-*.json*")
        for file in folder.glob(pattern)
    ]


def cache_info() -> CacheInfo:
    """Where compiled kernels are kept, and how much there is.

    Examples
    --------
    >>> sorted(cache_info())
    ['bytes', 'files', 'folder', 'writable']
    """
    folder = cache_folder()
    if folder is None:
        return CacheInfo(folder=None, files=0, bytes=0, writable=False)
    files = _kept_files(folder)
    size = sum(file.stat().st_size for file in files)
    return CacheInfo(folder=str(folder), files=len(files), bytes=size, writable=True)


def clean_cache() -> int:
    """Remove all kept kernels; returns how many files went. Other files are left alone."""
    folder = cache_folder()
    if folder is None:
        return 0
    files = _kept_files(folder)
    for file in files:
        file.unlink(missing_ok=True)
    for emptied in {file.parent for file in files} - {folder}:
        if not any(emptied.iterdir()):
            emptied.rmdir()
    return len(files)
