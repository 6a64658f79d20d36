"""Random input of every kind, in a process of its own: a crash or a hang is a failure, too."""

import subprocess
import sys
from pathlib import Path

import pytest

DRIVER = Path(__file__).with_name("fuzzing.py")


@pytest.mark.parametrize("first", [0, 100_000])
def test_only_right_answers_or_errors(first):
    """Repeat one case with ``python tests/fuzzing.py SEED 1``; more with a larger count."""
    done = subprocess.run(
        [sys.executable, DRIVER, str(first), "400"],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    lines = done.stdout.split("\n")
    assert done.returncode == 0, f"case {lines[-2]}: {done.stderr[-3000:]}"
    answered = dict(item.split("=") for item in lines[-2].split()[2:])
    # Enough of each, for the test to mean something.
    assert all(int(answered[kind]) > 40 for kind in ("apart", "bad", "touching")), answered
