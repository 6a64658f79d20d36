"""Rows of a batch on several threads.

A batch kernel takes ``(..., start, stop)`` and writes those rows only, without the interpreter
lock. Ranges of rows go to one pool of threads, and the calling thread takes part itself: nothing
waits for a free thread, so calls from several threads, and calls within calls, cannot lock up.
Which thread does which rows changes nothing in the answer.

Compiled code cannot be interrupted. The work is cut into ranges of at most about 0.1 s, by the
speed measured so far, and Ctrl-C takes effect between them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock
from time import perf_counter
from typing import Any

# Every room that has kernels comes by here: from now on compiling is watched.
from impinge.core import compiling  # noqa: F401
from impinge.core.arrays import as_whole
from impinge.core.errors import ImpingeError

LONGEST = 0.1
"""Seconds that a range should take. Ctrl-C waits for about as long, twice if speed halves."""

WORTHWHILE = 200e-6
"""Seconds of work from which other threads are asked: asking costs about 30 microseconds."""

MEASURABLE = 20e-6
"""Seconds a range must have taken for its speed to be believed."""

GROWTH = 8
"""Largest ratio of one range's rows to the one before: the first rows may be the easiest."""

SHARES = 8
"""Ranges per thread towards the end, so that all end at about the same time."""

MOST = 1024
"""Threads that can be asked for: more only take long to start."""

_CHOSEN: ContextVar[int | None] = ContextVar("impinge_threads", default=None)
_pool: ThreadPoolExecutor | None = None
_pool_size = 0
_pool_lock = Lock()


def thread_count() -> int:
    """Number of threads that a batch uses here.

    What :func:`use_threads` says, else the environment's ``IMPINGE_THREADS``, else the number of
    processors that this process may use.

    Raises
    ------
    ImpingeError
        If ``IMPINGE_THREADS`` is not a whole number from 1 to ``MOST``.
    """
    chosen = _CHOSEN.get()
    if chosen is not None:
        return chosen
    text = os.environ.get("IMPINGE_THREADS", "").strip()
    if text:
        if not text.isdecimal() or not 1 <= int(text) <= MOST:
            raise ImpingeError(f"IMPINGE_THREADS: expected 1 to {MOST}, got {text!r}")
        return int(text)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _ThreadCount:
    """A number of threads that holds from its making on, or until the end of a block."""

    def __init__(self, count: int) -> None:
        self._count, self._entered = count, False
        self._before = [_CHOSEN.get()]
        _CHOSEN.set(count)

    def __repr__(self) -> str:
        return f"use_threads({self._count})"

    def __enter__(self) -> None:
        # The first block ends what the call began. A later one begins anew.
        if self._entered:
            self._before.append(_CHOSEN.get())
            _CHOSEN.set(self._count)
        self._entered = True

    def __exit__(self, *_: object) -> None:
        _CHOSEN.set(self._before.pop())


def use_threads(count: int) -> _ThreadCount:
    """Use at most this many threads, from now on or in a ``with`` block.

    The call takes effect at once, for queries of the current thread. Used as a context manager,
    the previous number is restored at the end of the block.

    Parameters
    ----------
    count : int
        From 1 to 1024. More than there are processors is allowed, and no faster.

    Raises
    ------
    ImpingeError
        If the count is no such number. Nothing changes then.

    Examples
    --------
    >>> with use_threads(1):
    ...     thread_count()
    1
    """
    return _ThreadCount(as_whole(count, "count", 1, MOST))


def run_rows(
    kernel: Callable[..., Any],
    n: int,
    *args: Any,
    grain: int = 8,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Call ``kernel(*args, start, stop)`` for ranges that cover rows 0 to n, once each.

    The kernel writes rows ``start ... stop - 1`` of its outputs, each independent of the others,
    and nothing else. The speed is measured on the first ``grain`` rows. ``progress`` is called with
    the number of rows done, now and then, from the calling thread. After Ctrl-C rows may be
    missing, but no thread is still at work on the arrays.

    Examples
    --------
    >>> import numpy as np
    >>> def double(x, start, stop):
    ...     for i in range(start, stop):
    ...         x[i] *= 2
    >>> x = np.arange(5)
    >>> run_rows(double, 5, x)
    >>> x
    array([0, 2, 4, 6, 8])
    """
    if n <= grain:
        if n > 0:
            kernel(*args, 0, n)
        _report(progress, n)
        return
    # ``kernel.signatures`` would make a list, which takes 10 us.
    if not getattr(kernel, "overloads", True):
        # Compiles or loads the kernel, which must not count as the speed of rows.
        kernel(*args, 0, 0)

    # A few rows at first, more and more until the time they take can be measured.
    done, rows, seconds = 0, grain, 0.0
    while done < n and seconds < MEASURABLE:
        rows = min(rows, n - done)
        since = perf_counter()
        kernel(*args, done, done + rows)
        seconds = perf_counter() - since
        done += rows
        speed = rows / max(seconds, 1e-9)
        rows *= GROWTH
        _report(progress, done)
    if done == n:
        return

    threads = thread_count()
    if (n - done) / speed < WORTHWHILE:
        threads = 1
    job = _Job(kernel, args, done, n, speed, threads)
    if threads == 1:
        job.work(progress)
    else:
        _share(job, threads, progress)
    _report(progress, n)


@dataclass(slots=True)
class _Job:
    """Rows that are still to do; each thread takes the next range until none is left."""

    kernel: Callable[..., Any]
    args: tuple[Any, ...]
    next: int
    stop: int
    speed: float
    threads: int
    lock: Lock = field(default_factory=Lock)

    def take(self, speed: float, most: int) -> tuple[int, int]:
        """The next range for a thread of this speed [rows per second]; empty at the end."""
        with self.lock:
            left = self.stop - self.next
            rows = min(most, int(speed * LONGEST))
            if self.threads > 1:
                # Shorter ranges towards the end, but never so short that taking them costs more.
                rows = min(rows, max(left // (SHARES * self.threads), int(speed * WORTHWHILE)))
            start = self.next
            self.next += min(left, max(1, rows))
            return start, self.next

    def work(self, progress: Callable[[int], None] | None = None) -> None:
        speed, rows = self.speed, int(self.speed * LONGEST / GROWTH)
        while True:
            start, stop = self.take(speed, GROWTH * max(1, rows))
            if start == stop:
                return
            since = perf_counter()
            self.kernel(*self.args, start, stop)
            speed = (stop - start) / max(perf_counter() - since, 1e-9)
            rows = stop - start
            _report(progress, stop)

    def cancel(self) -> None:
        """Leave nothing to take."""
        with self.lock:
            self.stop = self.next


def _share(job: _Job, threads: int, progress: Callable[[int], None] | None) -> None:
    """Work on the job here and on the pool; return when no thread works on it any more."""
    helpers: list[Future[None]] = []
    try:
        _ask_pool(job, threads - 1, helpers)
        job.work(progress)
    except BaseException:
        job.cancel()
        raise
    finally:
        # Those that have not begun would find nothing to do.
        begun = [helper for helper in helpers if not helper.cancel()]
        try:
            wait(begun)
        except KeyboardInterrupt:
            job.cancel()
            wait(begun)
            raise
    for helper in begun:
        helper.result()


def _ask_pool(job: _Job, count: int, helpers: list[Future[None]]) -> None:
    """Put the job to this many threads of the pool, which is made, or made larger, if need be."""
    global _pool, _pool_size
    # Held while submitting, since another thread may be about to replace the pool.
    with _pool_lock:
        try:
            if _pool is None or _pool_size < count:
                # A smaller pool is left to finish what it has; its threads end with it.
                if _pool is not None:
                    _pool.shutdown(wait=False)
                _pool = ThreadPoolExecutor(count, thread_name_prefix="impinge")
                _pool_size = count
            for _ in range(count):
                helpers.append(_pool.submit(job.work))
        except RuntimeError:
            # The interpreter is about to end, or no thread can be had: the caller does it all.
            pass


def _forget_pool() -> None:
    """Threads do not survive a fork: the child makes a pool of its own, with a lock nobody has."""
    global _pool, _pool_size, _pool_lock
    _pool, _pool_size, _pool_lock = None, 0, Lock()


def _report(progress: Callable[[int], None] | None, done: int) -> None:
    if progress is not None:
        progress(done)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)
