"""Frame by frame: what each method makes of the first frame that collides, and what all miss."""

import numpy as np
import pytest

from impinge.continuous.baselines import METHODS, line, parabola, sampled_impact
from impinge.core.errors import ImpingeError
from impinge.geometry import Box, Sphere
from impinge.motion import Motion
from impinge.narrow import distance, overlap
from impinge.scenes import linking_rings, seeded_motions

WALL, BALL = Box((0.1, 4.0, 4.0)), Sphere(0.1)
START = np.eye(4)
START[0, 3] = -2.0
FLIGHT = Motion.from_velocity(START, (5.0, 0.0, 0.0), (0.0, 0.0, 0.0))
TIME = 0.37
"""When the ball reaches the wall."""


def test_what_comes_and_goes_between_frames_is_missed():
    for method in METHODS:
        found = sampled_impact(WALL, BALL, None, FLIGHT, frames=4, method=method)
        assert found == (np.inf, 5)


def test_each_method_on_a_straight_way():
    ask = {m: sampled_impact(WALL, BALL, None, FLIGHT, frames=40, method=m) for m in METHODS}

    assert (ask["before"].time, ask["after"].time) == (0.35, 0.375)
    assert ask["before"].queries == ask["after"].queries == 16
    for method in ("bisection", "linear", "quadratic"):
        assert 0.0 <= TIME - ask[method].time <= 1e-6
    assert ask["linear"].queries < ask["bisection"].queries


@pytest.mark.parametrize("method", ["bisection", "linear", "quadratic"])
def test_results_are_free_and_just_before_a_contact(method):
    """Of the contact that the frames see, which need not be the first."""
    shape_a, shape_b = Box((1.0, 0.6, 0.3)), Box((0.2, 0.8, 0.5))
    motion_a, motion_b = seeded_motions(shape_a, shape_b, 40, seed=2)
    hits = 0
    for i in range(40):
        a, b = motion_a[i], motion_b[i]
        ask = {
            m: sampled_impact(shape_a, shape_b, a, b, frames=10, method=m)
            for m in ("before", "after", method)
        }
        time = ask[method].time
        if not np.isfinite(time):
            assert not np.isfinite(ask["after"].time)
            continue
        hits += 1
        assert ask["before"].time <= time <= ask["after"].time
        assert not overlap(shape_a, shape_b, a.pose(time), b.pose(time))
        later = min(time + 1e-6, 1.0)
        close = distance(shape_a, shape_b, a.pose(time), b.pose(time)).distance <= 1e-6
        assert close or overlap(shape_a, shape_b, a.pose(later), b.pose(later))
    assert 10 <= hits <= 35


def test_a_smaller_tolerance_is_nearer():
    for method in ("bisection", "linear", "quadratic"):
        errors = [
            TIME - sampled_impact(
                WALL, BALL, None, FLIGHT, frames=40, method=method, tolerance=tolerance
            ).time
            for tolerance in (1e-3, 1e-6, 1e-9)
        ]  # fmt: skip
        assert errors[0] > errors[1] > errors[2] >= 0.0
        assert errors[2] < 1e-8


def test_rings_that_link_between_frames():
    """The chapter's example: free at one frame, interlocked at the next, and never in contact."""
    found = linking_rings(1, seed=0)
    ask = [
        sampled_impact(found.shape_a, found.shape_b, found.motion_a[0], found.motion_b[0], frames=n)
        for n in (1, 100)
    ]
    assert ask[0].time == np.inf
    assert 0.0 <= found.first[0] - ask[1].time <= 1e-6


def test_sides_may_be_swapped_and_at_rest():
    for method in METHODS:
        one = sampled_impact(WALL, BALL, np.eye(4), FLIGHT, frames=40, method=method)
        other = sampled_impact(BALL, WALL, FLIGHT, None, frames=40, method=method)
        assert one.time == pytest.approx(other.time, abs=1e-12)


def test_a_start_in_contact_is_zero():
    pose = np.eye(4)
    pose[0, 3] = 0.12
    for method in METHODS:
        assert sampled_impact(WALL, BALL, None, pose, frames=3, method=method) == (0.0, 1)


def test_filled_meshes_are_asked_for():
    rings = linking_rings(1)
    speck = Sphere(0.01)
    inside = np.eye(4)
    inside[0, 3] = 0.5
    found = [
        sampled_impact(rings.shape_a, speck, None, inside, frames=1, solid=solid).time
        for solid in (False, True)
    ]
    assert found == [np.inf, 0.0]


def test_estimates_have_the_roots_of_their_curves():
    rng = np.random.default_rng(8)
    for _ in range(200):
        root, other, scale = rng.uniform(0.1, 0.9), rng.uniform(1.1, 5.0), rng.uniform(0.1, 9.0)

        def gap(t, root=root, other=other, scale=scale):
            return scale * (root - t) * (other - t)

        old = rng.uniform(-2.0, 0.0)
        found = parabola((0.0, gap(0.0)), (1.0, gap(1.0)), (old, gap(old)), 0.0)
        assert found == pytest.approx(root, abs=1e-12)
    assert parabola((0, 1), (1, -1), None, 0.0) == line((0, 1), (1, -1), 0.0) == 0.5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"frames": 4, "method": "best"}, "method: 'best', expected one of before, after"),
        ({"frames": 0}, "frames: expected a whole number"),
        ({"frames": 2.5}, "frames: expected a whole number"),
        ({"frames": 40, "tolerance": -1.0}, "tolerance"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(ImpingeError, match=message):
        sampled_impact(WALL, BALL, None, FLIGHT, **arguments)
