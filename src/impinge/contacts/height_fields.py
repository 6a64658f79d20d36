"""Contacts of the solid ground below height fields."""

from __future__ import annotations

import numpy as np

from impinge.contacts.collide import COLLIDE, contacts_of
from impinge.contacts.joining import joined
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts
from impinge.core.errors import ImpingeError
from impinge.geometry import Convex, HalfSpace, HeightField, Mesh, Shape
from impinge.narrow.half_spaces import PARALLEL, planes_of
from impinge.narrow.height_fields import ground_pairs
from impinge.narrow.posed import Pose, as_two_poses

COLLIDE.reduces(HeightField, lambda field, asked: field if asked.solid else field.mesh, Mesh)


@COLLIDE.answers(HeightField, Convex)
@COLLIDE.answers(HeightField, HalfSpace)
@COLLIDE.answers(HeightField, Mesh)
@COLLIDE.answers(HeightField, HeightField)
def contacts_of_height_field(
    a: HeightField, pose_a: Pose, b: Shape, pose_b: Pose, asked: Request
) -> Contacts:
    """Of solid ground and any shape.

    The ground is a closed mesh with walls, and a floor below all of the other shape. An error if
    that is a height field too, or a half space that the ground goes down into.
    """
    if isinstance(b, HalfSpace):
        _refuse_endless(pose_a, b, pose_b)
        return COLLIDE(a.mesh, pose_a, b, pose_b, asked)  # type: ignore[no-any-return]
    pairs, single = ground_pairs(a, pose_a, b, pose_b, "collide", asked.margins)
    return joined(contacts_of(pairs, asked), None if single else len(pairs))


def _refuse_endless(pose_a: Pose, b: HalfSpace, pose_b: Pose) -> None:
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    n = 1 if count is None else count
    normal, _ = planes_of(b, poses_b, n)
    rise = (normal * np.broadcast_to(poses_a.reshape(-1, 4, 4), (n, 4, 4))[:, :3, 2]).sum(axis=1)
    if (rise > PARALLEL).any():
        where = "" if count is None else f" (row {int(np.argmax(rise > PARALLEL))})"
        raise ImpingeError(
            f"collide: the ground of a HeightField goes down into the HalfSpace{where}, and they "
            "overlap without end; ask with solid=False"
        )
