"""The signed gap of two posed convex shapes to many digits, independent of the library's kernels.

Polytopes with or without a ball around them (boxes, hulls, spheres, capsules) are measured in exact
arithmetic (:mod:`~impinge.bench.exact`), half spaces by formula, and what is curved in
decimals of a hundred digits (:mod:`~impinge.bench.convex_curved`). Poses count with the numbers in
them as they are: rotations that are a rounding off are not made exact.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import numpy as np

from impinge.bench import exact
from impinge.bench.convex_curved import DIGITS, Rounded, exact_decimals, signed_gap
from impinge.bench.timing import Array, Ids
from impinge.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Hull, Sphere
from impinge.scenes.convex_pairs import Solid

FEW = 16
"""Up to so many vertices, every pair counts as an edge and every triple as a face."""


def reference_gap(
    a: Solid, b: Solid, pose_a: Array, pose_b: Array, hint: Array | None = None
) -> Decimal:
    """Distance where two shapes are apart, minus the depth where they overlap [m].

    At most one is a half space. ``hint`` is a normal from A to B to try as well, for curved
    shapes: see :func:`~impinge.bench.convex_curved.signed_gap`.

    Examples
    --------
    >>> from impinge.geometry import pose
    >>> reference_gap(Box((2, 2, 2)), Sphere(0.5), pose(), pose((3, 0, 0.25)))
    Decimal('1.5')
    """
    if isinstance(b, HalfSpace):
        a, b, pose_a, pose_b = b, a, pose_b, pose_a
    if isinstance(a, HalfSpace):
        return _above(a, b, pose_a, pose_b)
    if is_curved(a) or is_curved(b):
        return signed_gap(as_rounded(a, pose_a), as_rounded(b, pose_b), hint).value
    return _polytopes(a, b, pose_a, pose_b)


def is_curved(shape: Solid) -> bool:
    """Whether no ball around a polytope makes this shape."""
    return isinstance(shape, (Cylinder, Cone, Ellipsoid))


def as_rounded(shape: Solid, pose: Array) -> Rounded:
    """A convex shape as the hull of ellipsoids."""
    if isinstance(shape, Ellipsoid):
        return Rounded(np.zeros((1, 3)), shape.radii[None], pose)
    if isinstance(shape, (Cylinder, Cone)):
        r, h = shape.radius, 0.5 * shape.length
        top = 0.0 if isinstance(shape, Cone) else r
        centres, radii = [[0.0, 0.0, h], [0.0, 0.0, -h]], [[top, top, 0.0], [r, r, 0.0]]
        return Rounded(np.array(centres), np.array(radii), pose)
    corners, radius = core(shape)
    return Rounded(corners, np.zeros_like(corners), pose, radius)


def core(shape: Solid) -> tuple[Array, float]:
    """The vertices of a polytope, and the radius of the ball around each of its points."""
    if isinstance(shape, Sphere):
        return np.zeros((1, 3)), shape.radius
    if isinstance(shape, Capsule):
        h = 0.5 * shape.length
        return np.array([[0.0, 0.0, -h], [0.0, 0.0, h]]), shape.radius
    if isinstance(shape, Box):
        return np.array(list(product((-0.5, 0.5), repeat=3))) * shape.sizes, 0.0
    assert isinstance(shape, Hull)
    return shape.vertices, 0.0


def _polytopes(a: Solid, b: Solid, pose_a: Array, pose_b: Array) -> Decimal:
    (corners_a, radius_a), (corners_b, radius_b) = core(a), core(b)
    (points_a, points_b), unit = exact.whole_points([corners_a, corners_b], [pose_a, pose_b])
    square = exact.distance_sq(points_a, points_b)
    with localcontext() as context:
        context.prec = DIGITS
        ball = exact.as_decimal(Fraction(radius_a) + Fraction(radius_b))
        if square > 0:
            return exact.root(square, unit) - ball
        inner_a = exact.Polytope(points_a, *_features(a, corners_a))
        inner_b = exact.Polytope(points_b, *_features(b, corners_b))
        return -exact.root(exact.depth_sq(inner_a, inner_b), unit) - ball


def _features(shape: Solid, corners: Array) -> tuple[Ids, Ids]:
    """Edges (k, 2) and triples of corners of each face (m, 3); more than there are do no harm."""
    if len(corners) <= FEW:
        return exact.all_features(len(corners))
    from scipy.spatial import ConvexHull, QhullError

    try:
        faces = ConvexHull(corners).simplices.astype(np.int64)
    except QhullError:
        # Flat: as the shape says, both sides have the same plane.
        assert isinstance(shape, Hull)
        return shape.edges, np.array([face[:3] for face in shape.faces], np.int64)
    sides = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    return np.unique(sides, axis=0), faces


def _above(plane: HalfSpace, body: Solid, pose_a: Array, pose_b: Array) -> Decimal:
    """How far the lowest point of a body is above a plane."""
    with localcontext() as context:
        context.prec = DIGITS
        given = exact_decimals(plane.normal)
        n = exact_decimals(pose_a[:3, :3]) @ given
        n = n / Decimal(n @ n).sqrt()
        offset = Decimal(plane.offset) / Decimal(given @ given).sqrt()
        shift = exact_decimals(pose_b[:3, 3]) - exact_decimals(pose_a[:3, 3])
        solid = as_rounded(body, pose_b)
        m = n @ exact_decimals(pose_b[:3, :3])
        # Nothing is lower than the lowest of the ellipsoids.
        reach = np.sqrt(((m * exact_decimals(solid.radii)) ** 2).sum(axis=1))
        low = min(exact_decimals(solid.centres) @ m - reach)
        return Decimal(n @ shift + low - offset - Decimal(solid.radius))


def largest_coordinate(a: Solid, b: Solid, pose_a: Array, pose_b: Array) -> float:
    """Of both shapes in the world; of a half space its plane's offset."""
    largest = 0.0
    for shape, pose in ((a, pose_a), (b, pose_b)):
        if isinstance(shape, HalfSpace):
            extents = np.abs([shape.offset])
        else:
            solid = as_rounded(shape, pose)
            extents = np.abs(solid.centres).max(axis=0) + solid.radii.max(axis=0) + solid.radius
        largest = max(largest, float(np.abs(pose[:3, 3]).max()), float(extents.max()))
    return largest


def error_share(found: float, true: Decimal, largest: float) -> float:
    """Error of a gap, as a share of the largest coordinate."""
    with localcontext() as context:
        context.prec = DIGITS
        return float(abs(Decimal(found) - true) / Decimal(largest))
