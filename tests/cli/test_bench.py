"""``impinge bench``: its commands; reports are kept while they grow, and found again."""

import json

import pytest
from typer.testing import CliRunner

from impinge.cli import app
from impinge.cli.bench import check_file, measured, saved_report, show
from impinge.cli.reporting import check_folder
from impinge.core.errors import FileError

COMMANDS = ("meshes", "budgets", "volumes", "convex", "catch", "adversarial", "support")


def test_all_commands_are_listed_and_explain_themselves():
    listed = CliRunner().invoke(app, ["bench", "--help"])

    for command in COMMANDS:
        assert command in listed.stdout
        shown = CliRunner().invoke(app, ["bench", command, "--help"])
        assert shown.exit_code == 0
        assert "--markdown" in shown.stdout


def test_a_report_is_saved_as_it_grows_with_the_command(tmp_path):
    file = tmp_path / "out" / "report.json"
    seen = []

    def measure(say, keep):
        assert callable(say)
        keep({"benchmark": "x", "rows": 1})
        seen.append(json.loads(file.read_text()))
        return {"benchmark": "x", "rows": 2}

    report = measured(["x", "--pair", "a b"], file, measure)

    assert report == {"command": "impinge bench x --pair 'a b'", "benchmark": "x", "rows": 2}
    assert seen == [{**report, "rows": 1}]
    assert list(file.parent.iterdir()) == [file]


def test_what_is_shown_is_saved_and_found_again(tmp_path, capsys):
    file = tmp_path / "report.json"
    show(["a table"], {"benchmark": "x"}, file)

    assert "a table" in capsys.readouterr().out
    assert saved_report(file, "x") == {"benchmark": "x"}


@pytest.mark.parametrize("text", ["{", "[]", '{"benchmark": "y"}', "{}"])
def test_other_files_are_refused(tmp_path, text):
    file = tmp_path / "report.json"
    file.write_text(text)

    with pytest.raises(FileError, match="not a report"):
        saved_report(file, "x")


def test_a_file_that_cannot_be_written_is_refused_before_measuring(tmp_path):
    below = tmp_path / "file" / "report.json"
    below.parent.write_text("")

    check_file(None)
    check_file(tmp_path / "new" / "report.json")
    assert list((tmp_path / "new").iterdir()) == []
    for file, reason in ((below, "cannot be written"), (tmp_path, "is a folder")):
        with pytest.raises(FileError, match=reason):
            measured(["x"], file, lambda **_: pytest.fail("measured"))


def test_a_file_is_no_folder(tmp_path):
    file = tmp_path / "file"
    file.write_text("")

    check_folder(None)
    check_folder(tmp_path)
    check_folder(tmp_path / "new")
    with pytest.raises(FileError, match="expected a folder"):
        check_folder(file)
