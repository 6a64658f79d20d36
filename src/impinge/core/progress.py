"""A progress bar for work that takes long enough to wonder about, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 0.5
"""Seconds that pass before a bar appears; work that is done by then never shows one."""


@contextmanager
def progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """A function to call with the number of rows done, during the block.

    It shows a bar on standard error, once half a second has passed, and only if that is a
    terminal; elsewhere it does nothing.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield _nothing
        return
    bar = _Bar(total, label)
    try:
        yield bar.show
    finally:
        bar.close()


def _nothing(done: int) -> None:
    """Where nobody looks, nothing is shown."""


class _Bar:
    """A rich progress bar that is made late: most work ends before it would appear."""

    def __init__(self, total: int, label: str) -> None:
        self._total = total
        self._label = label
        self._since = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def show(self, done: int) -> None:
        if self._bar is None:
            if time.monotonic() - self._since < PATIENCE:
                return
            # Imported here: it costs more than the whole of a short run.
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(self._label, total=self._total)
            self._bar.start()
        self._bar.update(self._task, completed=done)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()
