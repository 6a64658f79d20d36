"""A word about compiling that takes long.

The first use of a question may compile for a minute: one line on standard error says so, once in a
process, and only after some seconds of it. Code that is loaded from disk is not compiled, and says
nothing.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

from numba.core import event

PATIENCE = 2.0
"""Seconds of compiling, in sum over a process, that pass in silence. Less would speak of single
small kernels after an edit; more would leave people wondering."""
LINE = (
    "impinge: compiling kernels for first use, once, which takes some seconds to some minutes; "
    "`impinge warmup` compiles all of them ahead"
)


class _Watch(event.Listener):  # type: ignore[misc]
    """Sums up compilations. Numba's lock lets one thread compile at a time."""

    def __init__(self) -> None:
        self.silent = False
        self._depth = 0
        self._since = self._spent = 0.0
        self._timer: threading.Timer | None = None
        self._once = threading.Lock()

    def on_start(self, compilation: Any) -> None:
        # Compiling a caller compiles its callees: only the outermost is timed.
        self._depth += 1
        if self._depth > 1 or self.silent or not _is_ours(compilation):
            return
        self._since = time.perf_counter()
        # One kernel may take a minute: another thread speaks while it is compiled.
        self._timer = threading.Timer(max(0.0, PATIENCE - self._spent), self.say)
        self._timer.daemon = True
        self._timer.start()

    def on_end(self, compilation: Any) -> None:  # noqa: ARG002
        self._depth -= 1
        if self._depth == 0 and self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._spent += time.perf_counter() - self._since

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
    module = str(getattr(compilation.data["dispatcher"], "__module__", ""))
    return module.partition(".")[0] == __name__.partition(".")[0]


_WATCH = _Watch()


def tell_of_compiling() -> None:
    """Say a line once compiling has taken ``PATIENCE`` seconds; not if ``IMPINGE_QUIET`` is set."""
    if not os.environ.get("IMPINGE_QUIET"):
        event.register("numba:compile", _WATCH)


def say_nothing() -> None:
    """Leave it from now on: for programs that show how far they are themselves."""
    _WATCH.silent = True
