"""Contacts of a scene of bodies, by rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.contacts.identity import keys_of
from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.scene import Scene
from impinge.scene.filters import pairs_of


class ContactSet(NamedTuple):
    """Contacts of all bodies, sorted by names and features.

    Attributes
    ----------
    pairs : (m, 2) int64
        Rows of bodies A and B.
    points, normals : (m, 3) float64
        Midway between both surfaces; from A to B.
    separations : (m,) float64
    keys : (m,) int64
        The same number for the same two features of the same two bodies.
    """

    pairs: Ids
    points: Array
    normals: Array
    separations: Array
    keys: Ids

    def some(self, kept: Array | Ids) -> ContactSet:
        """Some of the contacts."""
        return ContactSet._make(values[kept] for values in self)

    def carried(self, before: Array, after: Array) -> ContactSet:
        """The contacts after bodies have moved a little, from poses (n, 4, 4) to others.

        Points stay where they are on both bodies, and the normal on A.
        """
        turns = after[:, :3, :3] @ before[:, :3, :3].transpose(0, 2, 1)
        shifts = after[:, :3, 3] - np.einsum("nij,nj->ni", turns, before[:, :3, 3])
        half = 0.5 * self.separations[:, None] * self.normals
        a, b = self.pairs.T
        first = np.einsum("mij,mj->mi", turns[a], self.points - half) + shifts[a]
        second = np.einsum("mij,mj->mi", turns[b], self.points + half) + shifts[b]
        normals = np.einsum("mij,mj->mi", turns[a], self.normals)
        gaps = np.einsum("mi,mi->m", second - first, normals)
        return self._replace(points=0.5 * (first + second), normals=normals, separations=gaps)

    def codes(self, bodies: int) -> Ids:
        """(m,) int64: one number for each pair of bodies."""
        return self.pairs[:, 0] * bodies + self.pairs[:, 1]

    def matched(self, keys: Ids, values: Array) -> tuple[Array, Flags]:
        """Values (k, ...) of an earlier set by their keys, and which contacts have some."""
        found, same = np.zeros((len(self.keys), *values.shape[1:])), np.zeros(len(self.keys), bool)
        if len(keys) and len(found):
            order = np.argsort(keys, kind="stable")
            at = np.minimum(np.searchsorted(keys, self.keys, sorter=order), len(keys) - 1)
            same = keys[order[at]] == self.keys
            found[same] = values[order[at[same]]]
        return found, same


def contact_set(scene: Scene) -> ContactSet:
    """All contacts of a scene whose slots are rows of bodies."""
    with scene._memo.lock:
        contacts = scene.collide().contacts
        assert scene._frame is not None
        pairs = scene._things.ordered(pairs_of(scene._frame.codes))
    every = pairs[contacts.rows()]
    keys = keys_of(every[:, 0], every[:, 1], contacts.key)
    points, normals = np.array(contacts.point), np.array(contacts.normal)
    return ContactSet(every, points, normals, np.array(contacts.separation), keys)
