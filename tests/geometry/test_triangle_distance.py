"""Distances of triangles and segments are right to rounding, however thin or parallel they are."""

import numpy as np
import pytest
from geometry.rational import (
    exact,
    point_triangle_sq,
    root,
    segment_segment_sq,
    triangle_triangle_sq,
)
from geometry.triangle_cases import corners, grid_pairs, pairs, without_traces
from hypothesis import given
from strategies import triangle_pairs

from impinge.core.vec import along, norm, sub
from impinge.geometry.kernels.segment import closest_segment_segment
from impinge.geometry.kernels.triangle import closest_point_triangle, closest_triangle_triangle
from impinge.geometry.kernels.triangle_distance import distance_sq_triangle_triangle

pytestmark = pytest.mark.plain

ACCURACY = 1e-15
"""Largest error, relative to the size of both features together; 4e-16 was seen in 16,000."""
HARD = [*pairs(21, 240), *grid_pairs(22, 80)]


def size_of(pair):
    return float(np.ptp(np.asarray(pair).reshape(-1, 3), axis=0).max()) + 1e-300


@pytest.fixture(scope="module")
def references():
    return [root(triangle_triangle_sq(*pair)) for pair in HARD]


def test_the_accurate_distance_of_triangles(references):
    for pair, reference in zip(HARD, references, strict=True):
        distance_sq, point_a, point_b = closest_triangle_triangle(*corners(pair))

        assert abs(distance_sq**0.5 - reference) <= ACCURACY * size_of(pair)
        assert (distance_sq == 0.0) >= (reference == 0.0)
        # The points are rounded where they lie.
        largest = np.abs(pair).max()
        assert abs(norm(sub(point_a, point_b)) - reference) <= 4e-16 * (size_of(pair) + largest)
        for point, triangle in ((point_a, pair[0]), (point_b, pair[1])):
            off = root(point_triangle_sq(exact(point), *(exact(p) for p in triangle)))
            assert off <= ACCURACY * largest
    zeros = sum(reference == 0.0 for reference in references)
    assert 0.1 < zeros / len(HARD) < 0.6


def test_the_fast_distance_of_triangles(references):
    for pair, reference in zip(HARD, references, strict=True):
        distance_sq = distance_sq_triangle_triangle(*corners(pair), np.inf)

        assert abs(distance_sq**0.5 - reference) <= ACCURACY * size_of(pair)
        assert (distance_sq == 0.0) >= (reference == 0.0)


@pytest.mark.parametrize("share", [0.3, 0.9, 0.999999])
def test_above_the_limit_it_only_says_so(references, share):
    for pair, reference in zip(HARD, references, strict=True):
        limit_sq = (share * reference) ** 2
        distance_sq = distance_sq_triangle_triangle(*corners(pair), limit_sq)

        assert distance_sq**0.5 >= share * reference - ACCURACY * size_of(pair)


@pytest.mark.parametrize("share", [1.000001, 1.1, 3.0])
def test_below_the_limit_it_is_as_accurate(references, share):
    for pair, reference in zip(HARD, references, strict=True):
        limit_sq = (share * reference) ** 2 + 1e-300
        distance_sq = distance_sq_triangle_triangle(*corners(pair), limit_sq)

        assert abs(distance_sq**0.5 - reference) <= ACCURACY * size_of(pair)


@given(triangle_pairs())
def test_swapping_changes_nothing_but_rounding(pair):
    points = corners(pair)
    there = distance_sq_triangle_triangle(*points, np.inf)
    back = distance_sq_triangle_triangle(*points[3:], *points[:3], np.inf)

    assert abs(there**0.5 - back**0.5) <= 2.0 * ACCURACY * size_of(pair)


@given(triangle_pairs())
def test_scaling_by_a_power_of_two_is_exact(pair):
    pair = without_traces(pair)
    points, larger = corners(pair), corners(pair * 2.0**20)

    there = distance_sq_triangle_triangle(*points, np.inf)
    assert distance_sq_triangle_triangle(*larger, np.inf) == there * 2.0**40
    assert closest_triangle_triangle(*larger)[0] == closest_triangle_triangle(*points)[0] * 2.0**40


def test_caps_do_not_hide_the_nearest_vertex():
    """A regression: with the face's poor normal, two vertices at nearly the same height changed
    places, the nearer one was not tried, and the distance came out 1.5e-13 of the size too long."""
    wrong = 0
    rng = np.random.default_rng(23)
    for _ in range(150):
        a = rng.uniform(-0.5, 0.5, size=(3, 3))
        a[2] = a[0] + rng.uniform(0.1, 0.9) * (a[1] - a[0]) + 1e-6 * rng.normal(size=3)
        b = a + 1e-6 * rng.normal(size=(3, 3))
        reference = root(triangle_triangle_sq(a, b))
        distance = distance_sq_triangle_triangle(*corners([a, b]), np.inf) ** 0.5
        wrong += abs(distance - reference) > ACCURACY * size_of([a, b])
    assert wrong == 0


def nearly_parallel_segments(rng):
    direction = rng.normal(size=3)
    direction /= np.linalg.norm(direction)
    other = direction + 10 ** rng.uniform(-17, 0) * rng.normal(size=3)
    normal = np.cross(direction, other)
    normal /= np.linalg.norm(normal) + 1e-300
    lengths = 10 ** rng.uniform(-6, 0, size=2)
    meeting = rng.normal(size=3) * 0.3
    gap = 10 ** rng.uniform(-17, 0) * rng.integers(0, 2)
    p = meeting - rng.uniform(-0.2, 1.2) * lengths[0] * direction
    r = meeting + gap * normal - rng.uniform(-0.2, 1.2) * lengths[1] * other
    return np.array([[p, p + lengths[0] * direction], [r, r + lengths[1] * other]])


def test_nearly_parallel_segments():
    """A regression: solved once, segments 1e-8 apart in direction that cross came out 1e-8 apart,
    since the cross product has lost half of its digits there."""
    rng = np.random.default_rng(24)
    for _ in range(600):
        pair = nearly_parallel_segments(rng)
        p, q, r, s = (tuple(x) for x in pair.reshape(4, 3).tolist())
        u, v = closest_segment_segment(p, q, r, s)
        left = along(along(sub(p, r), u, sub(q, p)), -v, sub(s, r))

        reference = root(segment_segment_sq(*(exact(x) for x in (p, q, r, s))))
        assert abs(norm(left) - reference) <= ACCURACY * size_of(pair)
        assert 0.0 <= u <= 1.0
        assert 0.0 <= v <= 1.0


@pytest.mark.parametrize("degenerate", ["first", "second", "both"])
def test_segments_of_no_length(degenerate):
    p, q, r, s = (0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (1.0, 3.0, 0.0), (1.0, 5.0, 0.0)
    if degenerate in ("first", "both"):
        p = q
    if degenerate in ("second", "both"):
        s = r
    u, v = closest_segment_segment(p, q, r, s)
    left = along(along(sub(p, r), u, sub(q, p)), -v, sub(s, r))

    reference = root(segment_segment_sq(*(exact(x) for x in (p, q, r, s))))
    assert norm(left) == pytest.approx(reference, rel=1e-15)


def test_a_point_and_a_triangle():
    rng = np.random.default_rng(25)
    inside = 0
    for pair in pairs(26, 300):
        p = tuple((pair[1, 0] + rng.normal(size=3) * 10 ** rng.uniform(-17, 0)).tolist())
        a, b, c = corners(pair)[:3]
        v, w = closest_point_triangle(p, a, b, c)
        left = along(along(sub(p, a), -v, sub(b, a)), -w, sub(c, a))

        reference = root(point_triangle_sq(exact(p), exact(a), exact(b), exact(c)))
        assert abs(norm(left) - reference) <= ACCURACY * size_of([p, a, b, c])
        assert v >= 0.0
        assert w >= 0.0
        assert v + w <= 1.0 + 1e-15
        inside += v > 0.0 and w > 0.0 and v + w < 1.0
    assert inside > 10
