"""Rows on threads: the same bits, after a fork, from several threads, and interruptible."""

import contextvars
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from impinge.core import threads
from impinge.core.errors import ImpingeError
from impinge.core.jit import kernel
from impinge.core.threads import run_rows, thread_count, use_threads


@kernel
def slow_rows(x, out, start, stop):
    """About two microseconds a row."""
    for i in range(start, stop):
        s = 0.0
        for k in range(400):
            s += x[i] / (k + 1.0 + s * s)
        out[i] = s


@kernel
def touch_rows(hits, start, stop):
    for i in range(start, stop):
        hits[i] += 1


def answer(n=20_000, count=None):
    x = np.linspace(0.0, 1.0, n)
    out = np.empty(n)
    if count is None:
        run_rows(slow_rows, n, x, out)
    else:
        with use_threads(count):
            run_rows(slow_rows, n, x, out)
    return out.tobytes()


def test_same_bits_for_any_number_of_threads():
    assert len({answer(count=count) for count in (1, 2, 3, 7, 16)}) == 1


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 63, 64, 1000, 123_457])
@pytest.mark.parametrize("count", [1, 3])
def test_each_row_is_done_once(n, count):
    hits = np.zeros(n, dtype=np.int64)

    with use_threads(count):
        run_rows(touch_rows, n, hits)

    assert (hits == 1).all()


@pytest.mark.plain
def test_plain_functions_run_as_well():
    done = []

    run_rows(lambda rows, start, stop: rows.extend(range(start, stop)), 100, done)

    assert sorted(done) == list(range(100))


def test_several_python_threads_ask_at_once():
    """Numba's own work queue aborts the process here."""
    expected = answer(count=1)
    answers = []

    def ask():
        for count in (2, 3, 4, 5):
            answers.append(answer(count=count))

    askers = [threading.Thread(target=ask) for _ in range(6)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(timeout=60)

    assert len(answers) == 24
    assert set(answers) == {expected}


def test_a_query_within_a_query_does_not_lock_up():
    """Every thread of the pool is busy with the outer rows when the inner ones ask for it."""
    inner = []

    def outer(start, stop):
        for _ in range(start, stop):
            time.sleep(0.001)
            inner.append(answer(2000, count=2))

    with use_threads(4):
        run_rows(outer, 40, grain=1)

    assert len(inner) == 40
    assert len(set(inner)) == 1


AFTER_FORK = """
import multiprocessing, sys, threading, time
sys.path.insert(0, sys.argv[1])
import test_threads as t

def workers():
    seen = set()
    def rows(start, stop):
        seen.add(threading.get_ident())
        time.sleep(0.001 * (stop - start))
    with t.use_threads(2):
        t.run_rows(rows, 200)
    return len(seen)

def child(_):
    return t.answer(count=2), workers()

if __name__ == "__main__":
    before = t.answer(count=2)
    assert workers() == 2
    # Another thread may be at the pool when the process forks.
    with t.threads._pool_lock:
        pool = multiprocessing.get_context("fork").Pool(2)
    with pool:
        answers = pool.map_async(child, range(4)).get(timeout=60)
    assert set(answers) == {(before, 2)}, [count for _, count in answers]
    assert (t.answer(count=2), workers()) == (before, 2)
    print("same")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_threads_of_its_own(run_python):
    """Threads do not survive a fork, and a lock that was held then is never released."""
    done = run_python(AFTER_FORK, Path(__file__).parent, timeout=120)

    assert done.stdout == "same\n", done.stderr


INTERRUPTED = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import test_threads as t
n = 400_000_000
x = np.zeros(1); out = np.zeros(1)
t.answer(100, count=2)
t.slow_rows_of_one(x, out, 0, 1)
print("ready", flush=True)
try:
    with t.use_threads(int(sys.argv[2])):
        t.run_rows(t.slow_rows_of_one, n, x, out)
    print("finished")
except KeyboardInterrupt:
    assert t.answer(count=1) == t.answer(count=2)
    print("interrupted")
"""


@kernel
def slow_rows_of_one(x, out, start, stop):
    """Many rows without their memory: a quarter of an hour's work for the test of Ctrl-C."""
    for i in range(start, stop):
        s = 0.0
        for k in range(400):
            s += i / (k + 1.0 + s * s)
        x[0] = s


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("count", [1, 2])
def test_ctrl_c_ends_a_long_query_and_leaves_the_pool_usable(tmp_path, count):
    """A compiled loop ignores the signal until it returns, here after many minutes."""
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED)
    process = subprocess.Popen(
        [sys.executable, script, str(Path(__file__).parent), str(count)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        # The promise is a fraction of a second; a loaded machine gets more.
        output, errors = process.communicate(timeout=30)
    finally:
        process.kill()

    assert output == "interrupted\n", errors


def test_no_range_is_longer_than_promised():
    """Rows that grow a hundredfold more costly on the way: ranges must shrink with them."""
    ranges = []

    def rows(start, stop):
        seconds = sum(2e-6 if i < 20_000 else 200e-6 for i in range(start, stop))
        ranges.append((stop - start, seconds))

    clock = {"now": 0.0}

    def fake_clock():
        return clock["now"]

    def timed(start, stop):
        rows(start, stop)
        clock["now"] += ranges[-1][1]

    original = threads.perf_counter
    threads.perf_counter = fake_clock
    try:
        with use_threads(1):
            run_rows(timed, 60_000)
    finally:
        threads.perf_counter = original

    # One range may be cut by the old speed before the new one is known.
    late = [seconds for _, seconds in ranges if seconds > 2 * threads.LONGEST]
    assert len(late) <= 1
    assert sum(count for count, _ in ranges) == 60_000


def test_an_error_in_a_thread_reaches_the_caller():
    def fails(start, stop):
        time.sleep(1e-4)
        if start > 100:
            raise RuntimeError("row")

    with use_threads(3), pytest.raises(RuntimeError, match="row"):
        run_rows(fails, 100_000)
    assert answer(count=3) == answer(count=1)


def test_progress_is_told_from_the_calling_thread():
    told = []

    def progress(done):
        told.append((done, threading.get_ident()))

    x = np.zeros(50_000)
    with use_threads(2):
        run_rows(slow_rows, len(x), x, np.empty_like(x), progress=progress)

    assert told[-1][0] == len(x)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert {thread for _, thread in told} == {threading.get_ident()}


def test_the_number_of_threads(monkeypatch):
    monkeypatch.delenv("IMPINGE_THREADS", raising=False)
    assert thread_count() == len(os.sched_getaffinity(0))
    monkeypatch.setenv("IMPINGE_THREADS", " 3 ")
    assert thread_count() == 3
    with use_threads(2):
        assert thread_count() == 2
        with use_threads(np.int64(5)):
            assert thread_count() == 5
        assert thread_count() == 2
    assert thread_count() == 3


def test_a_number_of_threads_holds_from_the_call_on():
    """Called outside ``with`` it did nothing, and said nothing."""

    def ask():
        setting = use_threads(3)
        assert thread_count() == 3
        use_threads(2)
        assert thread_count() == 2
        with setting:
            with setting:
                assert thread_count() == 3
            assert thread_count() == 2
        return thread_count()

    before = thread_count()
    assert contextvars.Context().run(ask) == before == thread_count()


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", "²"])
def test_a_bad_environment_variable_is_named(monkeypatch, text):
    monkeypatch.setenv("IMPINGE_THREADS", text)

    with pytest.raises(ImpingeError, match="IMPINGE_THREADS"):
        thread_count()


@pytest.mark.parametrize("count", [0, -2, 1.5, "2", None, True, np.zeros(3), np.bool_(True)])
def test_a_bad_number_of_threads_is_refused(count):
    with pytest.raises(ImpingeError, match="count"), use_threads(count):
        pass
