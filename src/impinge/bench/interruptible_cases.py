"""Bodies, deformations and references for the benchmark of interruptible contacts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from impinge.bench.timing import Array
from impinge.core.arrays import Flags
from impinge.core.ids import Ids
from impinge.geometry import Mesh, box_mesh, bumpy_sphere, icosphere, torus_knot
from impinge.hierarchy import ReducedBody, SphereTree, sphere_tree
from impinge.narrow import contacts_within, intersecting_pairs
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
        "box": lambda: box_mesh((1.0, 0.6, 0.8)),
    }
    return made[name]()


@cache
def built(name: str, faces: int, levels: int) -> tuple[Mesh, SphereTree]:
    """A mesh and its tree, which parts of the study share."""
    mesh = surface(name, faces)
    return mesh, sphere_tree(mesh, levels=levels)


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


def pair(name: str, faces: int, levels: int, cells: int) -> tuple[ReducedBody, ReducedBody]:
    """A scene of Table 1: two bodies that overlap, deformed."""
    bodies = []
    for k, what in enumerate(FALLING[name]):
        mesh, tree = built(what, faces, levels)
        coarse = cage(mesh, cells)
        body = ReducedBody(mesh, coarse, tree=tree)
        away = 0.75 * k * np.array([np.ptp(mesh.bounds[:, 0]), 0.1, 0.05])
        bodies.append(body.moved(deformed(coarse.vertices, 3 * k + 2, 0) + away))
    first, second = bodies
    return first, second


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
    outside = np.ones(len(points), np.bool_)
    pending = [(0, np.arange(len(points)))]
    while pending:
        row, some = pending.pop()
        some = some[outside[some]]
        gaps = points[some] - centres[row]
        some = some[np.einsum("nk,nk->n", gaps, gaps) <= radii[row] ** 2]
        below = [k for k in range(8 * row + 1, 8 * row + 9) if k < len(radii) and radii[k] >= 0.0]
        if not below:
            outside[some] = False
        elif len(some):
            pending += [(child, some) for child in below]
    return outside


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


def inside_spheres(body: ReducedBody, points: Array) -> Any:
    """(rows, words) uint64: which points lie in which spheres of a body, 64 points a word."""
    centres, radii = body.spheres
    inside = np.zeros((len(radii), -(-len(points) // 64) * 64), np.bool_)
    inside[:, : len(points)] = np.linalg.norm(points - centres[:, None], axis=2) <= radii[:, None]
    return np.packbits(inside, axis=1).view(np.uint64)


def lost_crossings(inside_a: Any, inside_b: Any, rows: Ids, count: int) -> int:
    """How many of ``count`` points lie in both spheres of no pair of rows."""
    seen = np.bitwise_or.reduce(inside_a[rows[:, 0]] & inside_b[rows[:, 1]], axis=0)
    return count - int(np.unpackbits(seen.view(np.uint8)).sum())


def missed_leaves(a: SphereTree, b: SphereTree, pose_b: Array) -> tuple[int, int]:
    """Of layered trees: overlapping leaf pairs, and those that a walk does not find or makes up."""
    leaves = [np.flatnonzero(tree._is_leaf()) for tree in (a, b)]
    at = b.centres[leaves[1]] @ pose_b[:3, :3].T + pose_b[:3, 3]
    gaps = np.linalg.norm(a.centres[leaves[0]][:, None] - at, axis=2)
    i, j = np.nonzero(gaps <= a.radii[leaves[0]][:, None] + b.radii[leaves[1]])
    pairs = set(zip(leaves[0][i].tolist(), leaves[1][j].tolist(), strict=True))
    found = {(int(i), int(j)) for i, j in contacts_within(a, b, None, pose_b).found}
    return len(pairs), len(pairs ^ found)
