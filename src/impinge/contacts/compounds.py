"""Contacts of compounds: those of all their parts, put together."""

from __future__ import annotations

import numpy as np

from impinge.contacts.collide import COLLIDE, contacts_of
from impinge.contacts.joining import Share, joined
from impinge.contacts.kernels.contact_row import PART_A, PART_B
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts
from impinge.geometry import Compound, Shape
from impinge.narrow.parts import PosedParts
from impinge.narrow.posed import Pose

PAIRS_AT_ONCE = 1 << 16
"""Pairs of parts, over all rows of a batch, that are asked together: 16 MB of poses."""


@COLLIDE.answers(Compound, Shape)
def contacts_of_compound(
    a: Compound, pose_a: Pose, b: Shape, pose_b: Pose, asked: Request
) -> Contacts:
    """Of a compound and any shape."""
    parts = PosedParts(a, pose_a, b, pose_b, solid=asked.solid)
    margins = np.zeros(parts.count) + asked.margins
    near, shares = parts.near(margins), []
    for first in range(0, len(near.rows), PAIRS_AT_ONCE):
        some = near.some(slice(first, first + PAIRS_AT_ONCE))
        for rows, pair in contacts_of(some.posed(margins[some.rows]), asked):
            rows[:, [PART_A, PART_B]] = some.parts[pair]
            shares.append(Share(rows, some.rows[pair]))
    found = joined(shares, None if parts.single else parts.count)
    parts.hide_wholes(found._rows, PART_A, PART_B)
    return found
