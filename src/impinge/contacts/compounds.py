"""Contacts of compounds: those of all their parts, put together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.contacts.convex import contacts_of_rows, corner_room
from impinge.contacts.joining import Share, joined, share_of
from impinge.contacts.kernels import contact_row as column
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts
from impinge.core.table import PairTable
from impinge.geometry import Compound, Shape
from impinge.narrow.part_pairs import PartPairs, PosedParts
from impinge.narrow.posed import Pose

Ids = NDArray[np.int64]

PAIRS_AT_ONCE = 1 << 16
"""Pairs of parts, over all rows of a batch, that are looked at together: 16 MB of poses."""


def contacts_of_compound(
    table: PairTable,
    a: Compound,
    pose_a: Pose,
    b: Shape,
    pose_b: Pose,
    asked: Request,
) -> Contacts:
    """Of a compound and any shape; ``table`` answers for parts that are not convex."""
    parts = PosedParts(a, pose_a, b, pose_b, solid=asked.solid)
    near = parts.near(np.zeros(parts.count) + asked.margins)
    convex = near.measured()
    rest, convex_pairs = near[~convex], near[convex]
    shares = [
        _convex(convex_pairs[first : first + PAIRS_AT_ONCE], asked)
        for first in range(0, len(convex_pairs), PAIRS_AT_ONCE)
    ]
    for shape_a, poses_a, shape_b, poses_b, which in rest.buckets():
        found = table(shape_a, poses_a, shape_b, poses_b, asked.of_rows(rest.rows[which]))
        share = share_of(found, rest.rows[which])
        _name_parts(share.rows, rest[which], found.counts())
        shares.append(share)
    return joined(shares, None if parts.single else parts.count)


def _convex(pairs: PartPairs, asked: Request) -> Share:
    """Contacts of pairs of parts that the kernel of convex shapes answers."""
    a, b = pairs.whole.a, pairs.whole.b
    i, j = pairs.parts.T
    poses_a, poses_b = pairs.poses()
    own = np.arange(len(pairs))
    rows, counts = contacts_of_rows(
        a.packed, poses_a, b.packed, poses_b,
        np.stack([a.starts[i], own, b.starts[j], own], axis=1),
        corner_room(a.shapes), corner_room(b.shapes), asked.of_rows(pairs.rows),
    )  # fmt: skip
    _name_parts(rows, pairs, counts)
    return Share(rows, np.repeat(pairs.rows, counts))


def _name_parts(rows: NDArray[np.float64], pairs: PartPairs, counts: Ids) -> None:
    """Say which parts contacts are of, so many for each pair; shapes that are whole have none."""
    bundles = pairs.whole.a, pairs.whole.b
    for side, part in enumerate((column.PART_A, column.PART_B)):
        if bundles[side].is_compound:
            rows[:, part] = np.repeat(pairs.parts[:, side], counts)
