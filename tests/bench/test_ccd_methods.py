"""Both methods, by pair of shapes."""

import json

import numpy as np
import pytest

from impinge.bench import bench_ccd
from impinge.bench.ccd_methods import ask_by, both, freedom, methods_of, pairs
from impinge.continuous import Freedom, stay_free
from impinge.continuous.kernels.convex_freedom import FREE, HITS, STATUS
from impinge.continuous.options import METHODS
from impinge.geometry import Box, Sphere
from impinge.scenes import seeded_motions


def test_a_quick_run_has_every_pair(monkeypatch):
    some = ["box, box", "half-space, box", "mesh, mesh", "height field, box", "compound, box"]
    made = pairs((20, 6))
    assert set(some) <= set(made)
    monkeypatch.setattr(
        "impinge.bench.ccd_methods.pairs", lambda _: {name: made[name] for name in some}
    )
    kept = bench_ccd(["methods"], quick=True)["methods"]

    assert list(kept) == some
    assert json.loads(json.dumps(kept)) == kept
    for found in kept.values():
        assert found["differ"] == 0
        assert set(found["methods"]) <= set(METHODS)
        assert all(cost["mean_us"] > 0.0 for cost in found["methods"].values())
        free = found["freedom"]
        assert free["free"] + free["hits"] + free["undecided"] == found["motions"]
        assert free["wrongly_free"] == free["wrongly_hit"] == 0
        assert free["impact_us"] > 0.0
        assert free["mean_us"] > 0.0


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


def test_answers_that_contradict_each_other_are_counted(monkeypatch):
    a, b = Box((1, 1, 1)), Sphere(0.5)
    motions = seeded_motions(a, b, 30)
    right = freedom(a, b, motions, 1)
    assert right["free"] > 0
    assert right["hits"] > 0

    def opposite(*given, **options):
        rows = stay_free(*given, **options)._rows.copy()
        rows[:, STATUS] = np.where(rows[:, STATUS] == FREE, HITS, FREE)
        return Freedom(rows)

    monkeypatch.setattr("impinge.bench.ccd_methods.stay_free", opposite)
    wrong = freedom(a, b, motions, 1)
    assert wrong["wrongly_free"] == right["hits"] + right["undecided"]
    assert wrong["wrongly_hit"] == right["free"]


@pytest.mark.parametrize("name", ["sphere, sphere", "mesh, hull"])
def test_one_is_asked_by_name(name):
    a, b, _ = pairs((20, 6))[name]
    found = ask_by("advance", a, b, *seeded_motions(a, b, 3))
    assert len(found) == 3
