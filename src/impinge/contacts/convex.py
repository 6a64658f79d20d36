"""Contacts of convex shapes and half spaces: from shapes and poses to rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.contacts.kernels.contact_row import CONTACT_ROW, LAYOUT
from impinge.contacts.kernels.discs import RIM_POINTS
from impinge.contacts.kernels.rows import collide_rows
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts
from impinge.core.arrays import Array
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import HalfSpace
from impinge.geometry.kernels.convex_row import COUNT
from impinge.geometry.nature import Nature
from impinge.narrow.convex import PARALLEL, planes_of
from impinge.narrow.gathering import gather_rows, offsets_of
from impinge.narrow.posed import Pose, as_batches
from impinge.narrow.posed_shapes import NO_PAIRS, PosedPairs

NO_CONTACTS = np.empty((0, CONTACT_ROW))


def contacts_of_pair(a: Any, pose_a: Pose, b: Any, pose_b: Pose, asked: Request) -> Contacts:
    """Of two convex shapes, or one of them and a half space."""
    poses_a, poses_b, count, single = as_batches(pose_a, pose_b)
    sides = a._packed, poses_a, b._packed, poses_b
    rooms = corner_room(a._packed[COUNT]), corner_room(b._packed[COUNT])
    if counting():
        add_cost(primitive_tests=count)
    args = (*sides, NO_PAIRS, rooms, asked.margins, (asked.limit, False))
    most = _most(*rooms, asked.limit)
    if single:
        out, counts = np.empty((most, CONTACT_ROW)), np.empty(1, np.int64)
        collide_rows(*args, out, counts, 0, 1)
        return Contacts(out[: counts[0]], None)
    rows, counts = gather_rows(collide_rows, args, count, most, NO_CONTACTS)
    return Contacts(rows, offsets_of(counts))


def contacts_of_rows(
    pairs: PosedPairs, rows: Ids, limit: int, *, tell: bool = False
) -> tuple[Array, Ids]:
    """Contacts of some pairs, all convex, pair after pair, and how many each has.

    With ``tell``, -1 for pairs that do not overlap; those that do, by rounding only, may have none.
    """
    a, b, columns = pairs.a, pairs.b, pairs.columns(rows)
    sides = a.table.packed, a.poses, b.table.packed, b.poses
    room_a, room_b = (corner_room(sides[k][columns[:, k] + COUNT].max()) for k in (0, 2))
    args = *sides, columns, (room_a, room_b), pairs.margins[rows], (limit, tell)
    add_cost(primitive_tests=len(rows))
    most = _most(room_a, room_b, limit)
    return gather_rows(collide_rows, args, len(rows), most, NO_CONTACTS)


def corner_room(corners: float) -> int:
    """No flat part of a convex shape of so many corners has more."""
    return max(2, int(corners))


def _most(room_a: int, room_b: int, limit: int) -> int:
    """Contacts of one pair: the limit, or, if less, as many as ``make_bench`` has room for."""
    room = 3 * (room_a + room_b) + 4 * RIM_POINTS
    return min(limit, room) if limit else room


def contacts_of_half_spaces(
    a: HalfSpace, pose_a: Pose, b: HalfSpace, pose_b: Pose, asked: Request
) -> Contacts:
    """One point a row: the point of the plane midway nearest to the origin.

    An error if the planes do not face each other: then the half spaces overlap without end.
    """
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    normal_a, offset_a = planes_of(a, poses_a, n)
    normal_b, offset_b = planes_of(b, poses_b, n)
    askew = np.abs(normal_a + normal_b).max(axis=1) > PARALLEL
    if askew.any():
        where = "" if single else f" (row {int(np.argmax(askew))})"
        raise ImpingeError(
            f"collide: two HalfSpace whose planes do not face each other{where} overlap without "
            "end; use a Box for one of them"
        )
    gap = -offset_a - offset_b
    rows = LAYOUT.rows(
        n, point_a=offset_a[:, None] * normal_a, point_b=(offset_a + gap)[:, None] * normal_a,
        normal=normal_a, separation=gap, nature=Nature.FACE_FACE, part_a=-1.0, part_b=-1.0,
    )  # fmt: skip
    near = gap <= asked.margins
    return Contacts(rows[near], None if single else offsets_of(near))
