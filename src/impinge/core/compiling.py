"""Compiling, watched: how long it takes, and a word about it where that is long.

The first use of a question may compile for a minute: one line on standard error says so, once in a
process, and only after some seconds of it. Code that is loaded from disk is not compiled, and says
nothing. The module listens from when it is imported, as :mod:`impinge.core.threads` does; kernels
do not import it, so that an edit here compiles none of them anew.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from numba.core import event

PATIENCE = 2.0
"""Seconds of compiling, in sum over a process, that pass in silence. Less would speak of single
small kernels after an edit; more would leave people wondering."""
LINE = (
    "impinge: compiling kernels for first use, once, which takes some seconds to some minutes; "
    "`impinge warmup` compiles all of them ahead"
)


class Watch(event.Listener):  # type: ignore[misc]
    """Sums up the compilations of our kernels. Numba's lock lets one thread compile at a time.

    Attributes
    ----------
    seconds : float
        What they have taken.
    count : int
        How many there were, those within others too.
    silent : bool
        Whether nothing is said, or no more.
    """

    def __init__(self, silent: bool) -> None:
        self.seconds, self.count, self.silent = 0.0, 0, silent
        self._depth, self._since = 0, 0.0
        self._timer: threading.Timer | None = None
        self._once = threading.Lock()

    def on_start(self, compilation: Any) -> None:
        if not _is_ours(compilation):
            return
        # Entries from Python take time, and are no kernels.
        self.count += "entry" not in compilation.data
        self._depth += 1
        # Compiling a caller compiles its callees: only the outermost is timed.
        if self._depth > 1:
            return
        self._since = time.perf_counter()
        if not self.silent:
            # One kernel may take a minute: another thread speaks while it is compiled.
            self._timer = threading.Timer(max(0.0, PATIENCE - self.seconds), self.say)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, compilation: Any) -> None:
        if not _is_ours(compilation):
            return
        self._depth -= 1
        if self._depth > 0:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        seconds = time.perf_counter() - self._since
        self.seconds += seconds
        kernel = compilation.data["dispatcher"]
        _log(seconds, f"{kernel.__module__}.{kernel.__qualname__}")

    def say(self) -> None:
        with self._once:
            if self.silent:
                return
            self.silent = True
        try:
            if sys.stderr is not None:
                print(LINE, file=sys.stderr, flush=True)
        except (OSError, ValueError):
            # Standard error is closed: nobody listens.
            pass


def _is_ours(compilation: Any) -> bool:
    """Whether a function is kept by our cache (:mod:`impinge.core.jit`)."""
    kept = type(getattr(compilation.data["dispatcher"], "_cache", None))
    return kept.__module__.partition(".")[0] == __name__.partition(".")[0]


def _log(seconds: float, name: str) -> None:
    """Add a line to the file named by ``IMPINGE_COMPILE_LOG``: processes of a test run sum up."""
    file = os.environ.get("IMPINGE_COMPILE_LOG")
    if file:
        try:
            with Path(file).open("a") as log:
                log.write(f"{seconds:.3f} {name}\n")
        except OSError:
            pass


WATCH = Watch(silent=bool(os.environ.get("IMPINGE_QUIET")))
"""Of this process; it says nothing if ``IMPINGE_QUIET`` is set."""
event.register("numba:compile", WATCH)


def compile_seconds() -> tuple[float, int]:
    """Seconds this process has spent compiling our kernels, and how many it compiled."""
    return WATCH.seconds, WATCH.count


def say_nothing() -> None:
    """Leave it from now on: for programs that show how far they are themselves."""
    WATCH.silent = True
