"""Contacts of meshes with convex shapes, half spaces and each other."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from impinge.contacts.containment import with_inner
from impinge.contacts.convex import NO_CONTACTS, corner_room
from impinge.contacts.kernels import contact_row as column
from impinge.contacts.kernels.discs import RIM_POINTS
from impinge.contacts.kernels.ground import collide_ground_rows
from impinge.contacts.kernels.surface import HOME, SLOTS, collide_surface_rows
from impinge.contacts.kernels.thinning import thin_rows
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts, Share, joined, share_of, sorted_rows
from impinge.core.arrays import Array, frozen
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.geometry.kernels.convex_row import COUNT, HULL
from impinge.geometry.kernels.features import mesh_features_rows
from impinge.geometry.packing import Loops, pack_header, pack_tables
from impinge.geometry.shape import unit_rows
from impinge.hierarchy.tree import tree_of
from impinge.narrow.gathering import gather_rows, offsets_of
from impinge.narrow.mesh_links import Links, links_of
from impinge.narrow.mesh_regions import MeshRegions, regions_mesh_mesh
from impinge.narrow.meshes import distance_mesh
from impinge.narrow.posed import Pose, Poses, as_batches

AGAIN = SLOTS * HOME
"""Slots of all features of a triangle: those of a second contact there begin after them."""
NO_EDGES = frozen(np.empty((0, 2), np.int64))
"""Only dimensions of features are asked for."""
Side = tuple[Mesh, Poses, Array, Ids]
"""A mesh, its poses, points on it, and their triangles."""


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
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    borders = borders_of(a)
    room = corner_room(b._packed[COUNT])
    args = (
        (tree_of(a)._arrays, (borders.neighbours, borders.homes, borders.normals)),
        poses_a, (b._packed, np.ascontiguousarray(b.bounds)), poses_b,
        _triangle_row(), room, asked.margins, asked.solid,
    )  # fmt: skip
    most, extent = 3 * (4 + room) + 4 * RIM_POINTS, float(np.linalg.norm(np.ptp(b.bounds, axis=0)))
    found = _gathered(collide_surface_rows, args, n, single, 16 * most, asked.limit, extent)
    return with_inner(found, a, poses_a, b, poses_b) if asked.solid else found


def contacts_of_ground(
    a: Mesh, pose_a: Pose, b: HalfSpace, pose_b: Pose, asked: Request
) -> Contacts:
    """Of a mesh and a half space."""
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    borders = borders_of(a)
    extent = float(np.linalg.norm(np.ptp(borders.points, axis=0)))
    args = (
        borders.points, borders.point_homes, poses_a, np.array(b.normal), b.offset, poses_b,
        asked.margins, extent,
    )  # fmt: skip
    return _gathered(collide_ground_rows, args, n, single, 64, asked.limit, extent)


def _gathered(
    kernel: Any, args: tuple[Any, ...], n: int, single: bool, most: int, limit: int, extent: float
) -> Contacts:
    """What a kernel finds, each contact once, at most ``limit`` of about one normal."""
    rows, counts = gather_rows(kernel, args, n, most, NO_CONTACTS)
    batch = np.repeat(np.arange(len(counts)), counts)
    rows = rows[sorted_rows(rows, batch)]
    keep = np.ones(len(rows), np.bool_)
    run_rows(thin_rows, len(counts), rows, offsets_of(counts), limit, extent, AGAIN, keep)
    rows, batch = rows[keep], batch[keep]
    left = np.bincount(batch, minlength=len(counts)).astype(np.int64)
    return Contacts(rows[sorted_rows(rows, batch)], None if single else offsets_of(left))


class Borders(NamedTuple):
    """What kernels need to know of a surface beside its tree; writable, in their layout.

    A contact at an edge or a corner must not depend on which of the triangles around it was looked
    at: each edge and each corner has a home, the first face that has it.
    """

    neighbours: Ids
    """(m, 3): the face beyond each side, from corner k to the next; -1 at a border, where more than
    two faces meet, and where two disagree which side is out."""
    homes: Ids
    """(m, 6): of the three corners, then of the three sides; HOME times a face, plus 0 to 5."""
    normals: Array
    """(m, 3): unit normals; zero for faces without area."""
    points: Array
    """(n, 3): the vertices that faces have, each place once."""
    point_homes: Ids
    """(n,)"""


def borders_of(mesh: Mesh) -> Borders:
    """Made when it is first asked for, and kept with the mesh."""
    return derived(mesh, "borders", lambda: _borders(mesh))


def _borders(mesh: Mesh) -> Borders:
    links = links_of(mesh)
    _, first, which = np.unique(links.corners, return_index=True, return_inverse=True)
    corner_homes = HOME * (first // 3) + first % 3
    homes = np.concatenate(
        [corner_homes[which.reshape(-1, 3)], _side_homes(links.face_edges)], axis=1
    )
    corners = mesh._vertices[mesh._faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return Borders(
        _neighbours(links),
        np.ascontiguousarray(homes, np.int64),
        np.ascontiguousarray(unit_rows(normals)),
        np.ascontiguousarray(corners.reshape(-1, 3)[first]),
        np.ascontiguousarray(corner_homes, np.int64),
    )


def _side_homes(face_edges: Ids) -> Ids:
    """(m, 3): the first side along each edge; faces that name a vertex twice keep their own."""
    own = np.arange(face_edges.size)
    edges = face_edges.ravel()
    _, first, which = np.unique(edges, return_index=True, return_inverse=True)
    side = np.where(edges >= 0, first[which.reshape(-1)], own)
    return np.asarray(HOME * (side // 3) + 3 + side % 3).reshape(-1, 3)


def _neighbours(links: Links) -> Ids:
    """(m, 3): the face beyond each side, if there is just one and it agrees which side is out."""
    edges, beyond = links.face_edges, links.next_faces
    uses = np.bincount(edges[edges >= 0], minlength=links.edge_count + 1)
    two = (edges >= 0) & (uses[edges] == 2) & (beyond >= 0)
    there = np.where(two, beyond, 0)
    side = np.argmax(edges[there] == edges[..., None], axis=-1)
    ends = np.roll(links.corners, -1, axis=1)
    agrees = links.corners[there, side] == ends
    return np.ascontiguousarray(np.where(two & agrees, beyond, -1))


def contacts_of_meshes(a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose, asked: Request) -> Contacts:
    """Of two meshes: the deepest points of each region, or the closest ones.

    Where they do not cross but come within the margin, the contact is their shortest connection.
    """
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    # Copies: what is broadcast cannot be written, and kernels would be compiled once more for it.
    many_a = np.array(np.broadcast_to(poses_a, (n, 4, 4)), order="C")
    many_b = np.array(np.broadcast_to(poses_b, (n, 4, 4)), order="C")
    regions = regions_mesh_mesh(a, many_a, b, many_b)
    found = _of_regions(a, many_a, b, many_b, regions)
    if asked.margins.any():
        found = _with_near(found, a, many_a, b, many_b, np.zeros(n) + asked.margins)
    if asked.solid:
        found = with_inner(found, a, many_a, b, many_b)
    return found.of_row(0) if single else found


def _of_regions(a: Mesh, poses_a: Poses, b: Mesh, poses_b: Poses, regions: MeshRegions) -> Contacts:
    places = regions.point_a, regions.point_b
    faces = regions.face_a, regions.face_b
    batch = regions.rows()
    sides = (a, poses_a[batch], places[0], faces[0]), (b, poses_b[batch], places[1], faces[1])
    rows = _rows(*sides, regions.normal, -regions.depth)
    # Two regions may have their deepest points on the same two triangles.
    _, which = np.unique(np.stack([batch, *faces], axis=1), axis=0, return_inverse=True)
    order = np.argsort(which.reshape(-1), kind="stable")
    ranked = which.reshape(-1)[order]
    rows[order, column.SLOT] = np.arange(len(rows)) - np.searchsorted(ranked, ranked)
    return joined([Share(rows, batch)], len(poses_a))


def _with_near(
    found: Contacts, a: Mesh, poses_a: Poses, b: Mesh, poses_b: Poses, margins: Array
) -> Contacts:
    """The contacts found, and the shortest connections of rows without any."""
    apart = np.flatnonzero((found.counts() == 0) & (margins > 0.0))
    near = distance_mesh(a, poses_a[apart], b, poses_b[apart])
    close = np.asarray(near.distance) <= margins[apart]
    near, apart = near[close], apart[close]
    faces = np.asarray(near.feature_a), np.asarray(near.feature_b)
    sides = (a, poses_a[apart], near.point_a, faces[0]), (b, poses_b[apart], near.point_b, faces[1])
    rows = _rows(*sides, near.normal, np.asarray(near.distance))
    shares = [share_of(found, np.arange(len(poses_a))), Share(rows, apart)]
    return joined(shares, len(poses_a))


def _rows(a: Side, b: Side, normal: Array, separation: Array) -> Array:
    """Contacts; their natures say whether points are at a vertex, an edge, or inside of a face."""
    natures = np.zeros(len(normal), np.int64)
    for mesh, poses, points, faces in (a, b):
        dimensions = np.empty_like(natures)
        run_rows(
            mesh_features_rows, len(natures), mesh._vertices, mesh._faces, NO_EDGES,
            poses, np.array(points), np.array(faces), dimensions,
        )  # fmt: skip
        natures = 3 * natures + dimensions
    return column.LAYOUT.rows(
        len(normal), point_a=a[2], point_b=b[2], normal=normal, separation=separation,
        feature_a=a[3], feature_b=b[3], nature=natures, part_a=-1.0, part_b=-1.0,
    )  # fmt: skip
