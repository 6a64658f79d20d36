"""Robots, their configurations, and poses from files: text, CSV, JSON or arrays, never code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import FileError, ImpingeError
from impinge.core.poses import as_poses
from impinge.io import load
from impinge.io.robot_file import MODELS
from impinge.scene import Robot

LARGEST, LARGEST_POSE = 2**30, 100_000
"""Bytes of a file of configurations, and of one pose: sixteen numbers."""
UNREADABLE = (ValueError, KeyError, TypeError, EOFError, OverflowError)
"""What reading raises where a file has something else."""
TIME = ("time", "t")
"""Columns that are no joint."""
PARTS = {
    "planar": ("x", "y", "angle"), "floating": ("x", "y", "z", "qx", "qy", "qz", "qw"),
    "ball": ("qx", "qy", "qz", "qw"),
}  # fmt: skip


class RobotOptions(NamedTuple):
    """What is said of a robot beside its file."""

    srdf: Path | None = None
    packages: Sequence[str] = ()
    """``NAME=FOLDER`` each."""
    missing: str = "error"

    def load(self, file: Path, units: str | None = None, *, surfaces: bool = False) -> Robot:
        """The robot in a file, by its ``surfaces`` alone. URDF and MJCF are in metres."""
        folders = {}
        for package in self.packages:
            name, equals, folder = package.partition("=")
            if not (name and equals and folder):
                raise ImpingeError(f"package: {package!r}, expected NAME=FOLDER")
            folders[name] = Path(folder)
        own = None if file.suffix.lower() in MODELS else units
        robot = load(file, units=own, srdf=self.srdf, packages=folders, missing=self.missing)
        assert isinstance(robot, Robot)
        robot._model.solid = not surfaces
        return robot


class Configurations(NamedTuple):
    """Configurations of a robot, as a file has them."""

    q: Array
    """(n, dof)"""
    times: Array | None
    """(n,) [s], if the file has them."""
    neutral: tuple[str, ...]
    """Joints that the file does not name: they are neutral."""


def column_names(robot: Robot) -> list[str]:
    """Names of the numbers of q: of joints; with a part, where a joint has several."""
    kinds = {joint.name: joint.kind for joint in robot.articulation.joints}
    return [
        f"{joint}.{part}" if part else joint
        for joint in robot.joints
        for part in PARTS.get(kinds[joint], ("",))
    ]


def read_configurations(path: Path, robot: Robot) -> Configurations:
    """Configurations from a file.

    Parameters
    ----------
    path : Path
        ``.npy``: an array (n, dof) or (dof,); ``.json``: the same as lists, or an object with ``q``
        and, if they are known, ``joints`` and ``times``; anything else: rows of numbers between
        commas, semicolons or blanks, ``#`` begins a comment. The first line may name the columns:
        joints, in any order, and ``time``. Joints that are not named are neutral.
    robot : Robot

    Raises
    ------
    FileError
        If the file cannot be read, rows differ in length, or a column is no joint; the message
        names the line.
    """
    _check_size(path, LARGEST, "1 GiB")
    try:
        rows, names, times = _read(path)
    except UNREADABLE as error:
        if isinstance(error, ImpingeError):
            raise
        raise FileError(f"{path}: not rows of numbers ({error})") from error
    rows = np.atleast_2d(rows)
    if rows.ndim != 2 or rows.size == 0:
        raise FileError(f"{path}: no configurations, expected rows of {robot.dof} numbers")
    if times is not None and times.shape != (len(rows),):
        raise FileError(f"{path}: {times.size} times, expected {len(rows)}, one a row")
    if names is not None:
        return _named(path, rows, [str(name) for name in names], times, robot)
    if rows.shape[1] != robot.dof:
        raise FileError(
            f"{path}: rows of {rows.shape[1]} numbers, q has {robot.dof}: "
            f"{', '.join(column_names(robot))}"
        )
    return Configurations(rows, times, ())


def _check_size(path: Path, largest: int, words: str) -> None:
    if not path.is_file():
        raise FileError(f"{path}: no such file")
    if path.stat().st_size > largest:
        raise FileError(f"{path}: larger than {words}")


def _read(path: Path) -> tuple[Array, list[str] | None, Array | None]:
    """Rows, names of columns if there are any, and times."""
    kind = path.suffix.lower()
    if kind == ".npy":
        return np.asarray(np.load(path, allow_pickle=False), np.float64), None, None
    text = path.read_text(encoding="utf-8")
    if kind != ".json":
        return _read_lines(path, text)
    value = json.loads(text)
    if not isinstance(value, dict):
        return np.asarray(value, np.float64), None, None
    times = value.get("times")
    return (
        np.asarray(value["q"], np.float64), value.get("joints"),
        None if times is None else np.asarray(times, np.float64),
    )  # fmt: skip


def _read_lines(path: Path, text: str) -> tuple[Array, list[str] | None, Array | None]:
    names: list[str] | None = None
    rows: list[list[float]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        told = line.partition("#")[0].replace(";", ",")
        words = told.replace(",", " ").split()
        if not words:
            continue
        try:
            row = [float(word) for word in words]
        except ValueError:
            if names is not None or rows:
                raise FileError(f"{path}: line {number}: {line.strip()!r} has no numbers") from None
            # Names may contain blanks, where something else is between them.
            words = told.split(",") if "," in told else words
            names = [word.strip().strip("\"'") for word in words]
            continue
        width = len(names or rows[0]) if names or rows else len(row)
        if len(row) != width:
            raise FileError(f"{path}: line {number}: {len(row)} numbers, expected {width}")
        rows.append(row)
    return np.array(rows, np.float64), names, None


def _named(
    path: Path, rows: Array, names: list[str], times: Array | None, robot: Robot
) -> Configurations:
    """Columns in the order of q."""
    known = column_names(robot)
    if len(names) != rows.shape[1]:
        raise FileError(f"{path}: {len(names)} names of columns, but rows of {rows.shape[1]}")
    q = np.repeat(robot.neutral()[None], len(rows), axis=0)
    for k, name in enumerate(names):
        if names.index(name) != k:
            raise FileError(f"{path}: two columns are called {name!r}")
        if name in known:
            q[:, known.index(name)] = rows[:, k]
        elif name.lower() in TIME:
            times = rows[:, k]
        else:
            raise FileError(
                f"{path}: column {name!r} is no joint; there are {', '.join(known)}, and time"
            )
    return Configurations(q, times, tuple(name for name in known if name not in names))


def read_pose(path: Path, metres: float = 1.0) -> Array:
    """One pose, (4, 4), from a file whose unit has so many metres, in metres.

    ``.json``: nested lists, or an object with a ``pose``; ``.npy``: an array; anything else:
    numbers between blanks, commas or semicolons, ``#`` begins a comment. Sixteen numbers, or the
    first twelve of them, row by row.
    """
    _check_size(path, LARGEST_POSE, "a pose can be")
    try:
        numbers = _numbers(path)
    except UNREADABLE as error:
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


def in_unit(pose: Array, factor: float) -> Array:
    """The same pose with its translation multiplied by a factor."""
    found = pose.copy()
    found[:3, 3] *= factor
    return found


def _numbers(path: Path) -> Array:
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
