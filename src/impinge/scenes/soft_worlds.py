"""Worlds of soft bodies by name."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import TetMesh, bumpy_sphere, torus_knot
from impinge.io import load
from impinge.scenes.bricks import brick, cage
from impinge.scenes.mesh_pairs import needed_data
from impinge.scenes.poses import random_rotation
from impinge.simulation import SoftBody, SoftWorld

BUNNY = "deformable/ipc/bunny.msh"
"""A file below the folder that ``IMPINGE_DATA`` names."""
BLOCKS = 20
"""Of the pile."""


def tower_in_block(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """A tower pushes into a block past its middle; it comes back, unless contact="closest"."""
    block, tower = _centred((10, 10, 4), 0.1), _centred((2, 2, 4), 0.08)
    side = np.abs(block[0][:, :2]).max(axis=1) > 0.499
    above = [0.011, 0.007, 0.21 - tower[0][:, 2].min()]
    bodies = {
        "block": _soft(block, young=4e5, pinned=np.flatnonzero(side)),
        "tower": _soft((tower[0] + above, tower[1]), young=4e5),
    }
    start = {"velocities": {"tower": (0, 0, -6)}, "gravity": (0, 0, 0), "stiffness": 150.0}
    return SoftWorld(bodies, **{**start, "damping": 0.5, **options})


def two_bunnies(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """A bunny of 19,379 tetrahedra falls on another one, and both come to rest."""
    mesh = load(needed_data(BUNNY))
    assert isinstance(mesh, TetMesh)
    # The file has y up and a size of three.
    points = 0.1 * (mesh.vertices - mesh.bounds.mean(axis=0))[:, [2, 0, 1]]
    low = points[:, 2].min()
    upper = points * [-1, -1, 1] + [0.03, 0.02, 0.34 - low]
    bodies = {
        "lower": _soft((points - [0, 0, low], mesh.tets), viscosity=(0.0, 200.0)),
        "upper": _soft((upper, mesh.tets), viscosity=(0.0, 200.0)),
    }
    start = {"velocities": {"upper": (0, 0, -1)}, "floor": 0.0, "friction": 0.5}
    return SoftWorld(bodies, **{**start, **options})


def soft_pile(rng: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """Twenty soft blocks fall on a heap."""
    bodies = {}
    for k in range(BLOCKS):
        points, tets = _centred(rng.permutation([3, 3, 4]), 0.05)
        at = np.array([0.31 * (k % 2), 0.31 * (k // 2 % 2), 0.16 + 0.31 * (k // 4)])
        at[:2] += 0.1 * (k // 4 % 2) + rng.uniform(0.0, 0.01, 2)
        bodies[f"block {k:02d}"] = _soft((points @ random_rotation(rng).T + at, tets), young=1e5)
    return SoftWorld(bodies, **{"floor": 0.0, "friction": 0.5, **options})


def folding_beam(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """Both halves of a soft beam swing up and clap together: it touches itself."""
    points, tets = _centred((32, 4, 2), 0.05)
    held = np.flatnonzero(np.abs(points[:, 0]) < 0.03)
    speeds = np.zeros_like(points)
    speeds[:, 2] = 9.0 * np.abs(points[:, 0])
    speeds[:, 0] = -9.0 * np.sign(points[:, 0]) * points[:, 2]
    bodies = {"beam": _soft((points, tets), young=1.5e4, pinned=held)}
    start = {"velocities": {"beam": speeds}, "gravity": (0, 0, 0)}
    return SoftWorld(bodies, **{**start, **options})


def two_soft_bunnies(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """Two bumpy bodies collide: dense surfaces, driven by coarse cages; contact by spheres."""
    return _two_dense("bunny", "bunny", options)


def two_soft_knots(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """Two knots collide: dense surfaces, driven by coarse cages; contact by spheres."""
    return _two_dense("knot", "knot", options)


def bunny_and_knot(_: np.random.Generator, options: dict[str, Any]) -> SoftWorld:
    """A bumpy body and a knot collide; contact by spheres."""
    return _two_dense("bunny", "knot", options)


def _two_dense(first: str, second: str, options: dict[str, Any]) -> SoftWorld:
    """Two dense surfaces that fly towards each other."""
    bodies, at = {}, 0.0
    for k, kind in enumerate((first, second)):
        mesh = bumpy_sphere(64, 48) if kind == "bunny" else torus_knot(200, 16)
        coarse = cage(mesh, 5)
        move = np.array([at - mesh.bounds[0, 0] if k else 0.0, 0.1 * k, 0.05 * k])
        at = float(mesh.bounds[1, 0]) + 0.2
        bodies[f"{kind} {k + 1}"] = _soft(
            (coarse.vertices + move, coarse.tets), young=2e4,
            surface=mesh.with_vertices(mesh.vertices + move),
        )  # fmt: skip
    names = list(bodies)
    own = {
        "velocities": {names[0]: (1, 0, 0), names[1]: (-1, 0, 0)}, "gravity": (0, 0, 0),
        "contact": "spheres", "budget": 1e-3,
    }  # fmt: skip
    return SoftWorld(bodies, **{**own, **options})


SOFT_WORLDS = {
    "tower-in-block": tower_in_block, "two-bunnies": two_bunnies, "soft-pile": soft_pile,
    "folding-beam": folding_beam, "two-soft-bunnies": two_soft_bunnies,
    "two-soft-knots": two_soft_knots, "bunny-and-knot": bunny_and_knot,
}  # fmt: skip
"""Builders by name: they take a random generator, and options of :class:`SoftWorld` that win over
their own."""


def _centred(cells: Any, edge: float) -> tuple[Array, Any]:
    """Vertices and tetrahedra of a brick about the origin."""
    mesh = brick([int(n) for n in cells], edge)
    return mesh.vertices - mesh.bounds.mean(axis=0), mesh.tets


def _soft(mesh: tuple[Array, Any], **more: Any) -> SoftBody:
    own = {"young": 5e4, "poisson": 0.35, "viscosity": (0.0, 20.0), "model": "corotational"}
    return SoftBody(TetMesh(*mesh), **{**own, **more})
