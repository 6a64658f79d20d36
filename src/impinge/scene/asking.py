"""Which things of a scene meet a shape, a box or a ray that is not in it?"""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Box, Hull, Shape
from impinge.geometry.coordinates import as_coordinates, as_row
from impinge.hierarchy.cast_ray import CAST, as_rays
from impinge.hierarchy.kernels import ray
from impinge.narrow.overlap import overlaps_of
from impinge.narrow.posed_shapes import PosedPairs
from impinge.narrow.shape_table import OTHER
from impinge.pairs.element_tree import ElementTree
from impinge.scene.kernels.rays import first_hit_rows, mark_boxes
from impinge.scene.results import SceneRayHits
from impinge.scene.things import Things, scratch

MARKS = 1 << 24
"""Pairs of rays and boxes of compounds that are looked at in one go: 16 MB."""


def met_by_box(things: Things, lower: ArrayLike, upper: ArrayLike) -> list[str]:
    """Names, sorted, of what comes within its margin of a box along the axes."""
    low, high = (
        as_coordinates([as_row(corner, name)], name)[0]
        for corner, name in ((lower, "lower"), (upper, "upper"))
    )
    if (low > high).any():
        axis = int(np.argmax(low > high))
        raise ImpingeError(
            f"lower and upper: {low[axis]:g} is above {high[axis]:g} along {'xyz'[axis]}"
        )
    pose = np.eye(4)
    pose[:3, 3] = middle = 0.5 * low + 0.5 * high
    if (high > low).all():
        return met_by_shape(things, Box(high - low), pose, 0.0)
    # No box has an edge of length zero.
    corners = np.stack(np.meshgrid(*np.stack([low, high], axis=1), indexing="ij"), axis=-1)
    return met_by_shape(things, Hull(corners.reshape(-1, 3) - middle), pose, 0.0)


def met_by_shape(things: Things, shape: Shape, pose: Array, margin: float) -> list[str]:
    """Names, sorted, of what comes within both margins of a shape that is not in the scene."""
    things.fit()
    alone = scratch(shape, pose, margin, things.solid)
    near = things.alive & (things.lower <= alone.upper[0]).all(axis=1)
    near &= (things.upper >= alone.lower[0]).all(axis=1)
    slots = np.flatnonzero(near)
    pairs = np.stack([slots, np.zeros_like(slots)], axis=1)
    asked = PosedPairs(things.posed, alone.posed, pairs, things.margins[slots] + margin)
    return sorted(things.names[slots[overlaps_of(asked, things.solid)]].tolist())


def first_hits(things: Things, origins: ArrayLike, directions: ArrayLike) -> SceneRayHits:
    """The first thing on each ray; the first by name of equals."""
    o, d, single = as_rays(origins, directions)
    things.fit()
    rows = np.zeros((len(o), ray.ROW))
    rows[:, [ray.DISTANCE, ray.POINT, ray.POINT + 1, ray.POINT + 2]] = inf
    rows[:, ray.FEATURE] = -1.0
    owner = np.full(len(o), -1, np.int64)
    slots = np.flatnonzero(things.alive)
    of_parts = things.table.classes[things.kinds[slots]] == OTHER
    _cast_in_kernel(things, slots[~of_parts], o, d, rows, owner)
    _cast_one_by_one(things, slots[of_parts], o, d, rows, owner)
    names = [None if i < 0 else things.names[i] for i in owner.tolist()]
    return SceneRayHits(rows[0], names[0]) if single else SceneRayHits(rows, tuple(names))


def _cast_in_kernel(
    things: Things, slots: Ids, o: Array, d: Array, rows: Array, owner: Ids
) -> None:
    """Rays and all but compounds: a tree of their boxes, the nearest first."""
    if len(slots) == 0 or len(o) == 0:
        return
    table, kinds = things.table, things.kinds[slots]
    tree = ElementTree.of_checked(things.lower[slots], things.upper[slots]).levels
    surfaces = np.unique(kinds[table.begins[kinds] < 0])
    run_rows(
        first_hit_rows, len(o), (tree.nodes, tree.first, tree.order), slots, things.ranks,
        (table.meshes(surfaces), table.packed, table.begins, things.kinds), things.poses,
        table.stack_capacity(surfaces), o, d, rows, owner,
    )  # fmt: skip


def _cast_one_by_one(
    things: Things, slots: Ids, o: Array, d: Array, rows: Array, owner: Ids
) -> None:
    """Rays and compounds: each of these is asked about the rays that may meet it first."""
    # In the order of names: of several that are hit at the same distance the first one stays.
    slots = slots[np.argsort(things.ranks[slots])]
    lower, upper = things.lower[slots], things.upper[slots]
    step = max(1, MARKS // max(1, len(slots)))
    for begin in range(0, len(o) if len(slots) else 0, step):
        part = slice(begin, begin + step)
        some_o, some_d = np.ascontiguousarray(o[part]), np.ascontiguousarray(d[part])
        most = np.ascontiguousarray(rows[part, ray.DISTANCE])
        marks = np.empty((len(some_o), len(slots)), np.bool_)
        run_rows(mark_boxes, len(some_o), some_o, some_d, lower, upper, most, marks, grain=1)
        for k in np.flatnonzero(marks.any(axis=0)):
            which = np.flatnonzero(marks[:, k])
            shape = things.shapes[things.kinds[slots[k]]]
            found = CAST(shape, some_o[which], some_d[which], things.poses[slots[k]])
            at = begin + which
            now, then = found[:, ray.DISTANCE], rows[at, ray.DISTANCE]
            earlier = things.ranks[slots[k]] < things.ranks[owner[at]]
            nearer = (now < then) | ((now == then) & (now < inf) & earlier)
            rows[at[nearer]] = found[nearer]
            owner[at[nearer]] = slots[k]
