"""``impinge doctor``: says what it stands on, and whether answers are right."""

import json

from typer.testing import CliRunner

from impinge.bench.selfcheck import Checked
from impinge.cli import app


def test_it_passes_and_says_so():
    found = CliRunner().invoke(app, ["doctor"])

    assert found.exit_code == 0, found.output
    for word in ("impinge", "python", "numba", "processor", "threads", "cache", "PASS"):
        assert word in found.stdout


def test_json(monkeypatch):
    monkeypatch.setattr("impinge.bench.self_check", lambda: iter([Checked("rays", 10, 0)]))
    found = json.loads(CliRunner().invoke(app, ["doctor", "--json"]).stdout)

    assert found["passed"] is True
    assert found["checks"] == [{"name": "rays", "answers": 10, "wrong": 0}]


def test_wrong_answers_are_an_error(monkeypatch):
    monkeypatch.setattr("impinge.bench.self_check", lambda: iter([Checked("rays", 10, 3)]))

    found = CliRunner().invoke(app, ["doctor"])

    assert found.exit_code == 2
    assert "3 WRONG" in found.stdout
    assert "FAIL" in found.stdout
