"""Pairs of convex shapes by name, and poses in which they overlap, nearly touch, or are apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from impinge import geometry
from impinge.core.arrays import Array
from impinge.core.options import as_choice
from impinge.narrow import distance, penetration
from impinge.scenes.poses import NEAR, SEPARATED, Poses, turned_poses

Solid = geometry.Convex | geometry.HalfSpace

HULL_VERTICES = 64


def round_hull(count: int, seed: int = 3) -> geometry.Hull:
    """A hull with so many vertices, none of them inside: points of an ellipsoid."""
    points = np.random.default_rng(seed).normal(size=(count, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    return geometry.Hull(points * (0.5, 0.4, 0.3))


_SHAPES: dict[str, Callable[[], Solid]] = {
    "sphere": lambda: geometry.Sphere(0.4),
    "box": lambda: geometry.Box((0.6, 0.5, 0.8)),
    "capsule": lambda: geometry.Capsule(0.25, 0.7),
    "hull": lambda: round_hull(HULL_VERTICES),
    "cylinder": lambda: geometry.Cylinder(0.3, 0.8),
    "cone": lambda: geometry.Cone(0.4, 0.9),
    "ellipsoid": lambda: geometry.Ellipsoid((0.25, 0.4, 0.55)),
    "half-space": lambda: geometry.HalfSpace((0.48, 0.6, 0.64), 0.1),
}
SOLIDS = tuple(_SHAPES)
"""Names of the solids, the half space last."""


def convex_shape(name: str) -> Solid:
    """A convex shape, or a half space, of ordinary size.

    Raises
    ------
    ImpingeError
        If the name is not one of ``SOLIDS``.

    Examples
    --------
    >>> convex_shape("capsule")
    Capsule(radius=0.25, length=0.7)
    """
    return _SHAPES[as_choice(name, "name", SOLIDS)]()


def solid_of_size(name: str, rng: np.random.Generator) -> Solid:
    """A shape of this kind, about a metre large, with random sizes up to ten to one."""
    sizes = 10.0 ** rng.uniform(-0.5, 0.5, 3)
    if name == "hull":
        points = rng.normal(size=(16, 3))
        return geometry.Hull(points / np.linalg.norm(points, axis=1)[:, None] * sizes)
    if name == "half-space":
        return geometry.HalfSpace(rng.normal(size=3), rng.uniform(-1.0, 1.0))
    return sized_solid(name, sizes, sizes)


def sized_solid(name: str, radii: Array, sizes: Array) -> geometry.Convex:
    """A convex shape of a kind that three radii and three whole sizes describe: no hull."""
    made: dict[str, Callable[[], geometry.Convex]] = {
        "sphere": lambda: geometry.Sphere(radii[0]),
        "box": lambda: geometry.Box(sizes),
        "capsule": lambda: geometry.Capsule(radii[0], sizes[2]),
        "cylinder": lambda: geometry.Cylinder(radii[0], sizes[2]),
        "cone": lambda: geometry.Cone(radii[0], sizes[2]),
        "ellipsoid": lambda: geometry.Ellipsoid(radii),
    }
    return made[name]()


def convex_poses(a: Solid, b: Solid, counts: tuple[int, int, int], seed: int = 7) -> Poses:
    """Poses of B, in a random order: deep, near and separated ones, as many as asked for.

    Each begins at random: deep ones around the middle of A, the others about where they touch. B is
    then moved along the contact normal until the gap is as wished: so all kinds of features meet.
    Half of the near ones overlap.

    Parameters
    ----------
    a, b : Convex or HalfSpace
    counts : tuple of three ints
        Deep, near and separated.
    seed : int, optional

    Examples
    --------
    >>> box = convex_shape("box")
    >>> poses = convex_poses(box, box, (2, 2, 2))
    >>> poses.matrices.shape, sorted(poses.kinds.tolist())
    ((6, 4, 4), [0, 0, 1, 1, 2, 2])
    """
    rng = np.random.default_rng(seed)
    count = sum(counts)
    kinds = rng.permutation(np.repeat(np.arange(3), counts))
    size = 0.5 * (reach(a) + reach(b))
    matrices = turned_poses(count, rng)
    wished = np.zeros(count)
    for kind, (low, high) in enumerate(((0.05, 0.9), NEAR, SEPARATED)):
        some = kinds == kind
        wished[some] = 10.0 ** rng.uniform(np.log10(low), np.log10(high), int(some.sum()))
    sides = np.where(rng.random(count) < 0.5, -1.0, 1.0)
    middle = a.offset * a.normal if isinstance(a, geometry.HalfSpace) else np.zeros(3)
    way = rng.normal(size=(count, 3))
    way /= np.linalg.norm(way, axis=1)[:, None]
    far = np.where(kinds == 0, rng.uniform(0.0, 0.4, count), rng.uniform(0.5, 1.2, count))
    matrices[:, :3, 3] = middle + way * (2.0 * far * size)[:, None]
    deep = penetration(a, b, pose_b=matrices)
    # A share of the depth that there is, or a gap from touching on.
    share = np.asarray(deep.depth) * wished
    gap = np.where(kinds == 0, -share, np.where(kinds == 1, sides, 1.0) * wished * size)
    return Poses(moved_to_gap(a, b, matrices, gap), kinds.astype(np.int64))


def moved_to_gap(a: Any, b: Any, poses: Array, gap: Array, pose_a: Array | None = None) -> Array:
    """Poses of B, moved along the contact normal until the signed gap is as given, A at rest.

    ``a`` and ``b`` are solids, or one for each pose. Moved out, a normal stays the best one; moved
    further in, another may be better.
    """
    deep, apart = penetration(a, b, pose_a, poses), distance(a, b, pose_a, poses)
    now = np.asarray(apart.distance) - np.asarray(deep.depth)
    moved = poses.copy()
    moved[:, :3, 3] += (gap - now)[:, None] * np.asarray(deep.direction)
    return moved


def reach(shape: Solid) -> float:
    """Half the diagonal of the box around a shape [m]; one for a half space."""
    if isinstance(shape, geometry.HalfSpace):
        return 1.0
    return 0.5 * float(np.linalg.norm(np.ptp(shape.bounds, axis=0)))
