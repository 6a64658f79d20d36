"""Contacts of all touching pairs; only pairs with a change are tested again."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.contacts import Contacts
from impinge.contacts.collide import contacts_of
from impinge.contacts.kernels.contact_row import CONTACT_ROW, LAYOUT
from impinge.contacts.request import Request
from impinge.contacts.result import joined
from impinge.core.ids import Ids
from impinge.core.rows import grouped
from impinge.geometry.nature import Nature
from impinge.narrow.distance import distances_of
from impinge.narrow.gathering import offsets_of
from impinge.narrow.pair_rows import Distance
from impinge.narrow.posed_shapes import NO_MARGIN, PosedPairs
from impinge.scene.contacts import SceneContacts
from impinge.scene.filters import are_in, codes_of, pairs_of
from impinge.scene.things import Things
from impinge.scene.touching import TouchingPairs, ask_named


class Frame(NamedTuple):
    """The pairs that touched in one state of a scene, and what was asked about them in it.

    Attributes
    ----------
    clock : int
        Of the things and filters in that state.
    codes : (m,) int64
        Pairs of slots, in the order of their names.
    names : (m, 2) names
    found : dict of int to SceneContacts
        By limit, as a :class:`~impinge.contacts.request.Request` has it.
    before : Frame or None
        Of the last state before in which contacts were asked for: whatever is asked in this one
        is compared with it. Frames hold no longer a chain than this.
    """

    clock: int
    codes: Ids
    names: NDArray[Any]
    found: dict[int, SceneContacts]
    before: Frame | None


def next_frame(things: Things, codes: Ids, clock: int, last: Frame | None) -> Frame:
    """The frame of the pairs that touch now, after ``last``; nothing is asked of it yet."""
    pairs, order = things.sorted(codes)
    before = None if last is None else last._replace(before=None)
    return Frame(clock, codes[order], things.names[pairs], {}, before)


def asked_too(frame: Frame, things: Things, limit: int, touching: TouchingPairs) -> Frame:
    """The same frame with the contacts of another limit; ``things`` are still in its state.

    Contacts that ``touching`` has are of this limit.
    """
    found = _found(frame, things, limit, touching)
    return frame._replace(found={**frame.found, limit: found})


def _found(frame: Frame, things: Things, limit: int, touching: TouchingPairs) -> SceneContacts:
    pairs, last, names = things.ordered(pairs_of(frame.codes)), frame.before, frame.names
    if last is None:
        contacts = contacts_of_pairs(things, pairs, limit, touching)
        is_new, ended = np.ones(len(pairs), np.bool_), names[:0]
        none = np.zeros(0, np.int64)
        return SceneContacts(names, contacts, is_new, ended, things.known, None, none)

    rows_now = _find(_codes_now(things, last), frame.codes)
    # Which pair of the last frame each pair of now was, -1 for none.
    rows_then = np.full(len(pairs), -1, np.int64)
    rows_then[rows_now[rows_now >= 0]] = np.flatnonzero(rows_now >= 0)
    # Of several limits that were asked for then: this one, or else the first.
    then = last.found.get(limit, next(iter(last.found.values()))).contacts
    still = (rows_then >= 0) & (things.changed[pairs] <= last.clock).all(axis=1)
    still &= limit in last.found
    asked = np.flatnonzero(~still)
    fresh = contacts_of_pairs(things, pairs[asked], limit, touching)
    contacts = _joined(
        len(pairs),
        (then, rows_then[still], np.flatnonzero(still)),
        (fresh, np.arange(len(asked)), asked),
    )
    return SceneContacts(
        names, contacts, rows_then < 0, last.names[rows_now < 0], things.known, then, rows_now
    )  # fmt: skip


def contacts_of_pairs(things: Things, pairs: Ids, limit: int, touching: TouchingPairs) -> Contacts:
    """Of pairs of slots that touch, a row each, which is never empty.

    Those that ``touching`` has are not asked again.

    Shapes that touch within rounding only may have no point that :func:`impinge.collide` takes for
    a contact. Then it is the shortest connection.
    """
    known = _find(codes_of(pairs), touching.fresh)
    left = np.flatnonzero(known < 0)
    request = Request(NO_MARGIN, limit, things.solid)
    contacts = ask_named(
        things, things.pairs(pairs[left]),
        lambda some: joined(contacts_of(some, request), len(some)),
    )  # fmt: skip
    if touching.contacts is not None:
        fresh = touching.contacts, known[known >= 0], np.flatnonzero(known >= 0)
        contacts = _joined(len(pairs), fresh, (contacts, np.arange(len(left)), left))
    bare = np.flatnonzero(contacts.counts() == 0)
    if len(bare) == 0:
        return contacts
    some = np.flatnonzero(contacts.counts())
    nearest = _connections(things.pairs(pairs[bare]), things.solid)
    return _joined(len(pairs), (contacts, some, some), (nearest, np.arange(len(bare)), bare))


def _connections(pairs: PosedPairs, solid: bool) -> Contacts:
    """One contact a pair, between the points that are nearest to each other."""
    near = Distance(distances_of(pairs, solid))
    fields = "point_a", "point_b", "normal", "feature_a", "feature_b", "part_a", "part_b"
    values = {name: getattr(near, name) for name in fields}
    nature = Nature.VERTEX_VERTEX
    rows = LAYOUT.rows(len(pairs), separation=near.distance, nature=nature, **values)
    return Contacts(rows, np.arange(len(pairs) + 1))


def _codes_now(things: Things, last: Frame) -> Ids:
    """The codes of the last frame's pairs, -1 where one of the two is gone or has another shape.

    What came back under the name, or the number, of something that was removed is another thing.
    """
    pairs = pairs_of(last.codes)
    same = things.alive[pairs] & (things.shaped[pairs] <= last.clock)
    return np.where(same.all(axis=1), last.codes, -1)


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
    offsets = offsets_of(counts)
    rows = np.empty((int(offsets[-1]), CONTACT_ROW))
    for contacts, taken, put in parts:
        assert contacts.offsets is not None
        rows[grouped(offsets, put)[0]] = contacts._rows[grouped(contacts.offsets, taken)[0]]
    return Contacts(rows, offsets)
