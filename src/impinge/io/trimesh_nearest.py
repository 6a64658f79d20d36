"""Least distances as trimesh's CollisionManager means them: below zero where solids overlap.

Two convex meshes that overlap are as far below zero as they are deep, and of several the deepest
is told. Surfaces that cross are 0 apart.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import Convex, Shape
from impinge.io.trimesh_objects import FEW, Held
from impinge.io.trimesh_results import DistanceData, distance_data
from impinge.narrow import distance, penetration
from impinge.scene.results import Nearest


class Least(NamedTuple):
    """The least distance, the names of the two, and how they are connected."""

    far: float
    names: tuple[Any, Any] | None
    data: DistanceData | None


NOTHING = Least(inf, None, None)
"""Where there are no two objects."""


def least_of_all(held: Held) -> Least:
    """Of any two that are tested with each other; kept until something changes."""
    if held.kept is None or held.changed_keys:
        # First, and forgotten if anything is interrupted: keys and answer belong together.
        last, changed, held.kept = held.kept, frozenset(held.changed_keys), None
        held.kept = _least_of_all(held, last, changed)
        held.changed_keys -= changed
    return held.kept.least  # type: ignore[no-any-return]


class _Kept(NamedTuple):
    """An answer, and the keys of the two."""

    least: Least
    keys: tuple[str, str] | None


def _least_of_all(held: Held, last: _Kept | None, changed: frozenset[str]) -> _Kept:
    touching = held.scene.overlaps()
    if touching:
        return _deepest(held, touching)
    # None of what has not changed is nearer than it was.
    as_before = last is not None and last.least.far > 0.0 and changed.isdisjoint(last.keys or ())
    few = changed if as_before else held.cover
    if few is None or len(few) > FEW:
        near = held.scene.closest_pair()
        return NO_PAIR if near is None else _kept(held, near, near.names, float(near.distance))
    best = last if as_before else None
    for key in sorted(few):
        one = held.scene.closest(key) if key in held.names else None
        if one is not None and (best is None or one.distance < best.least.far):
            best = _kept(held, one, (key, one.name), float(one.distance))
    return best or NO_PAIR


def _deepest(held: Held, touching: list[tuple[str, str]]) -> _Kept:
    """Of pairs that touch."""
    scene, shapes = held.scene, held.shapes
    solid = [p for p in touching if all(isinstance(shapes[key], Convex) for key in p)]
    if not solid:
        a, b = (scene[key] for key in touching[0])
        return _kept(held, distance(a.shape, b.shape, a.pose, b.pose), touching[0], 0.0)
    row = {key: i for i, key in enumerate(scene.names)}
    rows = np.array([(row[a], row[b]) for a, b in solid])
    poses = scene.poses
    deep = penetration(
        [shapes[a] for a, _ in solid], [shapes[b] for _, b in solid],
        poses[rows[:, 0]], poses[rows[:, 1]],
    )  # fmt: skip
    k = int(np.argmax(deep.depth))
    return _kept(held, deep[k], solid[k], -float(deep[k].depth))


def least_of_one(held: Held, key: str) -> Least:
    """Of one object to all others."""
    thing, near = held.scene[key], held.scene.closest(key)
    return _least_of_one(held, near, thing.shape, thing.pose, held.names[key], key)


def least_to_shape(held: Held, shape: Shape, pose: Array, name: Any) -> Least:
    """Of an object that is not held, called ``name``, to all that are."""
    return _least_of_one(held, held.scene.closest_to(shape, pose), shape, pose, name, None)


def _least_of_one(
    held: Held, near: Nearest | None, shape: Shape, pose: Array, name: Any, own: str | None
) -> Least:
    """From one object, whose key is ``own`` if it is held, to the others: ``near`` is nearest."""
    if near is None:
        return NOTHING
    row: Any = near
    key, far = near.name, float(near.distance)
    if far == 0.0 and isinstance(shape, Convex):
        touching = held.scene.overlaps_shape(shape, pose)
        keys = [k for k in touching if k != own and isinstance(held.shapes[k], Convex)]
        if keys:
            poses = np.stack([held.scene[k].pose for k in keys])
            deep = penetration(shape, [held.shapes[k] for k in keys], pose, poses)
            i = int(np.argmax(deep.depth))
            row, key, far = deep[i], keys[i], -float(deep[i].depth)
    names = name, held.names[key]
    return Least(far, names, distance_data(row, far, names, (shape, held.shapes[key])))


def _kept(held: Held, row: Any, keys: tuple[str, str], far: float) -> _Kept:
    names, shapes = ([of[key] for key in keys] for of in (held.names, held.shapes))
    data = distance_data(row, far, names, (shapes[0], shapes[1]))
    a, b = sorted(keys)
    return _Kept(Least(far, (held.names[a], held.names[b]), data), (a, b))


NO_PAIR = _Kept(NOTHING, None)
