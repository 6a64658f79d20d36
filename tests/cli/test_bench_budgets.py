"""``impinge bench budgets``: tables, a file, a plot, a block of text."""

import json

from typer.testing import CliRunner

from impinge.cli import app


def test_budgets_are_shown_saved_and_drawn(tmp_path):
    file, picture = tmp_path / "out" / "budgets.json", tmp_path / "out" / "budgets.png"
    page = tmp_path / "page.md"
    page.write_text("before <!-- bench:budgets --><!-- /bench:budgets --> after")
    words = ["bench", "budgets", "--quick", "--json", str(file), "--plot", str(picture)]
    found = CliRunner().invoke(app, [*words, "--markdown", str(page)])

    assert found.exit_code == 0, found.output
    assert "distance within a budget" in found.stdout
    assert json.loads(file.read_text())["command"] == "impinge bench budgets --quick"
    assert picture.stat().st_size > 1000
    assert "| distance | 1,000 | " in page.read_text()
    page.write_text("no block")
    assert CliRunner().invoke(app, [*words, "--markdown", str(page)]).exit_code == 2
