"""What carries the spheres of a tree: nothing but a pose, or the vertices of a coarse mesh."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.core.poses import AT_REST
from impinge.geometry import Mesh
from impinge.geometry.skin import Skin
from impinge.hierarchy.kernels.sphere_update import POSED, WIDTH, Now, Rig
from impinge.hierarchy.sphere_reducers import CHILDREN
from impinge.hierarchy.sphere_tree import SphereTree

EXACT = 64
"""Links of a sphere up to which each is looked at. Above, links of the same triple are bounded
together, by the largest of their weights and lengths: the sphere is a little larger, and is
updated in microseconds however dense the mesh."""
NO_IDS = np.empty(0, np.int64)


def posed_rig(tree: SphereTree) -> Rig:
    """The spheres of a tree that moves as a whole."""
    count = len(tree._radii)
    return derived(tree, "rig", lambda: Rig(
        tree._centres, tree._radii, tree._is_leaf().astype(np.uint8),
        np.zeros(count + 1, np.int64), NO_IDS, np.zeros(count + 1, np.int64),
        np.empty((0, WIDTH), np.int64), np.empty((0, WIDTH)), np.empty((0, 2)), NO_IDS,
        np.empty((count, 0), np.int64), np.empty((0, 3)),
    ))  # fmt: skip


def posed_now(tree: SphereTree, pose: Array | None) -> Now:
    return fresh(len(tree._radii), POSED, np.empty((0, 3)), np.empty((0, 9)), pose)


def fresh(count: int, mode: int, points: Array, turns: Array, pose: Array | None = None) -> Now:
    """A state in which no sphere is known yet."""
    return Now(
        mode, AT_REST if pose is None else pose, points, turns,
        np.empty((count, 3)), np.empty(count), np.zeros(count, np.uint8),
    )  # fmt: skip


def driven_rig(tree: SphereTree, mesh: Mesh, skin: Skin, surface: Ids, nearest: int) -> Rig:
    """The spheres of a tree, with what drives the corners of the faces that each touches."""
    from scipy.spatial import cKDTree

    count, rows, vertices = len(tree._radii), *_corners(tree, mesh)
    ids, weights = skin._triples, np.abs(skin._weights)
    if ids.shape[1] < WIDTH:
        ids = np.hstack([ids, ids[:, :1]])
        weights = np.hstack([weights, np.zeros((len(ids), 1))])
    group = skin._frame
    if skin._kind == "linear":
        group = np.unique(ids, axis=0, return_inverse=True)[1].reshape(-1)
    many = np.bincount(rows, minlength=count) > EXACT
    # Sorted by row and group; in rows with few links each is a group of its own.
    order = np.lexsort((vertices, group[vertices], rows))
    rows, vertices = rows[order], vertices[order]
    alone = np.where(many[rows], 0, vertices)
    keys = np.stack([rows, group[vertices], alone])
    firsts = np.flatnonzero(np.r_[True, (keys[:, 1:] != keys[:, :-1]).any(axis=0)])
    caps = np.maximum.reduceat(weights[vertices], firsts)
    sums = np.stack([weights.sum(axis=1), np.linalg.norm(skin._local, axis=1)], axis=1)
    of_row, of_vertex = rows[firsts], vertices[firsts]
    steer = np.unique(np.stack([np.repeat(of_row, WIDTH), ids[of_vertex].reshape(-1)]), axis=1)
    near = min(nearest, len(surface))
    found = cKDTree(skin._points[surface]).query(tree._centres, k=near)[1].reshape(count, near)
    return Rig(
        tree._centres, tree._radii, tree._is_leaf().astype(np.uint8),
        _starts(steer[0], count), np.ascontiguousarray(steer[1]), _starts(of_row, count),
        np.ascontiguousarray(ids[of_vertex]), np.ascontiguousarray(caps),
        np.maximum.reduceat(sums[vertices], firsts), np.ascontiguousarray(skin._frame[of_vertex]),
        np.ascontiguousarray(surface[found]), skin._points,
    )  # fmt: skip


def _corners(tree: SphereTree, mesh: Mesh) -> tuple[Ids, Ids]:
    """Rows and vertices: the corners of the faces that the part of each sphere touches."""
    leaves = np.repeat(np.arange(len(tree._radii)), np.diff(tree._starts))
    rows, vertices = np.repeat(leaves, 3), mesh._faces[tree._faces].reshape(-1)
    total = len(mesh._vertices)
    keys = np.unique(rows * total + vertices)
    found = [keys]
    for _ in range(tree.levels):
        rows, vertices = keys // total, keys % total
        up = rows > 0
        keys = np.unique((rows[up] - 1) // CHILDREN * total + vertices[up])
        found.append(keys)
    keys = np.unique(np.concatenate(found))
    return keys // total, keys % total


def _starts(rows: Ids, count: int) -> Ids:
    return np.searchsorted(rows, np.arange(count + 1))
