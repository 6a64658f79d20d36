"""How many samples does it take to see a bullet hit a sheet of metal?

``detect`` moves things through a step and tests them at some instants only, as most simulations do.
What comes and goes between two samples is missed.

Run: python examples/missed_by_sampling.py
"""

import numpy as np

from impinge.scene import detect
from impinge.scenes.fast import balls_through_walls


def main():
    # 100 bullets of 2 mm through sheets of 2 mm, each touching for about a fiftieth of the step.
    fast = balls_through_walls(100, speed=50.0)
    missed = {}
    for substeps in (1, 5, 20, 50, 100):
        found = detect(fast.scene, fast.start, fast.end, substeps)
        times = np.array([found.of(*pair) for pair in fast.pairs])
        missed[substeps] = np.isinf(times).mean()
        late = np.max(times - fast.first, where=np.isfinite(times), initial=0.0)
        print(f"{substeps:3} substeps: {missed[substeps]:4.0%} missed, others late by {late:.4f}")
    return fast, missed


def check(found):
    fast, missed = found
    shares = list(missed.values())
    assert shares == sorted(shares, reverse=True)
    assert missed[1] > 0.9
    # Twice as many samples as the shortest contact fits into the step leave none out.
    assert 1.0 / (fast.last - fast.first).min() < 100
    assert missed[100] == 0.0


if __name__ == "__main__":
    main()
