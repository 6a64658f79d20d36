"""Both methods, by pair of shapes."""

import json

import pytest

from impinge.bench.ccd_methods import ask_by, bench_methods, both, methods_of, pairs
from impinge.continuous.time_of_impact import METHODS
from impinge.geometry import Box, Sphere
from impinge.scenes import seeded_motions


def test_a_quick_run_has_every_pair(monkeypatch):
    some = ["box, box", "half-space, box", "mesh, mesh", "height field, box", "compound, box"]
    made = pairs((20, 6))
    assert set(some) <= set(made)
    monkeypatch.setattr(
        "impinge.bench.ccd_methods.pairs", lambda _: {name: made[name] for name in some}
    )
    said, kept = [], {}
    bench_methods(quick=True, say=said.append, keep=kept.__setitem__)

    assert list(kept) == some
    assert json.loads(json.dumps(kept)) == kept
    for found in kept.values():
        assert found["differ"] == 0
        assert set(found["methods"]) <= set(METHODS)
        assert all(cost["mean_us"] > 0.0 for cost in found["methods"].values())


def test_methods_agree_on_small_meshes():
    a, b, _ = pairs((20, 6))["mesh, mesh"]
    found = both(a, b, 12, 1)
    assert found["hits"] > 0
    assert found["differ"] == 0
    assert found["apart"] < 1e-5


def test_every_pair_has_a_method_and_unknown_ones_have_none(monkeypatch):
    assert "advance" in methods_of(Box((1, 1, 1)), Sphere(1))
    monkeypatch.setattr("impinge.bench.ccd_methods.METHODS", ("guess",))
    assert methods_of(Box((1, 1, 1)), Sphere(1)) == ()


@pytest.mark.parametrize("name", ["sphere, sphere", "mesh, hull"])
def test_one_is_asked_by_name(name):
    a, b, _ = pairs((20, 6))[name]
    found = ask_by("advance", a, b, *seeded_motions(a, b, 3))
    assert len(found) == 3
