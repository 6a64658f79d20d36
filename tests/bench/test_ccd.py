"""The benchmark of moving features: everything runs, and mistakes are counted."""

import json

import numpy as np
import pytest

from impinge.bench import bench_ccd
from impinge.bench.ccd import mistakes, real_sets, timed
from impinge.bench.ccd_queries import FAMILIES, FEATURES, Queries, made_queries
from impinge.core.errors import ImpingeError


def test_a_quick_run_has_every_family(monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    kept = []
    report = bench_ccd(["speed", "exact"], quick=True, keep=kept.append)

    assert json.loads(json.dumps(report)) == report
    assert tuple(report["families"]) == FAMILIES
    for both in report["families"].values():
        assert tuple(both) == FEATURES
        assert all(seen["times"]["batch"]["mean_us"] > 0.0 for seen in both.values())
        assert all(seen["out_of_budget"] == 0 for seen in both.values())
    assert report["exact"] == {}
    assert report["families"]["on the border"]["edge-edge"]["missed"] == 0
    assert len(kept) == len(FAMILIES)


def test_exact_sets_are_judged(real_data):
    report = bench_ccd(["exact"], quick=True)

    assert report["families"] == {}
    assert set(report["exact"]) == {"unit-tests", "cloth-funnel"}
    for both in report["exact"].values():
        for seen in both.values():
            assert seen["missed"] == seen["wrongly_proved"] == 0
            assert seen.get("late", 0) == 0


def test_no_sets_without_a_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("IMPINGE_DATA", str(tmp_path))
    assert real_sets(quick=True) == []


def test_parts_have_names():
    with pytest.raises(ImpingeError, match="part: 'both', expected one of speed, exact, step, "):
        bench_ccd(["both"])


@pytest.mark.parametrize("part", ["rigid", "fast", "methods", "baselines"])
def test_parts_about_shapes_are_kept_as_they_come(monkeypatch, part):
    def measure(*, quick, say, keep, **_):
        say("now")
        keep("first", {"quick": quick})
        keep("second", {})

    monkeypatch.setattr(f"impinge.bench.ccd.bench_{part}", measure)
    said, kept = [], []
    report = bench_ccd(
        [part], quick=True, say=said.append, keep=lambda found: kept.append(len(found[part]))
    )

    assert said == ["now"]
    assert kept == [1, 2]
    assert report[part] == {"first": {"quick": True}, "second": {}}


def test_steps_of_cloths(monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    said, kept = [], []
    report = bench_ccd(["step"], quick=True, say=said.append, keep=kept.append)

    assert json.loads(json.dumps(report)) == report
    assert report["families"] == report["exact"] == {}
    assert list(report["steps"]) == ["sheets that fly", "balls, corner to corner"]
    assert len(report["growth"]) == 2
    assert len(said) == len(kept) == 4
    for seen in [*report["steps"].values(), *report["growth"].values()]:
        assert seen["same"]
        assert not seen["late"]


def test_mistakes_are_counted():
    points = np.zeros((4, 4, 3))
    touches, times = np.array([True, True, False, False]), np.array([0.5, 0.5, np.inf, np.inf])
    queries = Queries("edge-edge", points, points, touches, times)
    found = mistakes(np.array([True, False, True, False]), np.array([0.6, np.inf, 0.1, 1]), queries)

    assert (found["contacts"], found["missed"], found["false"], found["late"]) == (2, 1, 1, 2)


def test_a_peer_is_compared():
    pytest.importorskip("ipctk", reason="ipctk is not installed (make peers)")
    found = timed(made_queries("random", "edge-edge", 20), ["ipctk"], 1)

    assert found["peers"]["ipctk"]["only_ours"] == found["peers"]["ipctk"]["only_theirs"] == 0
    assert found["peers"]["ipctk"]["mean_ratio"] > 0.0
