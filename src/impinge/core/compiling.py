"""Compiling, watched: how long it takes, and a word about it where that is long.

The first use of a query may compile for a minute. One line on standard error names the function
that was called and about how long it takes: once for each function, and only after some seconds of
it. Code that is loaded from disk is not compiled, and says nothing. The module listens from when it
is imported, as :mod:`impinge.core.threads` does; kernels do not import it, so that an edit here
compiles none of them anew.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from numba.core import event

PACKAGE = __name__.partition(".")[0]
KERNELS = "kernels"
"""What is compiled where no function is known."""
PATIENCE = 2.0
"""Seconds of compiling, in sum over a function, that pass in silence. Less would speak of single
small kernels after an edit; more would leave people wondering."""
LINE = "impinge: compiling {name} for first use, once, {time}; `impinge warmup` compiles all ahead"
SECONDS = {
    "Box": 3, "overlap": 20, "distance": 25, "penetration": 25, "collide": 35,
    "intersecting_pairs": 7, "distance_within": 12, "closest_point": 5,
    "cast_ray": 7, "contains": 7, "time_of_impact": 35, "stay_free": 22, "cast": 35,
    "collision_free_step": 5, "Hull": 3, "Scene.collide": 40,
    "Scene.overlaps": 22, "Scene.closest": 22, "Scene.near_pairs": 22, "Scene.cast_ray": 13,
    "Scene.time_of_impact": 42, "self_intersections": 10,
    "cloth_step": 20, "ClothWorld.step": 25,
}  # fmt: skip
"""Seconds of compiling at the first use of a function, of meshes and convex shapes both, with
nothing compiled before: measured on one core of an AMD EPYC. Kernels that another function has
needed before, or one kind of shapes alone, take less."""
QUIET_ROOMS = ("core", "cli", "bench")
"""Rooms whose functions nobody calls to get an answer: those they call are named."""


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
        self._depth, self._since, self._name = 0, 0.0, KERNELS
        self._timer: threading.Timer | None = None
        self._once = threading.Lock()
        self._spent: dict[str, float] = {}
        self._told: set[str] = set()

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
            self._name = name = called()
            left = PATIENCE - self._spent.get(name, 0.0)
            # One kernel may take a minute: another thread speaks while it is compiled.
            self._timer = threading.Timer(max(0.0, left), self.say, [name])
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
        self._spent[self._name] = self._spent.get(self._name, 0.0) + seconds
        kernel = compilation.data["dispatcher"]
        _log(seconds, f"{kernel.__module__}.{kernel.__qualname__}")

    def say(self, name: str) -> None:
        """Tell once that a function is compiled, and how long that takes where it is known."""
        with self._once:
            if self.silent or name in self._told:
                return
            self._told.add(name)
        known = SECONDS.get(name)
        time = "some seconds to some minutes" if known is None else f"up to about {known} s"
        try:
            if sys.stderr is not None:
                print(LINE.format(name=name, time=time), file=sys.stderr, flush=True)
        except (OSError, ValueError):
            # Standard error is closed: nobody listens.
            pass


def called() -> str:
    """The public function that somebody called, and that is being compiled for in this thread.

    ``KERNELS`` where it is none of ours, as in a thread of a batch.
    """
    name, frame = KERNELS, sys._getframe()
    while frame is not None:
        module = str(frame.f_globals.get("__name__")).split(".")
        code = frame.f_code.co_name
        if module[0] == PACKAGE and module[1:2] and module[1] not in QUIET_ROOMS:
            owner = frame.f_locals.get("self", frame.f_locals.get("cls"))
            if code == "__init__" and owner is not None:
                name = type(owner).__name__
            elif code[0] not in "_<":
                kind = owner if isinstance(owner, type) else type(owner)
                name = code if owner is None else f"{kind.__name__}.{code}"
        frame = frame.f_back  # type: ignore[assignment]
    return name


def _is_ours(compilation: Any) -> bool:
    """Whether a function is kept by our cache (:mod:`impinge.core.jit`)."""
    kept = type(getattr(compilation.data["dispatcher"], "_cache", None))
    return kept.__module__.partition(".")[0] == PACKAGE


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
