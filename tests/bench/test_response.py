"""The experiment of contact and motion space runs, and both spaces agree."""

import json

import numpy as np

from impinge.bench import render
from impinge.bench.response import bench_response, touching_bodies
from impinge.response import SolverStatus, impact_bounds, project


def test_both_spaces_agree():
    report = bench_response(quick=True)

    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert [row["contacts"] for row in report["spaces"]] == [2, 4]
    for row in report["spaces"]:
        assert row["off"] < 1e-8
        assert row["ratios"]["contact"] is not None
    assert round(report["growth"]["motion_bytes"], 6) == 1.0
    assert round(report["growth"]["contact_bytes"], 6) == 2.0
    assert list(render.shown(bench_response, report))


def test_solvers_agree():
    """nnls and the contact space find what the active set finds, from far more iterations."""
    row = bench_response(["projection"], quick=True)["projection"][0]

    assert row["status"] == "SOLVED"
    assert row["residual"] < 1e-9
    assert max(row["off"].values()) < 1e-8
    assert 3 * row["warm"] <= row["cold"]


def test_every_problem_has_a_solution():
    for seed in range(5):
        velocities, masses, rows = touching_bodies(6, 16, seed)
        found = project(velocities, masses, rows, impact_bounds(rows, velocities, 0.0))
        assert found.status == SolverStatus.SOLVED
        assert np.count_nonzero(found.active) > 10
