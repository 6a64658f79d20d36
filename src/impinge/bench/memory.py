"""Most memory that a piece of work takes, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import perf_counter
from typing import Any

from impinge.bench.render import Report


def in_child(module: str, *arguments: Any, threads: int = 1, patience: float) -> Report:
    """What ``child(*arguments)`` of a module reports by :func:`tell`, run in a new process.

    Arguments are text and numbers. The process ends with an error after ``patience`` seconds.
    """
    script = f"import json, sys; from {module} import child; child(*json.loads(sys.argv[1]))"
    words = [sys.executable, "-c", script, json.dumps(arguments)]
    env = {**os.environ, "IMPINGE_THREADS": str(threads)}
    found: Report = json.loads(
        subprocess.run(words, env=env, capture_output=True, timeout=patience, check=True).stdout
    )
    return found


def tell(ask: Callable[[], Any]) -> None:
    """Do some work and print what it took, and returned if that is a dictionary.

    ``added_mb`` is what came on top of what the process had before; ``process_mb`` is all.
    """
    before, start = memory_peak(anew=True), perf_counter()
    found = ask()
    seconds, peak = perf_counter() - start, memory_peak()
    known = found if isinstance(found, dict) else {}
    print(json.dumps({**known, "seconds": seconds, "added_mb": peak - before, "process_mb": peak}))


def memory_peak(*, anew: bool = False) -> float:
    """Most memory that this process has used so far [MB], or from now on where Linux lets us."""
    if anew:
        try:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        except OSError:
            pass
    try:
        text = Path("/proc/self/status").read_text(encoding="ascii")
        return float(text.partition("VmHWM:")[2].split()[0]) / 1024.0
    except (OSError, IndexError):
        # Elsewhere; a process that was started by a large one may count that one's memory.
        unit = 1024.0**2 if sys.platform == "darwin" else 1024.0
        return getrusage(RUSAGE_SELF).ru_maxrss / unit
