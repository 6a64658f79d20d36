"""Contacts: what :func:`impinge.collide` returns, several put together, and which continues which.

A contact is known by the two features it is between. A solver that keeps its impulses under these
keys can begin each step with those of the last one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.contacts.kernels import contact_row as column
from impinge.core.arrays import Array, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_kind
from impinge.core.rows import GroupedRows, integers, numbers, vector
from impinge.geometry.nature import Nature

SORTED_BY = (column.SLOT, column.FEATURE_B, column.FEATURE_A, column.PART_B, column.PART_A)
"""The last one counts first; before it, the row of the batch."""
FACTORS = tuple(np.uint64(f) for f in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
"""Odd multipliers of the mixing function of [Steele2014]_, and the step of its sequence."""


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


def keys_of(*ids: Ids) -> Ids:
    """One number for each row of ids, not negative: a hash in which their order counts.

    Rows that differ share a key with probability 2**-63.

    Examples
    --------
    >>> same = keys_of(np.array([1, 2]), np.array([2, 1]))
    >>> bool(same[0] == same[1])
    False
    """
    step, first, second = FACTORS
    keys = np.zeros(len(ids[0]), np.uint64)
    for ids_of in ids:
        keys = (keys + step) ^ ids_of.astype(np.int64).view(np.uint64)
        keys = (keys ^ (keys >> np.uint64(30))) * first
        keys = (keys ^ (keys >> np.uint64(27))) * second
        keys ^= keys >> np.uint64(31)
    return (keys >> np.uint64(1)).view(np.int64)


def match(previous: Contacts, current: Contacts) -> Ids:
    """For each contact the one of an earlier instant that it continues.

    Parameters
    ----------
    previous, current : Contacts
        Of the same shapes, asked in the same order; both single or batches of as many rows.

    Returns
    -------
    (m,) int64
        Row of ``previous`` with the same :attr:`~Contacts.key`, in the same row of the batch, for
        each row of ``current``; -1 where there is none.

    Raises
    ------
    ImpingeError
        If one is single and the other not, or batches differ in length.

    Examples
    --------
    >>> import impinge as im
    >>> crate, floor = im.Box((1, 1, 1)), im.HalfSpace((0, 0, 1))
    >>> before = im.collide(crate, floor, im.pose((0, 0, 0.4999)))
    >>> after = im.collide(crate, floor, im.pose((0.001, 0, 0.4999)))
    >>> match(before, after)
    array([0, 1, 2, 3])
    """
    as_kind(previous, "previous", Contacts)
    as_kind(current, "current", Contacts)
    rows = [contacts.rows() for contacts in (previous, current)]
    counts = [None if c.offsets is None else len(c.offsets) - 1 for c in (previous, current)]
    if counts[0] != counts[1]:
        told = ["a single query" if n is None else f"{n} rows" for n in counts]
        raise ImpingeError(f"previous and current: of {told[0]} and of {told[1]}, expected alike")
    found = np.full(len(rows[1]), -1, np.int64)
    known = {name: i for i, name in reversed(list(enumerate(_names(rows[0], previous.key))))}
    for i, name in enumerate(_names(rows[1], current.key)):
        found[i] = known.get(name, -1)
    return found


def _names(rows: Ids, keys: Ids) -> list[tuple[int, int]]:
    return list(zip(rows.tolist(), keys.tolist(), strict=True))


class Share(NamedTuple):
    """Rows of contacts, and the row of the batch that each is of."""

    rows: Array
    batch: Ids


def share_of(contacts: Contacts, batch: Ids) -> Share:
    """An answer for some rows of a batch: ``batch`` names the row for each row of the answer."""
    return Share(contacts._rows.copy(), batch[contacts.rows()])


def joined(shares: list[Share], count: int | None) -> Contacts:
    """All of them, sorted; ``count`` is the number of rows of the batch, None if it is single."""
    rows = np.concatenate([np.empty((0, column.CONTACT_ROW)), *(share.rows for share in shares)])
    batch = np.concatenate([np.zeros(0, np.int64), *(share.batch for share in shares)])
    order = sorted_rows(rows, batch)
    offsets = None
    if count is not None:
        offsets = np.searchsorted(batch[order], np.arange(count + 1)).astype(np.int64)
    return Contacts(rows[order], offsets)
