"""``impinge bench meshes``: tables, a file of figures, a block of text."""

import json

import pytest
from typer.testing import CliRunner

from impinge.cli import app


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    page = folder / "page.md"
    page.write_text("before\n<!-- bench:meshes -->\n<!-- /bench:meshes -->\nafter\n")
    words = ["bench", "meshes", "--quick", "--pair", "knot-bumpy"]
    files = ["--json", str(folder / "out" / "meshes.json"), "--markdown", str(page)]
    return folder, CliRunner().invoke(app, [*words, *files])


def test_it_prints_and_writes(measured):
    folder, found = measured

    assert found.exit_code == 0, found.output
    assert "first hit" in found.stdout
    assert "growth" in found.stdout
    saved = json.loads((folder / "out" / "meshes.json").read_text())
    assert saved["command"] == "impinge bench meshes --pair knot-bumpy --quick"
    assert saved["versions"]["numba"]
    assert saved["machine"]["cpu"]
    assert 0.0 < saved["startup"]["import_seconds"] < saved["startup"]["first_answer_seconds"]
    page = (folder / "page.md").read_text()
    assert "| knot-bumpy | first hit |" in page
    assert page.startswith("before\n")
    assert page.endswith("after\n")


def test_saved_figures_are_shown_again(measured):
    folder, first = measured

    again = CliRunner().invoke(
        app, ["bench", "meshes", "--from", str(folder / "out" / "meshes.json")]
    )

    assert again.exit_code == 0
    assert "knot-bumpy" in again.stdout
    assert again.stdout.splitlines()[0] == first.stdout.splitlines()[0]


def test_bad_input_is_two(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text("{")

    for words in (["--pair", "teapot"], ["--from", str(broken)], ["--from", "missing.json"]):
        assert CliRunner().invoke(app, ["bench", "meshes", "--quick", *words]).exit_code == 2
