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


def test_errors(tmp_path):
    found = asked("run", "no-such")
    assert found.exit_code == 2
    assert "no scene, expected one of cradle" in found.output
    (tmp_path / "file").write_text("")
    found = asked("run", "cradle", "--out", str(tmp_path / "file"))
    assert found.exit_code == 2
    assert asked("run", "cradle", "--method", "magic", "--out", str(tmp_path)).exit_code == 2
    assert asked("run", "blade", "--help").exit_code == 0
