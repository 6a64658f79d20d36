"""The nearest point by an active set, in as much memory as the set needs."""

import numpy as np

from impinge.core.jit import kernel
from impinge.response.kernels.nearest_point import (
    FULL,
    INSIDE,
    WEIGHTS,
    WORK_ROWS,
    solve_nearest_point,
)

FIRST_CAPACITY = 64


@kernel
def solve_active_set(rows, bounds, noise, weights, size):
    """The nearest point of unit rows, as in ``nearest_point``, with ``size`` coordinates.

    Rows whose ``weights`` are positive are active at the start; weights are the result. Returns
    status, and how many rows came to the active set or left it.
    """
    m, k, steps = len(bounds), 0, 0
    most, budget = min(m, size) + 2, 20 * (m + size) + 100
    members, capacity = np.empty(most, np.int64), min(most, FIRST_CAPACITY)
    for i in range(m):
        if weights[i] > 0.0 and k < most - 2:
            members[k] = i
            k += 1
    y, z, shorts = np.empty(size), np.empty(size), np.empty(m)
    inside = np.empty(m, np.int64)
    while True:
        while capacity < most and capacity < 2 * k + 2:
            capacity = min(most, 2 * capacity)
        for i in range(m):
            inside[i] = 0
        for p in range(k):
            inside[members[p]] = INSIDE
        lower, work = np.empty((capacity, capacity)), np.zeros((WORK_ROWS, capacity))
        code, k, taken = solve_nearest_point(
            rows, bounds, noise, members, inside, lower, work, shorts, y, z, budget - steps
        )
        steps += taken
        if code != FULL or capacity == most:
            for i in range(m):
                weights[i] = 0.0
            for p in range(k):
                weights[members[p]] = max(work[WEIGHTS, p], 0.0)
            return code, steps
        capacity = min(most, 2 * capacity)
