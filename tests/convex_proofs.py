"""Independent proofs about answers on convex pairs, from support functions written in NumPy."""

from functools import cache, lru_cache

import numpy as np

from impinge.geometry import HalfSpace

ERROR = 1e-13
"""Stated accuracy of gaps and depths of polytopes, spheres and capsules, relative."""
CURVED_ERROR = 1e-10
"""The same with a cylinder, cone or ellipsoid."""
CURVED = {"Cylinder", "Cone", "Ellipsoid"}


def accuracy(a, b):
    curved = type(a).__name__ in CURVED or type(b).__name__ in CURVED
    return CURVED_ERROR if curved else ERROR


def largest(a, b, pose_a, pose_b):
    """The largest coordinate of two posed shapes, about."""
    reach = [np.linalg.norm(np.abs(s.bounds).max(axis=0)) for s in (a, b) if not unbounded(s)]
    reach += [abs(s.offset) for s in (a, b) if unbounded(s)]
    return max(*reach, np.abs(pose_a[:3, 3]).max(), np.abs(pose_b[:3, 3]).max())


def unbounded(shape):
    return isinstance(shape, HalfSpace)


def height(shape, pose, n):
    """max n . x over a posed shape; inf where it does not end."""
    local = pose[:3, :3].T @ n
    if unbounded(shape):
        ends = np.allclose(local, shape.normal, rtol=0.0, atol=1e-12)
        return shape.offset + n @ pose[:3, 3] if ends else np.inf
    return local @ shape.support(local) + n @ pose[:3, 3]


def gap_along(a, b, pose_a, pose_b, n):
    """The gap between the supporting planes across the unit vector ``n``."""
    return -(height(b, pose_b, -n) + height(a, pose_a, n))


@cache
def _normals(seed, count):
    """Directions all over, not yet of unit length; the same in every call."""
    return np.random.default_rng(seed).normal(size=(count, 3))


@lru_cache(maxsize=64)
def _planes(shape):
    """Supporting planes of a shape in its own frame: unit normals, and heights above the origin."""
    n = _normals(0, 2000)
    n = n / np.linalg.norm(n, axis=1)[:, None]
    return n, rowwise(n, shape.support(n))


@cache
def _everywhere():
    """Unit vectors, the same for all pairs."""
    n = _normals(2, 2000)
    return n / np.linalg.norm(n, axis=1)[:, None]


def _heights(shape, turn, n):
    """max n . x over a turned shape, for unit vectors n."""
    local = n @ turn
    return rowwise(shape.support(local), local)


@lru_cache(maxsize=64)
def _known_heights(shape, turn, sign):
    """The heights along those, or against them; many pairs have the same few turns."""
    return _heights(shape, np.frombuffer(turn).reshape(3, 3), sign * _everywhere())


def rowwise(x, y):
    """Dot products of rows; NumPy's sums over an axis of three are ten times slower."""
    return np.einsum("ij,ij->i", x, y)


def outside(shape, pose, point):
    """How far a point is outside a posed convex shape, judged by many supporting planes."""
    local = (point - pose[:3, 3]) @ pose[:3, :3]
    if unbounded(shape):
        return max(0.0, shape.normal @ local - shape.offset)
    n, ends = _planes(shape)
    return max(0.0, float((n @ local - ends).max()))


def check_pair(a, b, pose_a, pose_b, gap, point_a, point_b, normal):
    """A signed gap with its normal and points: everything that can be proved about it."""
    size = largest(a, b, pose_a, pose_b)
    error = accuracy(a, b) * size
    assert np.isfinite([gap, *point_a, *point_b, *normal]).all()
    assert abs(np.linalg.norm(normal) - 1.0) < 1e-14
    np.testing.assert_allclose(point_b - point_a, gap * normal, rtol=0.0, atol=4e-15 * size)
    # The supporting planes across the normal: a bound of the distance from below, of the depth
    # from above.
    # A normal near contact is exact to 1e-11; a gap between polytopes follows it at first order.
    loose = 1e-11 * size if gap > 0.0 else 0.0
    assert abs(gap_along(a, b, pose_a, pose_b, normal) - gap) <= max(2.0 * error, loose)
    # The points lie in the shapes: a bound of the distance from above.
    near = 1e-8 if accuracy(a, b) == CURVED_ERROR else 1e-9
    assert outside(a, pose_a, point_a) <= near * size
    assert outside(b, pose_b, point_b) <= near * size
    if gap <= 0.0 and not (unbounded(a) or unbounded(b)):
        # No direction out of many is a shorter way out.
        apart = pose_b[:3, 3] - pose_a[:3, 3]
        turn_a, turn_b = pose_a[:3, :3], pose_b[:3, :3]
        around = 0.05 * _normals(1, 2000) + normal
        around /= np.sqrt(rowwise(around, around))[:, None]
        ends = _heights(a, turn_a, around) + _heights(b, turn_b, -around)
        assert (around @ apart - ends).max() <= gap + 2.0 * error
        ends = _known_heights(a, turn_a.tobytes(), 1.0) + _known_heights(b, turn_b.tobytes(), -1.0)
        assert (_everywhere() @ apart - ends).max() <= gap + 2.0 * error
