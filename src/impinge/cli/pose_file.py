"""Poses from files: text, CSV, JSON or NumPy arrays, never code."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from impinge.core.errors import FileError, ImpingeError
from impinge.core.poses import as_poses

LARGEST = 100_000
"""Bytes; a pose is sixteen numbers, and a larger file is something else."""


def read_pose(path: Path, metres: float = 1.0) -> NDArray[np.float64]:
    """One pose, (4, 4), from a file whose unit has so many metres, in metres.

    ``.json``: nested lists, or an object with a ``pose``; ``.npy``: an array; anything else:
    numbers between blanks, commas or semicolons, ``#`` begins a comment. Sixteen numbers, or the
    first twelve of them, row by row.
    """
    if not path.is_file():
        raise FileError(f"{path}: no such file")
    if path.stat().st_size > LARGEST:
        raise FileError(f"{path}: larger than a pose can be")
    try:
        numbers = _numbers(path)
    except (ValueError, KeyError, TypeError, EOFError, OverflowError) as error:
        raise FileError(f"{path}: not a pose of 4x4 or 3x4 numbers ({error})") from error
    if numbers.shape not in ((12,), (16,), (3, 4), (4, 4)):
        raise FileError(f"{path}: {numbers.size} numbers, expected 4x4 or 3x4")
    matrix = numbers.reshape(-1, 4)
    if len(matrix) == 3:
        matrix = np.vstack([matrix, [0.0, 0.0, 0.0, 1.0]])
    try:
        pose = as_poses(in_unit(matrix, metres), "pose")
    except ImpingeError as error:
        raise FileError(f"{path}: {error}") from error
    assert pose is not None
    return pose


def in_unit(pose: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    """The same pose with its translation multiplied by a factor."""
    found = pose.copy()
    found[:3, 3] *= factor
    return found


def _numbers(path: Path) -> NDArray[np.float64]:
    if path.suffix.lower() == ".npy":
        return np.asarray(np.load(path, allow_pickle=False), dtype=np.float64)
    text = path.read_text(encoding="utf-8")
    if path.suffix.lower() == ".json":
        value = json.loads(text)
        if isinstance(value, dict):
            value = value["pose"]
        return np.asarray(value, dtype=np.float64)
    lines = (line.partition("#")[0] for line in text.splitlines())
    words = " ".join(lines).replace(",", " ").replace(";", " ").split()
    return np.array([float(word) for word in words])
