"""Closest points: laws that hold for every input, then cases that once went wrong."""

import json

import numpy as np
import pytest
from geometry.rational import exact, root, segment_segment_sq, triangle_triangle_sq
from geometry.triangle_cases import grid_pairs, pairs, without_traces
from hypothesis import given
from strategies import points, rigid_motions, triangle_pairs

from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.geometry import (
    closest_points_on_triangles,
    closest_segments,
    closest_triangles,
    overlap_triangles,
)


@given(points(1, 2, 3), points(1, 2, 3))
def test_swapping_the_segments_changes_nothing(a, b):
    there, back = closest_segments(a, b), closest_segments(b, a).swapped()

    np.testing.assert_allclose(there.distance, back.distance, rtol=1e-14, atol=1e-14)


@given(points(1, 2, 3), points(1, 2, 3))
def test_no_sample_is_closer(a, b):
    found = closest_segments(a, b).distance[0]

    t = np.linspace(0.0, 1.0, 9)[:, None]
    on_a, on_b = a[0, 0] + t * (a[0, 1] - a[0, 0]), b[0, 0] + t * (b[0, 1] - b[0, 0])
    sampled = np.linalg.norm(on_a[:, None] - on_b[None], axis=2).min()
    assert found <= sampled + 1e-14


@given(points(1, 2, 3), points(1, 2, 3), rigid_motions())
def test_moving_both_moves_the_answer(a, b, motion):
    rotation, shift = motion

    still = closest_segments(a, b).distance
    moved = closest_segments(a @ rotation.T + shift, b @ rotation.T + shift).distance

    np.testing.assert_allclose(moved, still, rtol=1e-12, atol=1e-12)


@given(triangle_pairs())
def test_the_distance_of_triangles_is_exact_to_rounding(pair):
    pair = without_traces(pair)
    found = closest_triangles(pair[:1], pair[1:])

    reference = root(triangle_triangle_sq(*pair))
    size = np.ptp(pair.reshape(6, 3), axis=0).max()
    assert abs(found.distance[0] - reference) <= 1e-15 * size
    assert overlap_triangles(pair[:1], pair[1:])[0] == (reference == 0.0)
    back = closest_triangles(pair[1:], pair[:1]).swapped()
    np.testing.assert_allclose(back.distance, found.distance, rtol=0, atol=2e-15 * size)


@pytest.mark.parametrize("exponent", [-900, -300, 40, 450])
def test_scaling_by_a_power_of_two_is_exact(exponent):
    """No square or product of coordinates leaves the range of a float, up to 1e149."""
    cases = pairs(41, 200)
    factor = 2.0**exponent
    here = closest_triangles(cases[:, 0], cases[:, 1])
    there = closest_triangles(cases[:, 0] * factor, cases[:, 1] * factor)

    np.testing.assert_array_equal(there.distance, here.distance * factor)
    np.testing.assert_array_equal(there.point_a, here.point_a * factor)
    meet = overlap_triangles(cases[:, 0], cases[:, 1])
    np.testing.assert_array_equal(
        meet, overlap_triangles(cases[:, 0] * factor, cases[:, 1] * factor)
    )
    assert 20 < meet.sum() < 150


def test_segments_and_points_agree_with_the_triangles_they_are():
    """A segment is a triangle with two corners in one place, a point one with three."""
    rng = np.random.default_rng(42)
    a, b = rng.uniform(-1, 1, size=(2, 300, 2, 3))
    segments = closest_segments(a, b).distance
    triangles = closest_triangles(a[:, [0, 1, 1]], b[:, [0, 0, 1]]).distance
    np.testing.assert_allclose(segments, triangles, rtol=0, atol=1e-15)

    t = rng.uniform(-1, 1, size=(300, 3, 3))
    spots = closest_points_on_triangles(a[:, 0], t)
    np.testing.assert_array_equal(spots.point_a, a[:, 0])
    triangles = closest_triangles(a[:, [0, 0, 0]], t).distance
    np.testing.assert_allclose(spots.distance, triangles, rtol=0, atol=1e-15)


def test_far_from_the_origin_the_distance_keeps_the_size_of_the_features():
    """Measured between the rounded points it would be off by 1e-10, the rounding at 1e6."""
    rng = np.random.default_rng(43)
    a, b = rng.uniform(-1, 1, size=(2, 50, 2, 3)) + 2.0**20
    found = closest_segments(a, b).distance

    reference = [
        root(segment_segment_sq(*map(exact, p), *map(exact, q))) for p, q in zip(a, b, strict=True)
    ]
    np.testing.assert_allclose(found, reference, rtol=0, atol=2e-15)


@pytest.mark.parametrize("measure", [closest_segments, closest_triangles, overlap_triangles])
def test_same_bits_for_any_number_of_threads(measure):
    cases = grid_pairs(44, 6000)
    rows = cases[:, :, :2] if measure is closest_segments else cases
    answers = set()
    for threads in (1, 2, 3, 7):
        with use_threads(threads):
            found = measure(rows[:, 0], rows[:, 1])
            answers.add(getattr(found, "distance", found).tobytes())

    assert len(answers) == 1


def test_results_are_read_only_and_plain():
    found = closest_segments([[[0, 0, 0], [1, 0, 0]]], [[[0, 1, 0], [1, 1, 0]]])

    with pytest.raises(ValueError, match="read-only"):
        found.distance[0] = 1.0
    with pytest.raises(AttributeError):
        found.distance = None
    assert json.loads(json.dumps(found.to_dict()))["distance"] == [1.0]


def test_no_rows_give_no_rows():
    assert closest_triangles(np.zeros((0, 3, 3)), np.zeros((0, 3, 3))).distance.shape == (0,)


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        (np.zeros((2, 3, 3)), np.zeros((1, 3, 3)), "2 and 1 rows"),
        (np.zeros((1, 3, 2)), np.zeros((1, 3, 3)), "triangles_a: expected shape"),
        (np.full((1, 3, 3), np.nan), np.zeros((1, 3, 3)), "triangles_a: row 0 is not finite"),
        (np.zeros((1, 3, 3)), np.full((1, 3, 3), 1e151), "triangles_b: row 0 holds 1e\\+151"),
    ],
)
def test_bad_input_is_named(a, b, message):
    for measure in (closest_triangles, overlap_triangles):
        with pytest.raises(ImpingeError, match=message):
            measure(a, b)
