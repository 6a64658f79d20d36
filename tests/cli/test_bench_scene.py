"""``impinge bench scene`` and ``impinge bench detect``: tables, files, pictures, text."""

import json

from typer.testing import CliRunner

from impinge.cli import app


def test_scenes_are_shown_and_saved(tmp_path):
    file, page = tmp_path / "out" / "scene.json", tmp_path / "page.md"
    page.write_text("before <!-- bench:scene --><!-- /bench:scene --> after")
    words = ["bench", "scene", "--quick", "--objects", "30", "--json", str(file)]
    found = CliRunner().invoke(app, [*words, "--markdown", str(page)])

    assert found.exit_code == 0, found.output
    assert "30 mesh objects" in found.stdout
    command = "impinge bench scene --objects 30 --quick"
    assert json.loads(file.read_text())["command"] == command
    assert "| dense | " in page.read_text()
    again = CliRunner().invoke(app, ["bench", "scene", "--from", str(file)])
    assert again.exit_code == 0
    page.write_text("no block")
    assert CliRunner().invoke(app, [*words, "--markdown", str(page)]).exit_code == 2
    some = CliRunner().invoke(app, [*words, "--crowd", "distinct", "--crowd", "solid"])
    assert some.exit_code == 0, some.output
    report = json.loads(file.read_text())
    command = "impinge bench scene --objects 30 --crowd distinct --crowd solid --quick"
    assert report["command"] == command
    assert {(row["meshes"], row["solid"]) for row in report["rows"]} == {(30, False), (4, True)}
    assert CliRunner().invoke(app, [*words, "--crowd", "alike"]).exit_code == 2


def test_misses_are_shown_drawn_and_saved(tmp_path):
    file, picture = tmp_path / "detect.json", tmp_path / "detect.png"
    page = tmp_path / "page.md"
    page.write_text("<!-- bench:detect --><!-- /bench:detect -->")
    words = ["bench", "detect", "--quick", "--json", str(file), "--plot", str(picture)]
    found = CliRunner().invoke(app, [*words, "--markdown", str(page)])

    assert found.exit_code == 0, found.output
    assert "Balls through thin walls" in found.stdout
    assert picture.stat().st_size > 1000
    assert "| walls | 2 | " in page.read_text()
    again = CliRunner().invoke(app, ["bench", "detect", "--from", str(file)])
    assert again.exit_code == 0
    wrong = CliRunner().invoke(app, ["bench", "scene", "--from", str(file)])
    assert wrong.exit_code == 2
