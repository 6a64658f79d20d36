"""The exact reference: by hand, by symmetry, and against sampling."""

from fractions import Fraction

import numpy as np
import pytest

from impinge.bench.exact import (
    SCALE,
    box_pairs,
    distance_sq,
    exact_points,
    root,
    triangles_meet,
)

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
            assert triangles_meet(s, t)
            assert triangles_meet(t, s)
            assert distance_sq(s, t) == 0


@pytest.mark.parametrize("name", APART)
def test_these_are_apart(name):
    triangle, expected = APART[name]
    for s in orders(FLOOR):
        for t in orders(triangle):
            assert not triangles_meet(s, t)
            assert distance_sq(s, t) == distance_sq(t, s) == Fraction(expected)


def test_no_sample_is_closer():
    rng = np.random.default_rng(4)
    weights = rng.dirichlet((0.4, 0.4, 0.4), 60)
    hits = 0
    for _ in range(60):
        s, t = rng.normal(size=(2, 3, 3)).round(2)
        sampled = np.linalg.norm((weights @ s)[:, None] - (weights @ t)[None], axis=2).min()

        exact = float(root(distance_sq(exact_points(s), exact_points(t))))

        assert exact <= sampled + 1e-12
        assert exact > sampled - 0.8
        hits += exact == 0.0
    assert 5 < hits < 55


def test_points_are_moved_without_rounding():
    pose = np.eye(4)
    pose[:3, :3] = [[0.6, -0.8, 0.0], [0.8, 0.6, 0.0], [0.0, 0.0, 1.0]]
    pose[:3, 3] = 0.1, 1e6, -3.0

    ((x, y, z),) = exact_points(np.array([[0.1, 0.2, 0.3]]), pose)

    unit = 2**SCALE
    assert Fraction(x, unit) == (
        Fraction(0.6) * Fraction(0.1) + Fraction(-0.8) * Fraction(0.2) + Fraction(0.1)
    )
    assert Fraction(y, unit) == (
        Fraction(0.8) * Fraction(0.1) + Fraction(0.6) * Fraction(0.2) + Fraction(1e6)
    )
    assert Fraction(z, unit) == Fraction(0.3) - 3


def test_bits_below_the_scale_are_refused():
    with pytest.raises(ValueError, match="bits"):
        exact_points(np.array([[1e-200, 0.0, 0.0]]))


def test_box_pairs_are_those_of_brute_force():
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=(2, 80, 3, 3)) * 0.3 + rng.normal(size=(2, 80, 1, 3))

    found = box_pairs(a, b, 0.1)

    low_a, high_a = a.min(axis=1) - 0.1, a.max(axis=1) + 0.1
    low_b, high_b = b.min(axis=1), b.max(axis=1)
    meet = ((low_a[:, None] <= high_b) & (low_b <= high_a[:, None])).all(axis=2)
    np.testing.assert_array_equal(found, np.argwhere(meet))
    assert len(found) > 50


def test_no_triangles_no_pairs():
    assert len(box_pairs(np.empty((0, 3, 3)), np.zeros((1, 3, 3)), 0.0)) == 0
