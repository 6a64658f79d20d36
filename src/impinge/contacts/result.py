"""Contacts: what :func:`impinge.collide` returns."""

from __future__ import annotations

import numpy as np

from impinge.contacts.identity import keys_of
from impinge.contacts.kernels import contact_row as column
from impinge.core.arrays import Array, frozen
from impinge.core.ids import Ids
from impinge.core.rows import GroupedRows, integers, numbers, vector
from impinge.geometry.nature import Nature

SORTED_BY = (column.SLOT, column.FEATURE_B, column.FEATURE_A, column.PART_B, column.PART_A)
"""The last one counts first; before it, the row of the batch."""


class Contacts(GroupedRows):
    """Contact points, one row each, sorted by row of the batch, part, and feature.

    ``len(found)`` is the number of rows of a batch, ``found[i]`` has the contacts of row i; of a
    single query they are the number of contacts, and one contact.

    Attributes
    ----------
    point : (m, 3) float64
        Midway between both surfaces [m], world frame.
    point_a, point_b : (m, 3) float64
        On the surface of A and on that of B. One is the other, moved along the normal by the
        separation; where corners lie next to each other, also beside it, by at most 6e-5 of the
        size of the features.
    normal : (m, 3) float64
        Unit vector from A to B.
    separation : (m,) float64
        Height of ``point_b`` over ``point_a`` along the normal [m]; negative where the shapes
        penetrate each other.
    feature_a, feature_b : (m,) int64
        The smallest feature that the point is on: of a box that stands on a floor, its corners. A
        vertex, edge or face of a convex shape in the order of its tables, a triangle of a mesh.
    part_a, part_b : (m,) int64
        The part of a compound, counted through compounds within it; -1 if it is none.
    nature : (m,) int64
        :class:`Nature` of the contact that the point belongs to: a box that stands on a floor by
        four corners touches it with a face.
    key : (m,) int64
        The same number for the same two features, whatever the poses; see
        :func:`impinge.contacts.match`.
    offsets : (n + 1,) int64, or None for a single query
        Row i of the batch has rows ``offsets[i]`` to ``offsets[i + 1]``.
    """

    __slots__ = ()

    _layout = column.LAYOUT
    _names = (
        "point", "point_a", "point_b", "normal", "separation", "feature_a", "feature_b",
        "part_a", "part_b", "nature", "key",
    )  # fmt: skip

    point_a, point_b, normal, separation = vector(), vector(), vector(), numbers()
    feature_a, feature_b, part_a, part_b = integers(), integers(), integers(), integers()
    nature = integers()

    @property
    def point(self) -> Array:
        return frozen(0.5 * (self.point_a + self.point_b))

    @property
    def natures(self) -> list[Nature]:
        """The nature of each contact, by name."""
        return [Nature(n) for n in self.nature]

    @property
    def key(self) -> Ids:
        ids = (self.part_a, self.part_b, self.feature_a, self.feature_b, self._id(column.SLOT))
        return frozen(keys_of(*ids))

    def swapped(self) -> Contacts:
        """The same answer, asked as (B, A)."""
        rows = self._layout.swapped(self._rows)
        return Contacts(rows[sorted_rows(rows, self.rows())], self.offsets)

    def __repr__(self) -> str:
        rows = "" if self.offsets is None else f", {len(self.offsets) - 1} rows"
        count = len(self._rows)
        least = f", least separation {self.separation.min():.3g}" if count else ""
        return f"Contacts({count} points{rows}{least})"


def sorted_rows(rows: Array, batch_rows: Ids) -> Ids:
    """The order in which contacts are shown."""
    return np.lexsort((*(rows[:, k] for k in SORTED_BY), batch_rows))
