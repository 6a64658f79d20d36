"""Methods by size: what is left out says so, and answers must agree."""

import json

import numpy as np
import pytest

from impinge.bench import pairs_table
from impinge.core.errors import ImpingeError
from impinge.pairs import METHODS, all_pairs
from impinge.scenes import box_set


def quiet(_):
    pass


def test_every_method_is_measured():
    found = pairs_table.measured("uniform", (100, 300), 1, quiet)

    assert found["pairs"][0] < found["pairs"][1]
    for method in found["methods"].values():
        assert [cell["boxes"] for cell in method["cells"]] == [100, 300]
        assert np.isfinite(method["exponent"])


def test_what_would_take_too_long_says_so(monkeypatch):
    monkeypatch.setattr(pairs_table, "PATIENCE", 0.0)
    found = pairs_table.measured("line", (100, 300, 900), 1, quiet)

    default, *others = found["methods"].values()
    assert all("ms" in cell for cell in default["cells"])
    for method in others:
        assert "ms" in method["cells"][0]
        assert method["cells"][1]["reason"].endswith("expected")
        assert method["cells"][2]["reason"].endswith("expected")
        assert method["exponent"] is None


def test_growth_is_carried_on():
    row = [{"boxes": 100, "ms": 1.0}, {"boxes": 1000, "ms": 10.0}]

    assert pairs_table.expected([], 100) == 0.0
    assert pairs_table.expected(row[:1], 1000) == pytest.approx(0.1)
    assert pairs_table.expected(row, 10_000) == pytest.approx(0.1)
    assert pairs_table.growth(row) == pytest.approx(1.0)
    later = [*row, {"boxes": 10_000, "reason": "about 3 hours expected"}]
    assert pairs_table.expected(later, 100_000) == pytest.approx(1.0)


def test_slow_answers_are_timed_once_and_quick_ones_often(monkeypatch):
    asked = {"quick": 0, "slow": 0}

    def ask(name):
        def method(lower, upper):
            asked[name] += 1
            return all_pairs(lower, upper)

        return method

    clock = iter(range(100))
    monkeypatch.setattr(pairs_table, "METHODS", {name: ask(name) for name in asked})
    # Before and after each answer: half a second, then two.
    monkeypatch.setattr(pairs_table, "SLOW", 0.5)
    monkeypatch.setattr(pairs_table, "perf_counter", lambda: (0, 0.4, 1, 3)[next(clock) % 4])
    found = pairs_table.measured("uniform", (1000,), 3, quiet, in_all=8000)["methods"]

    assert asked == {"quick": 1 + (1 + 3) * 8, "slow": 1}
    assert found["slow"]["cells"][0]["ms"] == found["slow"]["cells"][0]["minimum_ms"] == 2000.0
    assert found["quick"]["cells"][0]["minimum_ms"] <= found["quick"]["cells"][0]["ms"] < 400.0


def test_growth_is_that_of_many_boxes():
    row = [{"boxes": n, "ms": max(1.0, n / 1000)} for n in (100, 500, 1000, 10_000)]

    assert pairs_table.growth(row) == pytest.approx(1.0)
    assert pairs_table.growth(row[:2]) == pytest.approx(0.0)


def test_a_wrong_answer_stops_it(monkeypatch):
    wrong = {"all": all_pairs, "odd": lambda low, high: all_pairs(low, high)[1:]}
    monkeypatch.setattr(pairs_table, "METHODS", wrong)

    with pytest.raises(ImpingeError, match="odd: uniform, 100 boxes: another answer"):
        pairs_table.measured("uniform", (100,), 1, quiet)


def test_memory_is_that_of_a_process_of_its_own():
    found = pairs_table.memory("tree", "uniform", 40_000, 1)

    assert found["boxes"] == 40_000
    assert found["pairs"] > 40_000
    assert 1.0 < found["added_mb"] < 200.0
    assert found["process_mb"] > found["added_mb"]


@pytest.mark.parametrize("method", METHODS)
def test_each_method_answers_and_says_what_it_took(method, capsys):
    pairs_table.child(method, "uniform", 200)

    found = json.loads(capsys.readouterr().out)
    assert found["boxes"] == 200
    assert found["pairs"] == len(all_pairs(*box_set("uniform", 200)))
    assert found["process_mb"] > found["added_mb"] >= 0.0
