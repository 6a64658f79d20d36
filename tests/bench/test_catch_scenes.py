"""Tables of the paper beside ours: what is counted, and how it is shown."""

import json

import numpy as np
import pytest

from impinge.bench import bench_catch, render
from impinge.bench.catch_scenes import (
    PAPER_CULLING,
    PAPER_TIMES,
    culling_row,
    frame_plot,
    scene_tables,
)
from impinge.scenes import articulated_names


def test_published_figures_are_consistent():
    assert set(PAPER_CULLING) < set(PAPER_TIMES) < set(articulated_names())
    for average, free, contact, worst in PAPER_TIMES.values():
        assert free < average < contact < worst
    for before, spatial, temporal, spatial_rate, temporal_rate in PAPER_CULLING.values():
        assert 100.0 * (1.0 - spatial / before) == pytest.approx(spatial_rate, abs=0.1)
        assert 100.0 * (1.0 - temporal / spatial) == pytest.approx(temporal_rate, abs=0.2)


def test_nothing_left_has_no_rate():
    found = culling_row([5, 5], [0, 0], [0, 0])
    assert (found["spatial_rate"], found["temporal_rate"]) == (100.0, None)


def row(name, frames=5):
    return {
        "scene": name, "steps": frames, "contact": 1, "started": 0, "undecided": 0,
        "triangles": 20000, "ms": {"T_a": 0.5, "T_f": 0.4, "T_c": None, "T_w": 2.0},
        "paper_ms": {"T_a": 1.0, "T_f": None, "T_c": None, "T_w": None},
        "pairs": culling_row([10] * frames, [2] * frames, [1] * frames), "intervals": 7.0,
        "paper_pairs": dict.fromkeys(
            ("before", "spatial", "temporal", "spatial_rate", "temporal_rate", "left")
        ),
        "strides": [{"frames": 2, "taylor": 1.0, "intervals": 6.0}],
        "frames": {"us": np.arange(1.0, frames + 1).tolist(), "touches": [True] * frames},
    }  # fmt: skip


def test_tables_and_plot():
    report = {"scenes": [row("walk"), row("exercise")]}
    first, second, third = scene_tables(report)
    assert first.rows[0][-1] == "2x"
    assert second.rows[0][second.head.index("spatial")] == "2.00"
    assert second.rows[0][second.head.index("spatial paper")] == ""
    assert second.rows[0][second.head.index("left %")] == "10.000"
    assert second.rows[0][-1] == "3.5x"
    assert third.rows[1] == ["exercise", "2", "1.00", "6.00", "6.0x"]
    figure = frame_plot(report)
    assert [ax.get_title() for ax in figure.axes[:2]] == ["walk", "exercise"]


def test_a_quick_run():
    said = []
    report = bench_catch(["scenes"], quick=True, say=said.append)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    (found,) = report["scenes"]
    assert said == ["scene exercise"]
    assert found["steps"] == 12
    assert found["pairs"]["before"] == 81.0
    assert found["pairs"]["spatial"] <= found["intervals"]
    assert found["ms"]["T_w"] > 0.0
    assert len(found["frames"]["us"]) == 12
    assert "Table 2" in "\n".join(render.blocks(bench_catch, report).values())


def test_the_study_of_dynamics_runs():
    report = bench_catch(["dynamics"], quick=True)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert [row["scene"] for row in report["dynamics"]] == ["falling-train", "four-trains"]
    for row in report["dynamics"]:
        assert row["steps"] >= 6
        assert row["gain"] < 1e-9
        assert row["paper_ms"]["T_a"] > 0.0
    assert report["dynamics"][0]["pairs"]["before"] == 137
    text = "\n".join(render.blocks(bench_catch, report).values())
    assert "under dynamics" in text
