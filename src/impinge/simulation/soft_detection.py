"""Which vertices of soft bodies are inside bodies or below the floor, and the springs there."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.contacts import TetDepths, tet_depth
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Mesh, TetMesh
from impinge.narrow import TetHits, TetTable
from impinge.simulation.soft_contacts import WORLD, SoftContacts, contact_rows
from impinge.simulation.soft_facets import CORNERS, SoftFacets
from impinge.simulation.soft_state import SoftSystem

TET = 5
"""Vertices of a stencil: one, and the corners of the tetrahedron it is in."""


class SoftDetector:
    """Finds contacts of a system: by a method of :func:`impinge.contacts.tet_depth`, by facets, or
    None.

    Without a stiffness, springs have that of an element of the softer body: Young's modulus times
    the mean edge. Without a damping, they have half of what is critical for a mean vertex.
    """

    has_energy = True
    """Whether springs change with positions only, so that energy can be kept."""

    def __init__(
        self,
        system: SoftSystem,
        method: str | None,
        stiffness: float | None,
        damping: float | None,
        friction: float,
        floor: float | None,
    ) -> None:
        self.system, self.method, self.floor = system, method, floor
        bodies = system.bodies
        soft = np.array([body.young for body in bodies]) * system.edges
        self._stiffness = soft if stiffness is None else np.full(len(bodies), stiffness)
        mean = np.array([body.masses[body.masses > 0.0].mean() for body in bodies])
        critical = np.sqrt(self._stiffness * mean)
        self._damping = critical if damping is None else np.full(len(bodies), damping)
        self._friction = friction
        self._meshes = [body.mesh for body in bodies]
        self.facets = SoftFacets(system) if method == "facets" else None
        self._width = TET if self.facets is None else CORNERS
        self._table = TetTable(self._meshes)
        self._is_outer = np.zeros(len(system.masses), np.bool_)
        for body, start in zip(bodies, system.starts, strict=False):
            self._is_outer[start + np.unique(body.mesh.surface.faces)] = True

    def contacts(self, vertices: Array) -> SoftContacts:
        """The springs at these positions."""
        parts: list[tuple[Any, ...]] = []
        if self.facets is not None:
            parts.append(self.facets.find(vertices))
        elif self.method is not None:
            meshes = self.meshes(vertices)
            hits = self._hits(meshes)
            parts.append(self._inside(tet_depth(meshes, method=self.method, hits=hits)))
        if self.floor is not None:
            parts.append(self._below(vertices, self.floor))
        bodies, columns, values, normals, depths = (
            np.concatenate(rows) for rows in zip(*(parts or [_nothing()]), strict=True)
        )
        # Of two bodies the softer; the floor has none of its own.
        pair = np.where(bodies[:, 1] == WORLD, bodies[:, 0], bodies[:, 1])
        springs = [
            np.minimum(values[bodies[:, 0]], values[pair])
            for values in (self._stiffness, self._damping)
        ]
        return contact_rows(
            len(vertices), bodies, columns, values, normals, depths,
            (springs[0], springs[1], self._friction),
        )  # fmt: skip

    def meshes(self, vertices: Array) -> list[TetMesh]:
        """The bodies with their vertices at these positions."""
        parts = self.system.split(vertices).values()
        return [mesh.with_vertices(part) for mesh, part in zip(self._meshes, parts, strict=True)]

    def surfaces(self, vertices: Array) -> list[Mesh]:
        """What is seen of the bodies at these positions."""
        return [mesh.surface for mesh in self.meshes(vertices)]

    def tracks(self, vertices: Array) -> dict[str, dict[str, Any]]:
        """For a recording: points with their depths, and the way out by both methods as lines."""
        if self.method is None:
            return {"points": {}, "lines": {}}
        if self.facets is not None:
            return self.facets.tracks()
        meshes, lines, deep = self.meshes(vertices), {}, np.zeros((0, 4))
        hits = self._hits(meshes)
        for method in ("consistent", "closest"):
            found = tet_depth(meshes, method=method, hits=hits)
            at = vertices[self.system.starts[found.object] + found.vertex]
            out = at + found.depth[:, None] * found.direction
            lines[f"push-out: {method}"] = list(np.stack([at, out], axis=1))
            if method == self.method:
                deep = np.column_stack([at, found.depth])
        return {"points": {"depth": deep}, "lines": lines}

    def _hits(self, meshes: list[TetMesh]) -> TetHits:
        return self._table.find([mesh.vertices for mesh in meshes])

    def _inside(self, found: TetDepths) -> tuple[Ids | Array, ...]:
        starts, tet_starts = self.system.starts, self.system.tet_starts
        points = starts[found.object] + found.vertex
        # A body that is crushed has inner vertices in tetrahedra of its own: elements resist that.
        kept = (found.depth > 0.0) & ((found.object != found.other) | self._is_outer[points])
        bodies = np.stack([found.object, found.other], axis=1)[kept]
        corners = self.system.elements.tets[tet_starts[found.other] + found.tet][kept]
        columns = np.concatenate([points[kept, None], corners], axis=1)
        values = np.concatenate([np.ones((len(columns), 1)), -found.weights[kept]], axis=1)
        return bodies, columns, values, found.direction[kept], found.depth[kept]

    def _below(self, vertices: Array, floor: float) -> tuple[Ids | Array, ...]:
        deep = floor - vertices[:, 2]
        points = np.flatnonzero((deep > 0.0) & (self.system.masses > 0.0))
        bodies = np.stack([self.system.body_of[points], np.full(len(points), WORLD)], axis=1)
        up = np.zeros((len(points), 3))
        up[:, 2] = 1.0
        columns = np.repeat(points[:, None], self._width, axis=1)
        values = np.zeros(columns.shape)
        values[:, 0] = 1.0
        return bodies, columns, values, up, deep[points]


def _nothing() -> tuple[Ids | Array, ...]:
    none = np.zeros(0, np.int64)
    return (
        none.reshape(0, 2), none.reshape(0, TET), np.zeros((0, TET)), np.zeros((0, 3)), np.zeros(0)
    )  # fmt: skip
