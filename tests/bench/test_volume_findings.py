"""Who is best, from figures that are known."""

import pytest

from impinge.bench.volume_findings import (
    MEASURED,
    MODEL,
    as_good,
    best,
    best_k,
    by_k,
    cheapest_strategies,
    enough_tests,
    fewer_tests,
    frame_costs,
    relative,
)
from impinge.bench.volume_scenes import QUESTIONS


def section(**figures):
    return {
        name: {"questions": {q: {MEASURED: value, MODEL: -value} for q in QUESTIONS}}
        for name, value in figures.items()
    }


VOLUMES = section(sphere=9.0, aabb=5.0, obb=2.0, dop12=4.0, dop62=3.0)


def test_the_lowest_is_best():
    assert best(VOLUMES, "first hit") == "obb"
    assert best(VOLUMES, "first hit", MODEL) == "sphere"


def test_equals_are_named_together():
    assert as_good(section(a=1.03, b=1.0, c=1.2), "distance") == ["b", "a"]


def test_a_box_is_the_k_dop_of_six():
    assert list(by_k(VOLUMES)) == [6, 12, 62]
    assert best_k(VOLUMES, "all pairs") == 62
    assert best_k(VOLUMES, "all pairs", MODEL) == 6


def test_ratios_are_geometric_means_over_scenes():
    report = {
        "scenes": {
            "one": {"arities": section(two=1.0, four=2.0)},
            "other": {"arities": section(two=1.0, four=8.0)},
        }
    }

    found = relative(report, "arities", "two")
    assert list(found) == ["two", "four"]
    assert found["two"] == pytest.approx(dict.fromkeys(QUESTIONS, 1.0))
    assert found["four"] == pytest.approx(dict.fromkeys(QUESTIONS, 4.0))


def test_costs_of_a_frame_are_medians():
    found = frame_costs({"hybrid": {"update_us": [1.0, 2.0, 90.0], "query_us": [5.0, 5.0, 5.0]}})

    assert found == {"hybrid": {"update_us": 2.0, "query_us": 5.0, "total_us": 7.0}}


def test_tests_until_few_are_wrong():
    cut = {"most_tests": [1, 8, 64], "orders": {"depth": {"wrong": [0.5, 0.2, 0.05]}}}

    assert enough_tests(cut, "depth", 0.1) == 64
    assert enough_tests(cut, "depth", 0.01) is None


def test_strategies_are_counted_by_what_they_win():
    def rows(update):
        return {"update_us": [update], "query_us": [1.0]}

    asked = {"pays": {"first hit": None}, "first hit": {"hybrid": rows(1.0), "rebuild": rows(9.0)}}
    other = {"pays": {"first hit": None}, "first hit": {"hybrid": rows(9.0), "rebuild": rows(1.0)}}
    report = {"updates": {"wave": {"volumes": {"aabb": asked, "obb": asked, "sphere": other}}}}

    assert cheapest_strategies(report) == {"hybrid": 2, "rebuild": 1}


def test_fewer_tests_is_a_range_over_scenes_and_volumes():
    def orders(depth, best):
        return {"distance": {"depth": {"volume_tests": depth}, "best": {"volume_tests": best}}}

    report = {"orders": {"a": {"aabb": orders(8, 4)}, "b": {"obb": orders(30, 3)}}}

    assert fewer_tests(report, "distance", "best", "depth") == (2.0, 10.0)
