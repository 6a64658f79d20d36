"""``impinge bench pairs``: tables, files, plots, blocks of text."""

import json

from typer.testing import CliRunner

from impinge.cli import app


def test_broad_phases_are_shown_saved_and_drawn(tmp_path):
    page, file, plots = tmp_path / "page.md", tmp_path / "pairs.json", tmp_path / "plots"
    page.write_text("before\n<!-- bench:pairs -->\n<!-- /bench:pairs -->\nafter\n")
    words = ["bench", "pairs", "--quick", "--part", "line", "--json", str(file)]

    found = CliRunner().invoke(app, [*words, "--plots", str(plots), "--markdown", str(page)])

    assert found.exit_code == 0, found.output
    assert "line: ms, one thread" in found.stdout
    saved = json.loads(file.read_text())
    assert saved["command"] == "impinge bench pairs --part line --quick"
    assert [picture.name for picture in plots.iterdir()] == ["pairs_methods.png"]
    assert "| tree |" in page.read_text()
    again = CliRunner().invoke(app, ["bench", "pairs", "--from", str(file)])
    assert again.exit_code == 0
    assert again.stdout.splitlines()[0] == found.stdout.splitlines()[0]


def test_wrong_words_are_refused_before_measuring(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("no block")

    for words in (["--markdown", str(page)], ["--plots", str(page)], ["--part", "cubes"]):
        assert CliRunner().invoke(app, ["bench", "pairs", "--quick", *words]).exit_code == 2
