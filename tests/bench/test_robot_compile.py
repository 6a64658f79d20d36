"""A process of its own says how long its first check took."""

import pytest

from impinge.bench import robot_compile
from impinge.bench.robot_compile import measure_compile
from impinge.core.errors import ImpingeError


def test_seconds_of_a_process():
    found = measure_compile(empty=False)
    assert set(found) == {"import", "collides", "waited"}
    assert min(found.values()) > 0.0


def test_a_process_that_fails_says_why(monkeypatch):
    monkeypatch.setattr(robot_compile, "SCRIPT", "import os\nprint(os.environ['NOBODY'])")
    with pytest.raises(ImpingeError, match="NOBODY"):
        measure_compile()
