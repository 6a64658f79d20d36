"""Contacts of batches in which every row has shapes of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.contacts.convex import contacts_of_rows, corner_room
from impinge.contacts.joining import Share, joined, share_of
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts
from impinge.core.table import PairTable
from impinge.narrow.mixed import Many

Ids = NDArray[np.int64]


def contacts_of_many(table: PairTable, many: Many, asked: Request) -> Contacts:
    """All convex pairs in one run of one kernel, the others as one batch a pair of shapes."""
    order = many.convex_rows()
    shares = [_convex(many, order, asked)] if len(order) else []
    for a, b, part in many.other_buckets(order):
        pose_a, pose_b = many.poses_of(part)
        found = table(a, pose_a, b, pose_b, asked.of_rows(part))
        shares.append(share_of(found, part))
    return joined(shares, many.count)


def _convex(many: Many, order: Ids, asked: Request) -> Share:
    a, starts_a = many.packed(many.a, many.of_a)
    b, starts_b = many.packed(many.b, many.of_b)
    none = np.zeros_like(order)
    pairs = np.stack(
        [
            starts_a[order],
            order if len(many.poses_a) > 1 else none,
            starts_b[order],
            order if len(many.poses_b) > 1 else none,
        ],
        axis=1,
    )
    rows, counts = contacts_of_rows(
        a, many.poses_a, b, many.poses_b, pairs, corner_room(many.a), corner_room(many.b),
        asked.of_rows(order),
    )  # fmt: skip
    return Share(rows, np.repeat(order, counts))
