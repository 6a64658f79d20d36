"""Robots are compared before they are timed; what is missing is left out.

A process of its own says how long its first check took.
"""

import json

import pytest

from impinge.bench import bench_robots, render, robots
from impinge.bench.robots import measure_compile
from impinge.core.errors import ImpingeError
from impinge.scenes.robot_models import share_folder


def test_with_peers(real_data):
    pytest.importorskip("pinocchio", reason="pinocchio is not installed: nothing to compare with")
    pytest.importorskip("yaml", reason="PyYAML is not installed (impinge[robots])")
    if share_folder() is None:
        pytest.skip("example-robot-data is not installed")
    # Without the part that starts a process, which needs no peers.
    parts = [part for part in bench_robots.parts if part != "compile"]
    report = bench_robots(parts, quick=True, peers=True)
    json.dumps(report, allow_nan=False)

    assert {row["base"] for row in report["kinematics"]} == {"fixed", "floating"}
    assert sum(row["mimic"] for row in report["kinematics"]) > 1
    assert all(row["poses"] < 1e-12 for row in report["kinematics"])
    assert all(row["jacobians"] < 1e-10 for row in report["kinematics"])
    assert [row["robot"] for row in report["agreement"]] == ["panda", "ur5", "baxter", "solo12"]
    assert not any(row["unexplained"] for row in report["agreement"])
    assert [row["case"] for row in report["speed"]] == [
        "panda, 20 boxes", "ur5, 20 boxes", "talos, self", "panda, 7 problems",
    ]  # fmt: skip
    assert all(row["ratios"]["pinocchio"]["median"] > 0.0 for row in report["speed"])
    assert [row["repaired"] for row in report["speed"]] == [[], [], [], ["panda_link6"]]
    assert [row["boxes"] for row in report["scaling"]] == [10, 30]
    problems = report["problems"]["rows"]
    assert all(row["start meshes"] == row["goal meshes"] == row["problems"] for row in problems)
    outside = report["problems"]["surfaces"][1]
    assert outside["link"] == "without the base"
    assert 0.3 < outside["outside"] < 0.5
    text = "\n".join(render.blocks(bench_robots, report).values())
    assert "4 robots: poses equal pinocchio's to" in text
    assert "of the meshes' area is outside all spheres" in text


def test_without_peers_and_data(monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    monkeypatch.setattr("impinge.scenes.robot_models.SHARE", "nowhere")
    said = []
    report = bench_robots(quick=True, say=said.append)
    assert not {"kinematics", "agreement", "speed", "problems"} & set(report)
    assert set(report["compile"]) == {"import", "collides", "waited"}
    assert min(report["compile"].values()) > 0.0
    assert any("example-robot-data is not installed" in line for line in said)
    assert list(render.blocks(bench_robots, report)) == ["bench:robots"]


def test_one_part_only():
    with pytest.raises(ImpingeError, match="part: 'fast', expected one of kinematics, agreement"):
        bench_robots(["fast"], quick=True)


def test_a_process_that_fails_says_why(monkeypatch):
    monkeypatch.setattr(robots, "SCRIPT", "import os\nprint(os.environ['NOBODY'])")
    with pytest.raises(ImpingeError, match="NOBODY"):
        measure_compile()
