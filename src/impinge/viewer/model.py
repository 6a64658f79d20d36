"""From parts and poses to one model that can be shaded: smooth where it is round."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.geometry import Mesh
from impinge.viewer.shading import Contacts, Model

Colour = tuple[float, float, float]
Crossing = tuple[int, int, NDArray[np.int64]]

CREASE = 35.0
"""Faces that meet at a larger angle [degrees] are an edge; at a smaller one, a round surface."""


def colour(code: str) -> Colour:
    """Red, green, blue, 0 to 1, of a code such as ``"#E69F00"``.

    Examples
    --------
    >>> colour("#ff0000")
    (1.0, 0.0, 0.0)
    """
    red, green, blue = (int(code[k : k + 2], 16) / 255.0 for k in (1, 3, 5))
    return red, green, blue


def model_of(
    meshes: Sequence[Mesh],
    poses: Array,
    colours: Sequence[Colour],
    crossings: Sequence[Crossing] = (),
    mark: Colour = (0.0, 0.0, 0.0),
    width: float = 0.002,
    floor: float | None = None,
) -> Model:
    """All parts in one mesh, in the world frame, with their colours.

    Parameters
    ----------
    meshes : sequence of Mesh
        One a part; a mesh may appear many times.
    poses : (n, 4, 4) float64
        Part to world.
    colours : sequence of colours
        One a part.
    crossings : sequence of (part, part, pairs of faces), optional
        Faces, (m, 2) int64, in which two parts cross: the line is marked.
    mark : colour, optional
        Of the line.
    width : float, optional
        Of the line, on either side of it [m].
    floor : float, optional
        Height of a white floor [m]; none if not given.
    """
    smooth: dict[int, Array] = {}
    vertices, faces, normals, paint = [], [], [], []
    first_face, count = [0], 0
    for part, (mesh, pose) in enumerate(zip(meshes, poses, strict=True)):
        if id(mesh) not in smooth:
            smooth[id(mesh)] = corner_normals(mesh)
        vertices.append(mesh.vertices @ pose[:3, :3].T + pose[:3, 3])
        faces.append(mesh.faces + count)
        normals.append(smooth[id(mesh)] @ pose[:3, :3].T)
        paint.append(np.tile(colours[part], (len(mesh.faces), 1)))
        first_face.append(first_face[-1] + len(mesh.faces))
        count += len(mesh.vertices)
    if floor is not None:
        wide = 100.0 * max(float(np.abs(v).max()) for v in vertices)
        corners = [[-wide, -wide, floor], [wide, -wide, floor], [wide, wide, floor]]
        vertices.append(np.array([*corners, [-wide, wide, floor]]))
        faces.append(np.array([[0, 1, 2], [0, 2, 3]]) + count)
        normals.append(np.tile([0.0, 0.0, 1.0], (2, 3, 1)))
        paint.append(np.ones((2, 3)))
    mesh = Mesh(np.concatenate(vertices), np.concatenate(faces))
    return Model(
        mesh=mesh,
        normals=np.concatenate(normals),
        colours=np.concatenate(paint),
        contacts=_contacts(mesh, first_face, crossings, mark, width),
    )


def _contacts(
    mesh: Mesh, first_face: list[int], crossings: Sequence[Crossing], mark: Colour, width: float
) -> Contacts | None:
    """The crossing faces, by the side on which they were listed."""
    if not crossings:
        return None
    sides = np.full(len(mesh.faces), -1)
    soups = []
    for side in (0, 1):
        rows = np.unique(
            np.concatenate([pairs[:, side] + first_face[(a, b)[side]] for a, b, pairs in crossings])
        )
        sides[rows] = side
        soups.append(Mesh(mesh.vertices, mesh.faces[rows]))
    return Contacts(sides=sides, faces=(soups[0], soups[1]), width=width, colour=mark)


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
