"""The command line as a whole."""

import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import impinge
from impinge.cli import app

COMMANDS = ["check", "run", "bench", "doctor", "warmup", "cache"]


def test_the_version():
    found = CliRunner().invoke(app, ["--version"])

    assert found.exit_code == 0
    assert found.stdout == f"impinge {impinge.__version__}\n"


def test_help_names_every_command():
    found = CliRunner().invoke(app, ["--help"])

    assert found.exit_code == 0
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", found.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    assert CliRunner().invoke(app, [command, "--help"]).exit_code == 0


def test_an_unknown_command_is_an_error():
    assert CliRunner().invoke(app, ["frobnicate"]).exit_code == 2


def test_help_loads_nothing_heavy(run_python):
    found = run_python(
        "import sys\n"
        "from impinge.cli import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('matplotlib', 'trimesh', 'coal', 'fcl') if m in sys.modules])\n"
    )

    assert found.returncode == 0, found.stderr
    assert found.stdout.strip().endswith("[]")


def test_the_module_is_the_doctor():
    found = subprocess.run(
        [sys.executable, "-m", "impinge"], capture_output=True, text=True, check=False
    )

    assert found.returncode == 0, found.stderr
    assert "PASS" in found.stdout
