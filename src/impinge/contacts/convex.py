"""Contacts of convex shapes and half spaces: from shapes and poses to the kernels' rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.contacts.kernels.contact_row import CONTACT_ROW
from impinge.contacts.kernels.discs import RIM_POINTS
from impinge.contacts.kernels.rows import collide_rows
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts
from impinge.core.counters import add_cost, counting
from impinge.core.threads import run_rows
from impinge.geometry.kernels.convex_row import COUNT
from impinge.narrow.posed import Pose, as_two_poses
from impinge.narrow.posed_shapes import NO_PAIRS, PosedPairs

Ids = NDArray[np.int64]
Rows = NDArray[np.float64]

ROOM = 1 << 12
"""Contacts there is room for at first, in a range of rows."""


def contacts_of_pair(a: Any, pose_a: Pose, b: Any, pose_b: Pose, asked: Request) -> Contacts:
    """Of two convex shapes, or one of them and a half space."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    sides = a._packed, poses_a.reshape(-1, 4, 4), b._packed, poses_b.reshape(-1, 4, 4)
    rooms = corner_room(a._packed[COUNT]), corner_room(b._packed[COUNT])
    if counting():
        add_cost(primitive_tests=1 if count is None else count)
    if count is None:
        most = _most(*rooms, asked.limit)
        out, counts = np.empty((most, CONTACT_ROW)), np.empty(1, np.int64)
        collide_rows(
            *sides, NO_PAIRS, rooms, asked.margins, (asked.limit, False), out, counts, 0, 1
        )
        return Contacts(out[: counts[0]], None)
    args = *sides, NO_PAIRS, rooms, asked.margins, (asked.limit, False)
    rows, counts = Gathering(collide_rows, args, count, _most(*rooms, asked.limit)).run()
    return Contacts(rows, offsets_of(counts))


def contacts_of_rows(
    pairs: PosedPairs, rows: Ids, limit: int, *, tell: bool = False
) -> tuple[Rows, Ids]:
    """Contacts of some pairs, all convex, pair after pair, and how many each has.

    With ``tell``, -1 for pairs that do not overlap; those that do, by rounding only, may have none.
    """
    a, b, columns = pairs.a, pairs.b, pairs.columns(rows)
    sides = a.table.packed, a.poses, b.table.packed, b.poses
    room_a, room_b = (corner_room(sides[k][columns[:, k] + COUNT].max()) for k in (0, 2))
    args = *sides, columns, (room_a, room_b), pairs.margins[rows], (limit, tell)
    if counting():
        add_cost(primitive_tests=len(rows))
    return Gathering(collide_rows, args, len(rows), _most(room_a, room_b, limit)).run()


def corner_room(corners: float) -> int:
    """No flat part of a convex shape of so many corners has more."""
    return max(2, int(corners))


def offsets_of(counts: Ids) -> Ids:
    """Where the contacts of each row begin, and the last ones end."""
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def _most(room_a: int, room_b: int, limit: int) -> int:
    """Contacts of one pair: the limit, or, if less, as many as ``make_bench`` has room for."""
    room = 3 * (room_a + room_b) + 4 * RIM_POINTS
    return min(limit, room) if limit else room


class Gathering:
    """Collects rows of unknown number; threads fill parts of their own, joined in order.

    ``kernel(*args, out, counts, start, stop)`` fills ``out`` and ``counts``, and returns the row at
    which there was no more room. Each needs about ``most``; a row that needs more is asked again.
    """

    def __init__(
        self, kernel: Callable[..., int], args: tuple[Any, ...], n: int, most: int
    ) -> None:
        self._kernel = kernel
        self._args = args
        self._most = most
        self._counts = np.zeros(n, np.int64)
        self._parts: dict[int, Rows] = {}

    def run(self) -> tuple[Rows, Ids]:
        run_rows(self._fill, len(self._counts), grain=1)
        parts = [self._parts[row] for row in sorted(self._parts)]
        rows = np.concatenate(parts) if parts else np.empty((0, CONTACT_ROW))
        return rows, self._counts

    def _fill(self, start: int, stop: int) -> None:
        most = self._most
        while start < stop:
            room = max(most, min(ROOM, most * (stop - start)))
            out = np.empty((room, CONTACT_ROW))
            row = self._kernel(*self._args, out, self._counts, start, stop)
            used = int(np.maximum(self._counts[start:row], 0).sum())
            if used:
                self._parts[start] = out[:used].copy()
            most = self._most if row > start else 4 * room
            start = row
