"""Memory of a process of its own."""

import json
import subprocess

import numpy as np
import pytest

from impinge.bench.memory import in_child, memory_peak, tell


def child(count, word):
    """Takes so many megabytes."""
    tell(lambda: {"word": word, "sum": float(np.ones(count << 17).sum())})


def test_what_is_told(capsys):
    child(20, "a b")
    found = json.loads(capsys.readouterr().out)

    assert found["word"] == "a b"
    assert found["seconds"] > 0.0
    assert found["process_mb"] >= found["added_mb"] >= 0.0


def test_a_process_of_its_own():
    found = in_child("impinge.bench.pairs", "tree", "uniform", 4_000, patience=100)

    assert found["boxes"] == 4_000
    assert found["process_mb"] > 10.0


def test_a_failure_is_one_here(tmp_path, monkeypatch):
    (tmp_path / "failing.py").write_text("def child(limit): assert limit < 10\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    with pytest.raises(subprocess.CalledProcessError, match="non-zero exit status"):
        in_child("failing", 10, patience=100)


def test_the_peak_does_not_fall():
    before = memory_peak()
    assert memory_peak() >= before > 1.0
