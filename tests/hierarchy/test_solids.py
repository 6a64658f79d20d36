"""Points and rays asked of every convex shape and half-space, against formulas of another kind."""

from functools import lru_cache

import numpy as np
import pytest
from every_shape import CONVEX, CUBE, FLAT, OTHERS, TURN, pose_of
from hypothesis import given
from hypothesis import strategies as st
from solid_reference import largest_coordinate, separations, to_segment, wide
from strategies import SCALES, poses

from impinge.core.counters import count
from impinge.core.threads import use_threads
from impinge.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Sphere,
    icosphere,
)
from impinge.hierarchy import cast_ray, closest_point, contains

pytestmark = pytest.mark.plain

ACCURACY = 1e-14
"""Stated error of distances, as a share of the largest coordinate."""
ON_SURFACE = 2.0**-49

SOLIDS = {
    **CONVEX,
    **FLAT,
    "half-space": OTHERS["half-space"],
    "needle": Ellipsoid((1e-3, 1.0, 1e3)),
    "coin": Ellipsoid((1.0, 1.0, 1e-6)),
    "round egg": Ellipsoid((1.0, 1.0, 1.0)),
    "flat cone": Cone(10.0, 0.01),
    "spike": Cone(0.01, 10.0),
    "wire": Cylinder(1e-3, 10.0),
    "plate": Cylinder(10.0, 1e-3),
    "long pill": Capsule(1e-3, 10.0),
    "board": Box((10.0, 1.0, 1e-3)),
    "sliver": Hull(CUBE * [1, 1e-3, 1e-6] @ TURN),
    "far hull": Hull(CUBE @ TURN + 100.0),
    "ball of triangles": Hull(icosphere(1.0, 1).vertices),
}


def each(shapes=SOLIDS):
    return pytest.mark.parametrize("shape", shapes.values(), ids=shapes.keys())


def extent(shape):
    """Corners of a box around the shape, or around some of it."""
    if isinstance(shape, HalfSpace):
        return np.array([[-2.0] * 3, [2.0] * 3])
    return shape.bounds


def sample(shape, seed, count=60):
    """Points all around, near and far, on and next to the surface, on axes and at the centre."""
    rng = np.random.default_rng(seed)
    low, high = extent(shape)
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    size = half.max() or 1.0
    around = middle + 1.6 * half * rng.uniform(-1, 1, (count, 3))
    near = middle + 0.3 * size * rng.normal(size=(count, 3))
    far = middle + size * rng.normal(size=(4, 3)) * [[10.0], [1e3], [1e6], [1e9]]
    grid = np.array(
        [[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-2, -1, 0, 1, 2.0)]
    )
    special = middle + grid * half
    surface = closest_point(shape, around[:20]).point
    outward = surface - middle
    next_to = [surface + step * outward for step in (0.0, 1e-15, -1e-12, 1e-9, -1e-6, 1e-3)]
    return np.concatenate([around, near, far, special, *next_to])


def check_closest(shape, points):
    found = closest_point(shape, points)
    allowed = ACCURACY * largest_coordinate(shape, points)
    true = separations(shape, points)
    assert (np.abs(found.distance - np.abs(true)) <= allowed).all()
    # The point is on the surface, and as far away as it says.
    assert (np.abs(separations(shape, found.point)) <= allowed).all()
    apart = np.sqrt(((wide(found.point) - wide(points)) ** 2).sum(axis=1))
    assert (np.abs(apart - found.distance) <= allowed).all()
    assert (found.feature >= 0).all()
    assert (found.feature < shape.feature_count).all()
    for k, feature in enumerate(found.feature):
        assert to_feature(shape, found.point[k], int(feature)) <= allowed[k], (k, feature)

    inside = contains(shape, points)
    clear = np.abs(true) > 2.0 * ON_SURFACE * largest_coordinate(shape, points)
    np.testing.assert_array_equal(inside[clear], (true < 0)[clear])
    assert inside[np.abs(true) <= 0.25 * ON_SURFACE * largest_coordinate(shape, points)].all()
    return found


def to_feature(shape, point, feature):
    """How far a point is from a feature, as the documentation numbers them."""
    x = wide(point)
    if isinstance(shape, (Sphere, Ellipsoid, HalfSpace)):
        assert feature == 0
        return 0.0
    if isinstance(shape, Capsule):
        h = shape.length / 2
        return max(0.0, [x[2] + h, h - x[2], abs(x[2]) - h][feature])
    if isinstance(shape, (Cylinder, Cone)):
        r, h = shape.radius, shape.length / 2
        beside = abs(np.hypot(x[0], x[1]) - r)
        above, below = abs(x[2] - h), abs(x[2] + h)
        if isinstance(shape, Cylinder):
            return [max(beside, above), max(beside, below), above, below, beside][feature]
        side = abs(2 * h * np.hypot(x[0], x[1]) - r * (h - x[2])) / np.hypot(r, 2 * h)
        return [np.abs(x - [0, 0, h]).max(), max(beside, below), below, side][feature]
    hull = shape
    if isinstance(shape, Box):
        hull = hull_of(shape)
    v, e = len(hull.vertices), len(hull.edges)
    if feature < v:
        return np.abs(x - hull.vertices[feature]).max()
    if feature < v + e:
        return to_segment(x[None], *wide(hull.vertices[hull.edges[feature - v]]))[0]
    if isinstance(shape, Box):
        axis, side = divmod(feature - v - e, 2)
        return abs(x[axis] - (2 * side - 1) * shape.sizes[axis] / 2)
    *normal, offset = hull.planes[feature - v - e]
    return abs(x @ wide(normal) - offset)


@lru_cache(maxsize=8)
def hull_of(box):
    return Hull(CORNERS * box.sizes)


CORNERS = np.array([[x, y, z] for z in (-0.5, 0.5) for y in (-0.5, 0.5) for x in (-0.5, 0.5)])


@each()
@pytest.mark.parametrize("seed", [1, 2])
def test_closest_points_agree_with_the_reference(shape, seed):
    check_closest(shape, sample(shape, seed))


@pytest.mark.parametrize("scale", [1e-9, 1e9])
@each({name: shape for name, shape in CONVEX.items() if "hull" not in name})
def test_closest_points_at_any_scale(shape, scale):
    other = scaled(shape, scale)
    check_closest(other, sample(other, 3))


def scaled(shape, scale):
    if isinstance(shape, Hull):
        # As often as it takes: segments and points have fewer than four.
        return Hull(scale * np.tile(shape.vertices, (4, 1)))
    if isinstance(shape, HalfSpace):
        return HalfSpace(shape.normal, scale * shape.offset)
    kind, arguments = shape.__reduce__()
    return kind(*(scale * np.asarray(x) for x in arguments))


@given(
    st.tuples(*[st.floats(1e-6, 1e6)] * 3),
    st.tuples(*[st.one_of(st.just(0.0), st.floats(-2.0, 2.0))] * 3),
    st.sampled_from([0.0, 1e-300, 1e-17, 1e-8, 1.0]),
    SCALES,
)
def test_any_ellipsoid(radii, share, flatten, scale):
    egg = Ellipsoid(scale * np.array(radii))
    points = np.array([share, np.array(share) * [1, flatten, 1], np.array(share) * [1, 1, flatten]])
    check_closest(egg, points * egg.radii)


@pytest.mark.parametrize(
    ("radii", "point", "expected"),
    [
        ((3, 2, 1), (0, 0, 0), (0, 0, 1)),
        ((1, 2, 3), (0, 0, 0), (1, 0, 0)),
        ((2, 2, 2), (0, 0, 0), (2, 0, 0)),
        ((3, 1, 1), (0, 0, 0), (0, 1, 0)),
        ((3, 2, 1), (0, 0, -0.5), (0, 0, -1)),
        ((3, 2, 1), (9, 0, 0), (3, 0, 0)),
        ((3, 2, 1), (0, -9, 0), (0, -2, 0)),
        ((3, 2, 1), (2.9, 0, 0), (3, 0, 0)),
    ],
)
def test_symmetric_points_of_an_ellipsoid(radii, point, expected):
    np.testing.assert_allclose(closest_point(Ellipsoid(radii), point).point, expected, atol=1e-15)


def rays_of(shape, seed):
    """Origins and directions: at random, along axes, at special points, from the surface."""
    rng = np.random.default_rng(seed)
    low, high = extent(shape)
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    size = half.max() or 1.0
    points = sample(shape, seed, 30)
    near = points[np.abs(points - middle).max(axis=1) < 20.0 * size]
    targets = middle + 0.9 * half * rng.uniform(-1, 1, (len(near), 3))
    axes = np.concatenate([np.eye(3), -np.eye(3)])[rng.integers(6, size=len(near))]
    corners = middle + half * rng.integers(-1, 2, (len(near), 3))
    origins = [near, near, near, middle + 1e3 * size * rng.normal(size=near.shape)]
    directions = [targets - near, axes, corners - near, rng.normal(size=near.shape)]
    origins, directions = np.concatenate(origins), np.concatenate(directions)
    far = slice(3 * len(near), None)
    directions[far] = targets - origins[far]
    usable = np.abs(directions).max(axis=1) > 1e-3 * size
    return origins[usable], directions[usable]


def check_rays(shape, origins, directions):
    """Hits on the surface, none before, a normal against the ray; samples of misses are outside."""
    hits = cast_ray(shape, origins, directions)
    units = directions / np.linalg.norm(directions, axis=1)[:, None]
    largest = largest_coordinate(shape, origins)
    hit = hits.feature >= 0
    assert (np.isfinite(hits.distance) == hit).all()
    np.testing.assert_array_equal(hits.normal[~hit], 0.0)
    assert (np.isinf(hits.point[~hit])).all()

    rounding = 1e-14 * largest
    start = separations(shape, origins)
    began = np.abs(start) <= 0.25 * ON_SURFACE * largest
    assert (hits.distance[began] == 0.0).all()
    assert (hits.distance[hit] >= 0.0).all()
    allowed = 1e-12 * np.maximum(largest, np.abs(hits.point).max(axis=1))[hit]
    assert (np.abs(separations(shape, hits.point[hit])) <= allowed).all()
    # A ray that begins inside something that ends goes out of it.
    if not isinstance(shape, HalfSpace):
        assert hit[start < -rounding].all()

    # Nothing before the hit, or at all: the sign does not change on the way.
    size = np.ptp(extent(shape), axis=0).max() + np.abs(extent(shape)).max()
    end = np.where(hit, hits.distance, np.abs(origins).max(axis=1) * 2 + 4.0 * size)
    sign = np.where(start > 0, 1.0, -1.0)
    steps = np.multiply.outer(np.linspace(0.0, 1.0, 24)[1:-1], end)
    there = origins + steps[..., None] * units
    along = separations(shape, there.reshape(-1, 3)).reshape(steps.shape)
    assert ((sign * along >= -100.0 * rounding) | began).all()

    n = hits.normal[hit]
    np.testing.assert_allclose(np.linalg.norm(n, axis=1), 1.0, rtol=0, atol=1e-14)
    # Where a ray is tangent to a sharp bend, its normal turns with the rounding of the point.
    assert ((n * units[hit]).sum(axis=1) <= 1e-9).all()
    return hits


def check_normals(shape, origins, directions, hits):
    """A small step along the normal is a step away from the solid by as much."""
    checked = (hits.feature >= 0) & (hits.distance > 1e-6)
    low, high = extent(shape)
    step = 1e-3 * np.ptp([low, high], axis=0).max()
    side = np.where(separations(shape, origins) > 0, 1.0, -1.0)[checked]
    there = hits.point[checked] + (side * step)[:, None] * hits.normal[checked]
    np.testing.assert_allclose(separations(shape, there).astype(float), step, rtol=1e-6)
    return directions


@each({name: shape for name, shape in SOLIDS.items() if name not in FLAT})
@pytest.mark.parametrize("seed", [1, 2])
def test_rays_hit_first_what_the_reference_says(shape, seed):
    origins, directions = rays_of(shape, seed)
    hits = check_rays(shape, origins, directions)
    check_normals(shape, origins, directions, hits)
    assert 0.1 < (hits.feature >= 0).mean() < 0.95


@pytest.mark.parametrize("scale", [1e-9, 1e9])
@each({name: shape for name, shape in CONVEX.items() if "hull" not in name})
def test_rays_at_any_scale(shape, scale):
    other = scaled(shape, scale)
    check_rays(other, *rays_of(other, 5))


BALL, CAN, HAT, CRATE = Sphere(1), Cylinder(1, 2), Cone(1, 2), Box((2, 2, 2))
PILL, EGG, FLOOR = Capsule(1, 2), Ellipsoid((1, 2, 3)), HalfSpace((0, 0, 1), 0)


@pytest.mark.parametrize(
    ("shape", "origin", "direction", "distance", "normal", "feature"),
    [
        (BALL, (3, 0, 0), (-1, 0, 0), 2, (1, 0, 0), 0),
        (BALL, (0, 0, 0), (0, 5, 0), 1, (0, -1, 0), 0),
        (BALL, (-3, 0, 1), (1, 0, 0), 3, (0, 0, 1), 0),
        (BALL, (1, 0, 0), (1, 0, 0), 0, (-1, 0, 0), 0),
        (BALL, (1, 0, 0), (-1, 0, 0), 0, (1, 0, 0), 0),
        (BALL, (3, 0, 0), (1, 0, 0), np.inf, (0, 0, 0), -1),
        (PILL, (0, 0, 5), (0, 0, -1), 3, (0, 0, 1), 1),
        (PILL, (0, 0, -5), (0, 0, 1), 3, (0, 0, -1), 0),
        (PILL, (4, 0, 0.5), (-2, 0, 0), 3, (1, 0, 0), 2),
        (PILL, (0, 0, 0), (0, 0, 1), 2, (0, 0, -1), 1),
        (PILL, (0.5, 0, 0), (1, 0, 0), 0.5, (-1, 0, 0), 2),
        (CRATE, (4, 0.5, 0), (-1, 0, 0), 3, (1, 0, 0), 21),
        (CRATE, (0, 0, 0), (0, 0, -1), 1, (0, 0, 1), 24),
        (CRATE, (-3, 1, 0), (1, 0, 0), 2, (-1, 0, 0), 20),
        (CRATE, (-3, 1, 1), (1, 0, 0), 2, (-1, 0, 0), 20),
        (CRATE, (-3, 1.5, 1), (1, 0, 0), np.inf, (0, 0, 0), -1),
        (CRATE, (1, 0, 0), (1, 0, 0), 0, (-1, 0, 0), 21),
        (CRATE, (0, 1, 0), (1, 0, 0), 0, (0, 1, 0), 23),
        (CAN, (0, 0, 5), (0, 0, -1), 4, (0, 0, 1), 2),
        (CAN, (0.5, 0, -5), (0, 0, 1), 4, (0, 0, -1), 3),
        (CAN, (1, 0, -5), (0, 0, 1), 4, (0, 0, -1), 3),
        (CAN, (0, 3, 1), (0, -1, 0), 2, (0, 1, 0), 4),
        (CAN, (0, 0, 0), (1, 0, 0), 1, (-1, 0, 0), 4),
        (CAN, (0, 0, 0), (0, 0, 1), 1, (0, 0, -1), 2),
        (CAN, (-3, 1, 0), (1, 0, 0), 3, (0, 1, 0), 4),
        (CAN, (2, 0, -5), (0, 0, 1), np.inf, (0, 0, 0), -1),
        (HAT, (0, 0, 5), (0, 0, -1), 4, (0, 0, 1), 0),
        (HAT, (0, 0, -5), (0, 0, 1), 4, (0, 0, -1), 2),
        (HAT, (0, 0, 0), (0, 0, 1), 1, (0, 0, -1), 0),
        (HAT, (0, 0, 0), (0, 0, -1), 1, (0, 0, 1), 2),
        (HAT, (3, 0, 0), (-1, 0, 0), 2.5, (2 / 5**0.5, 0, 1 / 5**0.5), 3),
        (HAT, (-3, 0, 1), (1, 0, 0), 3, None, 3),
        (HAT, (-3, 0, 1.5), (1, 0, 0), np.inf, (0, 0, 0), -1),
        (HAT, (-3, 0, -1), (1, 0, 0), 2, None, 3),
        (HAT, (-1, 0, 3), (1, 0, -2), 5**0.5, None, None),
        (HAT, (0, 0, 1), (1, 0, 0), 0, None, None),
        (EGG, (0, 0, 9), (0, 0, -1), 6, (0, 0, 1), 0),
        (EGG, (0, 0, 0), (0, 1, 0), 2, (0, -1, 0), 0),
        (EGG, (-5, 2, 0), (1, 0, 0), 5, (0, 1, 0), 0),
        (EGG, (-5, 2.001, 0), (1, 0, 0), np.inf, (0, 0, 0), -1),
        (FLOOR, (0, 0, 2), (0, 0, -1), 2, (0, 0, 1), 0),
        (FLOOR, (0, 0, -2), (0, 0, 1), 2, (0, 0, -1), 0),
        (FLOOR, (0, 0, 2), (1, 0, 0), np.inf, (0, 0, 0), -1),
        (FLOOR, (0, 0, -2), (1, 0, 0), np.inf, (0, 0, 0), -1),
        (FLOOR, (0, 0, -2), (0, 0, -1), np.inf, (0, 0, 0), -1),
        (FLOOR, (7, 0, 0), (1, 0, 0), 0, None, 0),
    ],
)
def test_rays_by_hand(shape, origin, direction, distance, normal, feature):
    """Along axes, through edges and apex, tangent, from the centre and from the surface."""
    hit = cast_ray(shape, origin, direction)

    assert hit.distance == pytest.approx(distance, abs=1e-15)
    if normal is not None:
        np.testing.assert_allclose(hit.normal, normal, atol=1e-14)
    if feature is not None:
        assert hit.feature == feature
    if distance < np.inf:
        assert np.linalg.norm(hit.normal) == pytest.approx(1.0, abs=1e-15)
        assert np.dot(hit.normal, direction) <= 1e-15


def test_a_flat_hull_is_hit_from_both_sides():
    square = FLAT["polygon"]
    n = square.planes[0, :3]
    for side in (1.0, -1.0):
        hit = cast_ray(square, square.centroid + 2.0 * side * n, -side * n)
        assert hit.distance == pytest.approx(2.0, abs=1e-14)
        np.testing.assert_allclose(hit.normal, side * n, atol=1e-15)
        assert hit.feature == (8 if side > 0 else 9)
        assert cast_ray(square, square.centroid + 2.0 * side * n, side * n).feature == -1
    edge_on = square.vertices[1] - square.vertices[0]
    assert cast_ray(square, square.centroid - 10.0 * edge_on, edge_on).feature == -1
    assert cast_ray(square, square.centroid, edge_on).distance == 0.0
    for thin in (FLAT["segment"], FLAT["point"]):
        assert cast_ray(thin, thin.centroid - [0, 0, 5], [0, 0, 1]).feature == -1
        assert cast_ray(thin, thin.centroid, [0, 0, 1]).distance == 0.0


@pytest.mark.parametrize(
    ("shape", "point", "feature"),
    [
        (CRATE, (2, 2, 2), 7),
        (CRATE, (-2, 2, 0), 8 + 6),
        (CRATE, (0, 0, -3), 20 + 4),
        (CRATE, (0.5, 0.9, 0), 20 + 3),
        (CRATE, (1, 1, 0.5), 8 + 7),
        (CRATE, (1, 1, 1), 7),
        (PILL, (0, 0, 3), 1),
        (PILL, (0, 0, -3), 0),
        (PILL, (0, 0, 0), 2),
        (CAN, (3, 0, 3), 0),
        (CAN, (3, 0, -3), 1),
        (CAN, (0, 0, 3), 2),
        (CAN, (0, 0, -0.9), 3),
        (CAN, (0.9, 0, 0), 4),
        (HAT, (0, 0, 3), 0),
        (HAT, (0, 0, 1), 0),
        (HAT, (3, 0, -3), 1),
        (HAT, (1, 0, -1), 1),
        (HAT, (3, 0, -1), 1),
        (HAT, (0.2, 0, -3), 2),
        (HAT, (0.2, 0, -0.9), 2),
        (HAT, (1, 0, 1), 3),
        (HAT, (0, 0, 0.5), 3),
    ],
)
def test_regions(shape, point, feature):
    assert closest_point(shape, point).feature == feature


@each(CONVEX | FLAT)
def test_the_surface_counts_as_inside(shape):
    points = closest_point(shape, sample(shape, 4)[:120]).point

    assert contains(shape, points).all()
    hits = cast_ray(shape, points, np.broadcast_to([1.0, 2.0, 3.0], points.shape))
    assert (hits.distance == 0.0).all()


@given(poses(), st.sampled_from(sorted(SOLIDS)))
def test_moving_shape_and_points_moves_the_answer(pose, name):
    shape = SOLIDS[name]
    points = sample(shape, 6, 10)[:20]
    rng = np.random.default_rng(0)
    directions = rng.normal(size=points.shape)
    there = points @ pose[:3, :3].T + pose[:3, 3]

    still, found = closest_point(shape, points), closest_point(shape, there, pose)
    rounding = 1e-14 * (largest_coordinate(shape, points) + np.abs(there).max(axis=1))
    assert (np.abs(found.distance - still.distance) <= rounding).all()
    back = (found.point - pose[:3, 3]) @ pose[:3, :3]
    assert (np.abs(separations(shape, back)) <= rounding).all()

    clear = still.distance > 10.0 * rounding
    np.testing.assert_array_equal(
        contains(shape, there, pose)[clear], contains(shape, points)[clear]
    )
    hits = cast_ray(shape, points, directions)
    moved = cast_ray(shape, there, directions @ pose[:3, :3].T, pose)
    steep = (hits.feature >= 0) & ((hits.normal * directions).sum(axis=1) < -0.1) & clear
    np.testing.assert_allclose(moved.distance[steep], hits.distance[steep], rtol=1e-9, atol=1e-9)


@each()
@pytest.mark.parametrize("exponent", [-300, -30, 30, 300])
def test_scaling_by_a_power_of_two_scales_the_answer(shape, exponent):
    k = 2.0**exponent
    other = scaled(shape, k)
    points = sample(shape, 8, 20)
    directions = np.random.default_rng(1).normal(size=points.shape)

    one, two = closest_point(shape, points), closest_point(other, k * points)
    if not isinstance(shape, Hull):
        np.testing.assert_array_equal(two.distance, k * one.distance)
        np.testing.assert_array_equal(two.point, k * one.point)
        np.testing.assert_array_equal(two.feature, one.feature)
    allowed = 1e-15 * largest_coordinate(shape, points)
    assert (np.abs(two.distance / k - one.distance) <= allowed).all()
    np.testing.assert_array_equal(contains(other, k * points), contains(shape, points))
    hits, others = cast_ray(shape, points, directions), cast_ray(other, k * points, directions)
    if not isinstance(shape, Hull):
        np.testing.assert_array_equal(others.distance, k * hits.distance)
        np.testing.assert_array_equal(others.normal, hits.normal)


@each()
def test_one_row_is_one_of_many(shape):
    points = sample(shape, 9, 5)[:20]
    directions = np.random.default_rng(2).normal(size=points.shape)
    batch = closest_point(shape, points), cast_ray(shape, points, directions)
    inside = contains(shape, points)
    for k, point in enumerate(points):
        single = closest_point(shape, point), cast_ray(shape, point, directions[k])
        for one, many in zip(single, batch, strict=True):
            np.testing.assert_array_equal(one._rows, many._rows[k])
        assert contains(shape, point) is bool(inside[k])


def test_the_same_bits_for_any_number_of_threads():
    rng = np.random.default_rng(5)
    points, directions = rng.normal(size=(2, 600, 3))
    pose = pose_of((0.1, 0.2, 0.3), (0.3, 0.2, 0.1))
    for shape in (SOLIDS["ellipsoid"], SOLIDS["hull"]):
        answers = []
        for threads in (1, 4):
            with use_threads(threads):
                answers.append(
                    (
                        closest_point(shape, points, pose)._rows,
                        cast_ray(shape, points, directions, pose)._rows,
                        contains(shape, points, pose),
                    )
                )
        for one, other in zip(*answers, strict=True):
            np.testing.assert_array_equal(one, other)


def test_points_and_rays_are_counted():
    points = np.zeros((7, 3))
    for ask in (
        lambda: closest_point(BALL, points),
        lambda: contains(BALL, points),
        lambda: cast_ray(BALL, points, [1, 0, 0]),
    ):
        with count() as cost:
            ask()
        assert (cost.volume_tests, cost.primitive_tests) == (0, 7)


EXTREME = [
    Sphere(1e-149), Sphere(9e149), Box((1e-149, 1.0, 9e149)), Capsule(1e-149, 9e149),
    Cylinder(9e149, 1e-149), Cone(1e-149, 9e149), Cone(9e149, 1e-149),
    Ellipsoid((1e-149, 1, 9e149)), HalfSpace((1, 1, 1), 9e149), Hull(CUBE * [1e-149, 1.0, 9e149]),
]  # fmt: skip


@pytest.mark.parametrize("shape", EXTREME, ids=repr)
def test_nothing_is_ever_not_a_number(shape):
    rng = np.random.default_rng(0)
    points = rng.normal(size=(60, 3)) * 10.0 ** rng.uniform(-149, 149, (60, 3))
    points[:10] = 0.0
    points[10:20] *= rng.integers(0, 2, (10, 3))
    directions = rng.normal(size=(60, 3)) * 10.0 ** rng.uniform(-200, 200, (60, 3))

    with np.errstate(all="ignore"), use_threads(1):
        found, hits = closest_point(shape, points), cast_ray(shape, points, directions)
        assert contains(shape, points).dtype == np.bool_
    assert np.isfinite(found._rows).all()
    assert not np.isnan(hits._rows).any()
