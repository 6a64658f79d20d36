"""Which parts of soft bodies are inside bodies or below the floor, and the springs there."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.contacts import TetDepths, tet_depth
from impinge.core.arrays import Array
from impinge.geometry import Mesh, TetMesh
from impinge.narrow import TetHits, TetTable
from impinge.simulation.soft_contacts import WORLD, SoftContacts, SpringRows
from impinge.simulation.soft_state import SoftSystem

TET = 5
"""Vertices of a stencil: one, and the corners of the tetrahedron it is in."""


class SoftDetector:
    """Finds contacts of a system with the floor; those of bodies are found by subclasses.

    Without a stiffness, springs have that of an element of the softer body: Young's modulus times
    the mean edge. Without a damping, they have half of what is critical for a mean vertex.
    """

    def __init__(
        self,
        system: SoftSystem,
        stiffness: float | None,
        damping: float | None,
        friction: float,
        floor: float | None,
    ) -> None:
        self.system, self.floor = system, floor
        bodies = system.bodies
        soft = np.array([body.young for body in bodies]) * system.edges
        self._stiffness = soft if stiffness is None else np.full(len(bodies), stiffness)
        mean = np.array([body.masses[body.masses > 0.0].mean() for body in bodies])
        critical = np.sqrt(self._stiffness * mean)
        self._damping = critical if damping is None else np.full(len(bodies), damping)
        self._friction = friction
        self._meshes = [body.mesh for body in bodies]

    def contacts(self, vertices: Array) -> SoftContacts:
        """The springs at these positions."""
        parts = self._between(vertices)
        if self.floor is not None:
            parts.append(self._below(vertices, self.floor))
        rows = SpringRows.joined(parts)
        # Of two bodies the softer; the floor has none of its own.
        first, second = rows.bodies.T
        pair = np.where(second == WORLD, first, second)
        stiffness, damping = (
            np.minimum(values[first], values[pair]) for values in (self._stiffness, self._damping)
        )
        return rows.contacts(len(vertices), stiffness, damping, self._friction)

    def _between(self, _vertices: Array) -> list[SpringRows]:
        """Places of springs between bodies."""
        return []

    def meshes(self, vertices: Array) -> list[TetMesh]:
        """The bodies with their vertices at these positions."""
        parts = self.system.split(vertices).values()
        return [mesh.with_vertices(part) for mesh, part in zip(self._meshes, parts, strict=True)]

    def surfaces(self, vertices: Array) -> list[Mesh]:
        """What is seen of the bodies at these positions."""
        return [mesh.surface for mesh in self.meshes(vertices)]

    def tracks(self, _vertices: Array) -> dict[str, dict[str, Any]]:
        """For a recording, at these positions: points with their depths, and lines."""
        return {"points": {}, "lines": {}}

    def scalars(self) -> dict[str, float]:
        """For a recording, of the last contacts."""
        return {}

    def memory(self) -> dict[str, Array]:
        """What contacts depend on beside positions."""
        return {}

    def recall(self, state: dict[str, Array]) -> None:
        """Go back to the memory in a state."""

    def _below(self, vertices: Array, floor: float) -> SpringRows:
        deep = floor - vertices[:, 2]
        points = np.flatnonzero((deep > 0.0) & (self.system.masses > 0.0))
        bodies = np.stack([self.system.body_of[points], np.full(len(points), WORLD)], axis=1)
        up = np.zeros((len(points), 3))
        up[:, 2] = 1.0
        columns = np.repeat(points[:, None], TET, axis=1)
        weights = np.zeros(columns.shape)
        weights[:, 0] = 1.0
        return SpringRows(bodies, columns, weights, up, deep[points], np.ones(len(points)))


class TetDetector(SoftDetector):
    """Finds vertices inside tetrahedra, by a method of :func:`impinge.contacts.tet_depth`."""

    def __init__(self, *given: Any, method: str) -> None:
        super().__init__(*given)
        self._method = method
        self._table = TetTable(self._meshes)
        self._is_outer = np.zeros(len(self.system.masses), np.bool_)
        for body, start in zip(self.system.bodies, self.system.starts, strict=False):
            self._is_outer[start + np.unique(body.mesh.surface.faces)] = True

    def tracks(self, vertices: Array) -> dict[str, dict[str, Any]]:
        """The way out by both methods as lines."""
        meshes, lines, deep = self.meshes(vertices), {}, np.zeros((0, 4))
        hits = self._hits(meshes)
        for method in ("consistent", "closest"):
            found = tet_depth(meshes, method=method, hits=hits)
            at = vertices[self.system.starts[found.object] + found.vertex]
            out = at + found.depth[:, None] * found.direction
            lines[f"push-out: {method}"] = list(np.stack([at, out], axis=1))
            if method == self._method:
                deep = np.column_stack([at, found.depth])
        return {"points": {"depth": deep}, "lines": lines}

    def _hits(self, meshes: list[TetMesh]) -> TetHits:
        return self._table.find([mesh.vertices for mesh in meshes])

    def _between(self, vertices: Array) -> list[SpringRows]:
        meshes = self.meshes(vertices)
        found: TetDepths = tet_depth(meshes, method=self._method, hits=self._hits(meshes))
        starts, tet_starts = self.system.starts, self.system.tet_starts
        points = starts[found.object] + found.vertex
        # A body that is crushed has inner vertices in tetrahedra of its own: elements resist that.
        kept = (found.depth > 0.0) & ((found.object != found.other) | self._is_outer[points])
        bodies = np.stack([found.object, found.other], axis=1)[kept]
        corners = self.system.elements.tets[tet_starts[found.other] + found.tet][kept]
        columns = np.concatenate([points[kept, None], corners], axis=1)
        weights = np.concatenate([np.ones((len(columns), 1)), -found.weights[kept]], axis=1)
        directions, depths = found.direction[kept], found.depth[kept]
        return [SpringRows(bodies, columns, weights, directions, depths, np.ones(len(depths)))]
