"""Surfaces from files: meshes, and tetrahedra by their surface."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from impinge.core.errors import ImpingeError

if TYPE_CHECKING:
    from impinge.geometry import Mesh


def read_surface(file: Path, units: str | None) -> Mesh:
    """The mesh in a file, in metres, or the surface of its tetrahedra."""
    from impinge.geometry import Mesh, TetMesh
    from impinge.io import load

    thing = load(file, units=units)
    if isinstance(thing, TetMesh):
        return thing.surface
    if not isinstance(thing, Mesh):
        raise ImpingeError(f"{file}: holds a {type(thing).__name__}, expected a mesh or tetrahedra")
    return thing
