"""Seconds that a run of the tests has spent compiling: ``compile_report.py LOG``."""

import sys
from pathlib import Path


def report(log):
    lines = [line.split() for line in log.read_text().splitlines()] if log.is_file() else []
    seconds = sum(float(line[0]) for line in lines)
    return f"compiling: {seconds:.1f} s for {len(lines)} kernels, summed over all processes"


if __name__ == "__main__":
    print(report(Path(sys.argv[1])))
