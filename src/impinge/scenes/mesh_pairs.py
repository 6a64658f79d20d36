"""Two meshes by name, for benchmarks and tests."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.geometry import Mesh, bumpy_sphere, icosphere, torus_knot
from impinge.io import load_mesh
from impinge.scenes.parts import spring

FACES = 70_000
"""Triangles of each mesh of a generated pair, unless another number is asked for."""

REAL = {
    "excavator": ("articulated/excavator_avec/boom.stl", "articulated/excavator_avec/arm.stl"),
    "swing": ("articulated/excavator_avec/swing.stl", "articulated/excavator_avec/base.stl"),
    "cycloidal": ("rigid/trimesh/cycloidal.ply", "rigid/trimesh/cycloidal.ply"),
    "cloth": ("ccd/scalable-ccd/cloth-ball/frames/cloth_ball92.ply", "rigid/trimesh/cycloidal.ply"),
    "bunny": ("ccd/ipc-toolkit/bunny.ply", "ccd/ipc-toolkit/bunny.ply"),
}
"""Pairs of files below the folder that ``IMPINGE_DATA`` names."""
IN_MILLIMETRES = ("excavator", "swing")
"""Pairs of CAD exports as STL, a format without units. All others are in metres."""


def pair_names() -> list[str]:
    """The names that :func:`mesh_pair` knows here: real meshes only where their files are.

    Examples
    --------
    >>> pair_names()[:2]
    ['knot-bumpy', 'knot-knot']
    """
    return [*GENERATED, *(name for name, files in REAL.items() if all(map(data_at, files)))]


def mesh_pair(name: str, faces: int = FACES) -> tuple[Mesh, Mesh]:
    """The two meshes of a named pair, in metres; always the same.

    Parameters
    ----------
    name : str
        One of :func:`pair_names`.
    faces : int, optional
        Triangles of each mesh, about; real meshes have as many as they have.

    Raises
    ------
    ImpingeError
        If there is no such pair, or its files are not at hand.

    Examples
    --------
    >>> a, b = mesh_pair("knot-bumpy", 2000)
    >>> len(a.faces), len(b.faces)
    (2000, 2048)
    """
    if name in GENERATED:
        if faces < 100:
            raise ImpingeError(f"faces: {faces}, expected 100 or more")
        return GENERATED[name](faces)
    if name not in pair_names():
        reason = "IMPINGE_DATA names no folder with its files" if name in REAL else "no such pair"
        raise ImpingeError(f"pair: {name!r}: {reason}; known here: {', '.join(pair_names())}")
    scale = 1e-3 if name in IN_MILLIMETRES else 1.0
    first, second = (load_mesh(needed_data(file), scale=scale) for file in REAL[name])
    return first, second


def knot(faces: int, p: int = 2, q: int = 3, radius: float = 0.18) -> Mesh:
    """A torus knot of about this many faces, its triangles about as long as wide."""
    around = max(4, round(np.sqrt(faces / 28.0)))
    return torus_knot(max(8, round(0.5 * faces / around)), around, p, q, radius)


def bumpy(faces: int) -> Mesh:
    """A bumpy sphere of about this many faces."""
    side = max(6, round(np.sqrt(0.5 * faces)))
    return bumpy_sphere(side, side)


def crumpled(faces: int, seed: int = 3) -> Mesh:
    """A sphere whose vertices are thrown about: triangles of all shapes that cross each other."""
    subdivisions = max(1, round(np.log(faces / 20.0) / np.log(4.0)))
    ball = icosphere(0.7, subdivisions)
    rng = np.random.default_rng(seed)
    edge = 2.0 / np.sqrt(len(ball.faces))
    noise = rng.normal(0.0, 0.6 * edge, ball.vertices.shape)
    waves = 0.12 * np.sin(7.0 * ball.vertices @ rng.normal(size=(3, 3)))
    # A mesh of its own: with_vertices would refit the ball's tree, which no longer fits this shape.
    return Mesh(ball.vertices + noise + waves, ball.faces)


def needles(faces: int) -> Mesh:
    """A long thin spring: triangles much longer than wide, and a box that is mostly empty."""
    coils = 9
    fine = max(1, round(faces / (24 * 30 * (coils + 2))))
    coil = spring(0.5, 0.035, 1.6, coils)
    if fine == 1:
        return coil
    # Each triangle is cut into slivers from its first vertex.
    a, b, c = (coil.vertices[coil.faces[:, k]] for k in range(3))
    t = np.linspace(0.0, 1.0, fine + 1)[None, :, None]
    rim = b[:, None] + t * (c - b)[:, None]
    corners = np.stack(
        [np.broadcast_to(a[:, None], rim[:, 1:].shape), rim[:, :-1], rim[:, 1:]], axis=2
    ).reshape(-1, 3)
    return Mesh(corners, np.arange(len(corners)).reshape(-1, 3)).welded()


GENERATED: dict[str, Callable[[int], tuple[Mesh, Mesh]]] = {
    "knot-bumpy": lambda faces: (knot(faces), bumpy(faces)),
    "knot-knot": lambda faces: (knot(faces), knot(faces, 3, 2, 0.12)),
    "crumpled-needles": lambda faces: (crumpled(faces), needles(faces)),
}


def data_folder() -> Path | None:
    """The folder that ``IMPINGE_DATA`` names."""
    text = os.environ.get("IMPINGE_DATA")
    return Path(text).expanduser() if text else None


def data_at(place: str) -> Path | None:
    """A file or folder below that folder, if it is there."""
    data = data_folder()
    return data / place if data is not None and (data / place).exists() else None


def needed_data(place: str) -> Path:
    """The same; an error if it is not there."""
    found = data_at(place)
    if found is None:
        raise ImpingeError(f"IMPINGE_DATA names no folder with {place}")
    return found
