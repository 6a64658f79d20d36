"""Missed and late contacts are counted, also of a query that misses."""

import json

import numpy as np
from robots_in_motion import crowded

from impinge.bench import bench_catch, render
from impinge.bench.catch_safety import first_samples, safety_row
from impinge.continuous import ImpactStatus


def test_nothing_is_missed_and_first_samples_are_refined():
    robot, scene, q0, q1 = crowded(3)
    row = safety_row(robot, scene, q0, q1, 16)
    assert row["contacts"] > 10
    assert row["missed"] == row["late"] == row["wide"] == 0
    first, found = first_samples(robot, scene, q0, q1, 16), robot.time_of_impact(q0, q1, scene)
    both = np.isfinite(first) & (found.status == ImpactStatus.HIT)
    assert both.sum() > 10
    assert (first[both] >= found.time[both]).all()
    assert np.median(first[both] - found.time[both]) < 1e-4


def test_a_query_that_misses_is_told(monkeypatch):
    robot, scene, q0, q1 = crowded(3)
    free = robot.time_of_impact(q0, q0, scene)
    monkeypatch.setattr(type(robot), "time_of_impact", lambda *_: free)
    assert safety_row(robot, scene, q0, q1, 16)["missed"] > 10


def test_a_quick_run():
    report = bench_catch(["safety"], quick=True, say=lambda _: None)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    (row,) = report["safety"]
    assert row["motions"] == 12
    assert row["missed"] == row["late"] == 0
    assert "0 missed, 0 late" in "\n".join(render.blocks(bench_catch, report).values())
