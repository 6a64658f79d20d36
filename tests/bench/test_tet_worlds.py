"""Soft worlds are timed by stage; one without its data is left out."""

import json

import pytest

from impinge.bench import render
from impinge.bench.tets import bench_tets


def test_worlds_are_split_by_stage(tmp_path, monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    report = bench_tets(["soft"], quick=True)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    (row,) = report["soft"]
    assert row["world"] == "soft-pile"
    assert set(row["ms"]) == {"detection", "elements", "solve", "balance"}
    assert sum(row["ms"].values()) < 1e3 / row["steps_per_s"]
    assert row["gained"] == pytest.approx(0.0, abs=1e-9)
    assert list(render.shown(bench_tets, report))
    assert len(render.draw(bench_tets, report, tmp_path)) == 1
