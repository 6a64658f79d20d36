"""Which things of a scene meet a shape, a box or a ray that is not in it?"""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.errors import ImpingeError
from impinge.core.threads import run_rows
from impinge.geometry import Box, Hull, Shape
from impinge.geometry.coordinates import as_coordinates, as_row
from impinge.hierarchy.cast_ray import CAST, as_rays
from impinge.hierarchy.kernels import ray
from impinge.narrow import overlap
from impinge.scene.kernels.rays import mark_boxes
from impinge.scene.results import SceneRayHits
from impinge.scene.things import Things, scratch

Vectors = NDArray[np.float64]

MARKS = 1 << 24
"""Pairs of rays and boxes that are looked at in one go: 16 MB."""


def met_by_box(things: Things, lower: ArrayLike, upper: ArrayLike, solid: bool) -> list[str]:
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
    box, pose = _box_between(low, high)
    found = things.names[met_by_shape(things, box, pose, 0.0, solid)]
    return sorted(found.tolist())


def met_by_shape(
    things: Things, shape: Shape, pose: Vectors, margin: float, solid: bool
) -> NDArray[np.int64]:
    """Slots of what comes within its margin, and this one, of a shape that is not in the scene."""
    things.fit()
    alone = scratch(shape, pose, margin)
    near = things.alive & (things.lower <= alone.upper[0]).all(axis=1)
    near &= (things.upper >= alone.lower[0]).all(axis=1)
    slots = np.flatnonzero(near)
    hits = np.zeros(len(slots), np.bool_)
    for one in np.unique(things.margins[slots]):
        rows = np.flatnonzero(things.margins[slots] == one)
        some = slots[rows]
        hits[rows] = overlap(
            things.shapes_at(some), shape, things.poses[some], pose,
            margin=float(one + margin), solid=solid,
        )  # fmt: skip
    return slots[hits]


def _box_between(low: Vectors, high: Vectors) -> tuple[Shape, Vectors]:
    pose = np.eye(4)
    pose[:3, 3] = middle = 0.5 * low + 0.5 * high
    if (high > low).all():
        return Box(high - low), pose
    corners = np.stack(np.meshgrid(*np.stack([low, high], axis=1), indexing="ij"), axis=-1)
    return Hull(corners.reshape(-1, 3) - middle), pose


def first_hits(things: Things, origins: ArrayLike, directions: ArrayLike) -> SceneRayHits:
    """The first thing on each ray; the first by name of equals."""
    o, d, single = as_rays(origins, directions)
    things.fit()
    slots = np.flatnonzero(things.alive)
    rows = np.zeros((len(o), ray.ROW))
    rows[:, [ray.DISTANCE, ray.POINT, ray.POINT + 1, ray.POINT + 2]] = inf
    rows[:, ray.FEATURE] = -1.0
    owner = np.full(len(o), -1, np.int64)
    # In the order of names: of several that are hit at the same distance the first one stays.
    slots = slots[np.argsort(things.ranks[slots])]
    lower, upper = things.lower[slots], things.upper[slots]
    step = max(1, MARKS // max(1, len(slots)))
    for begin in range(0, len(o), step):
        part = slice(begin, begin + step)
        some_o, some_d = np.ascontiguousarray(o[part]), np.ascontiguousarray(d[part])
        marks = np.empty((len(some_o), len(slots)), np.bool_)
        run_rows(mark_boxes, len(some_o), some_o, some_d, lower, upper, marks, grain=1)
        for k in np.flatnonzero(marks.any(axis=0)):
            which = np.flatnonzero(marks[:, k])
            shape = things.shapes[things.kinds[slots[k]]]
            found = CAST(shape, some_o[which], some_d[which], things.poses[slots[k]])
            at = begin + which
            nearer = found[:, ray.DISTANCE] < rows[at, ray.DISTANCE]
            rows[at[nearer]] = found[nearer]
            owner[at[nearer]] = slots[k]
    names = [None if i < 0 else things.names[i] for i in owner.tolist()]
    return SceneRayHits(rows[0], names[0]) if single else SceneRayHits(rows, names)
