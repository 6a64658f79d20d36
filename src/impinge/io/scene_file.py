"""Scenes from TOML files: shapes, mesh files, poses, margins, groups, and what to ignore."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from impinge.core.arrays import Array, as_scalar
from impinge.core.errors import FileError, ImpingeError
from impinge.core.poses import IDENTITY
from impinge.formats.file import read_bytes
from impinge.geometry import Shape
from impinge.io.load_mesh import metres_of
from impinge.io.scene_lines import SceneLines
from impinge.io.scene_poses import MOST_PARTS, POSE_KEYS, count_of, pose_of, repeated, repeats_of
from impinge.io.scene_shapes import Shapes
from impinge.scene import Scene

EXTENSION = ".toml"
MOST_TEXT = 16 * 1024**2
"""Bytes of a scene file; ``tomllib`` reads one to four megabytes a second."""

VERSION = 1
TOP: dict[str, Any] = {"version": VERSION, "solid": False, "units": "m"}
TOP_KEYS = frozenset(TOP) | {"shapes", "parts", "filters"}
MOST_NAME = 1000
"""Characters of a name: a part may be there two hundred thousand times."""
PART_KEYS = frozenset({"name", "shape", "margin", "group", "repeat"}) | POSE_KEYS
FILTER_KEYS = frozenset({"ignore", "ignore_groups"})


def read_scene(path: Path) -> Scene:
    """The scene that a TOML file describes (docs/files.md has all of it by example).

    A ``FileError`` names the file, and the line where it is known.
    """
    return read_scene_and_unit(path)[0]


def read_scene_and_unit(path: Path) -> tuple[Scene, str]:
    """The scene of a TOML file, in metres, and the unit that the file is written in."""
    data = read_bytes(path, most=MOST_TEXT, told=f"a scene has {MOST_TEXT} at most")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(f"{path}: line {line}: expected text in UTF-8") from error
    lines = SceneLines(text.replace("\r\n", "\n"))
    endless = lines.endless()
    if endless is not None:
        line, what = endless
        raise FileError(f"{path}: line {line}: {what}")
    tables = _parsed(text, path)
    return _Reader(path, lines, tables).scene(), tables.get("units", TOP["units"])


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error), re.DOTALL)
        where = f"line {found[2]}: {found[1]}" if found else str(error)
        raise FileError(f"{path}: {where}") from error
    except MemoryError as error:
        raise FileError(f"{path}: too large for the memory there is") from error
    except RecursionError as error:
        raise FileError(f"{path}: arrays or tables lie too deep in each other") from error
    except ValueError as error:
        # A number of thousands of digits, or a date that is none.
        raise FileError(f"{path}: a value cannot be read ({error})") from error


class _Reader:
    """One file, while it becomes a scene."""

    def __init__(self, path: Path, lines: SceneLines, tables: dict[str, Any]) -> None:
        self._path = path
        self._lines = lines
        self._tables = tables

    def scene(self) -> Scene:
        with self._blamed("the scene", lambda: 0):
            metres = _read_top(self._tables)
            shapes = Shapes(self._path, _tables_of(self._tables, "shapes"), metres)
            filters = _tables_of(self._tables, "filters")
            parts = self._tables.get("parts", [])
            if not (isinstance(parts, list) and all(isinstance(part, dict) for part in parts)):
                raise ImpingeError("parts: expected [[parts]]")
        for name in self._tables.get("shapes", {}):
            # Also those that no part has: a mistake is a mistake.
            with self._blamed(f"shape {name!r}", partial(self._lines.table, "shapes", name)):
                shapes.named(name)
        scene = Scene(solid=self._tables.get("solid", False))
        self._add_parts(scene, parts, shapes, metres)
        with self._blamed("filters", partial(self._lines.table, "filters")):
            _add_filters(scene, filters)
        return scene

    def _add_parts(
        self, scene: Scene, parts: list[dict[str, Any]], shapes: Shapes, metres: float
    ) -> None:
        found: dict[str, tuple[Shape, Array, float, str | None]] = {}
        for row, part in enumerate(parts):
            label = f"part {part.get('name', row + 1)!r}"
            with self._blamed(label, partial(self._lines.part, row, len(parts))):
                for name, placed in _read_part(part, shapes, metres, MOST_PARTS - len(found)):
                    if name in found:
                        raise ImpingeError(f"name: {name!r} is in the scene already")
                    found[name] = placed
        if found:
            made, poses, margins, groups = map(list, zip(*found.values(), strict=True))
            with self._blamed("the scene", lambda: None):
                scene.add_many(list(found), made, np.stack(poses), margins, groups)

    @contextmanager
    def _blamed(self, label: str, table: Callable[[], int | None]) -> Iterator[None]:
        """Errors of the block with file, line and what they are about.

        Their message begins with a key, whose line is looked for in the table; 0 is the top.
        """
        try:
            yield
        except ImpingeError as error:
            key = re.match(r"\w*", str(error))[0]  # type: ignore[index]
            line = self._lines.key(table(), key)
            where = f"line {line}: " if line else ""
            raise FileError(f"{self._path}: {where}{label}: {error}") from error


def _read_top(tables: dict[str, Any]) -> float:
    """Metres a unit, after a look at what stands before all tables."""
    _refuse_unknown(tables, TOP_KEYS)
    version, solid, units = (tables.get(k, d) for k, d in TOP.items())
    if type(version) is not int or version != VERSION:
        raise ImpingeError(f"version: {version!r}, expected {VERSION}")
    if not isinstance(solid, bool):
        raise ImpingeError(f"solid: {solid!r}, expected true or false")
    return metres_of(None, units, EXTENSION)


def _tables_of(tables: dict[str, Any], name: str) -> dict[str, Any]:
    found = tables.get(name, {})
    if not isinstance(found, dict):
        raise ImpingeError(f"{name}: expected a table")
    return found


def _read_part(
    part: dict[str, Any], shapes: Shapes, metres: float, room: int
) -> Iterator[tuple[str, tuple[Shape, Array, float, str | None]]]:
    """Shape, pose, margin and group of a part, or of each of its repetitions, by name."""
    _refuse_unknown(part, PART_KEYS)
    name, group = part.get("name"), part.get("group")
    if not isinstance(name, str) or not name:
        raise ImpingeError(f"name: expected text, got {name!r}")
    if len(name) > MOST_NAME:
        raise ImpingeError(f"name: {len(name)} characters, at most {MOST_NAME} are taken")
    if group is not None and (not isinstance(group, str) or not group):
        raise ImpingeError(f"group: expected text, got {group!r}")
    if "shape" not in part:
        raise ImpingeError("shape: there is none")
    margin = metres * as_scalar(part.get("margin", 0.0), "margin")
    repeats = repeats_of(part)
    if count_of(repeats) > room:
        raise ImpingeError(f"repeat: more than {MOST_PARTS} parts in the scene")
    shape, pose = shapes.shape(part["shape"]), pose_of(part, metres)
    for numbered, placed in repeated(name, IDENTITY if pose is None else pose, repeats, metres):
        yield numbered, (shape, placed, margin, group)


def _add_filters(scene: Scene, filters: dict[str, Any]) -> None:
    _refuse_unknown(filters, FILTER_KEYS)
    for key, ignore in (("ignore", scene.ignore), ("ignore_groups", scene.ignore_groups)):
        pairs = filters.get(key, [])
        if not isinstance(pairs, list):
            raise ImpingeError(f"{key}: expected a list of pairs")
        for row, pair in enumerate(pairs):
            if not isinstance(pair, list) or [type(name) for name in pair] != [str, str]:
                raise ImpingeError(f"{key}: row {row} is no pair of names")
            try:
                ignore(*pair)
            except ImpingeError as error:
                raise ImpingeError(f"{key}: row {row}: {error}") from error


def _refuse_unknown(table: dict[str, Any], known: frozenset[str]) -> None:
    for key in table:
        if key not in known:
            raise ImpingeError(f"{key}: unknown here, expected one of {', '.join(sorted(known))}")
