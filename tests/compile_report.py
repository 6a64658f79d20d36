"""Seconds that a run of the tests has spent compiling: ``compile_report.py LOG``."""

import sys
from collections import defaultdict
from pathlib import Path


def report(log):
    """The sum over all processes, and by room what one process would take.

    A kernel that several processes compile at once counts once there; callees in other rooms count
    with the kernel that was called.
    """
    lines = [line.split() for line in log.read_text().splitlines()] if log.is_file() else []
    once = defaultdict(lambda: float("inf"))
    for seconds, name in lines:
        once[name] = min(once[name], float(seconds))
    rooms = defaultdict(float)
    for name, seconds in once.items():
        rooms[name.split(".")[1] if name.startswith("impinge.") else "tests"] += seconds
    total = sum(float(seconds) for seconds, _ in lines)
    parts = ", ".join(f"{room} {seconds:.1f}" for room, seconds in sorted(rooms.items()))
    return (
        f"compiling: {total:.1f} s in all processes; {len(once)} kernels once, by room: "
        f"{parts or 'none'}"
    )


if __name__ == "__main__":
    print(report(Path(sys.argv[1])))
