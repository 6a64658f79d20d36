"""Meshes of articulated scenes, with exact counts of triangles: limbs, chessmen, ground, beams."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice
from impinge.geometry import Mesh, box_mesh
from impinge.geometry.surfaces import grid_faces
from impinge.scenes.solids import circle, joined

BUMPS = 0.12
"""Height of the bumps of a limb, as a share of its radius."""
PROFILES = {
    "pawn": ((0.0, 0.85), (0.06, 1.0), (0.16, 0.9), (0.24, 0.5), (0.5, 0.32), (0.62, 0.3),
             (0.65, 0.55), (0.69, 0.32), (0.84, 0.52), (0.96, 0.3), (1.0, 0.0)),
    "rook": ((0.0, 0.9), (0.06, 1.0), (0.16, 0.95), (0.25, 0.6), (0.6, 0.48), (0.68, 0.5),
             (0.72, 0.72), (0.98, 0.75), (1.0, 0.45), (0.9, 0.4), (0.9, 0.0)),
    "knight": ((0.0, 0.9), (0.06, 1.0), (0.15, 0.95), (0.22, 0.6), (0.4, 0.42), (0.6, 0.62),
               (0.75, 0.55), (0.88, 0.66), (0.95, 0.35), (1.0, 0.0)),
    "bishop": ((0.0, 0.9), (0.05, 1.0), (0.14, 0.9), (0.22, 0.5), (0.5, 0.3), (0.6, 0.55),
               (0.64, 0.28), (0.78, 0.46), (0.9, 0.24), (0.93, 0.15), (0.96, 0.18), (1.0, 0.0)),
    "queen": ((0.0, 0.95), (0.05, 1.0), (0.13, 0.95), (0.2, 0.55), (0.55, 0.3), (0.66, 0.62),
              (0.7, 0.34), (0.86, 0.6), (0.9, 0.5), (0.94, 0.2), (0.97, 0.22),
              (1.0, 0.0)),
    "king": ((0.0, 0.95), (0.05, 1.0), (0.12, 0.95), (0.2, 0.55), (0.55, 0.32), (0.64, 0.64),
             (0.68, 0.36), (0.82, 0.58), (0.86, 0.4), (0.9, 0.1), (0.93, 0.2), (0.95, 0.08),
             (1.0, 0.0)),
}  # fmt: skip
"""Outlines of chessmen: (height, radius) from the floor up, as shares of the largest of both."""


def limb(around: int, rings: int, half: ArrayLike, bumps: float = BUMPS) -> Mesh:
    """An ellipsoid with bumps, centred at the origin: far from convex.

    Parameters
    ----------
    around, rings : int
        Vertices on each parallel, and parallels between the poles: 2 * around * rings faces.
    half : (3,) array_like
        Half its lengths along x, y, z [m], without bumps.
    bumps : float, optional
        Their height as a share of the radius.

    Examples
    --------
    >>> limb(20, 33, (0.1, 0.1, 0.3))
    Mesh(662 vertices, 1320 faces, closed, oriented)
    """
    theta, phi = _angles(around, rings)
    r = 1.0 + bumps * np.sin(5.0 * theta) * np.sin(4.0 * phi)
    across = r * np.sin(theta)
    points = np.stack([across * np.cos(phi), across * np.sin(phi), r * np.cos(theta)], axis=-1)
    return _between_poles(points, np.array([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]), half)


def chessman(kind: str, around: int, rings: int, height: float, radius: float) -> Mesh:
    """A chessman turned about z, standing on z = 0: 2 * around * rings faces.

    Parameters
    ----------
    kind : str
        One of ``PROFILES``.
    around, rings : int
        Vertices on each parallel, and parallels between the poles.
    height, radius : float
        Of the whole [m].

    Examples
    --------
    >>> len(chessman("king", 40, 79, 1.0, 0.2).faces)
    6320
    """
    as_choice(kind, "kind", PROFILES)
    # From the pole on top to the one below, in equal steps along the outline.
    outline = np.array([*PROFILES[kind][::-1], (0.0, 0.0)]) * (height, radius)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(outline, axis=0), axis=1))])
    at = np.linspace(0.0, along[-1], rings + 2)
    z, r = (np.interp(at, along, column) for column in outline.T)
    _, phi = _angles(around, rings)
    rows = r[1:-1, None]
    points = np.stack([rows * np.cos(phi), rows * np.sin(phi), z[1:-1, None] + 0.0 * phi], axis=-1)
    return _between_poles(points, np.array([[0.0, 0.0, z[0]], [0.0, 0.0, z[-1]]]), 1.0)


def ground(cells: tuple[int, int], size: tuple[float, float], heights: Array) -> Mesh:
    """A surface over a rectangle about the origin, two triangles a cell, looking up.

    Parameters
    ----------
    cells : (int, int)
        Along x and y.
    size : (float, float)
        Of the rectangle [m].
    heights : (cells[0] + 1, cells[1] + 1) float64
        Of the vertices [m].
    """
    x, y = (np.linspace(-0.5 * s, 0.5 * s, n + 1) for s, n in zip(size, cells, strict=True))
    points = np.stack([*np.meshgrid(x, y, indexing="ij"), heights], axis=-1)
    return Mesh(points.reshape(-1, 3), grid_faces(*heights.shape, wrap_u=False, wrap_v=False))


def rolling(
    cells: tuple[int, int], size: tuple[float, float], rng: np.random.Generator, *, waves: int
) -> Array:
    """Smooth heights between -1 and 1 for :func:`ground`: some waves of random direction."""
    x, y = (np.linspace(-0.5 * s, 0.5 * s, n + 1) for s, n in zip(size, cells, strict=True))
    found: Array = np.zeros((len(x), len(y)))
    for k in range(1, waves + 1):
        angle, phase = rng.uniform(0.0, 2.0 * np.pi, 2)
        turn = 2.0 * np.pi * k / max(size)
        found += np.sin(
            turn * (np.cos(angle) * x[:, None] + np.sin(angle) * y[None, :]) + phase
        ) / k  # fmt: skip
    return found / np.abs(found).max()


def beams(ends: Sequence[tuple[ArrayLike, ArrayLike]], width: float) -> Mesh:
    """Square beams between points, 12 triangles each, as one mesh."""
    return joined(*(_beam(np.asarray(a, float), np.asarray(b, float), width) for a, b in ends))


def lattice(length: float, side: float, bays: int, width: float) -> Mesh:
    """A square mast along z, from the origin: four legs and, in each bay, eight beams."""
    corners = 0.5 * side * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    ends: list[tuple[ArrayLike, ArrayLike]] = [
        ((*corner, 0.0), (*corner, length)) for corner in corners
    ]
    step = length / bays
    for bay in range(bays):
        low, high = bay * step, (bay + 1) * step
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            ends += [((*a, high), (*b, high)), ((*a, low), (*b, high))]
    return beams(ends, width)


def prism(sides: int, radius: float, height: float) -> Mesh:
    """A regular prism about z, standing on z = 0: 4 * sides - 4 triangles.

    Examples
    --------
    >>> prism(11, 0.5, 1.0)
    Mesh(22 vertices, 40 faces, closed, oriented)
    """
    rim = circle(radius, sides)
    points = np.vstack([np.hstack([rim, np.full((sides, 1), z)]) for z in (0.0, height)])
    i = np.arange(sides)
    j, fan = (i + 1) % sides, np.arange(1, sides - 1)
    first = np.zeros_like(fan)
    faces = np.vstack([
        np.stack([i, j, j + sides], axis=1), np.stack([i, j + sides, i + sides], axis=1),
        np.stack([first, fan + 1, fan], axis=1),
        np.stack([first, fan, fan + 1], axis=1) + sides,
    ])  # fmt: skip
    return Mesh(points, faces)


def _angles(around: int, rings: int) -> tuple[Array, Array]:
    """Polar angles (rings, 1) between the poles, and angles (1, around) about the axis."""
    if around < 3 or rings < 1:
        raise ImpingeError(f"around, rings: {around}, {rings}, expected 3 and 1 at least")
    theta = np.linspace(0.0, np.pi, rings + 2)[1:-1, None]
    return theta, np.linspace(0.0, 2.0 * np.pi, around, endpoint=False)[None, :]


def _between_poles(points: Array, poles: Array, scale: ArrayLike) -> Mesh:
    """Rings from north to south, (rings, around, 3), closed by two poles."""
    rings, around = points.shape[:2]
    north, last = around * rings, around * (rings - 1)
    i = np.arange(around)
    j = (i + 1) % around
    faces = np.concatenate([
        grid_faces(rings, around, wrap_u=False, wrap_v=True),
        np.stack([np.full(around, north), i, j], axis=1),
        np.stack([np.full(around, north + 1), last + j, last + i], axis=1),
    ])  # fmt: skip
    return Mesh(np.concatenate([points.reshape(-1, 3), poles]) * np.asarray(scale), faces)


def _beam(a: Array, b: Array, width: float) -> Mesh:
    box = box_mesh((1.0, 1.0, 1.0))
    length = float(np.linalg.norm(b - a))
    z = (b - a) / length
    x = np.cross(z, (0.0, 1.0, 0.0) if abs(z[1]) < 0.9 else (1.0, 0.0, 0.0))
    x /= np.linalg.norm(x)
    axes = np.stack([x, np.cross(z, x), z])
    return Mesh(box.vertices * (width, width, length) @ axes + 0.5 * (a + b), box.faces)
