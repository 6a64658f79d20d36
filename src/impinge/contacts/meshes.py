"""Contacts of two meshes: one for each region in which they cross."""

from __future__ import annotations

import numpy as np

from impinge.contacts.containment import with_inner
from impinge.contacts.kernels import contact_row as column
from impinge.contacts.request import Request
from impinge.contacts.result import Contacts, Share, joined, share_of
from impinge.core.arrays import Array, frozen
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.geometry.kernels.features import mesh_features_rows
from impinge.narrow.mesh_regions import MeshRegions, regions_mesh_mesh
from impinge.narrow.meshes import distance_mesh
from impinge.narrow.posed import Pose, Poses, as_batches

NO_EDGES = frozen(np.empty((0, 2), np.int64))
"""Only dimensions of features are asked for."""


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


Side = tuple[Mesh, Poses, Array, Ids]
"""A mesh, its poses, points on it, and their triangles."""


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
