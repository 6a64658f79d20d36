"""Seeded pairs of convex shapes whose edges, rims, tips and faces are almost in contact."""

from __future__ import annotations

import numpy as np

from impinge.core.arrays import Array
from impinge.geometry import Box, Capsule, Cone, Convex, Cylinder, Hull
from impinge.scenes.convex_adversarial import FAMILIES, ConvexPairs
from impinge.scenes.convex_pairs import sized_solid
from impinge.scenes.poses import posed, random_rotation

POOL = 12
"""Shapes of each kind in a set of pairs; pairs choose among them."""
KINDS = ("cylinder", "cone", "ellipsoid", "box", "hull", "capsule", "sphere")
CURVED = 3
"""So many of them, the first, are curved: each pair has one at least."""
NEAREST, FURTHEST = -13.0, -2.0
"""Powers of ten: gaps and depths at which features are put over each other [m]."""
UP = np.array([0.0, 0.0, 1.0])


def feature_pairs(count: int, seed: int = 0) -> ConvexPairs:
    """So many pairs of a curved shape and another one, features of which are almost in contact.

    A direction is chosen in which each shape has something special, or almost so: a rim, the line
    of a cone's side, a tip, an edge, a face. There the surfaces are put over each other, 1e-13 to
    1e-2 apart or deep, some a little beside each other, some with axes parallel or square, or
    nearly.

    Examples
    --------
    >>> pairs = feature_pairs(10, seed=1)
    >>> len(pairs), pairs.pose_b.shape
    (10, (10, 4, 4))
    """
    rng = np.random.default_rng(seed)
    pool = [[_shape(kind, rng) for _ in range(POOL)] for kind in KINDS]
    shapes: tuple[list[Convex], list[Convex]] = ([], [])
    poses = np.tile(np.eye(4), (2, count, 1, 1))
    for i in range(count):
        pair = [
            pool[rng.integers(CURVED)][rng.integers(POOL)],
            pool[rng.integers(len(KINDS))][rng.integers(POOL)],
        ]
        if rng.random() < 0.5:
            pair.reverse()
        for k in (0, 1):
            shapes[k].append(pair[k])
        poses[0, i], poses[1, i] = _placed(pair[0], pair[1], rng)
    family = np.full(count, list(FAMILIES).index("shallow"))
    return ConvexPairs(list(shapes[0]), list(shapes[1]), poses[0], poses[1], family)


def _shape(kind: str, rng: np.random.Generator) -> Convex:
    sizes = 10.0 ** rng.uniform(-0.7, 0.7, 3)
    if rng.random() < 0.2:
        sizes[rng.integers(3)] *= 10.0 ** rng.uniform(-4.0, 0.0)
    if kind == "hull":
        return Hull(rng.normal(size=(int(rng.integers(4, 11)), 3)) * sizes)
    return sized_solid(kind, 0.5 * sizes, sizes)


def _tiny(rng: np.random.Generator, most: float) -> float:
    """A number of either sign, from 1e-12 to ten to the power of ``most``."""
    return float(rng.choice((-1.0, 1.0)) * 10.0 ** rng.uniform(-12.0, most))


def _direction(shape: Convex, rng: np.random.Generator) -> Array:
    """A unit vector along which something special of a shape is furthest, or almost."""
    d: Array = random_rotation(rng)[0]
    angle = rng.uniform(0.0, 2.0 * np.pi)
    beside = np.array([np.cos(angle), np.sin(angle), 0.0])
    chance = rng.random()
    if isinstance(shape, Cylinder):
        tilt = rng.choice((0.0, 0.5 * np.pi, rng.uniform(0.0, 0.5 * np.pi)))
        tilt += _tiny(rng, -2.0) if chance < 0.4 else 0.0
        d = np.cos(tilt) * beside + rng.choice((-1.0, 1.0)) * np.sin(tilt) * UP
    elif isinstance(shape, Cone):
        side = shape.length * beside + shape.radius * UP
        side /= np.linalg.norm(side)
        if chance < 0.7:
            d = side + (_tiny(rng, 0.0) * UP if chance < 0.3 else 0.0)
        else:
            d = abs(_tiny(rng, 1.0)) * beside - UP
    elif isinstance(shape, (Box, Hull)) and chance < 0.7:
        normals = np.concatenate([np.eye(3), -np.eye(3)])
        if isinstance(shape, Hull):
            normals = shape.planes[:, :3]
        face = normals[rng.integers(len(normals))]
        beyond = normals[np.argsort(-(normals @ face))[1]]
        share = rng.choice((0.0, 1.0, rng.random(), abs(_tiny(rng, -2.0))))
        d = (1.0 - share) * face + share * beyond if chance < 0.6 else face + _tiny(rng, -2.0) * d
    elif isinstance(shape, Capsule) and chance < 0.6:
        d[2] = 0.0 if chance < 0.3 else _tiny(rng, -2.0)
    return d / np.linalg.norm(d)


def _placed(a: Convex, b: Convex, rng: np.random.Generator) -> tuple[Array, Array]:
    """Poses of both: what is special of B over what is special of A."""
    d, e = _direction(a, rng), _direction(b, rng)
    p, q = (
        shape.support(v + (_tiny(rng, -1.0) * rng.normal(size=3) if rng.random() < 0.3 else 0.0))
        for shape, v in ((a, d), (b, e))
    )
    turn_a = random_rotation(rng)
    n = turn_a @ d
    turn_b = _frame(-n, rng) @ _frame(e, rng).T
    chance = rng.random()
    if chance < 0.3:
        # Axes parallel or square to each other, or nearly.
        axes = np.eye(3)[rng.permutation(3)] * rng.choice((-1.0, 1.0), 3)
        turn_b = turn_a @ (axes if np.linalg.det(axes) > 0.0 else -axes)
        q = b.support(-turn_b.T @ n)
    if chance < 0.5 and rng.random() < 0.7:
        turn_b = _turned(turn_b, _tiny(rng, -1.0) * rng.normal(size=3))
    gap = rng.choice((-1.0, 1.0)) * 10.0 ** rng.uniform(NEAREST, FURTHEST)
    pose_a = posed(turn_a, rng.choice((0.0, 1.0)) * rng.normal(size=3))
    pose_b = posed(turn_b, pose_a[:3, 3] + turn_a @ p + gap * n - turn_b @ q)
    if rng.random() < 0.5:
        pose_b[:3, 3] += abs(gap) * rng.choice((0.1, 1.0, 10.0)) * rng.normal(size=3)
    return pose_a, pose_b


def _frame(z: Array, rng: np.random.Generator) -> Array:
    """A rotation that takes the z axis to ``z``."""
    x = np.cross(z, rng.normal(size=3))
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)


def _turned(rotation: Array, by: Array) -> Array:
    """Turned a little; a rotation to rounding."""
    x, y, z = by
    tangent = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    u, _, v = np.linalg.svd((np.eye(3) + tangent + 0.5 * tangent @ tangent) @ rotation)
    turned: Array = u @ v
    return turned
