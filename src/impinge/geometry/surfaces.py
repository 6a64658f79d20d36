"""Meshes from formulas: boxes, spheres, knots, for tests, examples and benchmarks."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_points, as_scalar, as_whole
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry.mesh import Mesh


def box_mesh(extents: ArrayLike = (1.0, 1.0, 1.0)) -> Mesh:
    """A box with these edge lengths [m], centred at the origin: 12 faces, looking outward.

    Examples
    --------
    >>> box_mesh((1, 2, 3)).volume
    6.0
    """
    size = as_points(as_numbers(extents, "extents").reshape(1, -1), "extents")[0]
    if not (size > 0.0).all():
        raise ImpingeError(f"extents: {size.tolist()}, expected positive lengths")
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    faces = [
        [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ]  # fmt: skip
    return Mesh(corners * size, faces)


def icosphere(radius: float = 1.0, subdivisions: int = 3) -> Mesh:
    """A sphere of nearly equal triangles: an icosahedron, each face cut in four, repeatedly.

    Parameters
    ----------
    radius : float, optional
        Of the vertices [m].
    subdivisions : int, optional
        20 * 4**subdivisions faces; 0 to 9.

    Examples
    --------
    >>> icosphere(subdivisions=2)
    Mesh(162 vertices, 320 faces, closed, oriented)
    """
    radius = as_scalar(radius, "radius")
    as_whole(subdivisions, "subdivisions", 0, 9)
    g = (1.0 + 5.0**0.5) / 2.0
    # The corners of three golden rectangles.
    corners = [
        [-1, g, 0], [1, g, 0], [-1, -g, 0], [1, -g, 0], [0, -1, g], [0, 1, g],
        [0, -1, -g], [0, 1, -g], [g, 0, -1], [g, 0, 1], [-g, 0, -1], [-g, 0, 1],
    ]  # fmt: skip
    sides = [
        [0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4],
        [11, 10, 2], [10, 7, 6], [7, 1, 8], [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8],
        [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1],
    ]  # fmt: skip
    points, faces = _normalised(np.array(corners)), np.array(sides, dtype=np.int64)
    for _ in range(subdivisions):
        points, faces = _cut_in_four(points, faces)
    return Mesh(points * radius, faces)


def torus_knot(
    along: int = 240, around: int = 24, p: int = 2, q: int = 3, radius: float = 0.18
) -> Mesh:
    """A rippled tube around the (p, q) torus knot, about two metres wide: far from convex.

    Parameters
    ----------
    along, around : int, optional
        Vertices along the knot and around the tube; 2 * along * around faces.
    p, q : int, optional
        Turns about the axis, and about the circle; without a common divisor.
    radius : float, optional
        Of the tube [m]; from about 0.28 on the default knot touches itself.

    Examples
    --------
    >>> torus_knot(60, 8)
    Mesh(480 vertices, 960 faces, closed, oriented)
    """
    as_whole(along, "along", 3, 10**7)
    as_whole(around, "around", 3, 10**7)
    as_whole(p, "p", -1000, 1000)
    as_whole(q, "q", -1000, 1000)
    u = np.linspace(0.0, 2.0 * np.pi, along, endpoint=False)
    v = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)
    tangent = _normalised(_knot(u + 1e-4, p, q) - _knot(u - 1e-4, p, q))
    bend = _knot(u + 1e-3, p, q) + _knot(u - 1e-3, p, q) - 2.0 * _knot(u, p, q)
    normal = _normalised(bend - (bend * tangent).sum(axis=1)[:, None] * tangent)
    binormal = np.cross(tangent, normal)
    tube = as_scalar(radius, "radius") * (
        1.0 + 0.12 * np.sin(40.0 * u)[:, None] * np.cos(5.0 * v)[None]
    )
    outward = (
        np.cos(v)[None, :, None] * normal[:, None] + np.sin(v)[None, :, None] * binormal[:, None]
    )
    points = _knot(u, p, q)[:, None] + tube[..., None] * outward
    faces = grid_faces(along, around, wrap_u=True, wrap_v=True)[:, ::-1]
    return Mesh(points.reshape(-1, 3), faces)


def bumpy_sphere(around: int = 96, between: int = 94) -> Mesh:
    """A sphere with large and small bumps, about 1.5 m wide: near to itself, far from convex.

    Parameters
    ----------
    around, between : int, optional
        Vertices on each parallel, and parallels between the poles; 2 * around * between faces.

    Examples
    --------
    >>> bumpy_sphere(20, 10)
    Mesh(202 vertices, 400 faces, closed, oriented)
    """
    as_whole(around, "around", 3, 10**7)
    as_whole(between, "between", 1, 10**7)
    phi = np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)[None, :]
    theta = np.linspace(0.0, np.pi, between + 2)[1:-1, None]
    r = 0.7 * (
        1.0
        + 0.25 * np.sin(5.0 * theta) * np.cos(4.0 * phi)
        + 0.08 * np.sin(17.0 * phi) * np.sin(13.0 * theta)
    )
    rings = np.stack(
        [r * np.sin(theta) * np.cos(phi), r * np.sin(theta) * np.sin(phi), r * np.cos(theta)],
        axis=-1,
    )
    north, south = around * between, around * between + 1
    points = np.concatenate([rings.reshape(-1, 3), [[0.0, 0.0, 0.7], [0.0, 0.0, -0.7]]])
    i = np.arange(around)
    j = (i + 1) % around
    last = around * (between - 1)
    faces = np.concatenate(
        [
            grid_faces(between, around, wrap_u=False, wrap_v=True),
            np.stack([np.full(around, north), i, j], axis=1),
            np.stack([np.full(around, south), last + j, last + i], axis=1),
        ]
    )
    return Mesh(points, faces)


def grid_mesh(size: float = 1.0, count: int = 10) -> Mesh:
    """A flat square sheet at z = 0, centred at the origin: 2 * count**2 faces, looking up.

    Examples
    --------
    >>> grid_mesh(2.0, 4)
    Mesh(25 vertices, 32 faces, open, oriented)
    """
    as_whole(count, "count", 1, 10**4)
    half = 0.5 * as_scalar(size, "size")
    x, y = np.meshgrid(*[np.linspace(-half, half, count + 1)] * 2, indexing="ij")
    points = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    return Mesh(points, grid_faces(count + 1, count + 1, wrap_u=False, wrap_v=False))


def _knot(u: Array, p: int, q: int) -> Array:
    r = np.cos(q * u) + 2.0
    return np.stack([r * np.cos(p * u), r * np.sin(p * u), -np.sin(q * u)], axis=1) / 3.0


def _normalised(v: Array) -> Array:
    return v / np.linalg.norm(v, axis=1)[:, None]


def grid_faces(count_u: int, count_v: int, *, wrap_u: bool, wrap_v: bool) -> Ids:
    """Two triangles for each cell of a grid of vertices, numbered v first; u x v is outward."""
    rows = np.arange(count_u if wrap_u else count_u - 1)
    columns = np.arange(count_v if wrap_v else count_v - 1)
    i, j = np.repeat(rows, len(columns)), np.tile(columns, len(rows))
    i_next, j_next = (i + 1) % count_u, (j + 1) % count_v
    a, b = i * count_v + j, i_next * count_v + j
    c, d = i_next * count_v + j_next, i * count_v + j_next
    return np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def _cut_in_four(points: Array, faces: Ids) -> tuple[Array, Ids]:
    """Each triangle cut at the middle of its edges, the new vertices moved to the unit sphere."""
    pairs = np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=-1).reshape(-1, 2), axis=1)
    edges, number = np.unique(pairs, axis=0, return_inverse=True)
    middle = _normalised(points[edges[:, 0]] + points[edges[:, 1]])
    ab, bc, ca = (len(points) + number.reshape(-1, 3)).T
    a, b, c = faces.T
    cut = np.stack([a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca], axis=1).reshape(-1, 3)
    return np.concatenate([points, middle]), cut
