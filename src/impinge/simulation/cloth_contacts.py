"""Pairs of features of a cloth world: those that meet at the start, springs, contacts to record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.geometry.nature import Nature
from impinge.narrow import edge_face_intersections, proximities
from impinge.simulation.soft_contacts import WORLD, SoftContacts, SpringRows
from impinge.simulation.soft_state import VertexSystem

STOP = 30.0
"""Stiffness of a stop by that of what it stops."""
NAMED = 4
"""Pairs that an error names."""


class NearPairs(NamedTuple):
    """Pairs within the thickness as stencils, without those of held vertices alone.

    ``bodies`` (m, 2) are a cloth, and another or ``WORLD`` (an obstacle); the rest is as of
    :class:`impinge.narrow.FeaturePairs`.
    """

    bodies: Ids
    vertices: Ids
    weights: Array
    distance: Array
    normal: Array

    def springs(
        self, masses: Array, thickness: float, stiffness: float, friction: float
    ) -> SoftContacts:
        """Springs [N/m] that push pairs apart while they are nearer than the thickness.

        Damping is half of what is critical for a mean vertex.
        """
        damping = np.sqrt(stiffness * masses[np.isfinite(masses)].mean())
        numbers = np.full(len(self.distance), stiffness), np.full(len(self.distance), damping)
        rows = self._spring_rows(thickness - self.distance)
        return rows.contacts(len(masses), *numbers, friction)

    def stops(self, hardness: Array, thickness: float, friction: float) -> SoftContacts:
        """Stops at the thickness; what is nearer is stopped where it is.

        They are ``STOP`` times as hard as what they stop; ``hardness`` (n,) [N/m] is that of
        vertices.
        """
        stiffness = STOP / (self.weights**2 / hardness[self.vertices]).sum(axis=1)
        rows = self._spring_rows(np.minimum(thickness - self.distance, 0.0))
        none = np.zeros(len(stiffness))
        return rows.contacts(len(hardness), stiffness, none, friction, follows=True)

    def _spring_rows(self, depths: Array) -> SpringRows:
        stencils = self.bodies, self.vertices, self.weights
        return SpringRows(*stencils, -self.normal, depths, np.ones(len(depths)))

    def rows(self, points: Array, most: int) -> Array:
        """(m, 7) contacts of the nearest: point of the first feature, normal, distance."""
        nearest = np.argsort(self.distance, kind="stable")[:most]
        weights = np.maximum(self.weights[nearest], 0.0)
        at = np.einsum("ik,ikc->ic", weights, points[self.vertices[nearest]])
        return np.column_stack([at, self.normal[nearest], self.distance[nearest]])


def near_pairs(
    system: VertexSystem, mesh: Mesh, thickness: float, *, proper: bool = False
) -> NearPairs:
    """Pairs of a mesh of all bodies; vertices without mass belong to obstacles.

    ``proper`` leaves out those nearest at the rim of a feature. Their normals are inclined to the
    surface: while vertices slide past them, they are no contacts.
    """
    found = proximities(mesh, thickness)
    parts = [
        (part.vertices, part.weights, part.distance, part.normal, part.nature)
        for part in (found.vertex_face, found.edge_edge)
    ]
    vertices, weights, distance, normal, nature = map(np.concatenate, zip(*parts, strict=True))
    soft = ~system.held[vertices].all(axis=1)
    if proper:
        soft &= np.isin(nature, (Nature.VERTEX_FACE, Nature.EDGE_EDGE))
    # First and last corner are of the first and of the second feature.
    bodies = system.body_of[vertices[soft][:, [0, 3]]]
    bodies[system.masses[vertices[soft][:, [0, 3]]] == 0.0] = WORLD
    return NearPairs(
        -np.sort(-bodies, axis=1), vertices[soft], weights[soft], distance[soft], normal[soft]
    )


def check_apart(system: VertexSystem, mesh: Mesh) -> None:
    """Raise if surfaces touch, or cross; obstacles may meet each other."""
    found = edge_face_intersections(mesh)
    edges, faces = found.edges[found.pair[:, 0]], mesh.faces[found.pair[:, 1]]
    crossing = np.column_stack([edges, faces])
    crossing = crossing[(system.masses[crossing] > 0.0).any(axis=1)]
    if len(crossing):
        raise _meeting(system, "cross", (("edge", row[:2], "face", row[2:]) for row in crossing))
    near = proximities(mesh, 0.0)
    touching = (("vertex", 1, "face", near.vertex_face), ("edge", 2, "edge", near.edge_edge))
    for first, split, second, part in touching:
        rows = part.vertices[(system.masses[part.vertices] > 0.0).any(axis=1)]
        if len(rows):
            pairs = ((first, row[:split], second, row[split:]) for row in rows)
            raise _meeting(system, "touch", pairs)


def _meeting(
    system: VertexSystem, how: str, pairs: Iterable[tuple[str, Ids, str, Ids]]
) -> ImpingeError:
    """The error of features that meet at the start: names the first of them."""

    def said(feature: str, corners: Ids) -> str:
        body = int(system.body_of[corners[0]])
        numbers = "-".join(str(v) for v in (corners - system.starts[body]).tolist())
        return f"{feature} {numbers} of {system.names[body]!r}"

    listed = [f"{said(a, i)} and {said(b, j)}" for a, i, b, j in pairs]
    more = f", and {len(listed) - NAMED} more" if len(listed) > NAMED else ""
    return ImpingeError(
        f"cloths: surfaces {how} at the start, move them apart: {'; '.join(listed[:NAMED])}{more}"
    )
