"""Answers over a step: immutable, named, and the same seen from the other side."""

import numpy as np
import pytest
from flying import falling, flights

from impinge.continuous import Impact, ImpactStatus, time_of_impact
from impinge.geometry import Box, Sphere
from impinge.motion import Motion


def test_parts_have_names_and_plain_values():
    found = time_of_impact(Box((1, 1, 1)), Sphere(0.5), None, falling())

    assert isinstance(found.status, ImpactStatus)
    assert f"{found.status}" == str(found.status) == "ImpactStatus.HIT"
    assert isinstance(found.time, float)
    plain = found.to_dict()
    assert set(plain) >= {"time", "status", "lower", "upper", "gap", "depth", "point_a", "normal"}
    assert plain["time"] == found.time
    assert plain["status"] == "HIT"
    assert found.to_dict() == plain
    with pytest.raises(AttributeError, match="cannot be changed"):
        found.time = 0.0
    with pytest.raises(ValueError, match="read-only"):
        found.normal[0] = 2.0
    assert time_of_impact(Box((1, 1, 1)), Sphere(0.5), None, falling(9)).to_dict()["time"] is None


def test_they_say_what_they_are():
    cube, ball = Box((1, 1, 1)), Sphere(0.5)
    found = time_of_impact(cube, ball, None, falling())
    assert repr(found) == f"Impact(HIT, time={found.time:.6g}, gap={found.gap:.3g})"
    assert repr(time_of_impact(cube, ball, None, falling(9))) == "Impact(FREE)"
    inside = time_of_impact(cube, ball, None, Motion.from_velocity(None, (0, 0, 9), (0, 0, 0)))
    assert repr(inside) == "Impact(STARTED_TOUCHING, depth=1)"
    given_up = time_of_impact(cube, ball, None, falling(), max_steps=1)
    assert repr(given_up).startswith("Impact(OUT_OF_BUDGET, free until ")
    assert repr(time_of_impact(cube, ball, *flights(np.random.default_rng(0), 4))).endswith("rows)")


def test_swapped_twice_is_the_same():
    found = time_of_impact(Box((1, 1, 1)), Sphere(0.5), *flights(np.random.default_rng(0), 4))
    swapped = found.swapped()

    np.testing.assert_array_equal(swapped.point_a, found.point_b)
    np.testing.assert_array_equal(swapped.normal, -found.normal)
    np.testing.assert_array_equal(swapped.feature_b, found.feature_a)
    np.testing.assert_array_equal(swapped.swapped()._rows, found._rows)
    free = time_of_impact(Box((1, 1, 1)), Sphere(0.5), None, falling(9)).swapped()
    assert not np.signbit(free.normal).any()
    assert isinstance(found[1:3], Impact)
    assert len(found[1:3]) == 2


def test_an_impact_is_neither_true_nor_false():
    found = time_of_impact(Box((1, 1, 1)), Sphere(0.5), None, falling())
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(found)
