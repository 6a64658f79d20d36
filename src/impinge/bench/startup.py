"""How long until a fresh process has its first answer?"""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import Any

IMPORT = "import time; t = time.perf_counter(); import impinge; print(time.perf_counter() - t)"
ANSWER = (
    "import impinge as im; a, b = im.box_mesh(), im.icosphere(0.6); "
    "assert im.overlap(a, b); assert im.distance(a, b).distance == 0.0"
)


def startup(repetitions: int) -> dict[str, Any]:
    """Seconds of ``import impinge``, and of a whole process that asks two questions.

    Kernels are compiled before; the median of fresh processes counts.
    """
    subprocess.run([sys.executable, "-c", ANSWER], check=True)
    imports, answers = [], []
    for _ in range(repetitions):
        done = subprocess.run(
            [sys.executable, "-c", IMPORT], check=True, capture_output=True, text=True
        )
        imports.append(float(done.stdout))
        start = perf_counter()
        subprocess.run([sys.executable, "-c", ANSWER], check=True)
        answers.append(perf_counter() - start)
    return {
        "import_seconds": median(imports),
        "first_answer_seconds": median(answers),
        "processes": repetitions,
    }
