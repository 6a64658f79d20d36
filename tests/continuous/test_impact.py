"""Answers over a step: immutable, named, and the same seen from the other side."""

import copy
import json
import pickle

import numpy as np
import pytest
from flying import falling, flights

from impinge.continuous import (
    ElementaryImpacts,
    Impact,
    ImpactStatus,
    impact_vertex_face,
    time_of_impact,
)
from impinge.continuous.impact import Freedom, FreedomStatus
from impinge.continuous.kernels import convex_freedom, impact_row, linear
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


FACE = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
START = np.array([[[0.2, 0.3, 1.0], *FACE], [[2.0, 2.0, 1.0], *FACE], [[0.2, 0.3, 0.0], *FACE]])
END = np.array([[[0.2, 0.3, -1.0], *FACE], [[2.0, 2.0, -1.0], *FACE], [[0.2, 0.3, -1.0], *FACE]])


@pytest.fixture
def found():
    return impact_vertex_face(START, END)


def test_rows_have_names(found):
    assert found.status.tolist() == [
        ImpactStatus.HIT,
        ImpactStatus.FREE,
        ImpactStatus.STARTED_TOUCHING,
    ]
    assert found.time == pytest.approx([0.5, np.inf, 0.0])
    assert (found.lower == found.time).all()
    assert found.upper == pytest.approx([0.5, np.inf, 0.0])
    assert found.parameters[0] == pytest.approx([0.2, 0.3])
    assert found.normal[0] == pytest.approx([0.0, 0.0, -1.0])
    assert found.gap[0] == pytest.approx(0.0, abs=1e-12)
    assert found.steps.dtype == np.int64
    assert len(found) == 3


def test_a_row_is_a_single_answer(found):
    one = found[0]

    assert isinstance(one, ElementaryImpacts)
    assert one.status is ImpactStatus.HIT
    assert type(one.time) is float
    assert type(one.steps) is int
    assert one.parameters.shape == (2,)
    assert "status=<ImpactStatus.HIT: 1>" in repr(one)
    assert repr(found) == "ElementaryImpacts(3 rows)"
    with pytest.raises(TypeError):
        len(one)


def test_nothing_can_be_changed(found):
    with pytest.raises(AttributeError):
        found.time = 0.0
    for name in ("time", "status", "upper", "gap", "parameters", "normal", "steps"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(found, name)[...] = 0.0


def test_it_is_ready_for_json_and_can_be_copied(found):
    plain = json.loads(json.dumps(found.to_dict()))

    assert plain["time"][1] is None
    assert plain["status"] == ["HIT", "FREE", "STARTED_TOUCHING"]
    assert json.loads(json.dumps(found[0].to_dict()))["status"] == "HIT"
    for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert (other._rows == found._rows).all()


def test_answers_about_features_and_about_shapes_have_the_same_columns():
    for name in ("TIME", "STATUS", "UPPER", "GAP"):
        assert getattr(linear, name) == getattr(impact_row, name)
    for name in ("FREE", "HIT", "STARTED_TOUCHING", "OUT_OF_BUDGET"):
        assert getattr(linear, name) == getattr(impact_row, name)


ROWS = np.array([[convex_freedom.FREE, 1.0, 3.0], [convex_freedom.HITS, 0.25, 1.0]])


def test_one_is_true_or_false_and_many_are_neither():
    one, many = Freedom(ROWS[0]), Freedom(ROWS)
    assert bool(one)
    assert not bool(Freedom(ROWS[1]))
    assert many.free.tolist() == [True, False]
    assert (one.status, one.time, one.steps) == (FreedomStatus.FREE, 1.0, 3)
    assert many[1].status == FreedomStatus.HITS
    with pytest.raises(TypeError, match=r"ask \.free\.all"):
        bool(many)
