"""Shapes of a scene file: sizes by kind, and meshes from files beside it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from impinge.core.arrays import as_scalar
from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import MOST_BYTES, read_bytes
from impinge.formats.readers import MESH_EXTENSIONS, mesh_arrays, mesh_of
from impinge.geometry import Mesh, Shape
from impinge.geometry.compound import NESTING
from impinge.geometry.description import BY_WORD, Kind
from impinge.io.load_mesh import metres_of
from impinge.io.scene_poses import POSE_KEYS, Pose, pose_of

FROM_FILES = ("hull", "mesh")
"""Kinds that a mesh file describes as well; it may say its ``units`` or ``scale``, too."""

MOST_PATH = 1000
"""Characters of the name of a file; systems allow about as many."""


def keys_of(kind: Kind) -> list[frozenset[str]]:
    """Sets of keys that describe a kind; any one of them will do."""
    forms = [frozenset(kind.names)]
    if kind.optional:
        forms.append(frozenset(kind.names) - frozenset(kind.optional))
    return [*forms, frozenset({"file"})] if kind.word in FROM_FILES else forms


class Shapes:
    """The shapes of one scene file. What is described alike, under a name or not, is one shape.

    So a short line that is there again and again costs its shape once, and parts share what
    queries keep with it. Mesh files lie in the folder of the scene file ``path``, or below;
    ``tables`` are named shapes, ``metres`` is the length of the file's unit.
    """

    def __init__(self, path: Path, tables: Mapping[str, Any], metres: float) -> None:
        self._path = path
        self._tables = tables
        self._metres = metres
        self._named: dict[str, Shape] = {}
        self._open: list[str] = []
        # By what they are made from; parts of a compound are among them, so that the identity by
        # which they are named is not given anew.
        self._made: dict[Hashable, Shape] = {}
        self._bytes = 0

    def shape(self, value: Any) -> Shape:
        """The shape that a part has: by name, or described where it is used."""
        if isinstance(value, str):
            return self.named(value)
        if isinstance(value, dict):
            return self.described(value)
        raise ImpingeError(f"shape: expected a name or a table, got {value!r}")

    def named(self, name: str) -> Shape:
        """The shape of this name; refused if there is none, or it contains itself."""
        if name in self._named:
            return self._named[name]
        if name not in self._tables:
            raise ImpingeError(f"shape: there is no shape {name!r}")
        if name in self._open:
            raise ImpingeError(f"shape: {' in '.join([name, *reversed(self._open)])}: without end")
        if len(self._open) >= NESTING:
            raise ImpingeError(f"shape: compounds lie more than {NESTING} deep in each other")
        self._open.append(name)
        try:
            self._named[name] = self.described(self._tables[name])
        finally:
            self._open.pop()
        return self._named[name]

    def described(self, table: Any) -> Shape:
        """The shape that a table describes, by all the keys of its kind and no others."""
        word = table.get("kind") if isinstance(table, dict) else None
        if not isinstance(word, str) or word not in BY_WORD:
            raise ImpingeError(f"kind: {word!r}, expected one of {', '.join(BY_WORD)}")
        kind, keys = BY_WORD[word], frozenset(table) - {"kind"}
        if "file" in keys:
            keys -= {"units", "scale"}
        forms = keys_of(kind)
        if keys not in forms:
            listed = " or ".join(", ".join(sorted(form)) for form in forms)
            found = ", ".join(sorted(keys)) or "nothing"
            raise ImpingeError(f"kind: a {word} is described by {listed}, found {found}")
        if "file" in keys:
            return self._from_file(kind, table)
        if word == "compound":
            parts = self._parts(table["parts"])
            key = tuple((id(s), None if pose is None else pose.tobytes()) for s, pose in parts)
            return self._once(kind, {"parts": parts}, key)
        values = {
            name: table[name] if name in kind.unitless else self._scaled(table[name], name)
            for name in keys
        }
        return self._once(kind, values, repr(sorted(values.items())))

    def _once(self, kind: Kind, values: dict[str, Any], key: Hashable) -> Shape:
        """The shape of these values; made when the key is first asked for."""
        if (kind.word, key) not in self._made:
            self._made[kind.word, key] = kind.make(values)
        return self._made[kind.word, key]

    def _scaled(self, value: Any, name: str) -> Any:
        """A length, or lengths in rows of any depth, in metres; not looked at otherwise."""
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._metres * as_scalar(value, name, least=-np.inf)
        if isinstance(value, list):
            return [self._scaled(item, name) for item in value]
        raise ImpingeError(f"{name}: expected numbers, got {value!r}")

    def _parts(self, rows: Any) -> list[tuple[Shape, Pose | None]]:
        if not isinstance(rows, list):
            raise ImpingeError("parts: expected a list of tables")
        found = []
        for row, part in enumerate(rows):
            if not isinstance(part, dict) or not {"shape"} | POSE_KEYS >= set(part) >= {"shape"}:
                raise ImpingeError(f"parts: row {row}: expected a table with shape and a pose")
            try:
                found.append((self.shape(part["shape"]), pose_of(part, self._metres)))
            except ImpingeError as error:
                raise ImpingeError(f"parts: row {row}: {error}") from error
        return found

    def _from_file(self, kind: Kind, table: Mapping[str, Any]) -> Shape:
        """The mesh in the file that a table names, or its hull."""
        file = inside(self._path.parent, table["file"])
        extension = file.suffix.lower()
        if extension not in MESH_EXTENSIONS:
            raise ImpingeError(f"file: {table['file']!r}, expected {', '.join(MESH_EXTENSIONS)}")
        if "units" in table or "scale" in table:
            metres = metres_of(table.get("scale"), table.get("units"), extension)
        else:
            metres = 1.0 if extension == ".glb" else self._metres
        mesh = self._made.get(("mesh", (file, metres)))
        if mesh is None:
            mesh = self._made["mesh", (file, metres)] = self._read(file, metres)
        assert isinstance(mesh, Mesh)
        if kind.made is Mesh:
            return mesh
        return self._once(kind, {"points": mesh.vertices}, (file, metres))

    def _read(self, file: Path, metres: float) -> Mesh:
        """A mesh file, which counts as much as is read of it."""
        try:
            data = read_bytes(
                file,
                most=MOST_BYTES - self._bytes,
                told=f"the files of a scene take {MOST_BYTES} at most",
                home=self._path.parent.resolve(),
            )
            self._bytes += len(data)
            return mesh_of(mesh_arrays(data, file), file, metres)
        except FileError as error:
            raise ImpingeError(f"file: {error}") from error


def inside(folder: Path, name: Any) -> Path:
    """The file of a relative name in a folder, or below; refused if it, or a link, leads out."""
    if not isinstance(name, str) or not 0 < len(name) <= MOST_PATH:
        raise ImpingeError(f"file: expected a path, got {str(name)[:200]!r}")
    parts = PurePosixPath(name).parts
    if "\0" in name or "\\" in name or ":" in name or name.startswith(("/", "~")):
        raise ImpingeError(f"file: {name[:200]!r}, expected a path relative to the scene, with /")
    if ".." in parts:
        raise ImpingeError(f"file: {name[:200]!r} leads out of the folder of the scene")
    try:
        home = folder.resolve()
        found = (home / Path(*parts)).resolve()
    except (OSError, RuntimeError) as error:
        raise ImpingeError(f"file: {name[:200]!r} cannot be followed ({error})") from error
    if not found.is_relative_to(home):
        raise ImpingeError(f"file: {name[:200]!r} leads out of the folder of the scene by a link")
    return found
