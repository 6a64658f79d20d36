"""Worlds of cloths by name."""

from __future__ import annotations

from math import cos, sin
from typing import Any

import numpy as np

from impinge.core.arrays import Array, as_whole
from impinge.geometry import Mesh, box_mesh, grid_mesh, icosphere, pose
from impinge.scenes.solids import lathe
from impinge.simulation import Cloth, ClothWorld

MOST_CELLS = 500
FABRIC: dict[str, Any] = {"stretch": 100.0, "bend": 2e-5}
WALL = 0.01
"""Of the funnel [m]."""
PLUNGE, WAIT = 0.6, 0.3
"""Speed of the ball that pushes a cloth through the funnel [m/s], and when it starts [s]."""


def cloth_on_ball(_: np.random.Generator, options: dict[str, Any], cells: int = 40) -> ClothWorld:
    """A cloth falls on a ball, and drapes over it to the floor."""
    ball = icosphere(0.12, 3).transformed(pose((0, 0, 0.2)))
    cloth = Cloth(_sheet(0.7, cells, 0.36, 0.3), **FABRIC)
    return _world({"cloth": cloth}, {"ball": ball, "floor": grid_mesh(1.0, 1)}, options)


def five_cloths(_: np.random.Generator, options: dict[str, Any], cells: int = 20) -> ClothWorld:
    """Five cloths fall on a block, one on the other, and come to rest."""
    block = box_mesh((0.2, 0.2, 0.1)).transformed(pose((0.01, 0.02, 0.03)))
    cloths = {
        f"cloth {k + 1}": Cloth(_sheet(0.4, cells, 0.1 + 0.03 * k, 0.35 * k), **FABRIC)
        for k in range(5)
    }
    return _world(cloths, {"block": block, "floor": grid_mesh(0.7, 1)}, options)


def cloth_in_funnel(_: np.random.Generator, options: dict[str, Any], cells: int = 40) -> ClothWorld:
    """A cloth falls into a funnel, and a ball pushes it through."""
    radii = np.array([0.36, 0.27, 0.18, 0.1, 0.08, 0.08])
    inside = np.column_stack([radii, [0.6, 0.5, 0.4, 0.3, 0.25, 0.1]])
    outside = inside + np.array([WALL, 0.0])
    funnel = lathe(np.concatenate([inside, outside[::-1]]), 48)
    ball = icosphere(0.055, 2)

    def drive(time: float) -> Array:
        height = 0.75 - PLUNGE * min(max(time - WAIT, 0.0), 1.4)
        return ball.vertices + np.array([0.0, 0.0, height])

    cloth = Cloth(_sheet(0.55, cells, 0.62, 0.3), **FABRIC)
    return _world({"cloth": cloth}, {"funnel": funnel, "ball": (ball, drive)}, options)


CLOTH_WORLDS = {
    "cloth-on-ball": cloth_on_ball, "five-cloths": five_cloths, "cloth-in-funnel": cloth_in_funnel,
}  # fmt: skip
"""Builders by name: they take a random generator, options of :class:`ClothWorld` that win over
their own, and ``cells``, how many there are along the side of a cloth."""


def _world(
    cloths: dict[str, Cloth], obstacles: dict[str, Any], options: dict[str, Any]
) -> ClothWorld:
    return ClothWorld(cloths, **{"obstacles": obstacles, **options})


def _sheet(size: float, cells: int, height: float, turn: float) -> Mesh:
    """A square sheet of cells at a height, turned about z; diagonals of cells take turns."""
    count = as_whole(cells, "cells", 1, MOST_CELLS)
    flat = grid_mesh(size, count)
    first, second = flat.faces[: count**2], flat.faces[count**2 :]
    a, b, c, d = first[:, 0], first[:, 1], first[:, 2], second[:, 2]
    odd = ((np.arange(count)[:, None] + np.arange(count)) % 2 == 1).reshape(-1, 1)
    one = np.where(odd, np.stack([a, b, d], axis=1), first)
    other = np.where(odd, np.stack([b, c, d], axis=1), second)
    x, y, z = flat.vertices.T
    turned = np.stack([cos(turn) * x - sin(turn) * y, sin(turn) * x + cos(turn) * y, z + height])
    return Mesh(turned.T, np.concatenate([one, other]))
