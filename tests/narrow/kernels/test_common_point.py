"""Where convex shapes overlap, ``distance`` names a point that is in both."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

import impinge as im
from impinge.geometry.shape import unit_rows
from impinge.scenes.poses import random_rotation

KINDS = ("sphere", "box", "capsule", "cylinder", "cone", "ellipsoid", "hull", "half-space")
PAIRS = list(combinations_with_replacement(KINDS, 2))
CURVED = {"cylinder", "cone", "ellipsoid"}
FLAT_SHARE, CURVED_SHARE = 1e-12, 1e-10
"""How far the point may be outside, of coordinates that are one and more."""


def shape_of(kind, rng):
    """Of any proportions: also needles and plates."""
    x, y, z = 10.0 ** rng.uniform(-0.5, 0.5, 3)
    thin = 10.0 ** rng.uniform(-4.0, 0.0)
    if rng.random() < 0.5:
        x, y = x * thin, y * thin
    else:
        z = z * thin
    if kind == "sphere":
        return im.Sphere(x)
    if kind == "box":
        return im.Box((x, y, z))
    if kind == "capsule":
        return im.Capsule(0.3 * x, z)
    if kind == "cylinder":
        return im.Cylinder(x, z)
    if kind == "cone":
        return im.Cone(x, z)
    if kind == "ellipsoid":
        return im.Ellipsoid((x, y, z))
    if kind == "hull":
        return im.Hull(rng.normal(size=(8, 3)) * (x, y, z))
    return im.HalfSpace(rng.normal(size=3), 0.1 * x)


def pose_of(rng, spread):
    pose = np.eye(4)
    pose[:3, :3] = random_rotation(rng)
    pose[:3, 3] = spread * rng.normal(size=3)
    return pose


def at(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def outside(shape, pose, point):
    """How far a point is outside of a posed shape; 0 inside."""
    if im.contains(shape, point, pose):
        return 0.0
    return im.closest_point(shape, point, pose).distance


def overlapping(kind_a, kind_b, count, seed):
    """Shapes, poses and answers of pairs that overlap, and the size of each."""
    rng = np.random.default_rng([KINDS.index(kind_a), KINDS.index(kind_b), seed])
    for _ in range(count):
        a, b = shape_of(kind_a, rng), shape_of(kind_b, rng)
        pose_a, pose_b = pose_of(rng, 0.3), pose_of(rng, 0.3)
        found = im.distance(a, b, pose_a, pose_b)
        if found.distance == 0.0:
            yield a, b, pose_a, pose_b, found


def share_of(kind_a, kind_b):
    return CURVED_SHARE if {kind_a, kind_b} & CURVED else FLAT_SHARE


@pytest.mark.parametrize(("kind_a", "kind_b"), PAIRS)
def test_point_is_in_both(kind_a, kind_b):
    seen = 0
    for a, b, pose_a, pose_b, found in overlapping(kind_a, kind_b, 40, 0):
        seen += 1
        p = found.point_a
        assert (p == found.point_b).all()
        # Coordinates are one and more.
        assert outside(a, pose_a, p) <= share_of(kind_a, kind_b)
        assert outside(b, pose_b, p) <= share_of(kind_a, kind_b)
    assert seen >= 4


@pytest.mark.parametrize(("kind_a", "kind_b"), PAIRS)
def test_point_moves_with_the_shapes(kind_a, kind_b):
    rng = np.random.default_rng(5)
    for a, b, pose_a, pose_b, found in overlapping(kind_a, kind_b, 12, 1):
        motion = pose_of(rng, 1.0)
        there = im.distance(a, b, motion @ pose_a, motion @ pose_b)
        if kind_a == kind_b == "half-space":
            # Of all their points, one next to the origin.
            assert outside(a, motion @ pose_a, there.point_a) <= FLAT_SHARE
            assert outside(b, motion @ pose_b, there.point_a) <= FLAT_SHARE
            continue
        moved = motion[:3, :3] @ found.point_a + motion[:3, 3]
        np.testing.assert_allclose(there.point_a, moved, atol=1e-5)


def test_needle_through_a_plate():
    # The way out is sideways or along the needle: far from where both meet.
    needle, plate = im.Box((1e-3, 1e-3, 2.0)), im.Cylinder(1.0, 1e-3)
    rng = np.random.default_rng(6)
    for _ in range(50):
        pose = pose_of(rng, 0.0)
        pose[:2, 3] = rng.uniform(-0.5, 0.5, 2)
        found = im.distance(needle, plate, pose, None)
        assert found.distance == 0.0
        assert outside(needle, pose, found.point_a) <= 1e-15
        assert outside(plate, np.eye(4), found.point_a) <= 1e-15


def test_the_middle_is_kept_where_it_is_common():
    found = im.distance(im.Box((2, 2, 2)), im.Sphere(1.0), pose_b=at(1.5))
    np.testing.assert_allclose(found.point_a, (0.75, 0.0, 0.0), atol=1e-15)


def test_ball_that_holds_another():
    large, small = im.Sphere(2.0), im.Sphere(0.25)
    found = im.distance(large, small, pose_b=at(0.5))
    assert outside(small, at(0.5), found.point_a) <= 1e-15
    assert outside(small, at(0.5), im.distance(small, large, at(0.5)).point_b) <= 1e-15


def test_plate_deep_in_a_half_space():
    plate, ground = im.Box((4.0, 4.0, 0.01)), im.HalfSpace((0, 0, 1), 0.0)
    pose = np.eye(4)
    pose[2, 3] = -1.0
    for p in (im.distance(ground, plate, None, pose).point_b,
              im.distance(plate, ground, pose).point_a):  # fmt: skip
        assert outside(plate, pose, p) <= 1e-15
        assert p[2] <= 0.0


@pytest.mark.parametrize("size", [2.0**-300, 2.0**300])
def test_any_size(size):
    needle, plate = im.Box((1e-3, 1e-3, 2.0)), im.Box((2.0, 2.0, 1e-3))
    tilted = np.eye(4)
    tilted[:3, :3] = random_rotation(np.random.default_rng(2))
    p = im.distance(needle, plate, tilted).point_a
    grown = [im.Box(size * s.sizes) for s in (needle, plate)]
    np.testing.assert_array_equal(im.distance(*grown, tilted).point_a, size * p)


def test_parts_of_compounds():
    needle, plate = im.Box((1e-3, 1e-3, 2.0)), im.Cylinder(1.0, 1e-3)
    a = im.Compound([(needle, at(0.3)), (im.Sphere(0.1), at(5.0))])
    b = im.Compound([(plate, np.eye(4)), (im.Sphere(0.1), at(-5.0))])
    pose = np.eye(4)
    pose[:3, :3] = random_rotation(np.random.default_rng(1))
    p = im.distance(a, b, pose).point_a
    assert outside(needle, pose @ at(0.3), p) <= 1e-15
    assert outside(plate, np.eye(4), p) <= 1e-15


def test_batches_agree_with_single_queries():
    rng = np.random.default_rng(7)
    needle, plate = im.Capsule(1e-3, 2.0), im.Cone(1.0, 1e-3)
    poses = np.array([pose_of(rng, 0.1) for _ in range(30)])
    batch = im.distance(needle, plate, poses).point_b
    for pose, p in zip(poses, batch, strict=True):
        np.testing.assert_array_equal(im.distance(needle, plate, pose).point_b, p)


@pytest.mark.parametrize("stretch", [(1, 1, 1), (1, 1, 0.02), (30, 1, 1)])
def test_of_hulls_with_many_faces(stretch):
    """Which are not looked at one by one: deep and shallow, and one centre in the other."""
    rng = np.random.default_rng(8)
    a = im.Hull(unit_rows(rng.normal(size=(300, 3))) * stretch)
    b = im.Hull(unit_rows(rng.normal(size=(400, 3))))
    assert min(len(a.planes), len(b.planes)) > 256
    poses = np.stack([pose_of(rng, spread) for spread in (0.0, 0.1, 1.0, 3.0) for _ in range(40)])
    found = im.distance(a, b, None, poses)
    meet = found.distance == 0.0
    assert meet.sum() > 60

    np.testing.assert_array_equal(found.point_a[meet], found.point_b[meet])
    for pose, point in zip(poses[meet], found.point_a[meet], strict=True):
        size = max(np.abs(a.bounds).max(), 1.0 + np.abs(pose[:3, 3]).max())
        assert outside(a, None, point) <= FLAT_SHARE * size
        assert outside(b, pose, point) <= FLAT_SHARE * size
