"""Contacts of convex shapes and half spaces: from shapes and poses to the kernels' rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
from impinge.geometry import Convex, HalfSpace
from impinge.geometry.kernels.convex_row import COUNT
from impinge.narrow.posed import Pose, Poses, as_two_poses

Ids = NDArray[np.int64]
Rows = NDArray[np.float64]

ROOM = 1 << 12
"""Contacts there is room for at first, in a range of rows."""
FIRST = np.zeros((1, 4), np.int64)
"""The pair of a single query."""


def contacts_of_pair(a: Any, pose_a: Pose, b: Any, pose_b: Pose, asked: Request) -> Contacts:
    """Of two convex shapes, or one of them and a half space."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    rooms = corner_room([a]), corner_room([b])
    if count is None:
        most = _most(*rooms, asked.limit)
        out, counts = np.empty((most, CONTACT_ROW)), np.empty(1, np.int64)
        collide_rows(
            a._packed, poses_a[None], b._packed, poses_b[None], FIRST, *rooms,
            asked.margins, asked.limit, out, counts, 0, 1,
        )  # fmt: skip
        if counting():
            add_cost(primitive_tests=1)
        return Contacts(out[: counts[0]], None)
    pairs = np.zeros((count, 4), np.int64)
    if len(poses_a) > 1:
        pairs[:, 1] = np.arange(count)
    if len(poses_b) > 1:
        pairs[:, 3] = np.arange(count)
    rows, counts = contacts_of_rows(a._packed, poses_a, b._packed, poses_b, pairs, *rooms, asked)
    return Contacts(rows, offsets_of(counts))


def corner_room(shapes: Iterable[Any]) -> int:
    """No flat part of the convex ones among these shapes has more corners."""
    convex = (shape for shape in shapes if isinstance(shape, (Convex, HalfSpace)))
    return max([2, *(int(shape._packed[COUNT]) for shape in convex)])


def offsets_of(counts: Ids) -> Ids:
    """Where the contacts of each row begin, and the last ones end."""
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def _most(room_a: int, room_b: int, limit: int) -> int:
    """Contacts of one pair: the limit, or, if less, as many as ``make_bench`` has room for."""
    room = 3 * (room_a + room_b) + 4 * RIM_POINTS
    return min(limit, room) if limit else room


def contacts_of_rows(
    packed_a: Rows,
    poses_a: Poses,
    packed_b: Rows,
    poses_b: Poses,
    pairs: Ids,
    room_a: int,
    room_b: int,
    asked: Request,
) -> tuple[Rows, Ids]:
    """Contacts of pairs of packed shapes, pair after pair, and how many each has.

    A pair is a row of four numbers: where the row of A begins, the number of its pose, the same
    for B. Margins are those of pairs.
    """
    args = packed_a, poses_a, packed_b, poses_b, pairs, room_a, room_b, asked.margins, asked.limit
    gathering = Gathering(collide_rows, args, len(pairs), _most(room_a, room_b, asked.limit))
    if counting():
        add_cost(primitive_tests=len(pairs))
    return gathering.run()


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
            used = int(self._counts[start:row].sum())
            if used:
                self._parts[start] = out[:used].copy()
            most = self._most if row > start else 4 * room
            start = row
