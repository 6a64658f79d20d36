"""Budgets are measured, and what is certain is right."""

import json

import numpy as np
import pytest
from rich.console import Console

from impinge.bench import render
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


def figures(*, wrong=0):
    row = {
        "budget_us": 10.0,
        "certain": 0.25,
        "wrong_certain": wrong,
        "wrong_guesses": 0.125,
        "width": 0.0625,
        "late_us": {"50": -3.0, "99": 1.0, "99.9": 2.5, "max": 40.0},
    }
    resume = {
        "budget_us": 10.0,
        "queries": 5,
        "slices": 3.0,
        "most_slices": 9,
        "total_us": 33.0,
        "at_once_us": 22.0,
        "wrong": 0,
    }
    return {
        "faces": [10, 20],
        "queries": 1000,
        "touching": 400,
        "budgets": {"overlap": [row], "distance": [row]},
        "resume": {"overlap": resume, "distance": resume},
        "curve": {
            "microseconds": [1.0, 10.0, 100.0],
            "overlap": [0.5, 0.1, 0.0],
            "distance": [0.9, 0.3, 0.1],
        },
    }


def shown(found, tmp_path):
    with (tmp_path / "shown.txt").open("w") as file:
        console = Console(width=160, record=True, file=file)
        for table in render.shown(bench_budgets, found):
            console.print(table)
        return console.export_text(clear=False), console.export_html()


def test_tables_show_shares_errors_and_lateness(tmp_path):
    text, _ = shown(figures(), tmp_path)

    assert "1,000 questions a row, 400 touch" in text
    assert "25.0 %" in text
    assert "12.5 %" in text
    assert "6.25 %" in text
    assert "+40.0" in text
    assert "3 calls, 33.0 us" in text


def test_a_wrong_answer_stands_out(tmp_path):
    assert "#800000" in shown(figures(wrong=3), tmp_path)[1]
    assert "#800000" not in shown(figures(), tmp_path)[1]


def test_a_picture_is_written(tmp_path):
    render.draw(bench_budgets, figures(), tmp_path)

    assert (tmp_path / "budgets.png").read_bytes().startswith(b"\x89PNG")
