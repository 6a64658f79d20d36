"""Balls that hold shapes, in their own frame: what bounds the speeds of a body's points."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import frozen
from impinge.core.derived import derived
from impinge.geometry import (
    Compound,
    Convex,
    HalfSpace,
    HeightField,
    Mesh,
    Shape,
)
from impinge.geometry.kernels.convex_row import CENTRE, REACH, SIZES

Ball = NDArray[np.float64]

OUTWARD = 1.0 + 2.0**-46
"""On a computed length: no shorter than the true one."""


def ball_of(shape: Shape, solid: bool = False) -> Ball:
    """(4,) float64: centre and radius [m] of a ball that holds a shape; of those without an end the
    radius is infinite and the centre a point of their border, or near it.

    If ``solid``, height fields are ground, which has no end below.

    Examples
    --------
    >>> from impinge.geometry import Box
    >>> ball_of(Box((2, 2, 2))).round(6).tolist()
    [0.0, 0.0, 0.0, 1.732051]
    """
    if isinstance(shape, Convex):
        row = shape._packed
        return np.array([*row[CENTRE : CENTRE + 3], row[REACH] * OUTWARD])
    if solid and has_ground(shape):
        return derived(shape, "ball of ground", lambda: frozen(_ball(shape, True)))
    return derived(shape, "ball", lambda: frozen(_ball(shape, False)))


def has_ground(shape: Any) -> bool:
    """Whether a height field is in it."""
    if isinstance(shape, Compound):
        return any(has_ground(part) for part in shape.shapes)
    return isinstance(shape, HeightField)


def _ball(shape: Any, solid: bool) -> Ball:
    if isinstance(shape, HalfSpace):
        row = shape._packed
        return np.array([*(row[SIZES + 3] * row[SIZES : SIZES + 3]), np.inf])
    if isinstance(shape, HeightField):
        ball = ball_of(shape.mesh)
        return np.array([*ball[:3], np.inf]) if solid else ball
    if isinstance(shape, Compound):
        balls = np.stack([ball_of(part, solid) for part in shape.shapes])
        placed = [pose @ [*ball[:3], 1.0] for ball, pose in zip(balls, shape.poses, strict=True)]
        centres = np.stack(placed)[:, :3]
        ends = balls[:, 3] < np.inf
        if not ends.all():
            return np.array([*centres[~ends][0], np.inf])
        low, high = (centres - balls[:, 3:]).min(axis=0), (centres + balls[:, 3:]).max(axis=0)
        centre = 0.5 * low + 0.5 * high
        reach = np.linalg.norm(centres - centre, axis=1) + balls[:, 3]
        return np.array([*centre, reach.max() * OUTWARD])
    assert isinstance(shape, Mesh)
    corners = shape.vertices[np.unique(shape.faces)]
    centre = 0.5 * corners.min(axis=0) + 0.5 * corners.max(axis=0)
    return np.array([*centre, np.linalg.norm(corners - centre, axis=1).max() * OUTWARD])


def is_endless(shape: Shape, solid: bool = False) -> bool:
    """Whether no ball holds it: half spaces, filled grounds, and what has one among its parts."""
    return bool(np.isinf(ball_of(shape, solid)[3]))
