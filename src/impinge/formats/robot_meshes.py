"""Meshes that a robot's file names: found below the folders that were given, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import as_points
from impinge.core.errors import FileError, ImpingeError
from impinge.core.options import as_choice
from impinge.formats.file import as_path, blamed_on, most_unpacked, read_bytes
from impinge.formats.markup import Element, read_markup
from impinge.formats.readers import MESH_READERS, mesh_of
from impinge.geometry import Mesh

PACKAGE, FILE = "package://", "file://"
MOST_ROBOT_BYTES = 1024**3
"""All mesh files of a robot together."""
MOST_ABOVE = 5
"""Folders above a robot's file among which packages are looked for."""
MOST_DEPTH, MOST_ELEMENTS = 256, 2_000_000
"""Of a COLLADA file: each polygon may be an element."""
INSTANCE = 10_000
"""Bytes that each shown instance takes in memory, besides its numbers."""


class MeshFolder:
    """Meshes by the names that a robot's file has for them, each read once.

    Parameters
    ----------
    path : Path
        The robot's file. Relative names start from its folder and stay in it.
    packages : mapping of str to path
        Folders of packages, which files named ``package://name/...`` stay in. Others are looked for
        among the five folders above the file, and beside them. The name ``"."`` gives a folder that
        relative names may reach instead of the file's own.
    missing : str
        "error", or "skip" to leave out meshes that are not there.
    """

    def __init__(self, path: Path, packages: Mapping[str, Any], missing: str) -> None:
        as_choice(missing, "missing", ("error", "skip"))
        if not isinstance(packages, Mapping):
            kind = type(packages).__name__
            raise ImpingeError(f"packages: expected a dictionary of folders, got {kind}")
        self._file = path
        self._folder = path.resolve().parent
        self._packages = {str(name): as_path(folder).resolve() for name, folder in packages.items()}
        for name, folder in self._packages.items():
            if not folder.is_dir():
                raise ImpingeError(f"packages: {name!r}: there is no folder {folder}")
        self._skip = missing == "skip"
        self._kept: dict[tuple[Path, tuple[float, ...]], Mesh] = {}
        self._read = 0
        self.skipped: list[str] = []

    def mesh(self, name: str, scale: ArrayLike | None, where: str) -> Mesh | None:
        """The mesh of a name; None where it is missing and is to be skipped.

        A ``FileError`` names ``where`` if it is not there, not readable, empty, or outside the
        folders.
        """
        factors = np.ones(3) if scale is None else np.asarray(scale, np.float64).reshape(-1)
        if len(factors) not in (1, 3):
            raise FileError(f"{self._file}: {where}: a scale of {len(factors)} numbers, expected 3")
        factors = as_points(np.broadcast_to(factors, 3).reshape(1, 3), f"{where}: scale")[0]
        if not factors.all():
            raise FileError(f"{self._file}: {where}: the mesh {name!r} has a scale of 0")
        try:
            file, home = self._find(name, where)
            there = file.is_file()
        except (OSError, RuntimeError, ValueError) as error:
            # Names that are too long, or links that lead to themselves.
            if isinstance(error, ImpingeError):
                raise
            raise FileError(f"{self._file}: {where}: {name[:200]!r}: {error}"[:600]) from error
        if not there:
            if self._skip:
                self.skipped.append(f"{where}: there is no file {file}")
                return None
            hint = "give its folder by packages={...}, or missing='skip' to leave it out"
            raise FileError(f"{self._file}: {where}: there is no file {file}; {hint}")
        key = file, tuple(factors.tolist())
        if key not in self._kept:
            self._kept[key] = self._load(file, home, factors, where)
        return self._kept[key]

    def _find(self, name: str, where: str) -> tuple[Path, Path]:
        """The file of a name, and the folder that it must not leave."""
        plain = name.replace("\\", "/")
        if plain.startswith(PACKAGE):
            package, _, rest = plain[len(PACKAGE) :].lstrip("/").partition("/")
            home = self._packages.get(package) or self._package_above(package)
            if home is None:
                if self._skip:
                    return self._folder / package / rest, self._folder
                raise FileError(
                    f"{self._file}: {where}: the package {package!r} was not found; give its "
                    f"folder: packages={{{package!r}: ...}}"
                )
        else:
            home = self._packages.get(".", self._folder)
            rest = plain.removeprefix(FILE)
        # What is absolute stays so: it is refused below unless it is at home.
        base = home if plain.startswith(PACKAGE) else self._folder
        file = (base / rest).resolve()
        if not file.is_relative_to(home):
            advice = "" if plain.startswith(PACKAGE) else "; packages={'.': ...} gives a wider one"
            raise FileError(f"{self._file}: {where}: {name!r} is outside the folder {home}{advice}")
        return file, home

    def _package_above(self, package: str) -> Path | None:
        if package in ("", ".", ".."):
            return None
        # Not from the root on: a package called etc, or home, would lead to any file there is.
        for folder in (self._folder, *self._folder.parents)[: MOST_ABOVE + 1]:
            if folder == folder.parent:
                return None
            if folder.name == package:
                return folder
            inner = (folder / package).resolve()
            if inner.is_dir() and inner.is_relative_to(folder):
                return inner
        return None

    def _load(self, file: Path, home: Path, factors: Any, where: str) -> Mesh:
        extension = file.suffix.lower()
        if extension not in MESH_READERS and extension != ".dae":
            known = ", ".join([".dae", *MESH_READERS])
            raise FileError(f"{self._file}: {where}: {file.name}: expected one of {known}")
        try:
            data = read_bytes(file, home=home, most=max(MOST_ROBOT_BYTES - self._read, 0))
            self._read += len(data)
            if extension == ".dae":
                mesh = read_dae(data, file)
            else:
                mesh = mesh_of(MESH_READERS[extension](data, file), file, 1.0)
        except FileError as error:
            raise FileError(f"{self._file}: {where}: {error}") from error
        if (factors == 1.0).all():
            return mesh
        # A mirrored mesh shows the back of its faces.
        faces = mesh.faces if factors.prod() > 0.0 else mesh.faces[:, ::-1]
        return Mesh(mesh.vertices * factors, faces)


def read_dae(data: bytes, path: Path) -> Mesh:
    """All triangles of a COLLADA file, in its own unit, by trimesh and pycollada.

    The unit that it announces is not applied: robots are written for readers that do not.
    """
    root = read_markup(data, path, most_depth=MOST_DEPTH, most_elements=MOST_ELEMENTS)
    _check_dae(root, len(data), path)
    try:
        import collada  # noqa: F401 - trimesh reads such files by it
    except ImportError:
        raise FileError(f"{path}: COLLADA files need pycollada: pip install pycollada") from None
    from trimesh import load_scene

    with blamed_on(path):
        # Written anew, it is what was checked: pycollada unpacks archives, and knows encodings that
        # hide a document type.
        plain = ET.tostring(ET.fromstring(data))  # noqa: S314 - checked by our own parser
        scene: Any = load_scene(BytesIO(plain), file_type="dae")
        mesh = scene.to_mesh()
        vertices, faces = np.asarray(mesh.vertices), np.asarray(mesh.faces)
    if not len(faces):
        raise FileError(f"{path}: holds no triangles")
    return Mesh(vertices, faces).welded()


def _check_dae(root: Element, size: int, path: Path) -> None:
    """Refuse numbers that pycollada replaces, and nodes that multiply what they show.

    Instances of nodes that contain two instances each double with every level.
    """
    sizes: dict[str, int] = {}
    nodes: dict[str, Element] = {}
    waiting, order = [root], []
    while waiting:
        at = waiting.pop()
        waiting.extend(at.children)
        name = "#" + at.attributes.get("id", "")
        tag = at.tag.rpartition(":")[2]
        if tag == "float_array" and "n" in at.text.lower():
            raise FileError(f"{path}: line {at.line}: expected finite numbers")
        if tag == "geometry":
            sizes[name] = _text_size(at)
        elif tag in ("node", "visual_scene"):
            nodes[name] = at
            order.append(at)
    shown: dict[int, int] = {}

    def count(element: Element, above: int) -> int:
        """Bytes of text that an element shows, instances included."""
        if above > MOST_DEPTH:
            raise FileError(f"{path}: nodes show each other more than {MOST_DEPTH} deep")
        key = id(element)
        if key not in shown:
            total = 1
            for child in element.children:
                tag, url = child.tag.rpartition(":")[2], child.attributes.get("url", "")
                if tag == "instance_geometry":
                    total += INSTANCE + sizes.get(url, 0)
                elif tag == "instance_node" and url in nodes:
                    total += INSTANCE + count(nodes[url], above + 1)
                elif tag == "node":
                    total += count(child, above + 1)
            shown[key] = total
        return shown[key]

    if any(count(node, 0) > most_unpacked(size) for node in order):
        raise FileError(f"{path}: its nodes repeat more than {most_unpacked(size)} bytes")


def _text_size(element: Element) -> int:
    return sum(map(len, element.pieces)) + sum(map(_text_size, element.children))
