"""Which pairs touch, kept from one question to the next.

Only pairs with a change are tested again. What neither moved nor was filtered out
is as it was, and its answer is exact: nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple, TypeVar

import numpy as np

from impinge.contacts import Contacts
from impinge.contacts.collide import touching_of
from impinge.contacts.request import Request
from impinge.core.arrays import Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.narrow.overlap import overlaps_of
from impinge.narrow.posed_shapes import NO_MARGIN, PosedPairs
from impinge.scene.broad import Broad
from impinge.scene.filters import codes_of, pairs_of
from impinge.scene.things import Things

Value = TypeVar("Value")

NO_CODES = np.zeros(0, np.int64)


class Update(NamedTuple):
    """What bringing the answers up to date has taken.

    Attributes
    ----------
    changed : int
        Things that had come, moved or gone.
    near : int
        Pairs with a change whose boxes meet.
    tested : int
        Those of them that nothing said to ignore.
    touching : int
        Pairs that touch now, in the whole scene.
    fit_seconds, near_seconds, test_seconds : float
        For boxes, for finding pairs, and for testing them.
    """

    changed: int = 0
    near: int = 0
    tested: int = 0
    touching: int = 0
    fit_seconds: float = 0.0
    near_seconds: float = 0.0
    test_seconds: float = 0.0


class TouchingPairs(NamedTuple):
    """Pairs that touch, as codes, and the contacts that were found with them."""

    codes: Ids
    fresh: Ids = NO_CODES
    """Those of them whose contacts were found."""
    contacts: Contacts | None = None
    """Of these, a row for each."""


class Touching:
    """Pairs of slots that touch, as sorted codes (:func:`~impinge.scene.filters.codes_of`)."""

    def __init__(self) -> None:
        self.codes: Ids = NO_CODES
        self.clock = 0
        self.last = Update()
        self._broad = Broad()

    def copy(self) -> Touching:
        other = Touching()
        other.codes, other.clock, other.last = self.codes, self.clock, self.last
        other._broad = self._broad.copy()
        return other

    def bring_up_to_date(self, things: Things, limit: int | None = None) -> TouchingPairs:
        """The codes, as of now.

        With a ``limit``, as a :class:`~impinge.contacts.request.Request` has it, convex pairs that
        are asked again bring their contacts: one search finds both.
        """
        if self.clock >= things.clock:
            return TouchingPairs(self.codes)
        begin = perf_counter()
        things.fit()
        fitted = perf_counter()
        changed = things.changed > self.clock
        old = pairs_of(self.codes)
        kept = ~(changed[old[:, 0]] | changed[old[:, 1]])
        if things.filters.clock > self.clock:
            kept &= things.allowed(old)
        near = self._broad.near_pairs(things.lower, things.upper, things.alive, changed)
        asked = things.ordered(near[things.allowed(near)])
        found = perf_counter()
        hits, convex, contacts = hits_of(things, asked, limit)
        fresh = codes_of(asked[hits])
        # The first of two runs is in order: stable sorting merges them.
        self.codes = np.sort(np.concatenate([self.codes[kept], np.sort(fresh)]), kind="stable")
        self.clock = things.clock
        self.last = Update(
            int(changed.sum()), len(near), len(asked), len(self.codes),
            fitted - begin, found - fitted, perf_counter() - found,
        )  # fmt: skip
        return TouchingPairs(self.codes, codes_of(asked[convex]), contacts)


def hits_of(
    things: Things, pairs: Ids, limit: int | None = None
) -> tuple[Flags, Ids, Contacts | None]:
    """(m,) bool: which pairs of slots touch; an error names the two things.

    With a ``limit`` also which of these are convex, and their contacts.
    """
    asked = things.pairs(pairs)
    if limit is None:
        return (
            ask_named(things, asked, lambda some: overlaps_of(some, things.solid)),
            NO_CODES,
            None,
        )
    request = Request(NO_MARGIN, limit, things.solid)
    return ask_named(things, asked, lambda some: touching_of(some, request))


def ask_named(things: Things, pairs: PosedPairs, query: Callable[[PosedPairs], Value]) -> Value:
    """A query about pairs of slots; an error names the first two that have it alone."""
    try:
        return query(pairs)
    except ImpingeError:
        for k, (a, b) in enumerate(pairs.pairs.tolist()):
            try:
                query(pairs.some([k]))
            except ImpingeError as alone:
                x, y = repr(things.names[a]), repr(things.names[b])
                said = f"{x} and {y}: {alone}; scene.ignore({x}, {y}) leaves them out"
                raise ImpingeError(said) from alone
        raise
