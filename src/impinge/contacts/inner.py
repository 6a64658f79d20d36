"""What lies wholly inside a closed mesh, without touching it, has one contact: the way out."""

from __future__ import annotations

import numpy as np

from impinge.contacts.joining import joined, share_of
from impinge.contacts.kernels.contact_row import LAYOUT
from impinge.contacts.result import Contacts
from impinge.core.arrays import Array
from impinge.geometry import Convex, Mesh
from impinge.geometry.nature import Nature
from impinge.narrow.inner import find_ways_out
from impinge.narrow.kernels.pair_row import FEATURE_A, FEATURE_B, GAP, NORMAL, POINT_A, POINT_B
from impinge.narrow.posed import Poses


def with_inner(
    found: Contacts, a: Mesh, poses_a: Poses, b: Mesh | Convex, poses_b: Poses
) -> Contacts:
    """The contacts found, and those of rows where one of two solids lies inside the other.

    Only a row without any can be such.
    """
    n = len(found.counts())
    rows, ways = find_ways_out(a, poses_a, b, poses_b, np.flatnonzero(found.counts() == 0))
    shares = [share_of(found, np.arange(n)), share_of(contacts_out(ways), rows)]
    return joined(shares, None if found.offsets is None else n)


def contacts_out(ways: Array) -> Contacts:
    """A contact for each way out (:mod:`impinge.narrow.inner`)."""
    rows = LAYOUT.rows(
        len(ways), point_a=ways[:, POINT_A : POINT_A + 3], point_b=ways[:, POINT_B : POINT_B + 3],
        normal=ways[:, NORMAL : NORMAL + 3], separation=-ways[:, GAP],
        feature_a=ways[:, FEATURE_A], feature_b=ways[:, FEATURE_B], nature=Nature.FACE_FACE,
        part_a=-1.0, part_b=-1.0,
    )  # fmt: skip
    return Contacts(rows, np.arange(len(rows) + 1))
