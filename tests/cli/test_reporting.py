"""Expected failures are one line and exit code 2; Ctrl-C is 130; options are shared."""

import pytest
import typer
from typer.testing import CliRunner

from impinge.cli import app
from impinge.cli.reporting import print_json, reported
from impinge.core.errors import ImpingeError


def failing(error):
    @reported
    def command():
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (ImpingeError("part: is\n  bad"), 2, "impinge: part: is bad"),
        (FileNotFoundError(2, "No such file", "x.stl"), 2, "impinge: x.stl: No such file"),
        (PermissionError(13, "Permission denied", "out"), 2, "impinge: out: Permission denied"),
        (KeyboardInterrupt(), 130, "impinge: interrupted"),
    ],
)
def test_failures(error, code, words, capsys):
    with pytest.raises(typer.Exit) as ended:
        failing(error)()

    assert ended.value.exit_code == code
    assert capsys.readouterr().err.strip() == words


def test_surprises_are_not_hidden_and_do_not_say_touching(capsys):
    with pytest.raises(typer.Exit) as ended:
        failing(ZeroDivisionError("by nothing"))()

    assert ended.value.exit_code == 2
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert said.endswith("impinge: unexpected ZeroDivisionError: by nothing\n")


def test_json_has_no_nan(capsys):
    print_json({"a": 1})
    assert capsys.readouterr().out == '{\n  "a": 1\n}\n'
    with pytest.raises(ValueError, match="JSON"):
        print_json({"a": float("nan")})


@pytest.mark.parametrize("command", ["check", "sweep", "view"])
def test_commands_have_them(command):
    said = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}).stdout
    for option in ("--json", "--surfaces", "--package", "--packages", "NAME=FOLDER", "--missing"):
        assert option in said
