"""A progress bar appears on a terminal, late, and nowhere else."""

import io
import sys

import pytest

from impinge.core import progress as module
from impinge.core.progress import progress

pytestmark = pytest.mark.plain


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_nothing_where_nobody_looks(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(module, "PATIENCE", 0.0)

    with progress(10, "pairs") as done:
        done(5)

    assert stream.getvalue() == ""


def test_nothing_for_short_work(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)

    with progress(10, "pairs") as done:
        done(5)

    assert stream.getvalue() == ""


def test_a_bar_for_long_work_on_a_terminal(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")

    with progress(10, "pairs") as done:
        done(5)
        done(10)

    assert "pairs" in stream.getvalue()


def test_a_process_without_standard_error(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)

    with progress(10, "pairs") as done:
        done(5)
