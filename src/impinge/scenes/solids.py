"""Closed surfaces from outlines: turned, swept, cut from sheet and bent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.geometry.surfaces import grid_faces

Radius = Callable[[Array, Array, Array], Array]


def lathe(profile: ArrayLike, around: int, radius: Radius | None = None) -> Mesh:
    """The solid that a closed outline sweeps when it turns about z.

    Parameters
    ----------
    profile : (k, 2) array_like
        Outline as (r, z), counter-clockwise; r = 0 lies on the axis.
    around : int
        Vertices on a full turn.
    radius : callable, optional
        ``radius(r, angle, z)`` replaces r: teeth, fins, a hexagon, a thread.

    Examples
    --------
    >>> lathe([(1, 0), (2, 0), (2, 1), (1, 1)], 12)
    Mesh(48 vertices, 96 faces, closed, oriented)
    """
    outline = np.asarray(profile, dtype=np.float64)
    angle = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)[:, None]
    r, z = outline[None, :, 0] + 0.0 * angle, outline[None, :, 1] + 0.0 * angle
    if radius is not None:
        r = radius(r, angle + 0.0 * r, z)
    points = np.stack([r * np.cos(angle), r * np.sin(angle), z], axis=-1)
    # The axis is one place, whatever cosine and sine make of zero.
    points[r == 0.0, :2] = 0.0
    faces = grid_faces(around, len(outline), wrap_u=True, wrap_v=True)
    return _without_slivers(points.reshape(-1, 3), faces)


def sweep(path: ArrayLike, section: ArrayLike, *, closed: bool = False) -> Mesh:
    """The solid that a closed outline sweeps along a path, without turning about it.

    The ``section`` (k, 2) runs counter-clockwise, as seen against the direction of the path (n, 3).
    The ends of a path are capped; a closed one is joined, and does not repeat its first point.
    """
    line, outline = np.asarray(path, dtype=np.float64), np.asarray(section, dtype=np.float64)
    normals, binormals = _frames(line, closed=closed)
    rings = (
        line[:, None]
        + outline[None, :, :1] * normals[:, None]
        + outline[None, :, 1:] * binormals[:, None]
    )
    n, k = rings.shape[:2]
    points, faces = rings.reshape(-1, 3), grid_faces(n, k, wrap_u=closed, wrap_v=True)[:, ::-1]
    if not closed:
        i = np.arange(k)
        j = (i + 1) % k
        ends = [
            np.stack([np.full(k, n * k), j, i], axis=1),
            np.stack([np.full(k, n * k + 1), (n - 1) * k + i, (n - 1) * k + j], axis=1),
        ]
        points = np.concatenate([points, line[[0, -1]]])
        faces = np.concatenate([faces, *ends])
    return _without_slivers(points, faces)


def circle(radius: float, count: int) -> Array:
    """(count, 2) points of a circle, counter-clockwise."""
    angle = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def sheet(
    x: Sequence[float], y: Sequence[float], holes: ArrayLike, thickness: float, fine: int = 4
) -> Mesh:
    """A flat sheet of rectangular cells in the plane z = 0, some with a round hole.

    Parameters
    ----------
    x, y : sequence of float
        Where cells begin and end.
    holes : (len(x) - 1, len(y) - 1) array_like
        Radius of each cell's hole; 0 for none.
    thickness : float
        Half of it on either side of z = 0.
    fine : int, optional
        Parts into which the side of a cell is cut.

    Examples
    --------
    >>> sheet([0, 1, 2], [0, 1], [[0.3], [0.0]], 0.1).is_closed
    True
    """
    radii = np.asarray(holes, dtype=np.float64)
    points: list[Array] = []
    faces: list[Ids] = []
    count = 0
    for i in range(len(x) - 1):
        for j in range(len(y) - 1):
            corner, size = np.array([x[i], y[j]]), np.array([x[i + 1] - x[i], y[j + 1] - y[j]])
            cell, triangles = _cell(radii[i, j] / size, fine)
            points.append(corner + size * cell)
            faces.append(triangles + count)
            count += len(cell)
    return _extruded(np.concatenate(points), np.concatenate(faces), thickness)


def bent(flat: Mesh, start: float, radius: float, angle: float) -> Mesh:
    """A sheet bent upwards about y, from x = ``start`` on, by ``angle`` [rad]."""
    x, y, z = flat.vertices.T
    turn = np.clip((x - start) / radius, 0.0, angle)
    rest = np.maximum(x - start - radius * angle, 0.0)
    before = np.minimum(x, start)
    across = before + (radius - z) * np.sin(turn) + rest * np.cos(turn)
    up = radius - (radius - z) * np.cos(turn) + rest * np.sin(turn)
    return flat.with_vertices(np.stack([across, y, up], axis=1))


def joined(*meshes: Mesh) -> Mesh:
    """Several meshes as one part."""
    first = np.cumsum([0, *[len(mesh.vertices) for mesh in meshes]])
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.faces + k for mesh, k in zip(meshes, first, strict=False)]),
    )


def moved(mesh: Mesh, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mesh:
    """The mesh shifted."""
    return mesh.with_vertices(mesh.vertices + np.array([x, y, z]))


def _without_slivers(points: Array, faces: Ids) -> Mesh:
    """Equal points made one, and the triangles that are none left out."""
    whole = Mesh(points, faces).welded()
    a, b, c = whole.faces.T
    return Mesh(whole.vertices, whole.faces[(a != b) & (b != c) & (c != a)])


def _frames(line: Array, *, closed: bool) -> tuple[Array, Array]:
    """Two directions across the path at each point, carried along it without twist."""
    if closed:
        tangents = np.roll(line, -1, axis=0) - np.roll(line, 1, axis=0)
    else:
        tangents = np.gradient(line, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1)[:, None]
    normals = np.empty_like(line)
    helper = np.eye(3)[np.argmin(np.abs(tangents[0]))]
    normal = np.cross(tangents[0], helper)
    for i, tangent in enumerate(tangents):
        normal = normal - (normal @ tangent) * tangent
        normal = normal / np.linalg.norm(normal)
        normals[i] = normal
    binormals = np.cross(tangents, normals)
    if closed:
        # What is left of a turn at the end is spread over the whole path.
        last = normals[-1] - (normals[-1] @ tangents[0]) * tangents[0]
        rest = np.arctan2(last @ binormals[0], last @ normals[0])
        turn = -rest * np.arange(len(line))[:, None] / len(line)
        normals, binormals = (
            np.cos(turn) * normals + np.sin(turn) * binormals,
            np.cos(turn) * binormals - np.sin(turn) * normals,
        )
    return normals, binormals


def _cell(hole: Array, fine: int) -> tuple[Array, Ids]:
    """A unit square, cut into triangles, with an elliptic hole of these two radii."""
    t = np.linspace(0.0, 1.0, fine + 1)
    if not hole.any():
        u, v = np.meshgrid(t, t, indexing="ij")
        faces = grid_faces(fine + 1, fine + 1, wrap_u=False, wrap_v=False)
        return np.stack([u.ravel(), v.ravel()], axis=1), faces
    s, one, zero = t[:-1], np.ones(fine), np.zeros(fine)
    x, y = np.concatenate([s, one, 1 - s, zero]), np.concatenate([zero, s, one, 1 - s])
    square = np.stack([x, y], axis=1)
    direction = square - 0.5
    direction = direction / np.linalg.norm(direction, axis=1)[:, None]
    ring = 0.5 + direction * hole
    # Between the rim of the hole and the square: one ring in the middle, so that shading is even.
    rings = [ring, 0.5 * (ring + square), square]
    k = 4 * fine
    i = np.arange(k)
    j = (i + 1) % k
    strips = []
    for m in (0, k):
        strips.append(np.stack([m + i, m + k + i, m + k + j], 1))
        strips.append(np.stack([m + i, m + k + j, m + j], 1))
    return np.concatenate(rings), np.concatenate(strips)


def _extruded(flat: Array, faces: Ids, thickness: float) -> Mesh:
    """A plane triangulation, whose cells repeat the points they share, with thickness."""
    _, first, number = np.unique(np.round(flat, 9), axis=0, return_index=True, return_inverse=True)
    points, faces = flat[first], number.ravel()[faces]
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    key, back = edges[:, 0] * len(points) + edges[:, 1], edges[:, 1] * len(points) + edges[:, 0]
    a, b = edges[~np.isin(key, back)].T
    n = len(points)
    walls = np.concatenate([np.stack([a + n, b + n, b], 1), np.stack([a + n, b, a], 1)])
    height: Any = np.full((n, 1), 0.5 * thickness)
    vertices = np.concatenate([np.hstack([points, height]), np.hstack([points, -height])])
    return Mesh(vertices, np.concatenate([faces, faces[:, ::-1] + n, walls]))
