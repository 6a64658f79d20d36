"""Bodies, deformations and references for the benchmark of interruptible contacts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from impinge.bench.timing import Array
from impinge.core.arrays import Flags
from impinge.core.ids import Ids
from impinge.geometry import Mesh, bumpy_sphere, icosphere, torus_knot
from impinge.hierarchy import ReducedBody, SphereTree, sphere_tree
from impinge.narrow import intersecting_pairs
from impinge.scenes import cage, needle_fan
from impinge.scenes.poses import random_rotation

FALLING = {"two knots": ("knot", "knot"), "two bunnies": ("bunny", "bunny"),
           "bunny and knot": ("bunny", "knot")}  # fmt: skip
"""Scenes of Table 1: knots for the dragons, bumpy spheres for the bunnies."""


def surface(name: str, faces: int) -> Mesh:
    """A mesh by name, with about so many faces."""
    side = max(int(np.sqrt(faces / 2)), 6)
    made: dict[str, Callable[[], Mesh]] = {
        "knot": lambda: torus_knot(max(int(3.2 * side), 12), max(int(side / 3.2), 5)),
        "bunny": lambda: bumpy_sphere(side, side),
        "ball": lambda: icosphere(0.8, min(max(int(np.log(faces / 20) / np.log(4)), 1), 6)),
        "needles": lambda: needle_fan(max(faces // 2, 12)),
        "box": lambda: Mesh(*_brick()),
    }
    return made[name]()


def _brick() -> tuple[Array, Ids]:
    from impinge.geometry import box_mesh

    brick = box_mesh((1.0, 0.6, 0.8))
    return brick.vertices, brick.faces


def deformed(points: Array, k: int, seed: int) -> Array:
    """Deformation ``k``: rotations, affine maps, and bumps with noise, in turns."""
    rng = np.random.default_rng((seed, k))
    size = float(np.ptp(points, axis=0).max())
    unit = points / size
    if k % 3 == 0:
        unit = unit @ random_rotation(rng).T
    elif k % 3 == 1:
        unit = unit @ (np.eye(3) + 0.35 * rng.normal(size=(3, 3)))
    else:
        waves = np.sin(unit[:, [1, 2, 0]] * rng.uniform(3, 12) + rng.uniform(0, 6, 3))
        unit = unit + 0.07 * waves + 0.01 * rng.normal(size=unit.shape)
    return size * unit


class Pair(NamedTuple):
    """Two bodies that overlap, deformed."""

    a: ReducedBody
    b: ReducedBody


def pair(name: str, faces: int, levels: int, cells: int, trees: dict[str, SphereTree]) -> Pair:
    """A scene of Table 1; trees are built once."""
    bodies = []
    for k, what in enumerate(FALLING[name]):
        mesh = surface(what, faces)
        tree = trees.setdefault(what, trees.get(what) or sphere_tree(mesh, levels=levels))
        coarse = cage(mesh, cells)
        body = ReducedBody(mesh, coarse, tree=tree)
        away = 0.75 * k * np.array([np.ptp(mesh.bounds[:, 0]), 0.1, 0.05])
        bodies.append(body.moved(deformed(coarse.vertices, 3 * k + 2, 0) + away))
    return Pair(*bodies)


def surface_points(mesh: Mesh, count: int, seed: int) -> tuple[Ids, Array]:
    """Faces and weights of points spread over a surface."""
    rng = np.random.default_rng(seed)
    p = mesh.vertices[mesh.faces]
    areas = np.linalg.norm(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), axis=1)
    return rng.choice(len(p), count, p=areas / areas.sum()), rng.dirichlet((1, 1, 1), count)


def points_at(mesh: Mesh, faces: Ids, weights: Array) -> Array:
    return np.einsum("nk,nkj->nj", weights, mesh.vertices[mesh.faces[faces]])


def outside_chains(centres: Array, radii: Array, points: Array) -> Flags:
    """Which points lie in no chain of spheres from the root to a leaf."""
    used, inner = radii >= 0.0, (len(radii) - 1) // 8
    leaf = used.copy()
    leaf[:inner] &= ~used[1:].reshape(-1, 8).any(axis=1)
    inside: dict[int, Flags] = {}
    covered = np.zeros(len(points), np.bool_)
    for row in np.flatnonzero(used).tolist():
        here = np.linalg.norm(points - centres[row], axis=1) <= radii[row]
        inside[row] = here if row == 0 else here & inside[(row - 1) // 8]
        if leaf[row]:
            covered |= inside.pop(row)
    return ~covered


def crossings(a: Mesh, b: Mesh) -> Array:
    """Points where edges of one surface pass through faces of the other."""
    pairs = intersecting_pairs(a, b).pairs
    found = []
    for s, t in ((a.vertices[a.faces[pairs[:, 0]]], b.vertices[b.faces[pairs[:, 1]]]),
                 (b.vertices[b.faces[pairs[:, 1]]], a.vertices[a.faces[pairs[:, 0]]])):  # fmt: skip
        n = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
        for k in range(3):
            u, v = s[:, k], s[:, (k + 1) % 3]
            hu, hv = (((x - t[:, 0]) * n).sum(axis=1) for x in (u, v))
            with np.errstate(divide="ignore", invalid="ignore"):
                x = u + (hu / (hu - hv))[:, None] * (v - u)
                inner = hu * hv < 0.0
                for j in range(3):
                    side = np.cross(n, t[:, (j + 1) % 3] - t[:, j])
                    inner &= ((x - t[:, j]) * side).sum(axis=1) > 0.0
            found.append(x[inner])
    return np.concatenate(found)


def inside_spheres(body: ReducedBody, points: Array) -> Flags:
    """(rows, points): which points lie in which spheres of a body."""
    centres, radii = body.spheres
    return np.linalg.norm(points - centres[:, None], axis=2) <= radii[:, None]  # type: ignore[no-any-return]


def lost_crossings(inside_a: Flags, inside_b: Flags, rows: Ids) -> int:
    """How many points lie in both spheres of no pair of rows."""
    return int((~(inside_a[rows[:, 0]] & inside_b[rows[:, 1]]).any(axis=0)).sum())
