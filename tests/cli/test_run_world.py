"""``impinge run NAME`` and ``impinge scenes``: folders, resuming, pages, errors."""

import json

from typer.testing import CliRunner

from impinge.cli.app import app
from impinge.scenes import world_names
from impinge.simulation import read_run


def asked(*words):
    return CliRunner().invoke(app, list(words))


def test_scenes_are_listed():
    found = json.loads(asked("scenes", "--json").stdout)
    assert tuple(found) == world_names()
    assert all(found.values())
    assert "card-house" in asked("scenes").stdout


def test_a_run_is_resumed_and_shown(tmp_path):
    given = "run", "card-house", "--out", str(tmp_path), "--every", "2", "--json"
    first = asked(*given, "--frames", "4")
    assert first.exit_code == 0, first.output
    report = json.loads(asked(*given, "--frames", "6", "--resume", "--view").stdout)
    assert report["frames"] == 6
    assert report["scene"] == "card-house"
    assert read_run(tmp_path).recording.frames == 6
    page = (tmp_path / "page.html").read_text()
    assert "impulses" in page
    assert asked("run", "card-house", "--out", str(tmp_path), "--frames", "2").exit_code == 0


def test_soft_bodies_run_with_their_own_contact(tmp_path):
    given = "run", "tower-in-block", "--out", str(tmp_path), "--frames", "2", "--json", "--view"
    found = asked(*given, "--method", "closest")
    assert found.exit_code == 0, found.output
    report = json.loads(found.stdout)
    assert report["seconds"] == 2 / 60
    assert report["elastic"] > 0.0
    assert report["contacts"] > 0
    assert "push-out: closest" in (tmp_path / "page.html").read_text()
    assert "expected one of consistent, closest" in asked(*given, "--method", "penalty").output


def test_cloths_run_with_their_own_response(tmp_path):
    given = "run", "five-cloths", "--out", str(tmp_path), "--frames", "2", "--json"
    found = asked(*given, "--method", "geometrical", "--view")
    assert found.exit_code == 0, found.output
    report = json.loads(found.stdout)
    assert (report["bodies"], report["seconds"]) == (7, 2 / 60)
    assert read_run(tmp_path).recording.frames == 2
    assert (tmp_path / "page.html").is_file()
    assert "expected one of robust, mechanical" in asked(*given, "--method", "penalty").output


def test_errors(tmp_path):
    found = asked("run", "no-such")
    assert found.exit_code == 2
    assert "no scene, expected one of cradle" in found.output
    (tmp_path / "file").write_text("")
    found = asked("run", "cradle", "--out", str(tmp_path / "file"))
    assert found.exit_code == 2
    assert asked("run", "cradle", "--method", "magic", "--out", str(tmp_path)).exit_code == 2
    assert asked("run", "blade", "--help").exit_code == 0
