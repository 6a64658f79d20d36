"""Exact references: by hand, by symmetry, against samples and a hull of all differences."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from impinge.bench.exact import (
    Polytope,
    all_features,
    as_decimal,
    cross,
    depth_sq,
    distance_sq,
    dot,
    root,
    sub,
    whole_points,
)
from impinge.scenes.poses import random_rotation

CUBE = [(x, y, z) for x in (0, 4) for y in (0, 4) for z in (0, 4)]


def shifted(points, by):
    return [(x + by[0], y + by[1], z + by[2]) for x, y, z in points]


def polytope(points):
    return Polytope(points, *all_features(len(points)))


def random_pair(seed, count=7, apart=1.0):
    rng = np.random.default_rng(seed)
    pose = np.eye(4)
    pose[:3, :3] = random_rotation(rng)
    pose[:3, 3] = apart * rng.normal(size=3)
    bodies = rng.normal(size=(2, count, 3))
    return bodies, [np.eye(4), pose]


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ((6, 0, 0), 4),
        ((5, 5, 0), 2),
        ((5, 6, 7), 14),
        ((4, 0, 0), 0),
        ((4, 4, 4), 0),
        ((1, 1, 1), 0),
    ],
)
def test_cubes_beside_each_other(by, expected):
    assert distance_sq(CUBE, shifted(CUBE, by)) == expected
    assert distance_sq(shifted(CUBE, by), CUBE) == expected


def test_edges_that_pass_each_other():
    assert distance_sq([(0, 0, 0), (3, 0, 0)], [(1, 1, 2), (1, -1, 2)]) == 4
    assert distance_sq([(0, 0, 0), (3, 3, 0)], [(3, 0, 1), (4, 0, 1)]) == Fraction(11, 2)
    # Parallel, overlapping; collinear, with a gap; points.
    assert distance_sq([(0, 0, 0), (4, 0, 0)], [(1, 0, 3), (9, 0, 3)]) == 9
    assert distance_sq([(0, 0, 0), (4, 0, 0)], [(6, 0, 0), (9, 0, 0)]) == 4
    assert distance_sq([(1, 2, 3)], [(1, 2, 3)]) == 0


@pytest.mark.parametrize(
    ("by", "expected"), [((1, 0, 0), 9), ((0, 3, 1), 1), ((0, 0, 0), 16), ((4, 1, 1), 0)]
)
def test_cubes_in_each_other(by, expected):
    assert depth_sq(polytope(CUBE), polytope(shifted(CUBE, by))) == expected


def test_flat_bodies_have_no_depth():
    square = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)]
    crossing = [(1, 1, 0), (9, 1, 0), (5, 2, 0)]
    assert depth_sq(polytope(square), polytope(crossing)) == 0
    line = polytope([(0, 0, 0), (4, 0, 0)])
    assert depth_sq(line, polytope([(1, 0, 0), (9, 0, 0)])) == 0
    # A segment through a square: out sideways, or along itself.
    assert depth_sq(polytope(square), polytope([(2, 2, -1), (2, 2, 5)])) == 1
    assert depth_sq(polytope([(2, 2, 2)]), polytope(CUBE)) == 4


@pytest.mark.parametrize("seed", range(12))
def test_a_hull_of_all_differences_agrees(seed):
    bodies, poses = random_pair(seed, apart=0.4 if seed % 2 else 2.0)
    (a, b), unit = whole_points(bodies, poses)
    moved = bodies[1] @ poses[1][:3, :3].T + poses[1][:3, 3]
    difference = (bodies[0][:, None] - moved[None]).reshape(-1, 3)
    inside = -ConvexHull(difference).equations[:, 3].max()
    square = distance_sq(a, b)

    assert (square == 0) == (inside > 0)
    if square == 0:
        assert float(root(depth_sq(polytope(a), polytope(b)), unit)) == pytest.approx(inside)
    else:
        # No sampled pair of points is closer.
        rng = np.random.default_rng(seed)
        weights = rng.dirichlet(np.ones(7), (2, 4000))
        ends = weights[0] @ bodies[0] - weights[1] @ moved
        length = float(root(square, unit))
        assert length <= np.linalg.norm(ends, axis=1).min()
        assert length <= np.linalg.norm(difference, axis=1).min() + 1e-12


def test_world_coordinates_are_exact():
    pose = np.eye(4)
    pose[:3, :3] = random_rotation(np.random.default_rng(1))
    pose[:3, 3] = 1e6, 1e-9, 0.1
    vertex = np.array([[0.1, 0.2, 0.3]])
    (found,), unit = whole_points([vertex], [pose])

    expected = [
        sum(Fraction(r) * Fraction(v) for r, v in zip(row[:3], vertex[0].tolist(), strict=True))
        + Fraction(row[3])
        for row in pose[:3].tolist()
    ]
    assert [x * unit for x in found[0]] == expected


def test_roots_have_many_digits():
    two = root(Fraction(8), Fraction(1, 2))
    assert abs(two * two - 2) < 1e-58
    assert as_decimal(Fraction(1, 3)) * 3 == pytest.approx(1)


def test_nearly_parallel_edges_are_not_left_out():
    # Two needles that cross at 1e-8: the normal across both edges is lost in float64.
    a = polytope([(0, 0, 0), (10**9, 0, 0), (0, 0, -(10**6)), (0, -3, -(10**6))])
    b = polytope([(0, -4, -5), (10**9, 6, -5), (0, 3, 10**6), (0, 9, 10**6)])
    square = depth_sq(a, b)
    n = (0, 0, 1)
    assert 0 < square <= 25
    assert square <= Fraction((0 - -5) ** 2, n[2] ** 2)


FLOOR = [(0, 0, 0), (4, 0, 0), (0, 4, 0)]

MEETING = {
    "piercing": [(1, 1, -1), (1, 1, 1), (2, 1, 1)],
    "corner on face": [(1, 1, 0), (1, 1, 5), (2, 2, 5)],
    "shared corner": [(0, 0, 0), (0, 0, 5), (-1, -1, 5)],
    "shared edge": [(0, 0, 0), (4, 0, 0), (0, 0, 3)],
    "edge on edge": [(1, 0, -1), (1, 0, 1), (1, -3, 0)],
    "coplanar, crossing": [(1, -1, 0), (1, 9, 0), (2, 9, 0)],
    "coplanar, inside": [(1, 1, 0), (2, 1, 0), (1, 2, 0)],
    "coplanar, around": [(-9, -9, 0), (30, -9, 0), (-9, 30, 0)],
    "a segment through": [(1, 1, -1), (1, 1, 1), (1, 1, 0)],
    "a point on it": [(1, 1, 0), (1, 1, 0), (1, 1, 0)],
    "itself": FLOOR,
}
APART = {
    "above": ([(1, 1, 1), (2, 1, 1), (1, 2, 1)], 1),
    "beside, coplanar": ([(-3, 0, 0), (-3, 1, 0), (-4, 0, 0)], 9),
    "plane crosses, triangle does not": ([(5, 5, -1), (5, 5, 1), (6, 6, 1)], 18),
    "a point above": ([(1, 1, 2), (1, 1, 2), (1, 1, 2)], 4),
    "a segment beside": ([(7, 0, -1), (7, 0, 1), (7, 0, 0)], 9),
}


def orders(triangle):
    a, b, c = triangle
    return [[a, b, c], [b, c, a], [c, b, a]]


@pytest.mark.parametrize("name", MEETING)
def test_these_meet(name):
    for s in orders(FLOOR):
        for t in orders(MEETING[name]):
            assert distance_sq(s, t) == distance_sq(t, s) == 0


@pytest.mark.parametrize("name", APART)
def test_these_are_apart(name):
    triangle, expected = APART[name]
    for s in orders(FLOOR):
        for t in orders(triangle):
            assert distance_sq(s, t) == distance_sq(t, s) == Fraction(expected)


def test_no_sample_is_closer():
    rng = np.random.default_rng(4)
    weights = rng.dirichlet((0.4, 0.4, 0.4), 60)
    hits = 0
    for _ in range(60):
        s, t = rng.normal(size=(2, 3, 3)).round(2)
        sampled = np.linalg.norm((weights @ s)[:, None] - (weights @ t)[None], axis=2).min()

        bodies, unit = whole_points([s, t], [np.eye(4), np.eye(4)])
        exact = float(root(distance_sq(*bodies), unit))

        assert exact <= sampled + 1e-12
        assert exact > sampled - 0.8
        hits += exact == 0.0
    assert 5 < hits < 55


RNG = np.random.default_rng(1)
HUGE = 10**40


def vector():
    return tuple(int(x) * HUGE + int(y) for x, y in RNG.integers(-9, 10, (3, 2)))


def test_products_keep_their_laws_to_the_last_digit():
    for _ in range(50):
        a, b, c = vector(), vector(), vector()

        assert dot(a, cross(a, b)) == dot(b, cross(a, b)) == 0
        assert dot(cross(a, b), c) == dot(a, cross(b, c))
        assert dot(a, a) * dot(b, b) - dot(a, b) ** 2 == dot(cross(a, b), cross(a, b))
        assert sub(cross(a, b), cross(b, a)) == tuple(2 * x for x in cross(a, b))


def test_the_frame_is_right_handed():
    assert cross((1, 0, 0), (0, 1, 0)) == (0, 0, 1)
