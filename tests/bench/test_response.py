"""The experiment of contact and motion space runs, and both spaces agree."""

import json
from importlib.util import find_spec

import numpy as np
import pytest

from impinge.bench import render
from impinge.bench.response import ClarabelProjection, LeastSquares, bench_response, touching_bodies
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


@pytest.mark.parametrize("seed", range(3))
def test_peers_find_the_same_motion(seed):
    velocities, masses, rows = touching_bodies(5, 6, seed)
    given = velocities, masses, rows, impact_bounds(rows, velocities, 0.5)
    found = project(*given).motion

    for make, tolerance in (
        (LeastSquares, 1e-10),
        *([(ClarabelProjection, 1e-6)] if find_spec("clarabel") else []),
    ):
        assert np.abs(make(*given)() - found).max() < tolerance
