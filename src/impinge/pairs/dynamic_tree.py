"""A tree of boxes that come, move and go."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, Flags, as_boxes, as_points, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids, longer
from impinge.pairs.element_tree import curve_order, tree_pairs
from impinge.pairs.grouping import gathered, sorted_pairs
from impinge.pairs.kernels import fat_tree
from impinge.pairs.kernels.fat_walk import find_in_box, find_near, find_on_ray, merge_pairs
from impinge.pairs.stored_boxes import Kept

SHARE = 0.1
"""Margin of a leaf as a share of its box's longest edge, where none is given.

More lets boxes move further before the tree changes, and lets walks meet more leaves whose boxes
they do not meet: a tenth makes the volume of a cube 1.7 times as large.
"""
ANEW = 0.2
"""Share of boxes that must come or leave their leaves at once for a new tree to cost less."""
MANY = 0.05
"""Share of boxes that must have changed for finding all pairs from nothing to cost less."""


class DynamicTree(Kept):
    """Boxes in a balanced binary tree whose leaves are wider than their boxes.

    A box that moves within its leaf changes nothing in the tree; one that leaves it is taken out
    and inserted again. Pairs are kept from frame to frame: only boxes that have changed look for
    others, unless so many have that :func:`~impinge.pairs.tree_pairs` is faster. Made for scenes in
    which most things rest, and for questions about single boxes and rays between the frames.

    Parameters
    ----------
    lower, upper : (n, 3) array_like, optional
        Corners of the first boxes [m], whose ids are 0 to n - 1.
    margin : float, optional
        How much wider leaves are, on each side [m]; by default a tenth of the box's longest edge.
        More makes moves cheaper and questions dearer.

    Notes
    -----
    Changes are noted when they are made, and reach the tree when it is asked: a frame of which only
    the pairs are wanted, and in which much has moved, costs what :func:`~impinge.pairs.tree_pairs`
    costs.

    Examples
    --------
    >>> tree = DynamicTree([[0, 0, 0], [2, 0, 0]], [[1, 1, 1], [3, 1, 1]], margin=0.1)
    >>> tree.move([1], [[1, 0, 0]], [[2, 1, 1]])
    >>> tree.pairs()
    array([[0, 1]])
    >>> tree.find([1.5, 0, 0], [4, 1, 1])
    array([1])
    >>> tree.cast_ray([5, 0.5, 0.5], [-1, 0, 0])
    array([1, 0])
    """

    def __init__(
        self, lower: ArrayLike = (), upper: ArrayLike = (), *, margin: float | None = None
    ) -> None:
        super().__init__()
        # How much wider leaves are: by a margin, and by a share of the longest edge.
        self._wider = (0.0, SHARE) if margin is None else (as_scalar(margin, "margin"), 0.0)
        # The largest finite coordinate, which bounds the sizes of infinite boxes.
        self._reach = 0.0
        self._fat = np.empty((0, 6))
        self._links = np.empty((0, 4), np.int64)
        self._state = np.array([fat_tree.NONE, fat_tree.NONE])
        # False while the tree is changed: after an interruption it is built anew.
        self._whole = True
        # By id: what the tree does not know yet, and what has changed since the pairs were found.
        self._waiting: Flags = np.empty(0, np.bool_)
        self._changed: Flags = np.empty(0, np.bool_)
        self._pairs: Ids | None = None
        self._moved = self._inserted = self._built = 0
        self.add(lower, upper)

    @property
    def statistics(self) -> dict[str, int]:
        """Nodes and height now; moves, insertions and times the tree was built anew so far."""
        self._settle()
        root = self._state[fat_tree.ROOT]
        return {
            "nodes": max(2 * len(self) - 1, 0),
            "height": int(self._links[root, fat_tree.HEIGHT]) if root != fat_tree.NONE else 0,
            "moved": self._moved,
            "inserted": self._inserted,
            "built": self._built,
        }

    def move(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        super().move(ids, lower, upper)
        self._moved += np.size(ids)

    def pairs(self) -> Ids:
        many = np.count_nonzero(self._changed) > MANY * len(self)
        if self._pairs is None or many:
            self._pairs = self._pairs_by(tree_pairs)
        elif self._changed.any():
            self._settle()
            changed = np.flatnonzero(self._changed)
            changed = changed[self._alive[changed]]
            boxes = *self._corners, *self._tree
            found = gathered(find_near, len(changed), *boxes, changed, self._changed)
            new = sorted_pairs(found, len(self._alive), len(self._alive))
            merged = np.empty((len(self._pairs) + len(new), 2), np.int64)
            self._pairs = merged[: merge_pairs(self._pairs, self._changed, new, merged)]
        self._changed[:] = False
        return self._pairs.copy()

    def find(self, lower: ArrayLike, upper: ArrayLike) -> Ids:
        """Ids of the boxes that meet one, in order.

        Parameters
        ----------
        lower, upper : (3,) array_like
            Its corners [m].
        """
        low, high = as_boxes([lower], [upper])  # type: ignore[arg-type,list-item]
        return np.sort(self._search(find_in_box, np.concatenate((low[0], high[0])), np.empty(0)))

    def cast_ray(self, origin: ArrayLike, direction: ArrayLike) -> Ids:
        """Ids of the boxes that a ray meets, in the order in which it enters them.

        No box is missed; one that the ray passes within rounding may be among them.

        Parameters
        ----------
        origin, direction : (3,) array_like
            Where the ray begins [m], and where it goes; of any length but zero.
        """
        ray = np.concatenate((
            as_points([origin], "origin")[0],  # type: ignore[arg-type,list-item]
            as_points([direction], "direction")[0],  # type: ignore[arg-type,list-item]
        ))  # fmt: skip
        if not ray[3:].any():
            raise ImpingeError("direction: is zero, expected a direction")
        times = np.empty(len(self))
        found = self._search(find_on_ray, ray, times)
        return found[np.lexsort((found, times[: len(found)]))]

    def _search(self, kernel: Any, query: Array, times: Array) -> Ids:
        """What a kernel finds in the tree; fills ``times``."""
        self._settle()
        found = np.empty(len(self), np.int64)
        return found[: kernel(query, *self._corners, *self._tree, found, times)]

    @property
    def _tree(self) -> tuple[Array, Ids, Ids]:
        """Arrays of the tree, for kernels."""
        return self._fat, self._links, self._state

    def _note(self, ids: Ids) -> None:
        room = len(self._alive)
        self._waiting = longer(self._waiting, room, False)
        self._changed = longer(self._changed, room, False)
        self._waiting[ids] = True
        self._changed[ids] = True

    def _settle(self) -> None:
        """Let the tree know what has changed."""
        rows = np.flatnonzero(self._waiting)
        if self._whole and not len(rows):
            return
        whole, self._whole = self._whole, False
        self._make_room()
        if whole:
            self._take_over(rows)
        else:
            self._reach_out(self.ids)
            self._build()
        self._waiting[rows] = False
        self._whole = True

    def _take_over(self, rows: Ids) -> None:
        """Change leaves, or build all anew if that costs less."""
        alive, hung = self._alive[rows], self._links[2 * rows, fat_tree.HEIGHT] == 0
        self._reach_out(rows[alive])
        left = np.empty(len(rows), np.int64)
        kept = rows[alive & hung]
        count = fat_tree.escaped(*self._corners, kept, *self._wider, self._reach, self._fat, left)
        new = np.concatenate((rows[alive & ~hung], left[:count]))
        if len(new) > ANEW * len(self):
            self._build()
            return
        old = np.concatenate((rows[~alive & hung], left[:count]))
        fat_tree.remove_boxes(old, *self._tree)
        fat_tree.insert_boxes(*self._corners, new, *self._wider, self._reach, *self._tree)
        self._inserted += len(new)

    def _build(self) -> None:
        """A tree from nothing."""
        ids = self.ids
        order = ids[curve_order(*self._corners.take(ids, axis=1))]
        fat_tree.build_balanced(*self._corners, order, *self._wider, *self._tree)
        self._built += 1

    def _reach_out(self, ids: Ids) -> None:
        """Remember the largest finite coordinate."""
        for corners in self._corners[:, ids]:
            finite = np.abs(corners[np.isfinite(corners)])
            self._reach = max(self._reach, float(finite.max(initial=0.0)))

    def _make_room(self) -> None:
        """Rows of the tree for as many boxes as there may be."""
        have, need = len(self._links), 2 * self._corners.shape[1]
        self._fat = longer(self._fat, need, 0.0)
        if need > have:
            self._links = longer(self._links, need, -1)
            unused = np.arange(have + 1, need, 2)
            self._links[unused, fat_tree.PARENT] = np.append(
                unused[1:], self._state[fat_tree.UNUSED]
            )
            self._state[fat_tree.UNUSED] = unused[0]
