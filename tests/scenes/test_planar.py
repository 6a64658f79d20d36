"""Turning polygons: the angles at which they touch, against looking at many."""

import numpy as np
import pytest

from impinge.scenes.planar import first_turn, overlap_polygons, rectangle, touching_turns, turned


def convex_polygon(rng, place):
    angles = np.sort(rng.uniform(0.0, 2.0 * np.pi, 6))
    return np.stack([np.cos(angles), 0.5 * np.sin(angles)], axis=1) + place


def test_intervals_are_those_of_samples():
    rng = np.random.default_rng(4)
    angles = np.linspace(0.0, 2.0 * np.pi, 2000, endpoint=False)
    some = 0
    for _ in range(60):
        a, b = (
            convex_polygon(rng, rng.normal(size=2)),
            convex_polygon(rng, 2.0 * rng.normal(size=2)),
        )
        intervals = touching_turns(a, b)
        seen = overlap_polygons(turned(a, angles), b)
        some += seen.any() and not seen.all()
        told = np.zeros(len(angles), bool)
        for low, high in intervals:
            told |= (angles - low) % (2.0 * np.pi) <= high - low
        near = np.zeros(len(angles), bool)
        for end in intervals.ravel():
            near |= np.abs((angles - end + np.pi) % (2.0 * np.pi) - np.pi) < 1e-9
        np.testing.assert_array_equal(told[~near], seen[~near])
    assert some > 20


def test_a_bar_with_two_corners_touches_twice_at_its_end():
    """Behind the middle of its end, and before its corners: touched, free, touched."""
    bar = rectangle(2.0, 0.4)
    point = rectangle(1e-6, 1e-6, place=np.array([1.01, 0.0]))
    assert len(touching_turns(bar, point)) == 4


def test_never_and_always():
    far, around = rectangle(1, 1, place=np.array([9.0, 0.0])), rectangle(5, 5)
    assert touching_turns(rectangle(2, 1), far).shape == (0, 2)
    assert touching_turns(rectangle(2, 1), around).tolist() == [[0.0, 2.0 * np.pi]]


@pytest.mark.parametrize(
    ("start", "turn", "expected"),
    [(0.0, 7.0, 1.0), (0.0, 0.9, np.inf), (1.5, 7.0, 0.0), (2.5, 7.0, 2 * np.pi - 1.5),
     (2.5, -7.0, 0.5), (0.0, -9.0, 2 * np.pi - 2.0), (0.5, -0.5, np.inf)],
)  # fmt: skip
def test_the_first_turn(start, turn, expected):
    assert first_turn(np.array([[1.0, 2.0]]), start, turn) == pytest.approx(expected)
