"""The benchmark of tetrahedra runs, its rows agree, and everything is shown."""

import json

import pytest

from impinge.bench import render
from impinge.bench.tets import bench_tets


def test_all_parts_run_and_options_change_no_rows(tets_report, tmp_path):
    report = tets_report
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert [row["tets"] for row in report["table"]] == [1000, 4000]
    assert all(row["hits"] > 50 for row in report["table"])
    assert all(row["same"] for row in report["options"])
    assert report["growth"]["exponent"]["ms"] > 0.0
    assert list(render.shown(bench_tets, report))
    assert len(render.draw(bench_tets, report, tmp_path)) == 4


def test_libigl_finds_the_same():
    if not bench_tets.installed():
        pytest.skip("libigl is not installed")
    report = bench_tets(["table"], peers=True, quick=True)
    assert all(row["ratios"]["libigl"] is not None for row in report["table"])
