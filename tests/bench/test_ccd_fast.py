"""Thin and fast: everything runs, and mistakes are counted."""

import json

import numpy as np
import pytest

from impinge.bench import bench_ccd
from impinge.bench.ccd_fast import (
    FAMILIES,
    OURS,
    SLOW,
    baselines,
    compared,
    families,
    fast,
    judged,
)
from impinge.continuous import ImpactStatus, time_of_impact
from impinge.continuous.baselines import METHODS
from impinge.scenes import screws_in_nuts, spinning_blades


def test_a_quick_run_has_every_family_and_no_mistakes():
    kept = bench_ccd(["fast"], quick=True)["fast"]

    assert set(kept) == set(FAMILIES) - set(SLOW)
    assert json.loads(json.dumps(kept)) == kept
    for found in kept.values():
        assert found["cases"] == 4
        assert not any(found[key] for key in ("missed", "late", "false", "wide", "out_of_budget"))
        assert found["mean_us"] > 0.0


def test_ten_thousand_cases_in_all():
    assert sum(count for _, count in FAMILIES.values()) >= 10_000


@pytest.fixture(scope="module")
def blades():
    cases = spinning_blades(20, seed=8)
    found = time_of_impact(cases.shape_a, cases.shape_b, cases.motion_a, cases.motion_b)
    return cases, np.asarray(found.time), np.asarray(found.status)


@pytest.mark.parametrize(
    ("row", "time", "key"),
    [(0, np.inf, "missed"), (0, None, "late"), (3, 0.5, "false"), (0, 0.0, "wide")],
)
def test_wrong_ones_are_counted(blades, row, time, key):
    cases, right, status = blades
    wrong = right.copy()
    wrong[row] = cases.first[row] + 1e-9 if time is None else time
    assert judged(cases, right, status)[key] == 0
    assert judged(cases, wrong, status)[key] == 1


def test_a_budget_that_ran_out_is_no_mistake(blades):
    cases, right, status = blades
    stopped, words = right.copy(), status.copy()
    stopped[[0, 3]], words[[0, 3]] = 0.0, ImpactStatus.OUT_OF_BUDGET
    found = judged(cases, stopped, words)
    assert found["out_of_budget"] == 2
    assert not any(found[key] for key in ("missed", "late", "false", "wide"))


def test_times_that_no_formula_tells_are_looked_at():
    cases = screws_in_nuts(3, seed=1)
    time = np.array([np.inf, cases.first[1], 1.0])
    found = judged(cases, time, np.zeros(3))
    assert np.isnan(cases.first[2])
    assert found["late"] == 1


def test_chunks_are_put_together():
    cases = spinning_blades(60, 2.0, seed=9)
    found = fast(cases)
    assert found["cases"] == sum(found["kinds"].values()) == 60
    assert found["contacts"] == int(cases.touches.sum())


# Frame by frame: costs, errors and misses in one table.


def test_baselines_are_measured_on_every_family(monkeypatch):
    monkeypatch.setattr("impinge.bench.ccd_fast.QUICK", 2)
    kept = bench_ccd(["baselines"], quick=True)["baselines"]

    assert set(kept) == set(families(1, 100))
    assert json.loads(json.dumps(kept)) == kept
    for found in kept.values():
        ours, *others = found["rows"]
        assert ours["method"] == OURS
        assert ours["missed"] == ours["late"] == 0
        assert {row["method"] for row in others} == set(METHODS)


def test_more_frames_miss_fewer_and_all_methods_miss_the_same():
    found = baselines(families(20, 100)["balls through walls"](), (1, 10, 100))
    rows = found["rows"][1:]
    missed = {
        frames: {r["missed"] for r in rows if r["frames"] == frames} for frames in (1, 10, 100)
    }
    assert all(len(counts) == 1 for counts in missed.values())
    few, some, many = (counts.pop() for counts in missed.values())
    assert found["hits"] == few == 20
    assert few >= some > many
    late = [row["late"] for row in rows if row["method"] == "before"]
    assert late == [0, 0, 0]


def test_mistakes_of_baselines_are_counted():
    truth = np.array([0.5, 0.5, 0.5, np.inf])
    found = compared(np.array([[0.4, 3], [np.inf, 2], [0.6, 9], [np.inf, 2]]), truth)
    assert (found["missed"], found["late"], found["queries"]) == (1, 1, 4.0)
    assert found["most_error"] == 0.09999999999999998 or abs(found["most_error"] - 0.1) < 1e-12
    nothing = compared(np.array([[np.inf, 2]] * 4), truth)
    assert nothing["median_error"] is None
    assert nothing["missed"] == 3
