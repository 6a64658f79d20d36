"""Seconds that a run of the tests has spent compiling: ``compile_report.py LOG``."""

import sys
from collections import defaultdict
from pathlib import Path


def report(log):
    """Sums over all processes; a kernel's callees in other rooms count with the kernel."""
    lines = [line.split() for line in log.read_text().splitlines()] if log.is_file() else []
    rooms = defaultdict(float)
    for seconds, name in lines:
        rooms[name.split(".")[1] if name.startswith("impinge.") else "tests"] += float(seconds)
    parts = ", ".join(f"{room} {seconds:.1f}" for room, seconds in sorted(rooms.items()))
    total = sum(rooms.values())
    return f"compiling: {total:.1f} s for {len(lines)} kernels, summed over all processes ({parts})"


if __name__ == "__main__":
    print(report(Path(sys.argv[1])))
