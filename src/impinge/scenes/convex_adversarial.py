"""Seeded pairs of convex shapes of all kinds, most of them chosen to be difficult."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations, product

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import HalfSpace, Hull
from impinge.scenes.convex_pairs import SOLIDS, Solid, moved_to_gap, reach, sized_solid
from impinge.scenes.poses import random_rotation

FAMILIES = {
    "random": "sizes and poses at random",
    "concentric": "one centre, turned or not",
    "aligned": "quarter turns, sizes and shifts that are whole multiples of 1/4",
    "flush": "the same, with boxes around them that touch exactly",
    "slanted": "quarter turns and 1e-8 to 1e-16 rad more, all of it turned at random",
    "needles": "one or two sizes a million times smaller than the others",
    "scales": "both as small as 1e-9 or as large as 1e9",
    "unequal": "each of a scale of its own, from 1e-9 to 1e9",
    "far": "at a million times their size from the origin",
    "shallow": "gaps and depths from 1e-3 to 1e-15 of the size, or none",
    "flat": "a polygon, a segment or a point, against all others",
}
POOL = 6
"""Shapes of each kind and family in a set of pairs; pairs choose among them."""
CORNERS = np.array(list(product((-0.5, 0.5), repeat=3)))


@dataclass(frozen=True, slots=True, eq=False)
class ConvexPairs:
    """Pairs of posed shapes, row by row.

    Attributes
    ----------
    a, b : list of Convex or HalfSpace
        At most one half space in a row.
    pose_a, pose_b : (n, 4, 4) float64
    family : (n,) int64
        Position in ``FAMILIES``.
    """

    a: list[Solid]
    b: list[Solid]
    pose_a: Array
    pose_b: Array
    family: Ids

    def __len__(self) -> int:
        return len(self.a)


def adversarial_pairs(count: int, seed: int = 0) -> ConvexPairs:
    """So many pairs of all families, in turn.

    Examples
    --------
    >>> pairs = adversarial_pairs(30, seed=1)
    >>> len(pairs), pairs.pose_b.shape, sorted(set(pairs.family.tolist())) == list(range(11))
    (30, (30, 4, 4), True)
    """
    rng = np.random.default_rng(seed)
    names = list(FAMILIES)
    family = np.arange(count) % len(names)
    pools = {name: _pool(name, rng) for name in names}
    rows: list[tuple[Solid, Solid, Array, Array]] = []
    for k in family.tolist():
        name = names[k]
        a = pools[name][rng.integers(len(pools[name]))]
        others = pools["random" if name == "flat" else name]
        b = others[rng.integers(len(others))]
        if isinstance(a, HalfSpace) and isinstance(b, HalfSpace):
            b = others[0]
        if rng.random() < 0.5:
            a, b = b, a
        rows.append((a, b, *_placed(name, a, b, rng)))
    poses_a, poses_b = (np.array([row[k] for row in rows]).reshape(-1, 4, 4) for k in (2, 3))
    found = ConvexPairs([r[0] for r in rows], [r[1] for r in rows], poses_a, poses_b, family)
    return _shallow(found, rng) if count else found


def _pool(family: str, rng: np.random.Generator) -> list[Solid]:
    kinds = ("flat",) if family == "flat" else SOLIDS
    scale = 10.0 ** rng.uniform(-9.0, 9.0) if family == "scales" else 1.0
    return [
        _shape(kind, scale * _sizes(family, rng), family, rng)
        for kind in kinds
        for _ in range(POOL)
    ]


def _sizes(family: str, rng: np.random.Generator) -> Array:
    if family in {"aligned", "flush"}:
        return rng.choice((0.5, 1.0, 2.0), 3)
    sizes: Array = 10.0 ** rng.uniform(-0.5, 0.5, 3)
    if family == "needles":
        sizes[rng.permutation(3)[: rng.integers(1, 3)]] *= 1e-6
    if family == "unequal":
        sizes *= 10.0 ** rng.uniform(-9.0, 9.0)
    return sizes


def _shape(kind: str, sizes: Array, family: str, rng: np.random.Generator) -> Solid:
    if kind == "half-space":
        exact = family in {"aligned", "flush"}
        normal = np.eye(3)[rng.integers(3)] if exact else rng.normal(size=3)
        return HalfSpace(normal, rng.choice((0.0, 0.25)) * sizes[0])
    if kind == "flat":
        points = rng.normal(size=(6, 3)) * sizes * rng.choice(([1, 1, 0], [1, 0, 0], [0, 0, 0]))
        return Hull(points @ random_rotation(rng))
    if kind != "hull":
        return sized_solid(kind, 0.5 * sizes, sizes)
    if family in {"aligned", "flush"}:
        # Some corners of a box, and a tip on top of it.
        some = CORNERS[rng.permutation(8)[: rng.integers(5, 9)]]
        return Hull(np.concatenate([some, [[0.0, 0.0, 0.5]]]) * sizes)
    return Hull(rng.normal(size=(int(rng.integers(4, 11)), 3)) * sizes)


def _placed(family: str, a: Solid, b: Solid, rng: np.random.Generator) -> tuple[Array, Array]:
    """Poses of both."""
    # A point beside a half space has no size.
    size = max(reach(s) for s in (a, b) if not isinstance(s, HalfSpace)) or 1.0
    exact = family in {"aligned", "flush"}
    base, relative = np.eye(4), np.eye(4)
    relative[:3, :3] = _turn(rng, quarter=exact or rng.random() < 0.2)
    if family == "slanted":
        relative[:3, :3] = _turn(rng, quarter=True) @ _slight_turn(rng)
    if exact:
        relative[:3, 3] = 0.25 * rng.integers(-6, 7, 3)
    elif family == "concentric":
        relative[:3, 3] = 0.0
    else:
        relative[:3, 3] = rng.normal(size=3) * size * rng.choice((0.1, 0.5, 1.0))
    if family == "flush":
        relative[:3, 3] = _flush(a, b, relative, rng)
    if rng.random() < 0.5 or family == "slanted":
        base[:3, :3] = _turn(rng, quarter=exact)
        base[:3, 3] = np.round(4.0 * rng.normal(size=3)) if exact else size * rng.normal(size=3)
    if family == "far":
        base[:3, 3] = 1e6 * size * rng.normal(size=3)
    return base, base @ relative


def _turn(rng: np.random.Generator, *, quarter: bool) -> Array:
    if not quarter:
        return random_rotation(rng)
    turns = list(permutations(range(3)))
    turn: Array = np.eye(3)[list(turns[rng.integers(len(turns))])]
    turn *= rng.choice((-1.0, 1.0), 3)
    return turn if np.linalg.det(turn) > 0.0 else -turn


def _slight_turn(rng: np.random.Generator) -> Array:
    """A turn by a small angle, to first order: what is left is far below its rounding."""
    x, y, z = 10.0 ** rng.uniform(-16.0, -8.0) * rng.normal(size=3)
    return np.array([[1.0, -z, y], [z, 1.0, -x], [-y, x, 1.0]])


def _flush(a: Solid, b: Solid, relative: Array, rng: np.random.Generator) -> Array:
    """Where the boxes around both touch, along one axis; across it whole shifts, or none."""
    shift = rng.choice((0.0, 0.25)) * rng.integers(-2, 3, 3)
    if isinstance(a, HalfSpace) or isinstance(b, HalfSpace):
        return shift
    corners = np.array(list(product(*b.bounds.T))) @ relative[:3, :3].T
    axis = rng.integers(3)
    if rng.random() < 0.5:
        shift[axis] = a.bounds[1, axis] - corners[:, axis].min()
    else:
        shift[axis] = a.bounds[0, axis] - corners[:, axis].max()
    return shift


def _shallow(pairs: ConvexPairs, rng: np.random.Generator) -> ConvexPairs:
    """The family of that name moved along its normals, to gaps and depths near none."""
    rows = np.flatnonzero(pairs.family == list(FAMILIES).index("shallow"))
    if not len(rows):
        return pairs
    a, b = [pairs.a[i] for i in rows], [pairs.b[i] for i in rows]
    wished = rng.choice((-1.0, 0.0, 1.0), len(rows), p=(0.45, 0.1, 0.45))
    wished *= 10.0 ** rng.uniform(-15.0, -3.0, len(rows))
    moved = pairs.pose_b.copy()
    moved[rows] = moved_to_gap(a, b, moved[rows], wished, pairs.pose_a[rows])
    return replace(pairs, pose_b=moved)
