"""The answer about a whole step, and its parts."""

import numpy as np
import pytest

from impinge.continuous import FreeStep, ImpactStatus, PairImpacts
from impinge.continuous.kernels.linear import GAP, STATUS, TIME, UPPER
from impinge.continuous.kernels.meeting import FIRST, PAIR_ROW, SECOND

EDGES = np.array([[0, 1], [2, 3]])


def answer(status, time, gap=0.0, upper=np.inf):
    row = np.zeros(PAIR_ROW)
    row[TIME], row[STATUS], row[GAP], row[UPPER] = time, status, gap, upper
    row[FIRST], row[SECOND] = 0, 1
    return PairImpacts(row)


def step(first, **more):
    features = None if first is None else "edge-edge"
    return FreeStep(
        features=features, first=first, min_separation=0.5, edges=EDGES, tested=3, **more
    )


def test_nothing_touches():
    found = step(None)

    assert (found.step, found.time, found.depth) == (1.0, np.inf, 0.0)
    assert found.status == ImpactStatus.FREE
    assert repr(found) == "FreeStep(step=1.0, status=<ImpactStatus.FREE: 0>)"
    assert found.to_dict() == {
        "step": 1.0, "status": "FREE", "features": None, "obstacle": None,
        "depth": 0.0, "tested": 3,
        "first": None, "vertex_face": None, "edge_edge": None,
    }  # fmt: skip


def test_something_touches():
    found = step(answer(ImpactStatus.HIT, 0.25, 0.5, 0.26))

    assert (found.step, found.time, found.upper, found.gap) == (0.25, 0.25, 0.26, 0.5)
    assert (found.pair, found.depth, float(found)) == ((0, 1), 0.0, 0.25)
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(found)
    assert "step=0.25" in repr(found)
    assert "pair=(0, 1)" in repr(found)
    assert found.to_dict()["first"]["pair"] == [0, 1]


@pytest.mark.parametrize(("gap", "depth"), [(0.125, 0.375), (0.5 + 1e-14, 0.0)])
def test_it_starts_there(gap, depth):
    found = step(answer(ImpactStatus.STARTED_TOUCHING, 0.0, gap))

    assert (found.step, found.depth) == (0.0, depth)


def test_nothing_is_added_to_an_answer():
    found = FreeStep(
        features=None, first=None, min_separation=0.0, edges=np.empty((0, 2)), tested=0
    )
    for name in ("features", "step", "foo"):
        with pytest.raises(AttributeError, match=name):
            setattr(found, name, 1)
