"""Edges of arms: certified and sampled, with the peers where they are."""

import json
from itertools import pairwise

import numpy as np
import pytest

from impinge.bench import bench_catch, render
from impinge.bench.catch_edges import ompl_motion, sampled_edge, seconds_each
from impinge.bench.robot_peers import Pinocchio, installed
from impinge.scenes.robot_models import boxes_around, load_model, model_file, share_folder


def test_samples_of_an_edge():
    found = sampled_edge(np.array([0.0, 1.0]), np.array([1.0, 1.0]), 3)
    assert found.tolist() == [[0.0, 1.0], [0.5, 1.0], [1.0, 1.0]]
    seen = []
    assert seconds_each(seen.append, [1, 2]) > 0.0
    assert seen == [1, 2]


def test_check_motion_of_ompl():
    pytest.importorskip("ompl", reason="ompl is not installed (make peers)")
    pytest.importorskip("pinocchio", reason="pinocchio is not installed (make peers)")
    if share_folder() is None:
        pytest.skip("example-robot-data is not installed")
    robot, scene = load_model("panda"), boxes_around(20)
    checker = Pinocchio(model_file("panda"), robot, share_folder()).checker(scene)
    motion, calls = ompl_motion(checker, robot.dof)
    drawn = robot.random(60, 0)
    free = drawn[~robot.collides(drawn, scene)]
    edges = list(pairwise(free))
    answers = [motion(*edge) for edge in edges]
    dense = [robot.collides(sampled_edge(*edge, 200), scene).any() for edge in edges]
    assert 2 < sum(answers) < len(answers)
    # What it sees touches; what it misses is thin.
    assert all(touched for touched, said in zip(dense, answers, strict=True) if not said)
    assert calls[0] > len(answers)


def test_a_quick_run():
    said = []
    report = bench_catch(["edges"], quick=True, peers=bool(installed()), say=said.append)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    if share_folder() is None:
        assert "edges" not in report
        return
    assert [row["robot"] for row in report["edges"]] == ["panda", "ur5", "xarm7"]
    for row in report["edges"]:
        assert row["edges"] == 6
        missed = [row["missed"][str(count)] for count in (5, 10, 50)]
        assert row["hits"] >= missed[0] >= missed[2] >= 0
        if installed():
            assert row["peer"]["check us"] > 0.0
            assert row["peer"]["ompl_alone"] == 0
    assert "Edges of arms" in "\n".join(render.blocks(bench_catch, report).values())
