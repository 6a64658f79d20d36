"""Scenes as TOML, from which the same scene is read again, bit by bit."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.poses import IDENTITY
from impinge.formats.file import MOST_BYTES, MeshArrays
from impinge.formats.writers import ply_bytes
from impinge.formats.writing import number_text
from impinge.geometry import Compound, Mesh, Shape
from impinge.geometry.description import kind_of
from impinge.io.scene_file import VERSION
from impinge.scene import Scene

HASH_DIGITS = 16
"""Of the name of a mesh file: the chance that two meshes share it is below one in 10**10 for a
million of them."""


def scene_text(scene: Scene, folder: str) -> tuple[str, dict[str, bytes]]:
    """A scene as TOML, and the content of its mesh files by their path relative to it.

    Mesh files are named by their content: saving another scene over one leaves the files of the
    first alone, so that it stays whole until its TOML is replaced.
    They are in ``folder``, relative to the TOML file. What would not be read again is refused.
    """
    writer = _Writer(folder)
    columns = scene.names, scene.shapes, scene.poses, scene.margins, scene.groups
    parts = []
    for name, shape, pose, margin, group in zip(*columns, strict=True):
        lines = ["[[parts]]", f"name = {text(name)}", f"shape = {text(writer.name(shape))}"]
        lines += pose_lines(pose)
        lines += [f"margin = {number_text(margin)}"] if margin else []
        lines += [f"group = {text(group)}"] if group is not None else []
        parts.append("\n".join(lines))
    head = [f"version = {VERSION}", 'units = "m"', *(["solid = true"] if scene.solid else [])]
    blocks = ["\n".join(head), *writer.tables, *parts]
    filters = [
        f"{key} = [\n" + "".join(f"  [{text(a)}, {text(b)}],\n" for a, b in pairs) + "]"
        for key, pairs in (("ignore", scene.ignored), ("ignore_groups", scene.ignored_groups))
        if pairs
    ]
    if filters:
        blocks.append("\n".join(["[filters]", *filters]))
    return "\n\n".join(blocks) + "\n", writer.files


def text(value: Any) -> str:
    """Text as TOML writes it; refused if it has halves of characters in it."""
    if not isinstance(value, str):
        raise ImpingeError(f"name: expected text, got {value!r}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ImpingeError(f"name: {value!r} cannot be written as UTF-8") from error
    # As JSON does, and one control character more.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def numbers(values: Any) -> str:
    """Numbers in rows of any depth as TOML writes them, whole ones as such."""
    if isinstance(values, list):
        return "[" + ", ".join(map(numbers, values)) + "]"
    return str(values) if isinstance(values, int) else number_text(values)


def pose_lines(pose: Array) -> list[str]:
    """A pose as lines of a table: none at all, a translation, or a matrix."""
    if pose.tobytes() == IDENTITY.tobytes():
        return []
    turned = np.array(IDENTITY)
    turned[:3, 3] = pose[:3, 3]
    if pose.tobytes() == turned.tobytes():
        return [f"translation = {numbers(pose[:3, 3].tolist())}"]
    return [f"matrix = {numbers(pose.tolist())}"]


class _Writer:
    """Tables of shapes, each written once, and mesh files."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        # Shapes are kept with their names: an identity may not be given anew.
        self._names: dict[int, tuple[str, Shape]] = {}
        self._bytes = 0
        self.tables: list[str] = []
        self.files: dict[str, bytes] = {}

    def name(self, shape: Shape) -> str:
        """The name of a shape in the file; it is written when it is first asked for."""
        if id(shape) not in self._names:
            kind, lines = self._described(shape)
            name = f"{kind}_{len(self._names) + 1}"
            self._names[id(shape)] = name, shape
            self.tables.append("\n".join([f"[shapes.{name}]", f'kind = "{kind}"', *lines]))
        return self._names[id(shape)][0]

    def _described(self, shape: Shape) -> tuple[str, list[str]]:
        kind = kind_of(shape)
        if isinstance(shape, Compound):
            return kind.word, self._parts(shape)
        if isinstance(shape, Mesh):
            return kind.word, [f"file = {text(self._file(shape))}"]
        values = kind.values(shape).items()
        return kind.word, [f"{name} = {numbers(value)}" for name, value in values]

    def _parts(self, shape: Compound) -> list[str]:
        rows = []
        for part, pose in zip(shape.shapes, shape.poses, strict=True):
            entries = [f"shape = {text(self.name(part))}", *pose_lines(pose)]
            rows.append("  { " + ", ".join(entries) + " },")
        return ["parts = [", *rows, "]"]

    def _file(self, mesh: Mesh) -> str:
        content = ply_bytes(MeshArrays(mesh.vertices, mesh.faces))
        name = f"{self._folder}/{hashlib.sha256(content).hexdigest()[:HASH_DIGITS]}.ply"
        if name not in self.files:
            self._bytes += len(content)
            if self._bytes > MOST_BYTES:
                raise ImpingeError(
                    f"scene: its meshes take more than {MOST_BYTES} bytes, which is all that is "
                    "read again; save it in parts"
                )
            self.files[name] = content
        return name
