"""``impinge run blade``: first contacts, beside samples; a page at that time."""

import json
import re

import pytest
from typer.testing import CliRunner

import impinge as im
from impinge.cli import app
from impinge.scenes import blade_and_post


def run(tmp_path, *more):
    return CliRunner().invoke(app, ["run", "blade", "--out", str(tmp_path / "out"), *more])


def test_it_says_what_samples_miss_and_writes_the_page(tmp_path):
    found = run(tmp_path)

    assert found.exit_code == 0, found.output
    page = tmp_path / "out" / "blade.html"
    assert page.stat().st_size < 2_000_000
    said = found.stdout.replace("\n", "")
    assert "blade and post" in said
    assert "missed" in said
    assert "100 samples of it see no contact at all" in said
    assert said.endswith("blade.html")


def test_the_page_opens_at_the_first_contact(tmp_path):
    report = json.loads(run(tmp_path, "--json").stdout)
    blade, gear = report["first_contacts"]
    one = blade_and_post()
    asked = im.time_of_impact(*one.shapes, *one.motions)

    assert blade["time"] == asked.time
    assert blade["steps"] == asked.steps
    assert [blade["status"], gear["status"]] == ["HIT", "HIT"]
    assert blade["time"] < gear["time"]
    assert blade["microseconds"] > 0
    assert [s["count"] for s in blade["samples"]] == [10, 100, 1000]
    assert [s["first"] for s in blade["samples"][:2]] == [None, None]
    assert all(s["late"] >= 0 for s in gear["samples"])
    text = (tmp_path / "out" / "blade.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="impinge-data"[^>]*>(.*?)</script>', text, re.DOTALL)[1])
    assert data["step"]["time"] == blade["time"]
    assert [m["time"] for m in data["step"]["moments"]] == [blade["time"], gear["time"]]


def test_other_turns(tmp_path):
    report = json.loads(run(tmp_path, "--turns", "3.5", "--json").stdout)
    assert report["turns"] == 3.5
    assert report["first_contacts"][0]["status"] == "HIT"


def test_a_blade_that_does_not_get_there(tmp_path):
    found = run(tmp_path, "--turns", "0.01")
    assert found.exit_code == 0, found.output
    assert "FREE" in found.stdout


@pytest.mark.parametrize("columns", ["60", "80"])
def test_the_answer_is_not_cut_in_a_narrow_terminal(tmp_path, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    said = run(tmp_path).stdout
    report = json.loads(run(tmp_path, "--json").stdout)
    for one in report["first_contacts"]:
        assert f"{one['time']:.6f}" in said
        assert f"{one['a']} and {one['b']}" in said


def test_nonsense_is_two(tmp_path):
    assert run(tmp_path, "--turns", "0").exit_code == 2
    file = tmp_path / "file"
    file.touch()
    assert CliRunner().invoke(app, ["run", "blade", "--out", str(file)]).exit_code == 2
