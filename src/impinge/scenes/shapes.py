"""Shapes that ask different things of a bounding volume, and ways to deform any mesh."""

from __future__ import annotations

from collections.abc import Callable
from sys import maxsize

import numpy as np

from impinge.core.arrays import Array, as_whole
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice
from impinge.geometry import Mesh, grid_mesh, icosphere
from impinge.geometry.coordinates import as_size
from impinge.scenes.mesh_pairs import knot
from impinge.scenes.solids import circle, sweep

WAVES = 3.0
"""Waves along a mesh that :func:`deformed` bends."""
HIGHEST_WAVE = 0.12
"""Their height at the end, as a share of the diagonal of the mesh's box."""


def shape(name: str, faces: int = 3_000) -> Mesh:
    """One of four shapes, about two metres wide; always the same.

    Parameters
    ----------
    name : {"flat", "long", "round", "concave"}
        A wavy plate, a wound rod, a ball, a knot.
    faces : int, optional
        Triangles, about.

    Examples
    --------
    >>> shape("round", 1000)
    Mesh(642 vertices, 1280 faces, closed, oriented)
    """
    as_choice(name, "name", SHAPES)
    if faces < 100:
        raise ImpingeError(f"faces: {faces}, expected 100 or more")
    return SHAPES[name](faces)


def needle_fan(count: int = 200, *, radius: float = 1.0, height: float = 0.2) -> Mesh:
    """A flat double cone: long thin triangles from two tips to a rim.

    Spheres around whole triangles are as large as these are long, however many there are; spheres
    on parts of them are not.

    Parameters
    ----------
    count : int, optional
        Triangles around each tip, at least 3.
    radius, height : float, optional
        Of the rim, and from tip to tip [m].

    Examples
    --------
    >>> needle_fan(12)
    Mesh(14 vertices, 24 faces, closed, oriented)
    """
    n = as_whole(count, "count", 3, min(maxsize, 10**7))
    reach, tall = as_size(radius, "radius"), as_size(height, "height")
    turn = 2.0 * np.pi * np.arange(n) / n
    rim = np.stack([reach * np.cos(turn), reach * np.sin(turn), np.zeros(n)], axis=1)
    i, j = np.arange(n), (np.arange(n) + 1) % n
    up, down = np.full(n, n), np.full(n, n + 1)
    faces = np.vstack([np.stack([i, j, up], axis=1), np.stack([j, i, down], axis=1)])
    return Mesh(np.vstack([rim, [[0, 0, 0.5 * tall], [0, 0, -0.5 * tall]]]), faces)


def deformed(mesh: Mesh, how: str, time: float) -> Mesh:
    """A mesh with the same faces, bent as at a time from 0 (as it is) to 1.

    Parameters
    ----------
    mesh : Mesh
    how : {"wave", "twist"}
        Waves that run along the mesh's longest side and grow, or a turn about that side, half a
        turn between its ends at last.
    time : float

    Examples
    --------
    >>> ball = shape("round", 100)
    >>> deformed(ball, "twist", 0.0).vertices.tolist() == ball.vertices.tolist()
    True
    """
    as_choice(how, "how", DEFORMATIONS)
    low, high = mesh.bounds
    size = high - low
    # Coordinates in the order of the box's sides, the longest first.
    order = np.argsort(-size, kind="stable")
    middle = 0.5 * (low + high)
    points = (mesh.vertices - middle)[:, order]
    turned = np.empty_like(points)
    turned[:, order] = DEFORMATIONS[how](points, size[order], time)
    return mesh.with_vertices(turned + middle if time > 0.0 else mesh.vertices)


def _wave(points: Array, size: Array, time: float) -> Array:
    x, y, z = points.T
    phase = 2.0 * np.pi * (WAVES * x / size[0] - 2.0 * time)
    lift = time * HIGHEST_WAVE * np.linalg.norm(size) * np.sin(phase)
    return np.stack([x, y, z + lift], axis=1)


def _twist(points: Array, size: Array, time: float) -> Array:
    x, y, z = points.T
    angle = time * np.pi * x / size[0]
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([x, c * y - s * z, s * y + c * z], axis=1)


def _flat(faces: int) -> Mesh:
    plate = grid_mesh(2.0, max(4, round(np.sqrt(0.5 * faces))))
    x, y, _ = plate.vertices.T
    z = 0.04 * np.sin(5.0 * x) * np.cos(4.0 * y)
    return Mesh(np.stack([x, y, z], axis=1), plate.faces)


def _long(faces: int) -> Mesh:
    around = max(6, round(np.sqrt(faces / 24.0)))
    t = np.linspace(0.0, 1.0, max(8, round(0.5 * faces / around)))
    turn = 2.0 * np.pi * 2.5 * t
    path = np.stack([2.4 * (t - 0.5), 0.07 * np.cos(turn), 0.07 * np.sin(turn)], axis=1)
    return sweep(path, circle(0.05, around))


def _round(faces: int) -> Mesh:
    return icosphere(1.0, max(1, round(np.log(faces / 20.0) / np.log(4.0))))


SHAPES: dict[str, Callable[[int], Mesh]] = {
    "flat": _flat, "long": _long, "round": _round, "concave": knot,
}  # fmt: skip
DEFORMATIONS: dict[str, Callable[[Array, Array, float], Array]] = {"wave": _wave, "twist": _twist}
