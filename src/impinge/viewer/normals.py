"""Normals at the corners of faces: smooth over round surfaces, sharp at edges."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import Mesh

CREASE = 35.0
"""Faces that meet at a larger angle [degrees] are an edge; at a smaller one, a round surface."""


def face_normals(mesh: Mesh) -> Array:
    """(m, 3) unit normals; zero for a face without area."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)[:, None]
    unit: Array = np.divide(normals, length, out=np.zeros_like(normals), where=length > 0.0)
    return unit


def corner_normals(mesh: Mesh, crease: float = CREASE) -> Array:
    """(m, 3, 3) unit normals at the three corners of each face.

    The mean over the faces around the vertex, by area, that turn away less than ``crease``.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> box = box_mesh()
    >>> bool((corner_normals(box) == face_normals(box)[:, None]).all())
    True
    """
    faces, count = mesh.faces, len(mesh.faces)
    normals = face_normals(mesh)
    a, b, c = (mesh.vertices[faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)

    corner_vertex = faces.ravel()
    by_vertex = np.argsort(corner_vertex, kind="stable")
    valence = np.bincount(corner_vertex, minlength=len(mesh.vertices))
    first = np.concatenate([[0], np.cumsum(valence)])[corner_vertex]
    # Each corner with each face around its vertex.
    repeat = valence[corner_vertex]
    corner = np.repeat(np.arange(3 * count), repeat)
    within = np.arange(len(corner)) - np.repeat(np.cumsum(repeat) - repeat, repeat)
    neighbour = by_vertex[first[corner] + within] // 3
    alike = (normals[corner // 3] * normals[neighbour]).sum(axis=1) > np.cos(np.radians(crease))
    weight = np.where(alike | (corner // 3 == neighbour), area[neighbour], 0.0)
    total = np.stack(
        [np.bincount(corner, weight * normals[neighbour, k], 3 * count) for k in range(3)], axis=1
    )
    length = np.linalg.norm(total, axis=1)[:, None]
    smooth = np.divide(total, length, out=np.repeat(normals, 3, axis=0), where=length > 0.0)
    # A round surface of one plane stays that plane, bit for bit.
    flat = (np.abs(smooth - np.repeat(normals, 3, axis=0)) < 1e-12).all(axis=1)
    smooth[flat] = np.repeat(normals, 3, axis=0)[flat]
    return smooth.reshape(count, 3, 3)
