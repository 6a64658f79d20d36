"""First contacts as a result: named, immutable, single or in rows."""

import copy
import json
import pickle

import numpy as np
import pytest

from impinge.continuous import ElementaryImpacts, ImpactStatus, impact_vertex_face
from impinge.continuous.kernels import impact_row, linear

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
