"""Contacts of meshes with convex shapes and half spaces."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.contacts.borders import borders_of
from impinge.contacts.convex import Gathering, corner_room, offsets_of
from impinge.contacts.inner import with_inner_convex
from impinge.contacts.kernels.discs import RIM_POINTS
from impinge.contacts.kernels.ground import collide_ground_rows
from impinge.contacts.kernels.surface import HOME, SLOTS, collide_surface_rows
from impinge.contacts.kernels.thinning import thin_rows
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts, sorted_rows
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.geometry.kernels.convex_row import COUNT, HULL
from impinge.geometry.packing import pack_header, pack_tables
from impinge.hierarchy.tree import tree_of
from impinge.narrow.posed import Pose, as_two_poses

Ids = NDArray[np.int64]
Rows = NDArray[np.float64]

TRIANGLE = pack_tables(
    pack_header(HULL, reach=1.0),
    np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
    ((0, 1, 2), (0, 2, 1)),
    np.array([[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, -1.0, 0.0]]),
)
"""The row of a triangle, whose tables are those of all triangles."""
AGAIN = SLOTS * HOME
"""Slots of all features of a triangle: those of a second contact there begin after them."""


def contacts_of_surface(a: Mesh, pose_a: Pose, b: Convex, pose_b: Pose, asked: Request) -> Contacts:
    """Of a mesh and a convex shape."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    poses_a, poses_b = poses_a.reshape(-1, 4, 4), poses_b.reshape(-1, 4, 4)
    borders = borders_of(a)
    room = corner_room(b._packed[COUNT])
    args = (
        (tree_of(a)._arrays, (borders.neighbours, borders.homes, borders.normals)),
        poses_a, (b._packed, np.ascontiguousarray(b.bounds)), poses_b,
        TRIANGLE, room, asked.margins, asked.solid,
    )  # fmt: skip
    most = 3 * (4 + room) + 4 * RIM_POINTS
    rows, counts = Gathering(
        collide_surface_rows, args, 1 if count is None else count, 16 * most
    ).run()
    rows, counts = _thinned(
        rows, counts, asked.limit, float(np.linalg.norm(np.diff(b.bounds, axis=0)))
    )
    found = Contacts(rows, None if count is None else offsets_of(counts))
    return with_inner_convex(found, a, poses_a, b, poses_b) if asked.solid else found


def contacts_of_ground(
    a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, asked: Request
) -> Contacts:
    """Of a mesh and a half space."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    borders = borders_of(a)
    extent = float(np.linalg.norm(np.ptp(borders.points, axis=0)))
    args = (
        borders.points, borders.point_homes, poses_a.reshape(-1, 4, 4),
        np.array(b.normal), b.offset, poses_b.reshape(-1, 4, 4), asked.margins, extent,
    )  # fmt: skip
    rows, counts = Gathering(collide_ground_rows, args, 1 if count is None else count, 64).run()
    rows, counts = _thinned(rows, counts, asked.limit, extent)
    return Contacts(rows, None if count is None else offsets_of(counts))


def _thinned(rows: Rows, counts: Ids, limit: int, extent: float) -> tuple[Rows, Ids]:
    """Each contact once, at most ``limit`` of about one normal; and how many each row has left."""
    batch = np.repeat(np.arange(len(counts)), counts)
    rows = rows[sorted_rows(rows, batch)]
    keep = np.ones(len(rows), np.bool_)
    run_rows(thin_rows, len(counts), rows, offsets_of(counts), limit, extent, AGAIN, keep)
    left = np.bincount(batch[keep], minlength=len(counts)).astype(np.int64)
    rows = rows[keep]
    return rows[sorted_rows(rows, batch[keep])], left
