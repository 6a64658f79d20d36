"""The benchmark of surfaces that fold runs, its answers agree, and everything is shown."""

import json

import pytest

from impinge.bench import render
from impinge.bench.cloth import bench_cloth

PARTS = ["speed", "growth", "options"]


def test_parts_run_and_only_shortcuts_miss_pairs(tmp_path):
    report = bench_cloth(PARTS, quick=True)

    assert json.loads(json.dumps(report, allow_nan=False)) == report
    crossing = {row["sheet"]: row["pairs"] > 0 for row in report["speed"]}
    assert crossing == {"draped": False, "folded": False, "rolled": False, "crossing": True,
                        "crumpled": True}  # fmt: skip
    shortcuts = {"contour by angle", "contour off"}
    rows = report["options"]
    assert not any(row["missed"] for row in rows if row["option"] not in shortcuts)
    assert not any(row["false"] for row in rows)
    missed = {row["sheet"] for row in rows if row["option"] == "contour off" and row["missed"]}
    assert missed >= {"cone strip", "ribbon"}
    assert list(render.shown(bench_cloth, report))
    assert len(render.draw(bench_cloth, report, tmp_path)) == 1


def test_ipctk_finds_the_same():
    if not bench_cloth.installed():
        pytest.skip("ipctk is not installed: `make peers` adds it")
    report = bench_cloth(["speed"], peers=True, quick=True)

    for row in (*report["speed"], *report["near"]):
        assert row["ratios"]["ipctk"] is not None, row["sheet"]
