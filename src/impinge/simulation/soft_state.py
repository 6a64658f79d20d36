"""Soft bodies of a world as one system: their vertices follow each other in every array."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.simulation.elements import ElementSet
from impinge.simulation.kernels.elements import MODEL
from impinge.simulation.soft_body import SoftBody


class SoftState(NamedTuple):
    """Positions [m] and velocities [m/s] of all vertices, (n, 3)."""

    vertices: Array
    velocities: Array


class SoftSystem:
    """What does not change in time.

    Attributes
    ----------
    names, bodies : tuple
    starts : (k + 1,) int64
        First vertex of each body, and the end.
    body_of : (n,) int64
    masses : (n,) float64
    inverse_masses : (n,) float64
        Zero for held vertices.
    held : (n,) bool
        Pinned vertices, and those without mass.
    edge : float
        Mean length of the edges of tetrahedra at rest [m].
    """

    def __init__(self, bodies: Mapping[str, SoftBody], gravity: Array) -> None:
        self.names, self.bodies = tuple(bodies), tuple(bodies.values())
        self.gravity = gravity
        self.elements = ElementSet.joined([body._elements for body in self.bodies])
        sizes = [len(body.masses) for body in self.bodies]
        self.starts: Ids = np.cumsum([0, *sizes])
        self.body_of: Ids = np.repeat(np.arange(len(sizes)), sizes)
        self.masses: Array = np.concatenate([body.masses for body in self.bodies])
        self.held: Flags = self.masses == 0.0
        for body, start in zip(self.bodies, self.starts, strict=False):
            self.held[start + body.pinned] = True
        self.inverse_masses: Array = 1.0 / np.where(self.held, np.inf, self.masses)
        self.tet_starts: Ids = np.cumsum([0, *(len(body.mesh.tets) for body in self.bodies)])
        self.edges: Array = np.array([mean_edge(body) for body in self.bodies])
        self.edge = float(self.edges.mean())

    def is_model(self, model: float) -> Flags:
        """(m,) bool: elements of a material of this model."""
        _, _, _, material, rows = self.elements.arrays
        return rows[material, MODEL] == model

    def split(self, field: Array) -> dict[str, Array]:
        """A field of all vertices by body."""
        ends = zip(self.names, self.starts, self.starts[1:], strict=False)
        return {name: field[start:end] for name, start, end in ends}

    def kinetic(self, velocities: Array) -> Array:
        """(k,) energy of each body [J]."""
        each = 0.5 * self.masses * np.einsum("ij,ij->i", velocities, velocities)
        return np.add.reduceat(each, self.starts[:-1])

    def elastic(self, vertices: Array) -> Array:
        """(k,) energy of each body [J]."""
        each = self.elements.forces(vertices, np.zeros_like(vertices))[1].elastic
        return np.add.reduceat(each, self.tet_starts[:-1])

    def weight(self, vertices: Array) -> Array:
        """(k,) potential energy of each body in the field of gravity, zero at the origin [J]."""
        return np.add.reduceat(
            -self.masses * (vertices * self.gravity).sum(axis=1), self.starts[:-1]
        )


def blown_up(system: SoftSystem, body: int, reason: str) -> ImpingeError:
    """The error of a step that cannot be done."""
    return ImpingeError(
        f"step: {system.names[body]!r} blows up: {reason}; the world is at its last good state"
    )


def mean_edge(body: SoftBody) -> float:
    """Mean length of the edges of tetrahedra at rest [m], each tetrahedron's counted."""
    corners = body.mesh.vertices[body.mesh.tets]
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    lengths = [np.linalg.norm(corners[:, a] - corners[:, b], axis=1).mean() for a, b in pairs]
    return float(np.mean(lengths))
