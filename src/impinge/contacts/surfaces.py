"""Contacts of meshes with convex shapes and half spaces."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from impinge.contacts.borders import borders_of
from impinge.contacts.convex import NO_CONTACTS, corner_room
from impinge.contacts.inner import with_inner
from impinge.contacts.kernels.discs import RIM_POINTS
from impinge.contacts.kernels.ground import collide_ground_rows
from impinge.contacts.kernels.surface import HOME, SLOTS, collide_surface_rows
from impinge.contacts.kernels.thinning import thin_rows
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts, sorted_rows
from impinge.core.arrays import Array
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.geometry.kernels.convex_row import COUNT, HULL
from impinge.geometry.packing import Loops, pack_header, pack_tables
from impinge.hierarchy.tree import tree_of
from impinge.narrow.gathering import gather_rows, offsets_of
from impinge.narrow.posed import Pose, as_two_poses

AGAIN = SLOTS * HOME
"""Slots of all features of a triangle: those of a second contact there begin after them."""


@cache
def _triangle_row() -> Array:
    """The row of a triangle, whose tables are those of all triangles."""
    return pack_tables(
        pack_header(HULL, reach=1.0),
        np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
        Loops.of([(0, 1, 2), (0, 2, 1)]),
        np.array([[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, -1.0, 0.0]]),
    )


def contacts_of_surface(a: Mesh, pose_a: Pose, b: Convex, pose_b: Pose, asked: Request) -> Contacts:
    """Of a mesh and a convex shape."""
    poses_a, poses_b, count = as_two_poses(pose_a, pose_b)
    poses_a, poses_b = poses_a.reshape(-1, 4, 4), poses_b.reshape(-1, 4, 4)
    borders = borders_of(a)
    room = corner_room(b._packed[COUNT])
    args = (
        (tree_of(a)._arrays, (borders.neighbours, borders.homes, borders.normals)),
        poses_a, (b._packed, np.ascontiguousarray(b.bounds)), poses_b,
        _triangle_row(), room, asked.margins, asked.solid,
    )  # fmt: skip
    most, extent = 3 * (4 + room) + 4 * RIM_POINTS, float(np.linalg.norm(np.ptp(b.bounds, axis=0)))
    found = _gathered(collide_surface_rows, args, count, 16 * most, asked.limit, extent)
    return with_inner(found, a, poses_a, b, poses_b) if asked.solid else found


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
    return _gathered(collide_ground_rows, args, count, 64, asked.limit, extent)


def _gathered(
    kernel: Any, args: tuple[Any, ...], count: int | None, most: int, limit: int, extent: float
) -> Contacts:
    """What a kernel finds, each contact once, at most ``limit`` of about one normal."""
    rows, counts = gather_rows(kernel, args, 1 if count is None else count, most, NO_CONTACTS)
    batch = np.repeat(np.arange(len(counts)), counts)
    rows = rows[sorted_rows(rows, batch)]
    keep = np.ones(len(rows), np.bool_)
    run_rows(thin_rows, len(counts), rows, offsets_of(counts), limit, extent, AGAIN, keep)
    rows, batch = rows[keep], batch[keep]
    left = np.bincount(batch, minlength=len(counts)).astype(np.int64)
    return Contacts(rows[sorted_rows(rows, batch)], None if count is None else offsets_of(left))
