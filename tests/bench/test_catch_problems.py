"""Paths of a planner on spheres, certified on meshes."""

import json

from impinge.bench import bench_catch, render
from impinge.bench.catch_problems import (
    COUNTED,
    TIMED,
    certified_notes,
    certified_tables,
    total_row,
)


def test_totals_and_tables():
    rows = [{"scenario": name, **dict.fromkeys(COUNTED, 4), **dict.fromkeys(TIMED, 0.2)}
            for name in ("a", "b")]  # fmt: skip
    every = total_row(rows)
    assert every["edges"] == 8
    report = {"certified": {"rows": [*rows, every], "sampled": True}}
    (table,) = certified_tables(report)
    assert table.rows[0][table.head.index("certifying, ms an edge")] == "50.000"
    assert next(iter(certified_notes(report))).startswith("8 of 8 edges")
    report["certified"]["sampled"] = False
    (table,) = certified_tables(report)
    assert "way-points see" not in table.head


def test_without_data(monkeypatch, tmp_path):
    monkeypatch.setenv("IMPINGE_DATA", str(tmp_path))
    said = []
    report = bench_catch(["problems"], quick=True, say=said.append)
    assert "certified" not in report
    assert "IMPINGE_DATA names no folder" in said[0]


def test_a_quick_run(real_data):
    report = bench_catch(["problems"], quick=True)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    rows = report["certified"]["rows"]
    assert len(rows) == 8
    every = rows[-1]
    assert every["problems"] == every["solved"] == 7
    assert every["free"] + every["hits"] + every["undecided"] == every["edges"] > 20
    assert "Paths of the Panda" in "\n".join(render.blocks(bench_catch, report).values())
