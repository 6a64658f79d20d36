"""What lies wholly inside a solid surface, without touching it: one contact, the way out.

It is between the point of the surface that is nearest to a point of the inner shape, and the point
of that shape which has the longest way out in this direction.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from impinge.contacts.joining import joined, share_of
from impinge.contacts.kernels import contact_row as column
from impinge.contacts.nature import Nature
from impinge.contacts.result import Contacts
from impinge.geometry import Convex, HeightField, Mesh, Shape
from impinge.geometry.kernels.convex_row import CENTRE
from impinge.geometry.shape import unit_rows
from impinge.hierarchy import closest_point, contains
from impinge.narrow.mesh_regions import as_surface
from impinge.narrow.posed import Poses


def with_inner(
    found: Contacts, a: Mesh | HeightField, poses_a: Poses, b: Shape, poses_b: Poses
) -> Contacts:
    """The contacts found between surfaces, and those of rows where B lies inside A.

    Only a row without any can be such.
    """
    counts = found.counts()
    rows = np.flatnonzero(counts == 0)
    if not len(rows):
        return found
    n = len(counts)
    turned_a = np.broadcast_to(poses_a.reshape(-1, 4, 4), (n, 4, 4))[rows]
    turned_b = np.broadcast_to(poses_b.reshape(-1, 4, 4), (n, 4, 4))[rows]
    inner = turned_b[:, :3, :3] @ _point_of(b) + turned_b[:, :3, 3]
    # From the world into the frame of A.
    local = np.einsum("nji,nj->ni", turned_a[:, :3, :3], inner - turned_a[:, :3, 3])
    inside = _holds(a, local)
    rows = rows[inside]
    made = Contacts(
        _ways_out(a, turned_a[inside], b, turned_b[inside], local[inside]),
        np.arange(len(rows) + 1),
    )
    shares = [share_of(found, np.arange(n)), share_of(made, rows)]
    return joined(shares, None if found.offsets is None else n)


def _point_of(shape: Shape) -> NDArray[np.float64]:
    """A point of a shape, its frame."""
    if isinstance(shape, Convex):
        return shape._packed[CENTRE : CENTRE + 3]
    mesh = as_surface(shape, "b")
    return np.asarray(mesh._vertices[mesh._faces[0, 0]])


def _holds(a: Mesh | HeightField, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether points, in the frame of A, are inside, or below a height field."""
    return np.asarray(contains(a, points))


def _ways_out(
    a: Mesh | HeightField, poses_a: Poses, b: Shape, poses_b: Poses, points: NDArray[np.float64]
) -> NDArray[np.float64]:
    nearest = closest_point(as_surface(a, "a"), points)
    out = unit_rows(nearest.point - points)
    normal = np.einsum("nij,nj->ni", poses_a[:, :3, :3], out)
    place = np.einsum("nij,nj->ni", poses_a[:, :3, :3], nearest.point) + poses_a[:, :3, 3]
    back = np.einsum("nji,nj->ni", poses_b[:, :3, :3], -normal)
    last = b._support(back)
    deepest = np.einsum("nij,nj->ni", poses_b[:, :3, :3], last) + poses_b[:, :3, 3]
    rows = np.zeros((len(points), column.CONTACT_ROW))
    rows[:, column.POINT_A : column.POINT_A + 3] = place
    rows[:, column.POINT_B : column.POINT_B + 3] = deepest
    rows[:, column.NORMAL : column.NORMAL + 3] = normal
    rows[:, column.SEPARATION] = ((deepest - place) * normal).sum(axis=1)
    rows[:, column.FEATURE_A] = nearest.feature
    rows[:, column.FEATURE_B] = -1.0
    rows[:, column.NATURE] = Nature.FACE_FACE
    rows[:, [column.PART_A, column.PART_B]] = -1.0
    return rows
