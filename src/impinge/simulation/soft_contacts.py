"""Contacts of soft bodies: springs between vertices and the tetrahedra or the floor they are in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids

if TYPE_CHECKING:
    from scipy.sparse import csr_array

SLIP = 1e-3
"""Sliding speed [m/s] from which friction has its full size."""
FOLLOWED = 4
"""Rounds in which friction follows the normal forces of a step."""
WORLD = -1
"""Body of the floor."""


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
        """(m,) of the springs [J]."""
        return 0.5 * self.stiffness * self.depths**2

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
        return ContactPotential(self, step, self.friction * normal)


class ContactPotential:
    """A convex function of displacements in a step, of which contact forces are the gradient.

    Springs and dampers push with max(0, k d - (k + c / dt) q) for a displacement q along the
    normal. Friction opposes sliding with a given size, less below the speed ``SLIP``.
    """

    def __init__(self, contacts: SoftContacts, step: float, slip_force: Array) -> None:
        self.contacts, self.step, self.slip_force = contacts, step, slip_force
        self._rounds = FOLLOWED if contacts.follows and len(contacts) else 0
        self._expected: Flags = np.zeros(len(contacts), np.bool_)
        self._counted = self._expected
        self._stiffness = contacts.stiffness + contacts.damping / step
        self._push = contacts.stiffness * contacts.depths
        self._transposed = contacts.stencils.T.tocsr()

    def __len__(self) -> int:
        return len(self.contacts)

    def _parts(self, displacements: Array) -> tuple[Array, Array, Array]:
        """Normal force, sliding displacement and its length, row by row."""
        moved = self.contacts.stencils @ displacements
        opening = self.contacts._along(moved)
        sliding = moved - opening[:, None] * self.contacts.normals
        normal = np.maximum(self._push - self._stiffness * opening, 0.0)
        return normal, sliding, np.linalg.norm(sliding, axis=1)

    def follow(self, displacements: Array) -> bool:
        """Whether friction was adapted to the normal forces at these displacements."""
        if not self._rounds:
            return False
        self._rounds -= 1
        # The first round finds out which springs are pressed: its forces are far off.
        if self._rounds < FOLLOWED - 1:
            self.slip_force = self.contacts.friction * self._parts(displacements)[0]
        return True

    def expect(self, displacements: Array) -> bool:
        """Count springs that would be pressed as pressed; whether some were not counted before.

        Springs that follow are hard: a displacement that does not know of them goes far too far.
        """
        if not (self.contacts.follows and len(self.contacts)):
            return False
        known = self._counted
        self._expected = self._expected | (self._parts(displacements)[0] > 0.0)
        return bool((self._expected & ~known).any())

    def forget(self) -> None:
        """Count springs that are pressed, and no others."""
        self._expected = np.zeros(len(self.contacts), np.bool_)

    def value(self, displacements: Array) -> float:
        if not len(self.contacts):
            return 0.0
        normal, _, length = self._parts(displacements)
        least = SLIP * self.step
        slip = np.where(length < least, 0.5 * (length**2 / least + least), length)
        return float((0.5 * normal**2 / self._stiffness).sum() + (self.slip_force * slip).sum())

    def forces(self, displacements: Array) -> Array:
        if not len(self.contacts):
            return np.zeros_like(displacements)
        normal, sliding, length = self._parts(displacements)
        share = self.slip_force / np.maximum(length, SLIP * self.step)
        pushes = normal[:, None] * self.contacts.normals - share[:, None] * sliding
        return np.asarray(self._transposed @ pushes)

    def blocks(self, displacements: Array) -> Array:
        """(m, 3, 3): second derivatives along each row, none of them negative."""
        normal, _, length = self._parts(displacements)
        # Friction as a spring of the same force: the exact derivative is flat along the sliding
        # direction, and Newton's method overshoots.
        share = self.slip_force / np.maximum(length, SLIP * self.step)
        axes = self.contacts.normals
        outer = axes[:, :, None] * axes[:, None, :]
        self._counted = (normal > 0.0) | self._expected
        pressed = np.where(self._counted, self._stiffness, 0.0) - share
        return pressed[:, None, None] * outer + share[:, None, None] * np.eye(3)

    def diagonal(self, blocks: Array) -> Array:
        """(n, 3, 3): the blocks of single vertices."""
        squares = self._transposed.copy()
        squares.data **= 2
        return np.asarray(squares @ blocks.reshape(-1, 9)).reshape(-1, 3, 3)


def contact_rows(
    count: int,
    bodies: Ids,
    columns: Ids,
    values: Array,
    normals: Array,
    depths: Array,
    springs: tuple[Array, Array, float],
    *,
    follows: bool = False,
) -> SoftContacts:
    """Springs over ``count`` vertices, with stencils of vertices (m, k) and weights (m, k).

    ``springs`` are stiffness, damping (m,) and the coefficient of friction.
    """
    from scipy.sparse import csr_array

    m, width = columns.shape
    ends = np.arange(0, width * m + 1, width)
    stencils = csr_array((values.ravel(), columns.ravel(), ends), (m, count))
    return SoftContacts(bodies, stencils, normals, depths, *springs, follows=follows)
