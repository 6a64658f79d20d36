"""What lies wholly inside a closed mesh, without touching it: one contact, the way out.

It is between the point of the surface that is nearest to a point of the inner shape, and the point
of that shape which has the longest way out in this direction.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.contacts.joining import joined, share_of
from impinge.contacts.kernels.contact_row import LAYOUT
from impinge.contacts.result import Contacts
from impinge.geometry import Convex, Mesh, Shape
from impinge.geometry.kernels.convex_row import CENTRE
from impinge.geometry.nature import Nature
from impinge.geometry.shape import unit_rows
from impinge.hierarchy import closest_point
from impinge.narrow.kernels.holding import A_HOLDS, B_HOLDS, COMPONENT, WHO
from impinge.narrow.mesh_links import component_points
from impinge.narrow.posed import Poses, poses_of
from impinge.narrow.solid import find_held

Ids = NDArray[np.int64]
Vectors = NDArray[np.float64]


def with_inner_convex(
    found: Contacts, a: Mesh, poses_a: Poses, b: Convex, poses_b: Poses
) -> Contacts:
    """The contacts found, and those of rows where the convex shape B lies inside A.

    Only a row without any can be such.

    Raises
    ------
    ImpingeError
        If B lies within the bounds of a mesh that is open.
    """
    rows = np.flatnonzero(found.counts() == 0)
    rows = rows[find_held(a, poses_a, b, poses_b, rows)[:, WHO] == A_HOLDS]
    points = np.broadcast_to(b._packed[CENTRE : CENTRE + 3], (len(rows), 3))
    made = _ways_out(a, poses_of(poses_a, rows), b, poses_of(poses_b, rows), points)
    return _with(found, [(made, rows)])


def with_inner_mesh(found: Contacts, a: Mesh, poses_a: Poses, b: Mesh, poses_b: Poses) -> Contacts:
    """The same for two meshes, each of which may hold the other, or a component of it."""
    rows = np.flatnonzero(found.counts() == 0)
    held = find_held(a, poses_a, b, poses_b, rows)
    in_a, in_b = held[:, WHO] == A_HOLDS, held[:, WHO] == B_HOLDS
    of_a, of_b = poses_of(poses_a, rows), poses_of(poses_b, rows)
    points = component_points(b)[0][held[in_a, COMPONENT]]
    in_first = _ways_out(a, of_a[in_a], b, of_b[in_a], points)
    points = component_points(a)[0][held[in_b, COMPONENT]]
    in_second = _ways_out(b, of_b[in_b], a, of_a[in_b], points).swapped()
    return _with(found, [(in_first, rows[in_a]), (in_second, rows[in_b])])


def _with(found: Contacts, more: list[tuple[Contacts, Ids]]) -> Contacts:
    """The contacts found, and others of some rows."""
    n = len(found.counts())
    shares = [share_of(found, np.arange(n)), *(share_of(made, rows) for made, rows in more)]
    return joined(shares, None if found.offsets is None else n)


def _ways_out(a: Mesh, poses_a: Poses, b: Shape, poses_b: Poses, points: Vectors) -> Contacts:
    """One contact a row, for a point of B, its frame, that is inside A."""
    inner = _turned(poses_b, points) + poses_b[:, :3, 3]
    local = np.einsum("nji,nj->ni", poses_a[:, :3, :3], inner - poses_a[:, :3, 3])
    nearest = closest_point(a, local)
    normal = _turned(poses_a, unit_rows(nearest.point - local))
    place = _turned(poses_a, nearest.point) + poses_a[:, :3, 3]
    last = b._support(np.einsum("nji,nj->ni", poses_b[:, :3, :3], -normal))
    deepest = _turned(poses_b, last) + poses_b[:, :3, 3]
    rows = LAYOUT.rows(
        len(points), point_a=place, point_b=deepest, normal=normal,
        separation=((deepest - place) * normal).sum(axis=1), feature_a=nearest.feature,
        feature_b=-1.0, nature=Nature.FACE_FACE, part_a=-1.0, part_b=-1.0,
    )  # fmt: skip
    return Contacts(rows, np.arange(len(rows) + 1))


def _turned(poses: Poses, vectors: Vectors) -> Vectors:
    return np.asarray(np.einsum("nij,nj->ni", poses[:, :3, :3], vectors))
