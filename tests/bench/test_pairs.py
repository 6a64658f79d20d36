"""The whole benchmark of broad phases runs, with peers where installed; a report ready for JSON."""

import dataclasses
import json

import matplotlib.image
import numpy as np
import pytest

from impinge.bench import pairs, render
from impinge.bench.pairs import bench_pairs
from impinge.core.errors import ImpingeError
from impinge.pairs import METHODS, all_pairs
from impinge.pairs.find import FEW
from impinge.scenes import box_set
from impinge.scenes.boxes import DISTRIBUTIONS


@pytest.fixture(scope="module")
def report():
    said, peers = [], bool(pairs.installed())
    found = bench_pairs(peers=peers, quick=True, say=said.append)
    assert any("moving" in line for line in said)
    return found


def test_the_report_is_ready_for_json(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_everything_is_in_it(report):
    assert list(report["distributions"]) == list(DISTRIBUTIONS)
    for found in report["distributions"].values():
        assert found["boxes"] == [200, 400]
        assert all(cell["ms"] > 0.0 for m in found["methods"].values() for cell in m["cells"])
    assert report["memory"]["most"]["uniform"]["pairs"] > 100
    assert list(report["memory"]["methods"]) == ["grid", "tree"]
    for seen in report["memory"]["methods"].values():
        assert list(seen) == ["uniform"]
    assert pairs.FULL["memory"] == DISTRIBUTIONS
    assert pairs.FULL["memory_methods"] == tuple(METHODS)


def test_the_sizes_around_the_choice_of_a_method_are_measured():
    """``find_pairs`` changes its method at FEW boxes: the table shows it, and sizes beside it."""
    sizes = pairs.FULL["sizes"]
    at = sizes.index(FEW)

    assert sizes[at - 1] < FEW < sizes[at + 1] < 1_000
    assert min(pairs.FULL["moving_sizes"]) <= 100


def test_answers_are_compared_with_peers(report):
    for rows in report.get("peers", {}).values():
        for row in rows:
            for peer, ratio in row["ratios"].items():
                assert all(seen["unexplained"] == 0 for seen in row["differ"][peer])
                assert ratio["median"] > 0.0


def test_one_part_alone():
    found = bench_pairs(["line"], quick=True)

    assert list(found["distributions"]) == ["line"]
    assert "moving" not in found
    with pytest.raises(ImpingeError, match="'cubes', expected one of uniform"):
        bench_pairs(["cubes"], quick=True)


class Lying:
    """A peer that has found one pair too few."""

    def __init__(self, lower, upper):
        pass

    def count(self):
        return 0

    def differ(self, _ours):
        return {"only_ours": 1, "only_theirs": 0, "unexplained": 1}


def test_no_ratio_with_one_who_is_wrong():
    found = pairs.beside_peers("uniform", 200, 1, 1, {"liar": Lying})

    assert found["ratios"] == {"liar": None}
    assert found["times"]["liar"]["median_us"] > 0.0


def test_peers_that_are_missing_are_named():
    with pytest.raises(ImpingeError, match="make peers"):
        dataclasses.replace(bench_pairs, installed=dict)(peers=True, quick=True)


# Methods by size: what is left out says so, and answers must agree.


def quiet(_):
    pass


def test_every_method_is_measured():
    found = pairs.measured("uniform", (100, 300), 1, quiet)

    assert found["pairs"][0] < found["pairs"][1]
    for method in found["methods"].values():
        assert [cell["boxes"] for cell in method["cells"]] == [100, 300]
        assert np.isfinite(method["exponent"])


def test_what_would_take_too_long_says_so(monkeypatch):
    monkeypatch.setattr(pairs, "PATIENCE", 0.0)
    found = pairs.measured("line", (100, 300, 900), 1, quiet)

    default, *others = found["methods"].values()
    assert all("ms" in cell for cell in default["cells"])
    for method in others:
        assert "ms" in method["cells"][0]
        assert method["cells"][1]["reason"].endswith("expected")
        assert method["cells"][2]["reason"].endswith("expected")
        assert method["exponent"] is None


def test_growth_is_carried_on():
    row = [{"boxes": 100, "ms": 1.0}, {"boxes": 1000, "ms": 10.0}]

    assert pairs.expected([], 100) == 0.0
    assert pairs.expected(row[:1], 1000) == pytest.approx(0.1)
    assert pairs.expected(row, 10_000) == pytest.approx(0.1)
    assert pairs.growth(row) == pytest.approx(1.0)
    later = [*row, {"boxes": 10_000, "reason": "about 3 hours expected"}]
    assert pairs.expected(later, 100_000) == pytest.approx(1.0)


def test_slow_answers_are_timed_once_and_quick_ones_often(monkeypatch):
    asked = {"quick": 0, "slow": 0}

    def ask(name):
        def method(lower, upper):
            asked[name] += 1
            return all_pairs(lower, upper)

        return method

    clock = iter(range(100))
    monkeypatch.setattr(pairs, "METHODS", {name: ask(name) for name in asked})
    # Before and after each answer: half a second, then two.
    monkeypatch.setattr(pairs, "SLOW", 0.5)
    monkeypatch.setattr(pairs, "perf_counter", lambda: (0, 0.4, 1, 3)[next(clock) % 4])
    found = pairs.measured("uniform", (1000,), 3, quiet, in_all=8000)["methods"]

    assert asked == {"quick": 1 + (1 + 3) * 8, "slow": 1}
    assert found["slow"]["cells"][0]["ms"] == found["slow"]["cells"][0]["minimum_ms"] == 2000.0
    assert found["quick"]["cells"][0]["minimum_ms"] <= found["quick"]["cells"][0]["ms"] < 400.0


def test_growth_is_that_of_many_boxes():
    row = [{"boxes": n, "ms": max(1.0, n / 1000)} for n in (100, 500, 1000, 10_000)]

    assert pairs.growth(row) == pytest.approx(1.0)
    assert pairs.growth(row[:2]) == pytest.approx(0.0)


def test_a_wrong_answer_stops_it(monkeypatch):
    wrong = {"all": all_pairs, "odd": lambda low, high: all_pairs(low, high)[1:]}
    monkeypatch.setattr(pairs, "METHODS", wrong)

    with pytest.raises(ImpingeError, match="odd: uniform, 100 boxes: another answer"):
        pairs.measured("uniform", (100,), 1, quiet)


def test_memory_is_that_of_a_process_of_its_own():
    found = pairs.memory("tree", "uniform", 40_000, 1)

    assert found["boxes"] == 40_000
    assert found["pairs"] > 40_000
    assert 1.0 < found["added_mb"] < 200.0
    assert found["process_mb"] > found["added_mb"]


@pytest.mark.parametrize("method", METHODS)
def test_each_method_answers_and_says_what_it_took(method, capsys):
    pairs.child(method, "uniform", 200)

    found = json.loads(capsys.readouterr().out)
    assert found["boxes"] == 200
    assert found["pairs"] == len(all_pairs(*box_set("uniform", 200)))
    assert found["process_mb"] > found["added_mb"] >= 0.0


# Boxes that swing: frames that close, and phases that agree.


@pytest.mark.parametrize(("share", "step"), pairs.MOTIONS.values())
def test_each_frame_is_a_step_from_the_one_before(share, step):
    lower, upper, frames = pairs.swing(400, share, step)

    edge = np.median(upper - lower)
    for k, (ids, low, _) in enumerate(frames):
        way = np.linalg.norm(low - frames[k - 1][1], axis=1)
        assert len(ids) == round(400 * share)
        # The axes of a circle are not square to each other: it is an ellipse.
        assert np.sqrt(np.mean(way**2)) == pytest.approx(step * edge, rel=0.5)


def test_every_phase_is_measured():
    found = dataclasses.replace(bench_pairs, small={**pairs.QUICK, "moving_sizes": (100,)})(
        ["moving"], quick=True
    )["moving"]

    assert list(found) == list(pairs.MOTIONS)
    for (row,) in found.values():
        assert row["boxes"] == 100
        assert set(pairs.KEEPERS) == set(row["ms"]) == set(row["minimum_ms"])
        assert all(row["minimum_ms"][name] <= ms for name, ms in row["ms"].items())


# Plots of broad phases are drawn, of whatever was measured.


def test_plots_are_drawn(tmp_path):
    report = bench_pairs(["line", "uniform", "moving"], quick=True)

    files = render.draw(bench_pairs, report, tmp_path)

    assert [file.name for file in files] == ["pairs_methods.png", "pairs_moving.png"]
    for file in files:
        picture = matplotlib.image.imread(file)
        assert picture.shape[1] > 600
        assert picture.std() > 0.05
    del report["moving"]
    assert len(render.draw(bench_pairs, report, tmp_path)) == 1


# Broad phases as tables and as text.


@pytest.fixture
def figures():
    cells = [
        {"boxes": 1000, "ms": 1.5, "minimum_ms": 1.25},
        {"boxes": 10_000, "reason": "about 3 hours expected"},
    ]
    seen = {"boxes": 10, "pairs": 5, "seconds": 0.5, "added_mb": 3.0, "process_mb": 200.0}
    times = {name: {"median_us": 2e3, "minimum_us": 1e3} for name in ("impinge", "p", "q", "r")}
    same = {"only_ours": 0, "only_theirs": 0, "unexplained": 0}
    return {
        "benchmark": "pairs",
        "quick": True,
        "machine": {"cpu": "a processor", "python": "3"},
        "versions": {"ipctk": "1.6.1"},
        "elements": [
            {"elements": "tets", "count": 5, "pairs": 9, "ratio": 12.5,
             "ms": {"boxes": 1.0, "build": 2.5, "refit": 0.2, "pairs": 3.0}},
        ],
        "distributions": {
            "uniform": {
                "boxes": [1000, 10_000],
                "pairs": [2000, 20_000],
                "methods": {"tree": {"cells": cells, "exponent": None}},
            }
        },
        "moving": {
            "all, small steps": [
                {"boxes": 1000, "ms": {"DynamicTree": 0.25}, "minimum_ms": {"DynamicTree": 0.25}}
            ]
        },
        "memory": {
            "boxes": 10, "methods": {"tree": {"uniform": seen}}, "most": {"uniform": seen},
        },
        "peers": {
            "uniform": [
                {
                    "boxes": 1000, "pairs": [2000], "times": times,
                    "ratios": {"p": {"median": 3.0, "minimum": 2.5}, "q": None, "r": None},
                    "differ": {
                        "p": [same], "q": [same | {"unexplained": 4}],
                        "r": [same | {"only_theirs": 2}],
                    },
                }
            ]
        },
    }  # fmt: skip


def test_tables_have_everything(figures):
    from rich.console import Console

    out = Console(width=150, record=True)
    for table in render.shown(bench_pairs, figures):
        out.print(table)
    text = out.export_text()

    for words in ("about 3 hours expected", "2,000", "3.0x (2.5x)", "refused",
                  "p has the same pairs", "4 pairs differ from q, not explained",
                  "r has 2 more and 0 fewer pairs", "two threads", "0.250", "12.5",
                  "3 MB more"):  # fmt: skip
        assert words in text, words


def test_text_fills_the_blocks(figures):
    blocks = render.blocks(bench_pairs, figures)

    assert list(blocks) == render.block_names(bench_pairs)
    assert "| tree | 1.50 (1.25) | about 3 hours expected |  |" in blocks["bench:pairs"]
    assert "| tree | 3 |" in blocks["bench:pairs"]
    assert "| all, small steps | 1,000 | 0.250 |" in blocks["bench:pairs-moving"]
    assert "ipctk 1.6.1" in blocks["bench:pairs-peers"]
    assert all("Quick run" in text for text in blocks.values())


def test_parts_that_were_not_measured_are_left_out(figures):
    for part in ("moving", "memory", "elements", "peers"):
        del figures[part]
    assert list(render.blocks(bench_pairs, figures)) == ["bench:pairs"]
    figures["distributions"] = {}
    assert render.blocks(bench_pairs, figures) == {}
    assert list(render.shown(bench_pairs, figures)) == []
