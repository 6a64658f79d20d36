"""Meshes on their way: one compiled loop finds what rounds of distances find."""

import numpy as np
import pytest
from every_shape import ALL, pose_of
from flying import check_against_samples, flights

from impinge.continuous import Impact, ImpactStatus, time_of_impact
from impinge.continuous.time_of_impact import as_options, impact_by_distance
from impinge.geometry import Box, Sphere, icosphere
from impinge.motion import Motion

OPTIONS = as_options(0.0, 1e-6, 1.0, False, 10_000)
BALL = icosphere(0.8, 2)


@pytest.mark.parametrize("b", ["mesh", "box", "cylinder", "hull", "height field", "sphere"])
def test_rounds_of_distances_find_the_same(b):
    motion_a, motion_b = flights(np.random.default_rng(0), 10)
    found = time_of_impact(BALL, ALL[b], motion_a, motion_b)
    slow = impact_by_distance(BALL, motion_a, ALL[b], motion_b, None, OPTIONS)

    assert isinstance(slow, Impact)
    np.testing.assert_array_equal(found.status, slow.status)
    hits = found.status == ImpactStatus.HIT
    np.testing.assert_allclose(found.time[hits], slow.time[hits], atol=1e-5)
    for k in range(10):
        check_against_samples(BALL, ALL[b], motion_a[k], motion_b[k], found[k])


def test_hollows_are_entered():
    """A mesh is a surface: a ball inside of it flies about, until it meets it from within."""
    ring = icosphere(1.0, 2)
    inside = Motion(pose_of((0.3, 0, 0)), pose_of((-0.3, 0, 0)))

    assert time_of_impact(ring, Sphere(0.3), None, inside).status == ImpactStatus.FREE
    out = Motion(None, pose_of((3, 0, 0)))
    found = time_of_impact(ring, Sphere(0.3), None, out)
    assert found.status == ImpactStatus.HIT
    assert 0.15 < found.time < 0.7 / 3 + 1e-6


@pytest.mark.parametrize("b", [Box((0.2, 0.2, 0.2)), icosphere(0.1, 1)])
def test_filled_surfaces_and_their_depths(b):
    away = Motion(pose_of((0.5, 0, 0)), pose_of((9, 0, 0)))
    surface = time_of_impact(BALL, b, None, away)
    filled = time_of_impact(BALL, b, None, away, solid=True)

    assert surface.status == ImpactStatus.HIT
    assert filled.status == ImpactStatus.STARTED_TOUCHING
    assert filled.depth > 0.0
    deep = time_of_impact(BALL, b, None, Motion(pose_of((0.8, 0, 0)), None))
    assert deep.status == ImpactStatus.STARTED_TOUCHING
    assert 0.0 < deep.depth < 0.3
