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
        yield lambda _done: None
        return
    since = time.monotonic()
    bar: Any = None

    def show(done: int) -> None:
        nonlocal bar
        # Made late: most work ends before it would appear.
        if bar is None:
            if time.monotonic() - since < PATIENCE:
                return
            # Imported here: it costs more than the whole of a short run.
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            bar.add_task(label, total=total)
            bar.start()
        bar.update(bar.task_ids[0], completed=done)

    try:
        yield show
    finally:
        if bar is not None:
            bar.stop()
