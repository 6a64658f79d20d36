"""Which contact is which, from one instant to the next.

A contact is known by the two features it is between. A solver that keeps its impulses under these
keys can begin each step with those of the last one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_kind

if TYPE_CHECKING:
    from impinge.contacts.result import Contacts


FACTORS = tuple(np.uint64(f) for f in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
"""Odd multipliers of the mixing function of [Steele2014]_, and the step of its sequence."""


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
    for column in ids:
        keys = (keys + step) ^ column.astype(np.int64).view(np.uint64)
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
    # Imported here: results have keys, which are made in this file.
    from impinge.contacts.result import Contacts

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
