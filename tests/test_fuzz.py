"""Random input of every kind, in a process of its own: a crash or a hang is a failure, too."""

import subprocess
import sys
from pathlib import Path

DRIVER = Path(__file__).with_name("fuzzing.py")


def test_only_right_answers_or_errors():
    """Repeat one case with ``python tests/fuzzing.py SEED 1``; more with a larger count."""
    done = subprocess.run(
        [sys.executable, DRIVER, "0", "400", "100000", "400"],
        capture_output=True,
        text=True,
        timeout=480,
        check=False,
    )
    lines = done.stdout.split("\n")
    assert done.returncode == 0, f"case {lines[-2]}: {done.stderr[-3000:]}"
    ends = [line.split()[2:] for line in lines if line.startswith("all answered")]
    assert len(ends) == 2
    for items in ends:
        answered = dict(item.split("=") for item in items)
        # Enough of each, for the test to mean something.
        assert all(int(answered[kind]) > 40 for kind in ("apart", "bad", "touching")), answered
