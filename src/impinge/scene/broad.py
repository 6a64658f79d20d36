"""Pairs of boxes that meet and changed; no other module of the room uses a broad phase."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.pairs import find_pairs, find_pairs_between
from impinge.pairs.element_tree import ElementTree

MANY = 0.5
"""Share of changed boxes from which all pairs are found anew: finding the pairs of some costs about
the same share of that, and a little more."""
STALE = 0.1
"""Share of boxes that may have left the kept tree. They are looked through by a small tree of their
own at each question: more would cost as much as building the large one now and then."""


class Broad:
    """A tree of boxes, kept while few of them change.

    What has changed since the tree was built is stale in it, and looked for apart. So a question
    costs by what has changed, and now and then a tree of all.

    Examples
    --------
    >>> low, there = np.array([[0.0, 0, 0], [1, 0, 0], [2, 0, 0]]), np.ones(3, bool)
    >>> Broad().near_pairs(low, low + 1.0, there, np.array([True, False, False]))
    array([[0, 1]])
    """

    def __init__(self) -> None:
        self._tree: ElementTree | None = None
        # The boxes in it, and which of all are no longer what they are there.
        self._ids: Ids = np.zeros(0, np.int64)
        self._stale: Flags = np.zeros(0, np.bool_)

    def copy(self) -> Broad:
        other = Broad()
        # Never written to, only replaced.
        other._tree, other._ids, other._stale = self._tree, self._ids, self._stale
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickle finds everything anew.
        return Broad, ()

    def near_pairs(self, lower: Array, upper: Array, alive: Flags, changed: Flags) -> Ids:
        """(m, 2) int64: boxes i < j that are present and meet; at least one has changed.

        There are as many boxes (n, 3) as the last time, or more. ``changed`` are those that are not
        what they were then, or were not there, or are gone.
        """
        stale = changed.copy()
        stale[: len(self._stale)] |= self._stale
        self._stale = stale
        some = np.flatnonzero(alive & changed)
        count = np.count_nonzero(alive)
        if len(some) == 0:
            return np.zeros((0, 2), np.int64)
        if len(some) >= MANY * count:
            self._tree = None
            there = np.flatnonzero(alive)
            pairs = there[find_pairs(lower[there], upper[there])]
            return pairs[changed[pairs[:, 0]] | changed[pairs[:, 1]]]
        tree = self._tree
        if tree is None or np.count_nonzero(stale) > STALE * count:
            tree = self._build(lower, upper, alive)
        found = ElementTree.of_checked(lower[some], upper[some]).pairs_with(tree)
        pairs = np.stack([some[found[:, 0]], self._ids[found[:, 1]]], axis=1)
        pairs = pairs[~self._stale[pairs[:, 1]]]
        left = np.flatnonzero(alive & self._stale)
        if len(left):
            found = find_pairs_between(lower[some], upper[some], lower[left], upper[left])
            more = np.stack([some[found[:, 0]], left[found[:, 1]]], axis=1)
            pairs = np.concatenate([pairs, more])
        i, j = pairs.T
        # Two that have both changed find each other twice.
        keep = (i != j) & (~changed[j] | (i < j))
        return np.sort(pairs[keep], axis=1)

    def _build(self, lower: Array, upper: Array, alive: Flags) -> ElementTree:
        ids = np.flatnonzero(alive)
        tree = ElementTree.of_checked(lower[ids], upper[ids])
        self._tree, self._ids, self._stale = tree, ids, np.zeros(len(alive), np.bool_)
        return tree
