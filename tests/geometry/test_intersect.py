"""Triangles meet or they do not: exactly as in rational arithmetic, in every degenerate case."""

import itertools

import numpy as np
import pytest
from geometry.rational import exact, point_triangle_sq, root, triangle_triangle_sq
from geometry.triangle_cases import corners, grid_pairs, pairs, without_traces
from hypothesis import given
from strategies import triangle_pairs

from impinge.geometry.kernels.intersect import (
    overlap_segment_triangle,
    overlap_triangle_triangle,
    overlap_triangle_triangle_exact,
)
from impinge.geometry.kernels.orientation import orient_bound
from impinge.geometry.kernels.triangle import closest_triangle_triangle

pytestmark = pytest.mark.plain

FLOOR = ((0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, 0.0))
CASES = {
    "through": (((1, 1, -1), (1, 1, 1), (2, 1, 1)), True),
    "above": (((1, 1, 1), (2, 1, 1), (1, 2, 1)), False),
    "beside, crossing the plane": (((5, 5, -1), (5, 5, 1), (6, 5, 1)), False),
    "a corner on the face": (((1, 1, 0), (1, 1, 1), (2, 1, 1)), True),
    "a corner on an edge": (((2, 0, 0), (2, -1, 1), (3, -1, 1)), True),
    "a corner on a corner": (((0, 0, 0), (-1, 0, 1), (-1, -1, 1)), True),
    "an edge on an edge": (((1, 0, 0), (3, 0, 0), (2, -1, 1)), True),
    "edges in one line, apart": (((5, 0, 0), (6, 0, 0), (5, -1, 1)), False),
    "an edge across an edge": (((2, 0, -1), (2, 0, 1), (2, -3, 0)), True),
    "the same": (FLOOR, True),
    "the same, turned over": (FLOOR[::-1], True),
    "coplanar, inside": (((1, 1, 0), (1.5, 1, 0), (1, 1.5, 0)), True),
    "coplanar, around": (((-9, -9, 0), (30, -9, 0), (-9, 30, 0)), True),
    "coplanar, crossing": (((1, -1, 0), (2, -1, 0), (1, 5, 0)), True),
    "coplanar, sharing a corner": (((4, 0, 0), (5, 0, 0), (5, 1, 0)), True),
    "coplanar, apart": (((5, 5, 0), (6, 5, 0), (5, 6, 0)), False),
    "coplanar, apart, boxes overlap": (((3, 3, 0), (4, 3, 0), (3, 4, 0)), False),
    "a segment through": (((1, 1, -1), (1, 1, 1), (1, 1, 0.5)), True),
    "a segment in the plane": (((-1, 1, 0), (9, 1, 0), (2, 1, 0)), True),
    "a segment beside": (((5, 5, -1), (5, 5, 1), (5, 5, 0)), False),
    "a point inside": (((1, 1, 0), (1, 1, 0), (1, 1, 0)), True),
    "a point on an edge": (((2, 2, 0), (2, 2, 0), (2, 2, 0)), True),
    "a point outside": (((3, 3, 0), (3, 3, 0), (3, 3, 0)), False),
    "a point above": (((1, 1, 1e-300), (1, 1, 1e-300), (1, 1, 1e-300)), False),
}


def overlap(a, b):
    return overlap_triangle_triangle(*a, *b, orient_bound(64.0))


def floats(triangle):
    return tuple(tuple(float(x) for x in point) for point in triangle)


@pytest.mark.parametrize("name", CASES)
def test_named_cases_in_every_order(name):
    triangle, expected = floats(CASES[name][0]), CASES[name][1]

    for a in itertools.permutations(FLOOR):
        for b in itertools.permutations(triangle):
            assert overlap(a, b) == expected
            assert overlap(b, a) == expected


SEGMENTS = (((0, 0, 0), (2, 0, 0)), ((0, 0, 0), (1, 1, 1)), ((1, 0, 0), (1, 0, 0)))


@pytest.mark.parametrize(("p", "q"), SEGMENTS)
@pytest.mark.parametrize(("r", "s"), [*SEGMENTS, ((3, 0, 0), (4, 0, 0)), ((1, -1, 0), (1, 1, 0))])
def test_two_triangles_without_area(p, q, r, s):
    a, b = floats((p, q, p)), floats((r, s, s))

    assert overlap(a, b) == (triangle_triangle_sq(a, b) == 0)


def test_agrees_with_rational_arithmetic_on_hard_pairs():
    meeting = 0
    cases = pairs(11, 300)
    for pair in cases:
        a, b = corners(pair)[:3], corners(pair)[3:]
        reference = triangle_triangle_sq(a, b) == 0

        assert overlap(a, b) == reference
        meeting += reference
    assert 0.1 < meeting / len(cases) < 0.7


def test_agrees_with_rational_arithmetic_on_a_grid():
    meeting = 0
    cases = grid_pairs(12, 400)
    for pair in cases:
        a, b = corners(pair)[:3], corners(pair)[3:]
        reference = triangle_triangle_sq(a, b) == 0

        assert overlap(a, b) == reference
        meeting += reference
    assert 0.1 < meeting / len(cases) < 0.7


@given(triangle_pairs())
def test_order_changes_nothing(pair):
    pair = without_traces(pair)
    a, b = corners(pair)[:3], corners(pair)[3:]
    bound = orient_bound(float(np.ptp(pair.reshape(6, 3), axis=0).max()))

    answer = overlap_triangle_triangle(*a, *b, bound)

    assert overlap_triangle_triangle(*b, *a, bound) == answer
    assert overlap_triangle_triangle(*a[::-1], *b, bound) == answer
    assert overlap_triangle_triangle(a[1], a[2], a[0], b[2], b[0], b[1], bound) == answer
    assert overlap_triangle_triangle_exact(*a, *b) == answer


def test_moving_by_whole_steps_changes_nothing():
    """Coordinates that are multiples of 2**-20 can be moved by thousands without rounding."""
    rng = np.random.default_rng(13)
    meeting = 0
    for _ in range(200):
        pair = np.round(rng.uniform(-1, 1, size=(2, 3, 3)) * 8) / 2.0**20
        shift = rng.integers(-1000, 1000, size=3).astype(float)
        there, here = corners(pair + shift), corners(pair)

        assert overlap(there[:3], there[3:]) == overlap(here[:3], here[3:])
        meeting += overlap(here[:3], here[3:])
    assert 20 < meeting < 180


def test_common_point_lies_in_both():
    found = 0
    for pair in [*pairs(14, 120), *grid_pairs(15, 80)]:
        points = corners(pair)
        distance_sq, point, _ = closest_triangle_triangle(*points)
        meet = distance_sq == 0.0
        assert meet == (triangle_triangle_sq(points[:3], points[3:]) == 0)
        if meet:
            found += 1
            size = np.abs(pair).max()
            for triangle in (points[:3], points[3:]):
                off = root(point_triangle_sq(exact(point), *(exact(p) for p in triangle)))
                assert off <= 2e-15 * size
    assert found > 25


def test_a_segment_and_a_triangle():
    assert overlap_segment_triangle((1.0, 1.0, -1.0), (1.0, 1.0, 0.0), *FLOOR)
    assert not overlap_segment_triangle((1.0, 1.0, 2.0), (1.0, 1.0, 1.0), *FLOOR)
