"""Sheets that fold, roll and cross themselves: cloth at rest, from formulas.

Each is a square of one metre, or a strip, cut into ``cells`` by ``cells`` cells of two triangles.
The shape depends on the other arguments alone: more cells are the same surface, cut finer.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi

import numpy as np

from impinge.core.arrays import Array, as_scalar, as_whole
from impinge.geometry import Mesh
from impinge.geometry.surfaces import grid_faces

MOST_CELLS = 4000


def folded_sheet(
    cells: int = 32, *, folds: int = 6, gap: float = 0.02, crossing: float = 0.0
) -> Mesh:
    """A sheet laid in folds over each other, with layers ``gap`` apart.

    Layers are joined by half circles and waved along the folds. ``crossing`` dents neighbouring
    layers towards each other by so much [m] in some places: above half the gap they cross.

    Examples
    --------
    >>> folded_sheet(32)
    Mesh(1089 vertices, 2048 faces, open, oriented)
    """
    folds = as_whole(folds, "folds", 0, 1000)
    gap, crossing = as_scalar(gap, "gap"), as_scalar(crossing, "crossing")
    bend = 0.5 * pi * gap
    straight = max((1.0 - folds * bend) / (folds + 1), 0.1 * bend)

    def place(u: Array, v: Array) -> Array:
        along = u * (straight * (folds + 1) + bend * folds)
        layer = np.minimum(along // (straight + bend), folds)
        along = along - layer * (straight + bend)
        turn = np.clip((along - straight) / (0.5 * gap), 0.0, pi) if gap else 0.0 * along
        x = np.minimum(along, straight) - 0.5 * straight + 0.5 * gap * np.sin(turn)
        side = 1.0 - 2.0 * (layer % 2)
        dent = side * np.sin(2.5 * pi * v) * np.cos(pi * x / straight) * (turn == 0.0)
        height = gap * (layer + 0.5 - 0.5 * np.cos(turn)) + crossing * dent
        wave = 0.02 * np.sin(3.0 * pi * v)
        return np.stack([side * x + wave, v, height + wave], axis=-1)

    return _sheet(cells, cells, place)


def rolled_sheet(cells: int = 32, *, turns: float = 3.0, gap: float = 0.02) -> Mesh:
    """A sheet rolled up, ``turns`` times around, with layers ``gap`` apart.

    Examples
    --------
    >>> rolled_sheet(32)
    Mesh(1089 vertices, 2048 faces, open, oriented)
    """
    turns, gap = as_scalar(turns, "turns"), as_scalar(gap, "gap")
    inner = max(1.0 / (2.0 * pi * max(turns, 1e-3)) - 0.5 * gap * turns, 0.5 * gap)

    def place(u: Array, v: Array) -> Array:
        angle = 2.0 * pi * turns * u
        radius = inner + gap * turns * u
        return np.stack([radius * np.cos(angle), v, radius * np.sin(angle)], axis=-1)

    return _sheet(cells, cells, place)


def draped_sheet(cells: int = 32, *, folds: int = 9) -> Mesh:
    """A sheet over a ball: round on top, hanging in ``folds`` folds below. It is free.

    Examples
    --------
    >>> draped_sheet(32)
    Mesh(1089 vertices, 2048 faces, open, oriented)
    """
    folds = as_whole(folds, "folds", 0, 1000)
    ball = 0.2

    def place(u: Array, v: Array) -> Array:
        x, y = u - 0.5, v - 0.5
        far, around = np.hypot(x, y), np.arctan2(y, x)
        top = np.minimum(far / ball, 0.5 * pi)
        below = np.maximum(far - 0.5 * pi * ball, 0.0)
        fold = 0.35 * (1.0 - np.exp(-8.0 * below)) * np.sin(folds * around)
        radius = (ball * np.sin(top) + 0.25 * below) * (1.0 + fold)
        return np.stack(
            [radius * np.cos(around), radius * np.sin(around), ball * np.cos(top) - below], axis=-1
        )

    return _sheet(cells, cells, place)


def crumpled_sheet(cells: int = 32, *, seed: int = 0, amplitude: float = 0.12) -> Mesh:
    """A sheet crumpled by random waves in all directions; from about 0.1 m on it crosses itself.

    Examples
    --------
    >>> crumpled_sheet(32)
    Mesh(1089 vertices, 2048 faces, open, oriented)
    """
    rng = np.random.default_rng(as_whole(seed, "seed", 0, 2**32))
    waves, phases = rng.normal(scale=9.0, size=(12, 2)), rng.uniform(0.0, 2.0 * pi, 12)
    pushes = as_scalar(amplitude, "amplitude") * rng.normal(size=(12, 3)) / np.sqrt(6.0)

    def place(u: Array, v: Array) -> Array:
        shift = np.sin(u[..., None] * waves[:, 0] + v[..., None] * waves[:, 1] + phases) @ pushes
        return np.stack([u, v, 0.0 * u], axis=-1) + shift

    return _sheet(cells, cells, place)


def ribbon(cells: int = 32, *, width: float = 0.06) -> Mesh:
    """A ribbon laid in a loop, 4 ``cells`` long, that passes through itself where it crosses.

    It lies almost flat: no triangle is steeper than about 30 degrees.

    Examples
    --------
    >>> ribbon(32)
    Mesh(1161 vertices, 2048 faces, open, oriented)
    """
    width = as_scalar(width, "width")

    def place(u: Array, v: Array) -> Array:
        # Three quarters of a figure of eight, banked to the left all the way.
        t = -0.25 * pi + 1.5 * pi * u
        x, y = 0.5 * np.sin(t), 0.5 * np.sin(2.0 * t)
        along = np.stack([0.5 * np.cos(t), np.cos(2.0 * t)], axis=-1)
        along /= np.linalg.norm(along, axis=-1, keepdims=True)
        side = width * (v - 0.5)
        return np.stack([x - side * along[..., 1], y + side * along[..., 0], 0.4 * side], axis=-1)

    return _sheet(4 * as_whole(cells, "cells", 1, MOST_CELLS), max(cells // 4, 1), place)


def cone_strip(cells: int = 32, *, overlap: float = 0.4) -> Mesh:
    """A strip bent to a flat cone, more than once around, that passes through its own end.

    All normals point up, within 45 degrees; nothing but the outline shows that it meets itself. It
    goes around once, and on by ``overlap`` [rad].

    Examples
    --------
    >>> cone_strip(32)
    Mesh(1161 vertices, 2048 faces, open, oriented)
    """
    angle = 2.0 * pi + as_scalar(overlap, "overlap")

    def place(u: Array, v: Array) -> Array:
        around, radius = angle * (1.0 - u), 0.3 + 0.2 * v
        height = 0.4 * radius + 0.05 * (around - 0.5 * angle) * (radius - 0.4)
        return np.stack([radius * np.cos(around), radius * np.sin(around), height], axis=-1)

    return _sheet(4 * as_whole(cells, "cells", 1, MOST_CELLS), max(cells // 4, 1), place)


def _sheet(along: int, across: int, place: Callable[[Array, Array], Array]) -> Mesh:
    """A grid of cells of two triangles; ``place`` maps the unit square to space."""
    along, across = (as_whole(n, "cells", 1, 4 * MOST_CELLS) for n in (along, across))
    u, v = np.meshgrid(*(np.linspace(0.0, 1.0, n + 1) for n in (along, across)), indexing="ij")
    faces = grid_faces(along + 1, across + 1, wrap_u=False, wrap_v=False)
    return Mesh(place(u, v).reshape(-1, 3), faces)
