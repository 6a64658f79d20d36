"""Contacts as linear functions of the motions of bodies."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_points, canonical, frozen
from impinge.core.ids import Ids
from impinge.response.quantities import as_motion, as_numbers, as_vectors, refuse


class ContactRows:
    """One row a contact: times a motion, it is the speed at which the gap opens.

    Made by :func:`contact_rows`.

    Attributes
    ----------
    pairs : (m, 2) int64
        Bodies A and B; -1 is the fixed world.
    blocks : (m, 2, 6) float64
        What multiplies the motions of A and of B; zero for the world.
    normals : (m, 3) float64
        From A to B.
    levers : (m, 2, 3) float64
        From the centre of A to its point, and of B; zero for the world.
    bodies : int
        Number of bodies, n.
    """

    __slots__ = ("_arrays", "bodies")

    def __init__(self, pairs: Ids, normals: Array, levers: Array, bodies: int) -> None:
        self.bodies = bodies
        self._arrays = pairs, _blocks(pairs, normals, levers), normals, levers

    @property
    def pairs(self) -> Ids:
        return frozen(self._arrays[0])

    @property
    def blocks(self) -> Array:
        return frozen(self._arrays[1])

    @property
    def normals(self) -> Array:
        return frozen(self._arrays[2])

    @property
    def levers(self) -> Array:
        return frozen(self._arrays[3])

    def __len__(self) -> int:
        return len(self._arrays[0])

    def __repr__(self) -> str:
        return f"ContactRows({len(self)} contacts of {self.bodies} bodies)"

    def matrix(self) -> Any:
        """All rows as one sparse matrix, (m, 6n) ``scipy.sparse.csr_array``."""
        from scipy.sparse import csr_array

        kept = self.pairs >= 0
        starts = np.concatenate([[0], np.cumsum(6 * kept.sum(axis=1))])
        # Columns of a row ascend: the body with the lower number comes first.
        order = np.argsort(self.pairs, axis=1, kind="stable")[:, :, None]
        blocks = np.take_along_axis(self.blocks, order, axis=1)
        bodies = np.take_along_axis(self.pairs, order[:, :, 0], axis=1)
        columns = 6 * bodies[:, :, None] + np.arange(6)
        kept = bodies >= 0
        shape = len(self), 6 * self.bodies
        return csr_array((blocks[kept].ravel(), columns[kept].ravel(), starts), shape)

    def along(self, axes: Array) -> Array:
        """(m, 2, 6) float64: as :attr:`blocks`, for other directions (m, 3) than the normals."""
        return _blocks(self.pairs, axes, self.levers)

    def point_velocities(self, velocities: ArrayLike) -> Array:
        """(m, 3) float64: velocity of B's point minus that of A's, for velocities (n, 6)."""
        motions = self.motions_of(as_motion(velocities, "velocities", 6 * self.bodies)[0])
        points = motions[:, :, :3] + np.cross(motions[:, :, 3:], self.levers)
        return np.asarray(points[:, 1] - points[:, 0])

    def motions_of(self, motion: Array) -> Array:
        """(m, 2, 6) float64: motions of A and B of each contact, from all (6n,) numbers."""
        return np.vstack([motion.reshape(-1, 6), np.zeros((1, 6))])[self.pairs]


def contact_rows(
    pairs: ArrayLike,
    points_a: ArrayLike,
    points_b: ArrayLike,
    normals: ArrayLike,
    centres: ArrayLike,
) -> ContactRows:
    """Rows that give the speed at which gaps open, (v_b - v_a) . n, from a motion.

    Parameters
    ----------
    pairs : (m, 2) array_like of int
        Bodies A and B of each contact; -1 is the fixed world.
    points_a, points_b : (m, 3) array_like
        Contact points on A and on B, world frame [m].
    normals : (m, 3) array_like
        Unit vectors from A to B.
    centres : (n, 3) array_like
        Centres of mass of all bodies [m].

    Returns
    -------
    ContactRows

    Examples
    --------
    A body that falls on the ground closes the gap:

    >>> rows = contact_rows([[-1, 0]], [[0, 0, 0]], [[0, 0, 0]], [[0, 0, 1]], [[0, 0, 1]])
    >>> rows.matrix() @ [0, 0, -2, 0, 0, 0]
    array([-2.])
    """
    middles = as_points(centres, "centres")
    bodies = _as_pairs(pairs, len(middles))
    m = len(bodies)
    a, b = as_vectors(points_a, "points_a", m), as_vectors(points_b, "points_b", m)
    axes = as_vectors(normals, "normals", m, unit=True)
    levers = np.stack([a, b], axis=1) - np.vstack([middles, np.zeros((1, 3))])[bodies]
    levers[bodies < 0] = 0.0
    return ContactRows(bodies, axes, levers, len(middles))


def _blocks(pairs: Ids, axes: Array, levers: Array) -> Array:
    blocks = np.empty((len(pairs), 2, 6))
    blocks[:, :, :3] = axes[:, None]
    blocks[:, :, 3:] = np.cross(levers, axes[:, None])
    blocks[:, 0] *= -1.0
    blocks[pairs < 0] = 0.0
    return blocks


def _as_pairs(values: ArrayLike, bodies: int) -> Ids:
    numbers = as_numbers(values, "pairs", ("m", 2))
    refuse(numbers != np.trunc(numbers), numbers, "pairs", "is not of whole numbers")
    wrong = (numbers < -1) | (numbers >= bodies)
    refuse(wrong, numbers, "pairs", f"names no body, expected -1 to {bodies - 1}")
    same = numbers[:, 0] == numbers[:, 1]
    refuse(same, numbers, "pairs", "is twice the same body")
    return canonical(numbers, np.dtype(np.int64))
