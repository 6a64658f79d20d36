"""A clock in compiled code is the one Python reads."""

import time

import pytest

from impinge.core.clock import now_ns
from impinge.core.jit import kernel


@kernel
def spin(nanoseconds):
    """Turns of a loop until this much time has passed, and the time that has."""
    start = now_ns()
    turns = 0
    while now_ns() - start < nanoseconds:
        turns += 1
    return turns, now_ns() - start


@pytest.mark.plain
def test_it_is_the_monotonic_clock():
    before = time.monotonic_ns()
    reading = now_ns()
    after = time.monotonic_ns()

    assert before <= reading <= after


@pytest.mark.plain
def test_a_kernel_can_keep_to_a_budget():
    turns, spent = spin(2_000_000)

    assert turns > 10
    assert spent >= 2_000_000


def test_code_with_a_clock_is_kept_on_disk(run_python):
    """An address in compiled code would forbid that; a symbol is looked up at loading."""
    script = (
        "from impinge.core import compiling\nfrom impinge.core.clock import now_ns\n"
        "now_ns()\nprint(compiling.compile_seconds()[1])\n"
    )
    # Compiled here, if it was not before.
    now_ns()

    assert run_python(script).stdout == "0\n"
