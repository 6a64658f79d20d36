"""Contacts of all touching pairs, asked for those only of which something has changed."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from impinge.contacts import Contacts, collide
from impinge.contacts.kernels.contact_row import CONTACT_ROW
from impinge.core.errors import ImpingeError
from impinge.scene.contacts import SceneContacts
from impinge.scene.filters import are_in, codes_of, pairs_of
from impinge.scene.things import Things
from impinge.scene.touching import margins_of, named

Ids = NDArray[np.int64]


class Frame:
    """What was found when contacts were asked for, to be compared with at the next time.

    Attributes
    ----------
    clock : int
        Of the things and filters at that time.
    codes : (m,) int64
        Pairs of slots, in the order of their names.
    found : SceneContacts
    """

    def __init__(self, clock: int, limit: int | None, codes: Ids, found: SceneContacts) -> None:
        self.clock = clock
        self.limit = limit
        self.codes = codes
        self.found = found


def next_frame(
    things: Things, codes: Ids, clock: int, last: Frame | None, limit: int | None, solid: bool
) -> Frame:
    """The frame of the pairs that touch now, after ``last``."""
    pairs, order = things.sorted(codes)
    codes, names = codes[order], things.names[pairs]
    if last is None:
        contacts = contacts_of(things, pairs, limit, solid)
        is_new, ended = np.ones(len(pairs), np.bool_), names[:0]
        found = SceneContacts(names, contacts, is_new, ended, None, np.zeros(0, np.int64))
        return Frame(clock, limit, codes, found)

    then = _codes_now(things, last)
    rows_now = _find(then, codes)
    # Which pair of the last frame each pair of now was, -1 for none.
    rows_then = np.full(len(codes), -1, np.int64)
    rows_then[rows_now[rows_now >= 0]] = np.flatnonzero(rows_now >= 0)
    still = (rows_then >= 0) & (things.changed[pairs] <= last.clock).all(axis=1)
    still &= last.limit == limit
    asked = np.flatnonzero(~still)
    contacts = _joined(
        len(pairs),
        (last.found.contacts, rows_then[still], np.flatnonzero(still)),
        (contacts_of(things, pairs[asked], limit, solid), np.arange(len(asked)), asked),
    )
    found = SceneContacts(
        names, contacts, rows_then < 0, last.found._names[rows_now < 0], last.found.contacts,
        rows_now,
    )  # fmt: skip
    return Frame(clock, limit, codes, found)


def contacts_of(things: Things, pairs: Ids, limit: int | None, solid: bool) -> Contacts:
    """Of pairs of slots, a row each; one batch for each margin."""
    margins = margins_of(things, pairs)
    parts = []
    for margin in np.unique(margins):
        rows = np.flatnonzero(margins == margin)
        some = pairs[rows]
        alone = partial(_ask_one, things, float(margin), limit, solid)
        try:
            found = _ask(things, some[:, 0], some[:, 1], float(margin), limit, solid)
        except ImpingeError as error:
            raise named(things, some, error, alone) from error
        parts.append((found, np.arange(len(rows)), rows))
    return _joined(len(pairs), *parts)


def _ask(
    things: Things, a: Ids | list[int], b: Ids | list[int], margin: float, limit: int | None,
    solid: bool,
) -> Contacts:  # fmt: skip
    shapes_a, shapes_b = ([things.shapes[k] for k in things.kinds[side]] for side in (a, b))
    poses = things.poses[a], things.poses[b]
    return collide(shapes_a, shapes_b, *poses, margin=margin, limit=limit, solid=solid)


def _ask_one(
    things: Things, margin: float, limit: int | None, solid: bool, a: int, b: int
) -> Contacts:
    return _ask(things, [a], [b], margin, limit, solid)


def _codes_now(things: Things, last: Frame) -> Ids:
    """The codes of the last frame's pairs as they would be now, -1 for what is gone.

    A slot may have another thing by now, and a thing of the same name another slot.
    """
    pairs, codes = pairs_of(last.codes), last.codes.copy()
    other = ~things.alive[pairs] | (things.born[pairs] > last.clock)
    for row in np.flatnonzero(other.any(axis=1)):
        slots = [things.slots.get(name, -1) for name in last.found._names[row]]
        codes[row] = -1 if -1 in slots else codes_of(np.array([slots]))[0]
    return codes


def _find(codes: Ids, among: Ids) -> Ids:
    """(m,) int64: where each code stands among others, -1 for nowhere."""
    order = np.argsort(among, kind="stable")
    ordered = among[order]
    found = np.full(len(codes), -1, np.int64)
    there = are_in(codes, ordered)
    found[there] = order[np.searchsorted(ordered, codes[there])]
    return found


def _joined(count: int, *parts: tuple[Contacts, Ids, Ids]) -> Contacts:
    """Contacts of ``count`` rows: of each part, rows ``taken`` become rows ``put``."""
    counts = np.zeros(count, np.int64)
    for contacts, taken, put in parts:
        counts[put] = contacts.counts()[taken]
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    rows = np.empty((int(offsets[-1]), CONTACT_ROW))
    for contacts, taken, put in parts:
        assert contacts.offsets is not None
        lengths = counts[put]
        within = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        from_rows = np.repeat(contacts.offsets[taken], lengths) + within
        rows[np.repeat(offsets[put], lengths) + within] = contacts._rows[from_rows]
    return Contacts(rows, offsets)
