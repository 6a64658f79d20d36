"""Contacts of a scene of bodies, by rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.contacts import Contacts
from impinge.contacts.result import keys_of
from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.geometry.nature import Nature
from impinge.response import ContactRows, contact_rows
from impinge.scene import Scene
from impinge.scene.filters import pairs_of
from impinge.simulation.bodies import Bodies

IMPACT_KEY = -1
"""Of contacts that are known from an impact alone."""


class ContactSet(NamedTuple):
    """Contacts of bodies.

    Attributes
    ----------
    pairs : (m, 2) int64
        Rows of bodies A and B.
    points, normals : (m, 3) float64
        Midway between both surfaces, unless something else is said; from A to B.
    separations : (m,) float64
    natures : (m,) int64
        ``FACE_FACE`` where they are not known.
    keys : (m,) int64
        The same number for the same two features of the same two bodies.
    """

    pairs: Ids
    points: Array
    normals: Array
    separations: Array
    natures: Ids
    keys: Ids

    @property
    def number(self) -> int:
        """Of contacts."""
        return len(self.pairs)

    @property
    def least_distance(self) -> float:
        """Least separation; inf without contacts."""
        return float(self.separations.min(initial=np.inf))

    def rows(self, bodies: Bodies) -> ContactRows:
        """Rows of the contacts. Both bodies have the same point: forces have no couple."""
        return contact_rows(self.pairs, self.points, self.points, self.normals, bodies.centres)

    def some(self, kept: Flags | Ids) -> ContactSet:
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
        return self._between(first, second, np.einsum("mij,mj->mi", turns[a], self.normals))

    def _between(self, first: Array, second: Array, normals: Array) -> ContactSet:
        """The contacts with other points on A and on B, and normals."""
        gaps = np.einsum("mi,mi->m", second - first, normals)
        return self._replace(points=0.5 * (first + second), normals=normals, separations=gaps)

    def and_also(self, other: ContactSet) -> ContactSet:
        """These contacts, then others."""
        return ContactSet._make(map(np.concatenate, zip(self, other, strict=True)))

    def local(self, poses: Array) -> Array:
        """(m, 3, 3) float64: points on A and on B, and normals on A, in the frames of bodies."""
        half = 0.5 * self.separations[:, None] * self.normals
        (a, b), turns, origins = self.pairs.T, poses[:, :3, :3], poses[:, :3, 3]
        first = np.einsum("mji,mj->mi", turns[a], self.points - half - origins[a])
        second = np.einsum("mji,mj->mi", turns[b], self.points + half - origins[b])
        return np.stack([first, second, np.einsum("mji,mj->mi", turns[a], self.normals)], axis=1)

    def lasting(self, local: Array, ids: Ids, poses: Array, limit: float) -> ContactSet:
        """Earlier contacts, as ``local`` gave them, with pairs and keys, that are not among these.

        They last while their points are within a limit, along the surface and between both.
        """
        (a, b, keys), turns, origins = ids.T, poses[:, :3, :3], poses[:, :3, 3]
        first = np.einsum("mij,mj->mi", turns[a], local[:, 0]) + origins[a]
        second = np.einsum("mij,mj->mi", turns[b], local[:, 1]) + origins[b]
        normals = np.einsum("mij,mj->mi", turns[a], local[:, 2])
        gaps = np.einsum("mi,mi->m", second - first, normals)
        drift = np.linalg.norm(second - first - gaps[:, None] * normals, axis=1)
        points = 0.5 * (first + second)
        kept = (gaps < limit) & (drift < limit) & ~np.isin(keys, self.keys)
        for pair, point in zip(self.pairs, self.points, strict=True):
            same = (ids[:, :2] == pair).all(axis=1)
            kept &= ~(same & (np.linalg.norm(points - point, axis=1) < 2.0 * limit))
        natures = np.full(len(keys), int(Nature.FACE_FACE))
        return ContactSet(ids[:, :2], points, normals, gaps, natures, keys).some(kept)

    def codes(self, bodies: int) -> Ids:
        """(m,) int64: one number for each pair of bodies."""
        return self.pairs[:, 0] * bodies + self.pairs[:, 1]

    def matched(self, keys: Ids, values: Array) -> tuple[Array, Flags]:
        """Values (k, ...) of an earlier set by their keys, and which contacts have some.

        Zero for new ones.
        """
        found, same = np.zeros((self.number, *values.shape[1:])), np.zeros(self.number, np.bool_)
        if len(keys) and len(found):
            order = np.argsort(keys, kind="stable")
            at = np.minimum(np.searchsorted(keys, self.keys, sorter=order), len(keys) - 1)
            same = (keys[order[at]] == self.keys) & (self.keys != IMPACT_KEY)
            found[same] = values[order[at[same]]]
        return found, same


NO_CONTACTS = ContactSet(
    np.zeros((0, 2), np.int64), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0),
    np.zeros(0, np.int64), np.zeros(0, np.int64),
)  # fmt: skip


def scene_contacts(scene: Scene) -> tuple[Ids, Contacts]:
    """Rows (p, 2) of bodies near each other, and their contacts; slots of the scene are rows."""
    with scene._memo.lock:
        contacts = scene.collide().contacts
        assert scene._frame is not None
        return scene._things.ordered(pairs_of(scene._frame.codes)), contacts


def contact_set(scene: Scene, *, tips: bool = False) -> ContactSet:
    """All contacts of a scene whose slots are rows of bodies, sorted by names and features.

    With ``tips`` points are on the body with the smaller feature, as the tip of a top: a vertex
    moves with its body, however it spins.
    """
    pairs, contacts = scene_contacts(scene)
    every = pairs[contacts.rows()]
    keys = keys_of(every[:, 0], every[:, 1], contacts.key)
    if tips:
        smaller = np.sign(contacts.nature % 3 - contacts.nature // 3)[:, None]
        weight = 0.5 * (1 + smaller)
        points = np.asarray(weight * contacts.point_a + (1.0 - weight) * contacts.point_b)
    else:
        points = np.array(contacts.point)
    normals, separations = np.array(contacts.normal), np.array(contacts.separation)
    return ContactSet(every, points, normals, separations, np.array(contacts.nature), keys)
