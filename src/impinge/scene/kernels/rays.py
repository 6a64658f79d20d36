"""Which boxes does a ray pass through?"""

from math import inf

from impinge.core.jit import kernel
from impinge.scene.kernels.boxes import PAD


@kernel
def mark_boxes(origins, directions, lower, upper, marks, start, stop):
    """``marks[i, j]``: ray i may meet box j. Boxes are wider by the rounding of the origin."""
    for i in range(start, stop):
        for j in range(len(lower)):
            first, last = 0.0, inf
            for c in range(3):
                o, d = origins[i, c], directions[i, c]
                slack = PAD * abs(o)
                low, high = lower[j, c] - slack - o, upper[j, c] + slack - o
                if d == 0.0:
                    if low > 0.0 or high < 0.0:
                        last = -inf
                else:
                    a, b = low / d, high / d
                    first = max(first, min(a, b) * (1.0 - PAD))
                    last = min(last, max(a, b) * (1.0 + PAD))
            marks[i, j] = first <= last
