"""Bodies of a world as one system: their vertices follow each other in every array."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.simulation.elements import Elements, ElementSet
from impinge.simulation.kernels.elements import MODEL
from impinge.simulation.soft_body import SoftBody
from impinge.simulation.vertex_fields import VertexBody


class SoftState(NamedTuple):
    """Positions [m] and velocities [m/s] of all vertices, (n, 3)."""

    vertices: Array
    velocities: Array


class VertexSystem:
    """What does not change in time.

    Attributes
    ----------
    names : tuple of str
    elements : Elements
    starts : (k + 1,) int64
        First vertex of each body, and the end.
    body_of : (n,) int64
    masses : (n,) float64
    inverse_masses : (n,) float64
        Zero for held vertices.
    held : (n,) bool
        Pinned vertices, and those without mass.
    edges, edge : (k,) float64, float
        Mean length of edges at rest [m], of each body and of all.
    """

    def __init__(
        self, bodies: Mapping[str, VertexBody], elements: Elements, gravity: Array
    ) -> None:
        self.names, self.elements, self.gravity = tuple(bodies), elements, gravity
        sizes = [len(body.masses) for body in bodies.values()]
        self.starts: Ids = np.cumsum([0, *sizes])
        self.body_of: Ids = np.repeat(np.arange(len(sizes)), sizes)
        self.masses: Array = np.concatenate([body.masses for body in bodies.values()])
        self.held: Flags = self.masses == 0.0
        for body, start in zip(bodies.values(), self.starts, strict=False):
            self.held[start + body.pinned] = True
        self.inverse_masses: Array = 1.0 / np.where(self.held, np.inf, self.masses)
        self.edges: Array = np.array([body._edge for body in bodies.values()])
        self.edge = float(self.edges.mean())

    def rows_of(self, body: int) -> slice:
        """Its vertices."""
        return slice(self.starts[body], self.starts[body + 1])

    def split(self, field: Array) -> dict[str, Array]:
        """A field of all vertices by body."""
        return {name: field[self.rows_of(k)] for k, name in enumerate(self.names)}

    def kinetic(self, velocities: Array) -> Array:
        """(k,) energy of each body [J]."""
        each = 0.5 * self.masses * np.einsum("ij,ij->i", velocities, velocities)
        return np.add.reduceat(each, self.starts[:-1])

    def elastic(self, vertices: Array) -> Array:
        """(k,) energy of each body [J]."""
        each = self.elements.forces(vertices, np.zeros_like(vertices))[1].elastic
        return self.elements.by_body(each)

    def weight(self, vertices: Array) -> Array:
        """(k,) potential energy of each body in the field of gravity, zero at the origin [J]."""
        return np.add.reduceat(
            -self.masses * (vertices * self.gravity).sum(axis=1), self.starts[:-1]
        )


class SoftSystem(VertexSystem):
    """Soft bodies, whose elements are tetrahedra.

    Attributes
    ----------
    bodies : tuple of SoftBody
    tet_starts : (k + 1,) int64
        First tetrahedron of each body, and the end.
    """

    elements: ElementSet

    def __init__(self, bodies: Mapping[str, SoftBody], gravity: Array) -> None:
        elements = ElementSet.joined([body._elements for body in bodies.values()])
        super().__init__(bodies, elements, gravity)
        self.bodies = tuple(bodies.values())
        self.tet_starts: Ids = elements.bodies

    def is_model(self, model: float) -> Flags:
        """(m,) bool: elements of a material of this model."""
        _, _, _, material, rows = self.elements.arrays
        return rows[material, MODEL] == model


def blown_up(system: VertexSystem, body: int, reason: str) -> ImpingeError:
    """The error of a step that cannot be done."""
    return ImpingeError(
        f"step: {system.names[body]!r} blows up: {reason}; the world is at its last good state"
    )
