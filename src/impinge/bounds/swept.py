"""Volumes on an interval of time: around the whole way of a body, and until when two are apart."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from impinge.bounds.aabb import Aabb
from impinge.bounds.directions import dop_of
from impinge.bounds.ellipsoid import BoundingEllipsoid
from impinge.bounds.kdop import Kdop
from impinge.bounds.kernels import swept as kernels
from impinge.bounds.obb import Obb
from impinge.bounds.points import points_of
from impinge.bounds.sphere import BoundingSphere
from impinge.core.arrays import Array, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.poses import as_poses
from impinge.geometry import icosphere
from impinge.motion import Motion, RigidMotion
from impinge.motion.rigid import as_interval

Volume = BoundingSphere | BoundingEllipsoid | Aabb | Obb | Kdop

BLUR = 2.0**-45
"""Share of the coordinates by which corners of oriented boxes and of k-DOPs may be off: 1e-14."""
ROUNDING = 2.0**-50
"""Share by which computed centres and lengths may be off."""
FINEST = 2.0**-10
"""Share of the step below which an interval in which nothing is proved is not halved."""


def swept_aabb(source: Any, motion: Any, *, start: float = 0.0, stop: float = 1.0) -> Aabb:
    """The box along the world's axes that a body does not leave in an interval of time.

    Parameters
    ----------
    source : (n, 3) array_like, Mesh, or volume
        What moves, in its body's frame: points [m], of which each counts, or a volume around them
        as a simple proxy, which gives a box that is larger and found in no time.
    motion : RigidMotion or pose
        How the body moves; one motion.
    start, stop : float, optional
        The interval, within 0 to 1.

    Returns
    -------
    Aabb
        The least there is, to rounding, for points and for volumes with corners, in an interval in
        which they turn less than once and at the pace at which they slide.

    Raises
    ------
    ImpingeError
        If the source, the motion or a time is not usable.

    Examples
    --------
    A metre, turned by half a turn about its end:

    >>> import numpy as np
    >>> half = Motion.from_velocity(None, (0, 0, 0), (0, 0, np.pi))
    >>> box = swept_aabb([[0, 0, 0], [1, 0, 0]], half)
    >>> (box.lower.round(9) + 0.0).tolist(), box.upper.round(9).tolist()
    ([-1.0, 0.0, 0.0], [1.0, 1.0, 0.0])
    """
    return Aabb(*_swept(source, motion, 6, start, stop))


def swept_kdop(
    source: Any, motion: Any, k: int = 26, *, start: float = 0.0, stop: float = 1.0
) -> Kdop:
    """The k-DOP that a body does not leave in an interval of time; as :func:`swept_aabb`.

    Examples
    --------
    >>> slide = Motion(None, [[1, 0, 0, 2], [0, 1, 0, 2], [0, 0, 1, 0], [0, 0, 0, 1]])
    >>> around = swept_kdop([[0, 0, 0]], slide, 18)
    >>> around.contains([1, 1, 0]), around.contains([2, 0, 0])
    (True, False)
    """
    return Kdop(k, *_swept(source, motion, k, start, stop))


def swept_sphere(
    source: Any, motion: Any, *, start: float = 0.0, stop: float = 1.0
) -> BoundingSphere:
    """A ball that a body does not leave in an interval of time: around the way of its own ball.

    Examples
    --------
    >>> slide = Motion(None, [[1, 0, 0, 2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    >>> swept_sphere(BoundingSphere((0, 0, 0), 1), slide).radius.__round__(6)
    2.0
    """
    if isinstance(source, BoundingEllipsoid):
        source = BoundingSphere(source._centre, max(source._sizes) * (1.0 + BLUR))
    ball = source if isinstance(source, BoundingSphere) else BoundingSphere.of(_points(source)[0])
    low, high = _swept([ball._centre], motion, 6, start, stop)
    centre = low + 0.5 * (high - low)
    reach = float(np.linalg.norm(np.maximum(high - centre, centre - low)))
    spare = _points(source)[1] if not isinstance(source, BoundingSphere) else 0.0
    return BoundingSphere(centre, (reach + ball.radius + spare) * (1.0 + ROUNDING))


def apart_until(
    a: Volume,
    b: Volume,
    motion_a: Any = None,
    motion_b: Any = None,
    *,
    start: float = 0.0,
    stop: float = 1.0,
    finest: float = FINEST,
) -> float:
    """The time until which two moving volumes are proved not to overlap; ``stop`` if they never do.

    Spheres by the distance of their centres' paths, oriented boxes by fifteen axes in intervals,
    ellipsoids by the direction of their gap, boxes along the axes and k-DOPs by those around their
    paths; on intervals of time that are halved where bodies turn by much, or nothing is proved.

    Parameters
    ----------
    a, b : BoundingSphere, BoundingEllipsoid, Aabb, Obb or Kdop
        Two of a kind, each in its body's frame.
    motion_a, motion_b : RigidMotion or pose, optional
        How the bodies move; none is at rest at the identity.
    start, stop : float, optional
        The interval, within 0 to 1.
    finest : float, optional
        Length of an interval that is not halved any more. Smaller is nearer to the true time.

    Raises
    ------
    ImpingeError
        If the volumes are not of a kind, or a motion or a number is not usable.

    Examples
    --------
    >>> ball = BoundingSphere((0, 0, 0), 1)
    >>> toward = Motion.from_velocity([[1, 0, 0, 4], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    ...                               (-8, 0, 0), (0, 0, 5))
    >>> until = apart_until(ball, ball, motion_b=toward)
    >>> 0.249 <= until <= 0.25
    True
    """
    kind, rows_a, blur_a, directions = _rows(a)
    other, rows_b, blur_b, _ = _rows(b)
    if kind != other or type(a) is not type(b) or rows_a.shape[1] != rows_b.shape[1]:
        raise ImpingeError(
            f"b: {type(b).__name__}, and a is {type(a).__name__}; give two of a kind"
        )
    if isinstance(a, Kdop) and isinstance(b, Kdop) and a.k != b.k:
        raise ImpingeError(f"b: a k-DOP of {b.k}, and a is one of {a.k}; use the same")
    first, last = as_interval(start, stop)
    least = as_scalar(finest, "finest")
    moving_a, moving_b = _as_motion(motion_a, "motion_a"), _as_motion(motion_b, "motion_b")
    breaks = np.union1d(moving_a._breaks(), moving_b._breaks())
    inner = breaks[(breaks > first) & (breaks < last)]
    for low, high in pairwise([first, *inner.tolist(), last]):
        middle = np.array([0.5 * (low + high)])
        i, j = int(moving_a._places(middle)[0]), int(moving_b._places(middle)[0])
        until = kernels.apart_until_kind(
            kind, (rows_a, blur_a, moving_a._rows, i), (rows_b, blur_b, moving_b._rows, j),
            directions, low, high, least,
        )  # fmt: skip
        if until < high:
            return float(until)
    return last


def _swept(source: Any, motion: Any, k: int, start: Any, stop: Any) -> tuple[Array, Array]:
    """Lowest and highest values along the directions of k-DOPs, over the whole interval."""
    points, blur = _points(source)
    dop = dop_of(k)
    low, high = np.full(len(dop.lengths), np.inf), np.full(len(dop.lengths), -np.inf)
    moving = _as_motion(motion, "motion")
    for first, last, places in moving._spans(*as_interval(start, stop)):
        for row in places.tolist():
            least, most = np.empty_like(low), np.empty_like(high)
            path = moving._rows, row, first, last
            kernels.sweep_points(points, dop.directions, *path, least, most)
            low, high = np.minimum(low, least), np.maximum(high, most)
    wide = blur * dop.lengths * (1.0 + ROUNDING)
    return np.nextafter(low - wide, -np.inf), np.nextafter(high + wide, np.inf)


def _points(source: Any) -> tuple[Array, float]:
    """Points, and a radius about them, between which all of a source lies."""
    if isinstance(source, BoundingSphere):
        return np.array([source._centre]), source.radius
    if isinstance(source, Aabb):
        return np.array(source.corners, order="C"), 0.0
    if isinstance(source, (Obb, Kdop, BoundingEllipsoid)):
        if isinstance(source, BoundingEllipsoid):
            corners = source.centre + (_around_ball() * source.radii) @ source.axes
        else:
            corners = np.array(source.corners, order="C")
        if not len(corners):
            raise ImpingeError("source: an empty k-DOP, which has no place")
        return corners, BLUR * 3.0 * float(np.abs(corners).max())
    return points_of(source, "source"), 0.0


@cache
def _around_ball() -> Array:
    """(42, 3) float64: corners of a polytope around the unit ball, 7 % outside."""
    mesh = icosphere(1.0, 1)
    a, b, c = mesh.vertices[mesh.faces].swapaxes(0, 1)
    normals = np.cross(b - a, c - a)
    reach = (normals * a).sum(axis=1) / np.linalg.norm(normals, axis=1)
    return np.asarray(mesh.vertices / (float(reach.min()) * (1.0 - ROUNDING)))


def _rows(volume: Any) -> tuple[int, Array, float, Array]:
    """What :func:`apart_until_kind` takes of a volume: kind, rows, radius, and directions."""
    if isinstance(volume, (Obb, BoundingEllipsoid)):
        kind = kernels.BOXES if isinstance(volume, Obb) else kernels.ELLIPSOIDS
        return kind, np.array([np.hstack(volume._numbers)]), 0.0, dop_of(6).directions
    if not isinstance(volume, (BoundingSphere, Aabb, Kdop)):
        raise ImpingeError(
            "a, b: expected BoundingSphere, BoundingEllipsoid, Aabb, Obb or Kdop, got "
            f"{type(volume).__name__}"
        )
    kind = kernels.BALLS if isinstance(volume, BoundingSphere) else kernels.POINTS
    points, blur = _points(volume)
    return kind, points, blur, dop_of(volume.k if isinstance(volume, Kdop) else 6).directions


def _as_motion(motion: Any, name: str) -> RigidMotion:
    if not isinstance(motion, RigidMotion):
        pose = as_poses(motion, name)
        if pose is not None and pose.ndim != 2:
            raise ImpingeError(f"{name}: expected one motion or pose, got {len(pose)} poses")
        return Motion(pose, pose)
    if not motion._single:
        raise ImpingeError(f"{name}: expected one motion, got {len(motion)}")
    return motion
