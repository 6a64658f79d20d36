"""Contacts of two half spaces: only planes that face each other have any."""

from __future__ import annotations

import numpy as np

from impinge.contacts.kernels.contact_row import LAYOUT
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts
from impinge.core.errors import ImpingeError
from impinge.geometry import HalfSpace
from impinge.geometry.nature import Nature
from impinge.narrow.gathering import offsets_of
from impinge.narrow.half_spaces import PARALLEL, planes_of
from impinge.narrow.posed import Pose, as_two_poses


def contacts_of_half_spaces(
    a: HalfSpace, pose_a: Pose, b: HalfSpace, pose_b: Pose, asked: Request
) -> Contacts:
    """One point a row, that of the plane midway which is nearest to the origin.

    An error if the planes do not face each other: then the half spaces overlap without end.
    """
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    n = 1 if count is None else count
    normal_a, offset_a = planes_of(a, poses_a, n)
    normal_b, offset_b = planes_of(b, poses_b, n)
    askew = np.abs(normal_a + normal_b).max(axis=1) > PARALLEL
    if askew.any():
        where = "" if count is None else f" (row {int(np.argmax(askew))})"
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
    offsets = None if count is None else offsets_of(near)
    return Contacts(rows[near], offsets)
