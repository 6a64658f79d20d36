"""``impinge bench ccd``: tables, files, blocks of text."""

import json

from typer.testing import CliRunner

from impinge.cli import app


def test_moving_features_are_shown_and_saved(tmp_path):
    page, file = tmp_path / "page.md", tmp_path / "ccd.json"
    page.write_text("before\n<!-- bench:ccd -->\n<!-- /bench:ccd -->\nafter\n")
    words = ["bench", "ccd", "--quick", "--part", "speed", "--json", str(file)]

    found = CliRunner().invoke(app, [*words, "--markdown", str(page)])

    assert found.exit_code == 0, found.output
    assert "one thread, us a query" in found.stdout
    saved = json.loads(file.read_text())
    assert saved["command"] == "impinge bench ccd --part speed --quick"
    assert "| random, vertex-face |" in page.read_text()
    again = CliRunner().invoke(app, ["bench", "ccd", "--from", str(file)])
    assert again.exit_code == 0
    assert again.stdout.splitlines()[0] == found.stdout.splitlines()[0]


def test_steps_are_shown(tmp_path, monkeypatch):
    monkeypatch.delenv("IMPINGE_DATA", raising=False)
    page = tmp_path / "page.md"
    page.write_text("<!-- bench:ccd-step -->\n<!-- /bench:ccd-step -->\n")
    words = ["bench", "ccd", "--quick", "--part", "step", "--markdown", str(page)]

    found = CliRunner().invoke(app, words)

    assert found.exit_code == 0, found.output
    assert "a step of a whole mesh" in found.stdout
    assert "| sheets that fly |" in page.read_text()


def test_wrong_words_are_refused_before_measuring(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("no block")

    for words in (["--markdown", str(page)], ["--part", "cubes"]):
        assert CliRunner().invoke(app, ["bench", "ccd", "--quick", *words]).exit_code == 2
