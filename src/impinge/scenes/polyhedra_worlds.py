"""Worlds of soft bodies and tools whose contact is followed by facets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi, sin
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import TetMesh
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody, SoftWorld

Drive = Callable[[float], Array]
ROUND = 0.7
"""How round a brick becomes: 0 not at all, 1 a ball, whose edges would be flat tetrahedra."""


def liver_and_tool(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """A soft blob of 500 facets, and a rod that pushes into it, moves aside and comes out."""
    blob = _rounded((10, 5, 5), (0.15, 0.1, 0.07))
    x, y, z = blob.vertices.T
    swell = 1.0 + 0.1 * np.sin(14.0 * x + 0.6) * np.cos(12.0 * y)
    liver = blob.with_vertices(np.column_stack([x, y * swell, z * swell]))
    held = np.flatnonzero(liver.vertices[:, 2] < -0.045)
    tool = _box((1, 1, 10), (0.016, 0.016, 0.25), (0.02, 0.0, 0.22))

    def drive(time: float) -> Array:
        push, aside = 0.08 * sin(pi * min(time / 2.0, 1.0)) ** 2, 0.03 * sin(3.0 * time)
        return tool.vertices + np.array([aside, 0.0, -push])

    bodies = {"liver": _soft(liver, young=5e3, pinned=held), "tool": _tool(tool)}
    return _world(bodies, {"tool": drive}, options)


def ball_in_cloth(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """A ball sinks deep into a cloth, and is pulled out by the side it came in."""
    cloth = _box((16, 16, 1), (0.6, 0.6, 0.02))
    rim = np.flatnonzero(np.abs(cloth.vertices[:, :2]).max(axis=1) > 0.299)
    ball = _rounded((5, 5, 5), (0.07, 0.07, 0.07), (0.005, 0.003, 0.09))

    def drive(time: float) -> Array:
        return ball.vertices - np.array([0.0, 0.0, 0.2 * sin(pi * min(time / 2.0, 1.0)) ** 2])

    bodies = {"ball": _tool(ball), "cloth": _soft(cloth, young=2e4, pinned=rim)}
    return _world(bodies, {"ball": drive}, options)


def wheel_on_ground(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """A soft wheel rolls over fixed ground that is much larger."""
    wheel = _rounded((8, 8, 3), (0.1, 0.1, 0.03), flat=True)
    # About y, a little above the ground.
    upright = wheel.vertices[:, [0, 2, 1]] * np.array([1.0, -1.0, 1.0]) + np.array([0.0, 0.0, 0.1])
    ground = _box((30, 4, 1), (2.0, 0.4, 0.1), (0.6, 0.0, -0.052))
    x, y, z = ground.vertices.T
    bumps = 0.004 * (z > -0.05) * np.sin(25.0 * x)
    bumpy = ground.with_vertices(np.column_stack([x, y, z + bumps]))
    tyre = TetMesh(upright, wheel.tets)
    rolling = np.cross([0.0, 10.0, 0.0], upright - upright.mean(axis=0)) + np.array([1.0, 0, 0])
    bodies = {"wheel": _soft(tyre, young=1e5), "ground": _tool(bumpy)}
    own = {"velocities": {"wheel": rolling}, "friction": 0.6, "gravity": (0, 0, -9.81)}
    return _world(bodies, {}, {**own, **options})


def clamp(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """A clamp closes on a soft body from opposite sides, and opens again.

    One direction cannot push both sides apart: the body is pinned in its middle.
    """
    held = _rounded((6, 6, 6), (0.08, 0.08, 0.08))
    middle = np.flatnonzero(np.abs(held.vertices).max(axis=1) < 0.03)
    bar = _box((30, 2, 2), (0.9, 0.05, 0.05))
    x, y, z = bar.vertices.T
    # A bar bent to a C: two arms along x, and half a circle behind.
    bend = np.clip((x + 0.16) / 0.32, 0.0, 1.0) * pi
    along = np.abs(x) - 0.16
    reach = 0.12 + z
    arms = np.where(along > 0.0, along, -reach * np.sin(bend))
    height = np.where(along > 0.0, np.sign(-x) * reach, reach * np.cos(bend))
    jaws = TetMesh(np.column_stack([arms - 0.12, y, height]), bar.tets)
    share = np.clip((jaws.vertices[:, 0] + 0.12) / 0.2, 0.0, 1.0)
    inward = -np.sign(jaws.vertices[:, 2]) * share

    def drive(time: float) -> Array:
        close = 0.035 * sin(pi * min(time / 2.0, 1.0)) ** 2
        return jaws.vertices + np.column_stack([0.0 * inward, 0.0 * inward, close * inward])

    bodies = {"body": _soft(held, young=1e4, pinned=middle), "clamp": _tool(jaws)}
    return _world(bodies, {"clamp": drive}, options)


def peg_in_cup(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """A soft peg is dropped into a cup that is a little narrower than it."""
    whole = _box((8, 8, 8), (0.2, 0.2, 0.2))
    middles = whole.vertices[whole.tets].mean(axis=1)
    hollow = (np.abs(middles[:, :2]).max(axis=1) < 0.05) & (middles[:, 2] > -0.05)
    used, numbers = np.unique(whole.tets[~hollow], return_inverse=True)
    cup = TetMesh(whole.vertices[used], numbers.reshape(-1, 4))
    peg = _rounded((4, 4, 8), (0.052, 0.052, 0.1), (0.0, 0.0, 0.2))
    bodies = {"peg": _soft(peg, young=3e4), "cup": _tool(cup)}
    own = {"gravity": (0, 0, -9.81), "velocities": {"peg": (0.0, 0.0, -1.0)}, "friction": 0.1}
    return _world(bodies, {}, {**own, **options})


POLYHEDRA_WORLDS = {
    "liver-and-tool": liver_and_tool, "ball-in-cloth": ball_in_cloth,
    "wheel-on-ground": wheel_on_ground, "clamp": clamp, "peg-in-cup": peg_in_cup,
}  # fmt: skip
"""Builders by name: they take a random generator, and options of :class:`SoftWorld` that win over
their own."""


def _world(
    bodies: dict[str, SoftBody], driven: dict[str, Drive], options: dict[str, Any]
) -> SoftWorld:
    own = {"contact": "facets", "gravity": (0, 0, 0), "driven": driven}
    return SoftWorld(bodies, **{**own, **options})


def _soft(mesh: TetMesh, **more: Any) -> SoftBody:
    own = {"poisson": 0.35, "viscosity": (0.0, 20.0), "model": "corotational"}
    return SoftBody(mesh, **{**own, **more})


def _tool(mesh: TetMesh) -> SoftBody:
    """A rigid body: all vertices are pinned."""
    return SoftBody(mesh, young=1e6, pinned=np.arange(len(mesh.vertices)))


def _box(cells: Sequence[int], sizes: Sequence[float], at: Sequence[float] = (0, 0, 0)) -> TetMesh:
    """A brick about a place."""
    mesh = brick(cells)
    middle = 0.5 * np.array(cells)
    return TetMesh((mesh.vertices - middle) * (np.array(sizes) / cells) + np.array(at), mesh.tets)


def _rounded(
    cells: Sequence[int],
    radii: Sequence[float],
    at: Sequence[float] = (0, 0, 0),
    *,
    flat: bool = False,
) -> TetMesh:
    """A brick about a place with its edges rounded; only those along z if ``flat``."""
    mesh = _box(cells, (2.0, 2.0, 2.0))
    part = mesh.vertices[:, :2] if flat else mesh.vertices
    length = np.linalg.norm(part, axis=1)
    share = np.divide(np.abs(part).max(axis=1), length, out=np.ones_like(length), where=length > 0)
    factor = np.repeat((1.0 - ROUND + ROUND * share)[:, None], 3, axis=1)
    if flat:
        factor[:, 2] = 1.0
    return mesh.with_vertices(mesh.vertices * factor * np.array(radii) + np.array(at))
