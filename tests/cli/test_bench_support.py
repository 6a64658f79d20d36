"""``impinge bench support``: the page is shown, or written."""

from typer.testing import CliRunner

from impinge.cli import app


def test_the_table_of_supported_queries_is_shown_and_written(tmp_path):
    page = tmp_path / "support.md"

    shown = CliRunner().invoke(app, ["bench", "support"])
    written = CliRunner().invoke(app, ["bench", "support", "--markdown", str(page)])

    assert shown.exit_code == written.exit_code == 0
    assert "# What is supported" in shown.stdout
    assert page.read_text(encoding="utf-8").strip() == shown.stdout.strip()
