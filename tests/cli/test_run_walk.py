"""``impinge run walk``: every step between frames is certified; the page plays all of them."""

import json
import re

import numpy as np
from typer.testing import CliRunner

from impinge.cli import app
from impinge.scenes import articulated


def run(tmp_path, *more):
    return CliRunner().invoke(app, ["run", "walk", "--out", str(tmp_path / "out"), *more])


def test_contacts_pairs_and_time_are_printed_and_the_page_is_written(tmp_path):
    found = run(tmp_path, "--seed", "1")

    assert found.exit_code == 0, found.output
    for word in ("free, certified", "after spatial culling", "after temporal", "ms", "left hand"):
        assert word in found.stdout
    assert (tmp_path / "out" / "walk.html").stat().st_size < 6_000_000


def test_the_report_is_what_the_robot_says(tmp_path):
    report = json.loads(run(tmp_path, "--json").stdout)
    robot, q0, q1 = articulated("walk").steps()
    found = robot.time_of_impact(q0, q1, articulated("walk").scene)
    status = np.asarray(found.status)

    assert report["steps"] == len(q0)
    assert report["free"] == int((status == 0).sum())
    assert report["undecided"] == 0
    steps = {k for one in report["contacts"] for k in range(one["step"], one["last_step"] + 1)}
    assert steps == set(np.flatnonzero(status).tolist())
    first = report["contacts"][0]
    assert (first["link"], first["time"]) == (found[first["step"]].link, found[first["step"]].time)
    text = (tmp_path / "out" / "walk.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="impinge-data"[^>]*>(.*?)</script>', text, re.DOTALL)[1])
    said = [m["names"] for m in data["moments"]]
    assert said[0] == [first["link"], first["other"]]
    assert data["frame"] == data["moments"][0]["frame"]


def test_nonsense_is_two(tmp_path):
    file = tmp_path / "file"
    file.touch()
    assert CliRunner().invoke(app, ["run", "walk", "--out", str(file)]).exit_code == 2
    assert run(tmp_path, "--seed", "-1").exit_code == 2


def test_another_walk(tmp_path):
    assert json.loads(run(tmp_path, "--seed", "2", "--json").stdout)["seed"] == 2
