"""The benchmark of deformable polyhedra runs, its pairs are right, and its starts are as named."""

import json

import numpy as np
import pytest

from impinge.bench import bench_polyhedra, render
from impinge.bench.polyhedra import overlapping_points, start_near


@pytest.fixture(scope="module")
def report():
    return bench_polyhedra(quick=True)


def test_report(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert [row["degrees"] for row in report["starts"]] == [5, 15, 30, 60, None]
    for row in report["starts"]:
        assert row["mean_excess"] >= 1.0 - 1e-12
        assert 0.0 <= row["equal"] <= row["certified"] == 1.0
    assert report["starts"][0]["equal"] >= 0.9
    assert sum(row["wrong"] for row in report["frames"]) == 0
    assert all(0.0 <= np.min(row["kept"]) <= np.max(row["kept"]) <= 1.0 for row in report["frames"])
    first, last = report["stretch"][0], report["stretch"][-1]
    assert first["off_degrees"] <= last["off_degrees"]
    assert set(report["powers"]) == {"direction_ms", "selection_ms", "frame_ms"}
    for row in report["speed"]:
        assert row["differ"]["refit"] == 0
        assert row["ratios"]["refit"] is not None
    assert report["liver"]["images_per_second"] > 12


def test_what_is_shown(report, tmp_path):
    assert len(list(render.shown(bench_polyhedra, report))) > 6
    assert len(render.draw(bench_polyhedra, report, tmp_path)) == 2
    assert set(render.block_names(bench_polyhedra)) == {
        "bench:polyhedra-direction", "bench:polyhedra-frames", "bench:polyhedra-time",
    }  # fmt: skip


def test_coal_agrees():
    pytest.importorskip("coal", reason="coal is not installed (make peers)")
    (row, *_) = bench_polyhedra(["speed"], quick=True, peers=True)["speed"]
    assert row["differ"]["coal, rebuilt"] == row["differ"]["coal, replaced"] == 0
    assert row["ratios"]["coal, rebuilt"]["minimum"] > 1.0


def test_starts():
    rng = np.random.default_rng(0)
    a, b, least, n = overlapping_points(3)
    assert (a @ n).max() - (b @ n).min() == pytest.approx(least)
    for degrees in (5, 60):
        assert start_near(n, degrees, rng) @ n == pytest.approx(np.cos(np.radians(degrees)))
    assert np.linalg.norm(start_near(n, None, rng)) == pytest.approx(1.0)
