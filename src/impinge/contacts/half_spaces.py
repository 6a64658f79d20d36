"""Contacts of two half spaces: only planes that face each other have any."""

from __future__ import annotations

import numpy as np

from impinge.contacts.kernels import contact_row as column
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts
from impinge.core.errors import ImpingeError
from impinge.geometry import HalfSpace
from impinge.geometry.nature import Nature
from impinge.narrow.half_spaces import PARALLEL, planes_of
from impinge.narrow.posed import Pose, as_two_poses


def contacts_of_half_spaces(
    a: HalfSpace, pose_a: Pose, b: HalfSpace, pose_b: Pose, asked: Request
) -> Contacts:
    """One point a row, that of the plane midway which is nearest to the origin.

    Raises
    ------
    ImpingeError
        If the planes do not face each other: then the half spaces overlap without end.
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
    rows = np.zeros((n, column.CONTACT_ROW))
    rows[:, column.POINT_A : column.POINT_A + 3] = offset_a[:, None] * normal_a
    rows[:, column.POINT_B : column.POINT_B + 3] = (offset_a + gap)[:, None] * normal_a
    rows[:, column.NORMAL : column.NORMAL + 3] = normal_a
    rows[:, column.SEPARATION] = gap
    rows[:, column.NATURE] = Nature.FACE_FACE
    rows[:, [column.PART_A, column.PART_B]] = -1.0
    near = gap <= asked.margins
    offsets = None if count is None else np.concatenate([[0], np.cumsum(near)]).astype(np.int64)
    return Contacts(rows[near], offsets)
