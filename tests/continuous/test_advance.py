"""Advancement by distances: as good as the directed one on shapes that both can do."""

import numpy as np
import pytest
from every_shape import CONVEX, pose_of
from flying import check_against_samples, flights

from impinge.continuous import Impact, ImpactStatus, time_of_impact
from impinge.continuous.advance import Advance, balls_of, slack_of
from impinge.continuous.kernels.impact_row import IMPACT_ROW
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.geometry import Box, HeightField, Sphere
from impinge.motion import PiecewiseMotion

OPTIONS = Options(margin=0.0, tolerance=1e-6, max_time=1.0, solid=False, max_steps=10_000)


@pytest.mark.parametrize(("a", "b"), [("box", "hull"), ("capsule", "cone"), ("ellipsoid", "box")])
def test_two_methods_find_the_same(a, b):
    motion_a, motion_b = flights(np.random.default_rng(0), 10)
    directed = time_of_impact(CONVEX[a], CONVEX[b], motion_a, motion_b)
    out = np.empty((10, IMPACT_ROW))
    Advance(CONVEX[a], CONVEX[b], PairMotion(motion_a, motion_b), OPTIONS, out).run()
    found = Impact(out)

    np.testing.assert_array_equal(found.status, directed.status)
    for k in np.flatnonzero(found.status == ImpactStatus.HIT):
        check_against_samples(CONVEX[a], CONVEX[b], motion_a[k], motion_b[k], found[k])
        assert abs(found.time[k] - directed.time[k]) < 1e-4


def test_slack():
    motion = PairMotion(None, None)
    balls = balls_of(Sphere(1.0), CONVEX["cone"], motion)
    span = next(motion.spans(1.0))
    curved = slack_of(Sphere(1.0), CONVEX["cone"], balls, motion, span)
    assert 1e-10 < curved[0] < 1e-8
    # What is far from the origin is no worse curved.
    far = PairMotion(pose_of((1e3, 1e3, 1e3)), pose_of((1e3, 1e3, 1e3)))
    there = slack_of(Sphere(1.0), CONVEX["cone"], balls, far, next(far.spans(1.0)))
    assert there[0] < 4.0 * curved[0]
    assert slack_of(Sphere(1.0), Sphere(1.0), balls, motion, span)[0] < 1e-12


def test_the_budget_is_for_each_piece_of_a_path():
    """Along and along a filled ground: as of all other shapes."""
    ground = HeightField(np.zeros((9, 9)), 1.0)
    places = np.stack([pose_of((4.0 + np.sin(k), 4.0 + np.cos(k), 3.0)) for k in range(31)])
    path = PiecewiseMotion(places)
    for below, solid in ((ground, True), (ground, False), (Box((9, 9, 0.1)), False)):
        found = time_of_impact(below, Box((1, 1, 1)), None, path, solid=solid, max_steps=6)
        assert found.status == ImpactStatus.FREE
        assert found.steps > 6
