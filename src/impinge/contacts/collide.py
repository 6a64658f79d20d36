"""Where and how do two posed shapes touch?"""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.contacts.convex import (
    NO_CONTACTS,
    contacts_of_half_spaces,
    contacts_of_pair,
    contacts_of_rows,
)
from impinge.contacts.kernels.contact_row import PART_A, PART_B
from impinge.contacts.request import Request, as_request
from impinge.contacts.result import Contacts, Share, joined, share_of
from impinge.contacts.surfaces import contacts_of_ground, contacts_of_meshes, contacts_of_surface
from impinge.core.arrays import Flags
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.table import PairTable
from impinge.geometry import Compound, Convex, HalfSpace, HeightField, Mesh, Shape
from impinge.narrow.convex import PARALLEL, planes_of
from impinge.narrow.gathering import offsets_of
from impinge.narrow.height_fields import ground_pairs
from impinge.narrow.overlap import overlaps_of
from impinge.narrow.parts import PosedParts
from impinge.narrow.posed import Pose, as_batches, as_shapes
from impinge.narrow.posed_shapes import PosedPairs, has_many, posed_lists
from impinge.narrow.solid import as_solid

COLLIDE = PairTable("collide", swap=Contacts.swapped)


PAIRS_AT_ONCE = 1 << 16
"""Pairs of parts, over all rows of a batch, that are asked together: 16 MB of poses."""


def collide(
    a: Any,
    b: Any,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    margin: float = 0.0,
    limit: int | None = 4,
    solid: bool = False,
) -> Contacts:
    """Contact points of two posed shapes: where they touch, along which normal, how deep.

    Parameters
    ----------
    a, b : shape, or sequence of shapes
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        As for :func:`impinge.overlap`.
    margin : float, optional
        Distance [m] up to which shapes count as touching: contacts before they happen.
    limit : int or None, optional
        Most contact points of two convex parts; of a surface and a convex part, of about one
        normal. None keeps all.
    solid : bool, optional
        Meshes have an inside, and must be closed, and so has the ground below a height field: what
        is inside is pushed out of their front. Other shapes are solid in any case.

    Returns
    -------
    Contacts
        With ``point``, ``point_a``, ``point_b``, ``normal``, ``separation``, ``feature_a``,
        ``feature_b``, ``nature`` and ``key``, a row for each contact point; for a batch also
        ``offsets``, where the contacts of each row begin. Empty just where :func:`overlap` with
        this margin is False.

    Raises
    ------
    ImpingeError
        If a shape, a pose, the margin or the limit is not usable, or ``solid`` is asked of an open
        mesh; for two half spaces whose planes do not face each other, and ground that goes down
        into one: they overlap without end. The message names argument and row.

    See Also
    --------
    impinge.contacts.match : which contact continues which, from one step to the next.

    Notes
    -----
    Convex shapes: the normal is the direction of the distance, or of the depth. The parts of both
    that face each other along it, faces, edges or single points, are laid on each other; contacts
    are the corners of what both cover, each with its own separation along the normal, as far as
    that is within the margin. Points that are level with the deepest, within a thousandth of the
    size of the face, are listed beyond it too: a box that leans a little still stands on four
    corners. The least separation is the signed gap of the shapes. Discs are sampled by eight
    points of their rim, and by its deepest one where they lean.

    Of more points than ``limit``, those are kept that hold the shape best: the deepest, the one
    furthest from it, and so on. The choice depends on features, not on rounding, and stays the
    same in small motions.

    Surfaces: each triangle that touches is laid on the shape like a face; normals that would lean
    over an edge that is shared with a neighbour give way to those of the faces, and what several
    triangles say is said once. Something wholly inside a solid has one contact.

    Safe to call from many threads; batches use all cores, with the same bits for any number.

    Examples
    --------
    A crate on a floor, a millimetre too low:

    >>> import impinge as im
    >>> pose = im.pose((0, 0, 0.499))
    >>> touch = im.collide(im.Box((1, 1, 1)), im.HalfSpace((0, 0, 1)), pose)
    >>> touch.point.round(4).tolist()
    [[-0.5, -0.5, -0.0005], [0.5, -0.5, -0.0005], [-0.5, 0.5, -0.0005], [0.5, 0.5, -0.0005]]
    >>> touch.separation.round(6), touch.natures[0]
    (array([-0.001, -0.001, -0.001, -0.001]), <Nature.FACE_FACE: 8>)
    """
    asked = as_request(margin, limit, solid)
    if asked.solid:
        as_solid(solid, a, b)
    if (type(a), type(b)) not in COLLIDE.known:
        if has_many(a, b):
            pairs = posed_lists(a, b, pose_a, pose_b, float(asked.margins[0]))
            return joined(contacts_of(pairs, asked), len(pairs))
        a, b = as_shapes(a, b)
    return COLLIDE(a, pose_a, b, pose_b, asked)  # type: ignore[no-any-return]


def contacts_of(pairs: PosedPairs, asked: Request) -> list[Share]:
    """Contacts of all pairs, within the margins of these: rows, and the pair that each is of."""
    shares, convex = [], pairs.convex()
    if len(convex):
        rows, counts = contacts_of_rows(pairs, convex, asked.limit)
        shares.append(Share(rows, np.repeat(convex, counts)))
    for a, pose_a, b, pose_b, part in pairs.buckets(pairs.others(meshes=True)):
        found = COLLIDE(a, pose_a, b, pose_b, asked._replace(margins=pairs.margins[part]))
        shares.append(share_of(found, part))
    return shares


def touching_of(pairs: PosedPairs, asked: Request) -> tuple[Flags, Ids, Contacts]:
    """Which pairs overlap, and the contacts of convex ones among them, by one search.

    (m,) bool, as :func:`~impinge.narrow.overlap.overlaps_of` says; (k,) int64, convex pairs that
    touch; and their contacts in this order: pairs that touch by rounding only may have none.
    """
    touching, convex = np.zeros(len(pairs), np.bool_), pairs.convex()
    found, counts = NO_CONTACTS, np.zeros(0, np.int64)
    if len(convex):
        found, counts = contacts_of_rows(pairs, convex, asked.limit, tell=True)
    rows, others = convex[counts >= 0], pairs.others(meshes=True)
    touching[rows] = True
    touching[others] = overlaps_of(pairs.some(others), asked.solid)
    return touching, rows, Contacts(found, offsets_of(counts[counts >= 0]))


COLLIDE.answers(Convex, Convex)(contacts_of_pair)
COLLIDE.answers(HalfSpace, Convex)(contacts_of_pair)
COLLIDE.answers(HalfSpace, HalfSpace)(contacts_of_half_spaces)
COLLIDE.answers(Mesh, Convex)(contacts_of_surface)
COLLIDE.answers(Mesh, HalfSpace)(contacts_of_ground)
COLLIDE.answers(Mesh, Mesh)(contacts_of_meshes)


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
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    normal, _ = planes_of(b, poses_b, n)
    rise = (normal * np.broadcast_to(poses_a, (n, 4, 4))[:, :3, 2]).sum(axis=1)
    if (rise > PARALLEL).any():
        where = "" if single else f" (row {int(np.argmax(rise > PARALLEL))})"
        raise ImpingeError(
            f"collide: the ground of a HeightField goes down into the HalfSpace{where}, and they "
            "overlap without end; ask with solid=False"
        )
