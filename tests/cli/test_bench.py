"""``impinge bench``: its commands."""

from typer.testing import CliRunner

from impinge.cli import app

COMMANDS = ("meshes", "budgets", "volumes", "convex", "catch", "adversarial", "support")


def test_all_commands_are_listed_and_explain_themselves():
    listed = CliRunner().invoke(app, ["bench", "--help"])

    for command in COMMANDS:
        assert command in listed.stdout
        shown = CliRunner().invoke(app, ["bench", command, "--help"])
        assert shown.exit_code == 0
        assert "--markdown" in shown.stdout
