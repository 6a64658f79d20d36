"""Which triangles of a surface go on where others end.

A contact at an edge or a corner must not depend on which of the triangles around it was looked at:
each edge and each corner has a home, the first face that has it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.contacts.kernels.surface import HOME
from impinge.core.arrays import Array
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.geometry.shape import unit_rows
from impinge.narrow.mesh_links import Links, links_of


class Borders(NamedTuple):
    """What kernels need to know of a surface beside its tree; writable, in their layout."""

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
