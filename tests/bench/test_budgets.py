"""Budgets are measured, and what is certain is right."""

import json

import numpy as np
import pytest

from impinge.bench.budgets import BUDGETS, CURVE, bench_budgets, summary, varied_poses
from impinge.narrow import overlap
from impinge.scenes import mesh_pair


@pytest.fixture(scope="module")
def report():
    said = []
    found = bench_budgets(quick=True, say=said.append)
    assert any("resumed" in line for line in said)
    return found


def test_the_report_is_ready_for_json(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_everything_is_in_it(report):
    assert 0 < report["touching"] < report["queries"] == 30
    for name in ("overlap", "distance"):
        rows = report["budgets"][name]
        assert [row["budget_us"] for row in rows] == [1e6 * budget for budget in BUDGETS]
        assert len(report["curve"][name]) == len(CURVE)
        assert report["resume"][name]["slices"] >= 1.0


def test_answers_are_right(report):
    for name in ("overlap", "distance"):
        assert all(row["wrong_certain"] == 0 for row in report["budgets"][name])
        assert report["resume"][name]["wrong"] == 0


def test_wrong_answers_are_seen():
    true = np.array([0.0, 1.0, 1.0, 1.0])
    # Certain and wrong; uncertain, a wrong guess; a bound that is contradicted; right.
    found = np.array(
        [[1, 0, 0.0, 2.0], [0, 1, 0.0, 2.0], [0, 0, 1.5, 2.0], [1, 0, 1.0, 1.0]], float
    )
    seen = summary(found, np.array([1e-6, 2e-6, 3e-6, 4e-6]), true, 2.0, 1.0)
    assert seen["certain"] == 0.5
    assert seen["wrong_certain"] == 2
    assert seen["wrong_guesses"] == 0.5
    assert seen["width"] == 4.5 / 8.0
    assert seen["late_us"]["max"] == pytest.approx(4.0)


def test_poses_are_seeded_and_mixed():
    a, b = mesh_pair("knot-bumpy", 1500)
    poses = varied_poses(a, b, (4, 4, 4), 60, 5)
    np.testing.assert_array_equal(poses, varied_poses(a, b, (4, 4, 4), 60, 5))
    assert len(np.unique(poses.reshape(60, 16), axis=0)) == 60
    turns = poses[:, :3, :3]
    np.testing.assert_allclose(turns @ turns.transpose(0, 2, 1), np.tile(np.eye(3), (60, 1, 1)),
                               atol=1e-14)  # fmt: skip
    assert 15 < np.count_nonzero(overlap(a, b, pose_b=poses)) < 50
