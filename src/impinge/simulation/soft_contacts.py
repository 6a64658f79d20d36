"""Contacts of soft bodies: springs between vertices and the tetrahedra or the floor they are in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids

if TYPE_CHECKING:
    from scipy.sparse import csr_array

SLIP = 1e-3
"""Sliding speed [m/s] from which friction has its full size."""
WORLD = -1
"""Body of the floor."""


class SpringRows(NamedTuple):
    """Places of springs, as stencils.

    Attributes
    ----------
    bodies : (m, 2) int64
        As of :class:`SoftContacts`.
    vertices, weights : (m, k) int64, float64
    normals, depths : (m, 3), (m,) float64
    share : (m,) float64
        Of the stiffness and damping.
    """

    bodies: Ids
    vertices: Ids
    weights: Array
    normals: Array
    depths: Array
    share: Array

    @classmethod
    def joined(cls, parts: Sequence[SpringRows]) -> SpringRows:
        """All rows, with stencils as wide as the widest: vertices without weight are added."""
        if not parts:
            ids = np.zeros((0, 2), np.int64), np.zeros((0, 1), np.int64)
            return cls(*ids, np.zeros((0, 1)), np.zeros((0, 3)), np.zeros(0), np.zeros(0))
        wide = max(part.vertices.shape[1] for part in parts)
        return cls._make(
            map(np.concatenate, zip(*(part._widened(wide) for part in parts), strict=True))
        )

    def _widened(self, wide: int) -> SpringRows:
        more = wide - self.vertices.shape[1]
        ids = np.hstack([self.vertices, np.repeat(self.vertices[:, :1], more, axis=1)])
        weights = np.hstack([self.weights, np.zeros((len(ids), more))])
        return self._replace(vertices=ids, weights=weights)

    def contacts(
        self, count: int, stiffness: Array, damping: Array, friction: float, *,
        follows: bool = False,
    ) -> SoftContacts:  # fmt: skip
        """Springs over ``count`` vertices."""
        from scipy.sparse import csr_array

        m, width = self.vertices.shape
        ends = np.arange(0, width * m + 1, width)
        stencils = csr_array((self.weights.ravel(), self.vertices.ravel(), ends), (m, count))
        return SoftContacts(
            self.bodies, stencils, self.normals, self.depths, self.share * stiffness,
            self.share * damping, friction, follows,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SoftContacts:
    """Springs of one instant. Directions are kept during a step, depths change with the vertices.

    A row pulls a vertex out along ``normals``, and the corners of the tetrahedron it is in the
    other way, by weight. Those of the floor have no corners. Rows of two facets pull at the corners
    of both.

    Attributes
    ----------
    bodies : (m, 2) int64
        Of the vertex or facet, and of the tetrahedron, the other facet, or ``WORLD``.
    stencils : (m, n) sparse
        Takes positions to those of vertices less those of the points they are at.
    normals, depths, stiffness, damping : (m, 3), (m,), (m,), (m,) float64
    friction : float
    follows : bool
        Whether friction in an implicit step follows the normal forces in it, not those before.
    """

    bodies: Ids
    stencils: csr_array
    normals: Array
    depths: Array
    stiffness: Array
    damping: Array
    friction: float
    follows: bool = False

    def __len__(self) -> int:
        return len(self.depths)

    @property
    def rows(self) -> tuple[Ids, Array]:
        """(m, k) vertices and weights of the stencils."""
        stencils = self.stencils
        shape = -1, stencils.nnz // len(self) if len(self) else 1
        return stencils.indices.reshape(shape).astype(np.int64), stencils.data.reshape(shape)

    @property
    def energy(self) -> Array:
        """(m,) of the springs [J]; what is not pressed has none."""
        return np.where(self.depths > 0.0, 0.5 * self.stiffness * self.depths**2, 0.0)

    def forces(self, displacements: Array, velocities: Array) -> Array:
        """(n, 3) on vertices that have moved by ``displacements`` since the contacts were found."""
        if not len(self):
            return np.zeros_like(displacements)
        moved, speeds = self.stencils @ displacements, self.stencils @ velocities
        opening = self._along(speeds)
        spring = self.stiffness * np.maximum(self.depths - self._along(moved), 0.0)
        normal = np.where(spring > 0.0, np.maximum(spring - self.damping * opening, 0.0), 0.0)
        sliding = speeds - opening[:, None] * self.normals
        share = self.friction * normal / np.maximum(np.linalg.norm(sliding, axis=1), SLIP)
        return np.asarray(
            self.stencils.T @ (normal[:, None] * self.normals - share[:, None] * sliding)
        )

    def _along(self, vectors: Array) -> Array:
        return np.einsum("ij,ij->i", vectors, self.normals)

    def over(self, step: float, velocities: Array) -> ContactPotential:
        """The contacts of an implicit step; its friction begins with the normal forces now."""
        opening = self._along(self.stencils @ velocities)
        normal = np.maximum(self.stiffness * self.depths - self.damping * opening, 0.0)
        return ContactPotential(
            self, step, self.friction * normal, self.stiffness + self.damping / step,
            self.stiffness * self.depths, self.stencils.T.tocsr(),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ContactPotential:
    """A convex function of displacements in a step; contact forces are its gradient.

    Springs and dampers push with max(0, k d - (k + c / dt) q) for a displacement q along the
    normal. Friction opposes sliding with a given size, less below the speed ``SLIP``.

    Attributes
    ----------
    slip_force, stiffness, push : (m,) float64
        Size of friction, k + c / dt, and k d.
    transposed : (n, m) sparse
        Takes forces on rows to vertices.
    """

    contacts: SoftContacts
    step: float
    slip_force: Array
    stiffness: Array
    push: Array
    transposed: csr_array

    def _parts(self, displacements: Array) -> tuple[Array, Array, Array]:
        """Normal force, sliding displacement and its length, row by row."""
        moved = self.contacts.stencils @ displacements
        opening = self.contacts._along(moved)
        sliding = moved - opening[:, None] * self.contacts.normals
        normal = np.maximum(self.push - self.stiffness * opening, 0.0)
        return normal, sliding, np.linalg.norm(sliding, axis=1)

    def pressed(self, displacements: Array) -> Flags:
        """(m,) bool: springs that push at these displacements."""
        return self._parts(displacements)[0] > 0.0

    def with_friction_at(self, displacements: Array) -> ContactPotential:
        """The same with the friction of the normal forces at these displacements."""
        return replace(self, slip_force=self.contacts.friction * self._parts(displacements)[0])

    def value(self, displacements: Array) -> float:
        if not len(self.contacts):
            return 0.0
        normal, _, length = self._parts(displacements)
        least = SLIP * self.step
        slip = np.where(length < least, 0.5 * (length**2 / least + least), length)
        return float((0.5 * normal**2 / self.stiffness).sum() + (self.slip_force * slip).sum())

    def forces(self, displacements: Array) -> Array:
        if not len(self.contacts):
            return np.zeros_like(displacements)
        normal, sliding, length = self._parts(displacements)
        share = self.slip_force / np.maximum(length, SLIP * self.step)
        pushes = normal[:, None] * self.contacts.normals - share[:, None] * sliding
        return np.asarray(self.transposed @ pushes)

    def blocks(self, displacements: Array, met: Flags) -> tuple[Array, Flags]:
        """(m, 3, 3): second derivatives along each row, none of them negative.

        Springs count that push, or that are ``met``; (m,) bool says which do.
        """
        normal, _, length = self._parts(displacements)
        counted = (normal > 0.0) | met
        # Friction as a spring of the same force: the exact derivative is flat along the sliding
        # direction, and Newton's method overshoots.
        share = self.slip_force / np.maximum(length, SLIP * self.step)
        axes = self.contacts.normals
        outer = axes[:, :, None] * axes[:, None, :]
        stiff = np.where(counted, self.stiffness, 0.0) - share
        return stiff[:, None, None] * outer + share[:, None, None] * np.eye(3), counted

    def diagonal(self, blocks: Array) -> Array:
        """(n, 3, 3): the blocks of single vertices."""
        squares = self.transposed.copy()
        squares.data **= 2
        return np.asarray(squares @ blocks.reshape(-1, 9)).reshape(-1, 3, 3)
