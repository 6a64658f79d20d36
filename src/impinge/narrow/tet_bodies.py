"""Several tetrahedral meshes as one, with vertices, tetrahedra and faces numbered through."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache, partial
from operator import attrgetter
from typing import Any

import numpy as np

from impinge.core.arrays import FLOAT64, Array
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_several
from impinge.core.tolerance import COORDINATE_LIMIT
from impinge.geometry import TetMesh
from impinge.geometry.coordinates import as_coordinates

CORNER_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
"""Corners of the six edges of a tetrahedron."""
DTYPE, SHAPE = attrgetter("dtype"), attrgetter("shape")
KEPT = 2
"""Scenes whose joined numbers are kept for the next step."""


class Joined:
    """What several meshes are without their coordinates; the same in each step of a scene.

    Attributes
    ----------
    objects : int
        How many there are.
    tets : (m, 4) int64
        Of all objects, with vertices numbered through.
    first_vertex, first_tet : (k + 1,) int64
        Where the numbers of each object begin, and the last ones end.
    object_of_vertex, object_of_tet : int64
        The object of each.
    """

    def __init__(self, meshes: tuple[TetMesh, ...]) -> None:
        self.objects, self._meshes = len(meshes), meshes
        self._objects = np.arange(self.objects)
        self.first_vertex = _firsts(mesh._vertices for mesh in meshes)
        self.first_tet = _firsts(mesh._tets for mesh in meshes)
        self.tets = self._numbered([mesh._tets for mesh in meshes])
        self.object_of_vertex = np.repeat(self._objects, np.diff(self.first_vertex))
        self.object_of_tet = np.repeat(self._objects, np.diff(self.first_tet))

    def _numbered(self, rows: Sequence[Ids]) -> Ids:
        starts = self.first_vertex[:-1].tolist()
        return np.concatenate([some + start for some, start in zip(rows, starts, strict=True)])

    @cached_property
    def first_face(self) -> Ids:
        """Where the surface faces of each object begin."""
        return _firsts(_faces(mesh) for mesh in self._meshes)

    @cached_property
    def faces(self) -> Ids:
        """(f, 3) int64: surface faces of all objects."""
        return self._numbered([_faces(mesh) for mesh in self._meshes])

    @cached_property
    def object_of_face(self) -> Ids:
        return np.repeat(self._objects, np.diff(self.first_face))

    @cached_property
    def neighbours(self) -> tuple[Ids, Ids]:
        """Vertices at the other ends of the edges of each vertex: where they begin, and which."""
        offsets, rows = zip(
            *(derived(mesh, "neighbours", partial(_neighbours, mesh)) for mesh in self._meshes),
            strict=True,
        )
        ends = _firsts(rows)
        starts = [some[:-1] + first for some, first in zip(offsets, ends[:-1], strict=True)]
        return np.concatenate([*starts, ends[-1:]]), self._numbered(rows)


@lru_cache(maxsize=KEPT)
def joined(firsts: tuple[TetMesh, ...]) -> Joined:
    """What these meshes are without their coordinates."""
    return Joined(firsts)


def joined_of(meshes: Sequence[TetMesh]) -> Joined:
    """The same for meshes that others have become by ``with_vertices``."""
    return joined(tuple(mesh._first or mesh for mesh in meshes))


def _firsts(rows: Any) -> Ids:
    return np.cumsum([0, *(len(some) for some in rows)])


def _faces(mesh: TetMesh) -> Ids:
    try:
        return mesh.surface._faces
    except ImpingeError:
        # Each face belongs to several tetrahedra: nothing is outside.
        return np.empty((0, 3), np.int64)


def _neighbours(mesh: TetMesh) -> tuple[Ids, Ids]:
    count = len(mesh._vertices)
    ends = mesh._tets[:, CORNER_PAIRS].reshape(-1, 2)
    ends = ends[ends[:, 0] != ends[:, 1]]
    codes = np.unique(np.concatenate([ends @ [count, 1], ends @ [1, count]]))
    offsets = np.searchsorted(codes, np.arange(count + 1) * count)
    return offsets, codes % count


def as_tet_meshes(meshes: Any, name: str) -> tuple[TetMesh, ...]:
    """Tetrahedral meshes from one or several, at least one."""
    if isinstance(meshes, TetMesh):
        return (meshes,)
    several = as_several(meshes, name, "a TetMesh or several")
    if not several:
        raise ImpingeError(f"{name}: expected a TetMesh or several, got none")
    for i, mesh in enumerate(several):
        if not isinstance(mesh, TetMesh):
            raise ImpingeError(f"{name}[{i}]: expected a TetMesh, got a {type(mesh).__name__}")
    return several


def as_vertices_of(meshes: Sequence[TetMesh], vertices: Any, name: str = "vertices") -> Array:
    """(n, 3) float64: a row for each vertex of all meshes, from an array for each mesh."""
    several = as_several(vertices, name, "a list of (n, 3) arrays")
    if len(several) != len(meshes):
        raise ImpingeError(f"{name}: {len(several)} arrays, expected {len(meshes)}")
    shapes = [mesh._vertices.shape for mesh in meshes]
    # One look at all of them: a thousand small arrays took as long as the query.
    if (
        set(map(type, several)) == {np.ndarray}
        and set(map(DTYPE, several)) == {FLOAT64}
        and list(map(SHAPE, several)) == shapes
    ):
        together = np.concatenate(several)
        if max(together.max(), -together.min()) < COORDINATE_LIMIT:
            return together
    arrays = [as_coordinates(rows, f"{name}[{i}]") for i, rows in enumerate(several)]
    for i, (rows, shape) in enumerate(zip(arrays, shapes, strict=True)):
        if rows.shape != shape:
            raise ImpingeError(f"{name}[{i}]: {len(rows)} rows, expected {shape[0]}")
    return np.concatenate(arrays)


def vertices_of(meshes: Sequence[TetMesh]) -> Array:
    """(n, 3) float64: the vertices of all meshes."""
    return np.concatenate([mesh._vertices for mesh in meshes])
