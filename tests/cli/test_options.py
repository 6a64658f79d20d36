"""Options that commands share."""

import pytest
from typer.testing import CliRunner

from impinge.cli import app


@pytest.mark.parametrize("command", ["check", "sweep", "view"])
def test_commands_have_them(command):
    said = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}).stdout
    for option in ("--json", "--surfaces", "--package", "--packages", "NAME=FOLDER", "--missing"):
        assert option in said
