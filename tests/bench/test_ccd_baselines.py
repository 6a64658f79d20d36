"""Frame by frame: costs, errors and misses in one table."""

import json

import numpy as np

from impinge.bench.ccd_baselines import OURS, baselines, bench_baselines, compared, families
from impinge.continuous.baselines import METHODS


def test_a_quick_run_has_every_family(monkeypatch):
    monkeypatch.setattr("impinge.bench.ccd_baselines.QUICK", 2)
    said, kept = [], {}
    bench_baselines(quick=True, say=said.append, keep=kept.__setitem__)

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


def test_mistakes_are_counted():
    truth = np.array([0.5, 0.5, 0.5, np.inf])
    found = compared(np.array([[0.4, 3], [np.inf, 2], [0.6, 9], [np.inf, 2]]), truth)
    assert (found["missed"], found["late"], found["queries"]) == (1, 1, 4.0)
    assert found["most_error"] == 0.09999999999999998 or abs(found["most_error"] - 0.1) < 1e-12
    nothing = compared(np.array([[np.inf, 2]] * 4), truth)
    assert nothing["median_error"] is None
    assert nothing["missed"] == 3
