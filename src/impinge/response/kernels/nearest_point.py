"""The nearest point to the origin of {y : G y >= h}, by an active set with an updated factor.

After [Wilhelmsen1976]_: the point is a combination of few rows with positive weights. Deviation:
the set grows by the most violated row and weights follow the dual step of [Goldfarb1983]_, which
works on G alone (no column of h enters the factor) and proves infeasibility when it gets stuck.
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.response.kernels.sparse_rows import (
    add_row,
    dot_row,
    drop_row,
    solve_lower,
    solve_upper,
)

SOLVED, INFEASIBLE, OUT_OF_BUDGET, FULL = 0, 1, 2, 3
"""FULL: the workspace is too small; call again with more."""

DEPENDENT = 1e-8
"""A unit row nearer than this to the span of the active ones does not widen it."""
CANCELLED = 1e-4
"""Squared length below which the part of a row square to others has lost too many digits."""
TIGHT, LOOSE = 1e-12, 1e-9
"""Violations, relative, that are worth a step; that prove infeasibility."""
SHARE = 0.6
"""Rows as short as this share of the shortest are added before all are measured again."""
NOISE = 4e-15
"""Rounding of sums, relative to their terms."""

# Rows of the work array.
WEIGHTS, REDUCED, COMBINED, CORRECTION, COSINES, SINES, WORK_ROWS = 0, 1, 2, 3, 4, 5, 6

OUTSIDE, INSIDE, IGNORED = 0, 1, 2


@inlined
def subtract_members(rows, members, k, weights, z):
    for p in range(k):
        add_row(rows, members[p], -weights[p], z)


@inlined
def reduce_row(rows, i, members, k, lower, work, z):
    """Write the row that L would grow by to REDUCED; returns the length of its last element.

    The length has lost digits where it is small.
    """
    reduced, length_sq = work[REDUCED], 1.0
    for c in range(len(z)):
        z[c] = 0.0
    add_row(rows, i, 1.0, z)
    for p in range(k):
        reduced[p] = dot_row(rows, members[p], z)
    solve_lower(lower, k, reduced)
    for p in range(k):
        length_sq -= reduced[p] * reduced[p]
    return sqrt(max(length_sq, 0.0))


@inlined
def rotate_reduced(k, p, work):
    """Follow, in REDUCED, member ``p`` of k being dropped from the factor."""
    reduced, cosines, sines = work[REDUCED], work[COSINES], work[SINES]
    a = reduced[p]
    for q in range(p, k - 1):
        b = reduced[q + 1]
        reduced[q] = cosines[q] * a + sines[q] * b
        a = cosines[q] * b - sines[q] * a


@inlined
def project_row(rows, i, members, k, lower, work, z):
    """Write the part of row ``i`` square to the members to z; returns its length.

    REDUCED has been written. COMBINED gets the weights of the members in the rest.
    """
    reduced, combined, correction = work[REDUCED], work[COMBINED], work[CORRECTION]
    for c in range(len(z)):
        z[c] = 0.0
    add_row(rows, i, 1.0, z)
    for p in range(k):
        combined[p] = reduced[p]
    solve_upper(lower, k, combined)
    subtract_members(rows, members, k, combined, z)
    length_sq = 0.0
    for c in range(len(z)):
        length_sq += z[c] * z[c]
    if length_sq < CANCELLED:
        # A second projection makes z square to working accuracy.
        for p in range(k):
            correction[p] = dot_row(rows, members[p], z)
        solve_lower(lower, k, correction)
        for p in range(k):
            reduced[p] += correction[p]
        solve_upper(lower, k, correction)
        subtract_members(rows, members, k, correction, z)
        length_sq = 0.0
        for p in range(k):
            combined[p] += correction[p]
        for c in range(len(z)):
            length_sq += z[c] * z[c]
    return sqrt(length_sq)


@inlined
def grow(lower, k, work, length):
    for p in range(k):
        lower[k, p] = work[REDUCED, p]
    lower[k, k] = length


@inlined
def remove_member(members, inside, k, p, lower, work):
    drop_row(lower, k, p, work[COSINES], work[SINES])
    inside[members[p]] = OUTSIDE
    for q in range(p, k - 1):
        members[q] = members[q + 1]
        work[WEIGHTS, q] = work[WEIGHTS, q + 1]
    return k - 1


@kernel
def settle_members(rows, bounds, members, inside, k, lower, work, y):
    """Solve for the weights of the members from scratch, dropping negative ones.

    Returns how many are left; y is the nearest point that meets the members' bounds.
    """
    weights, correction = work[WEIGHTS], work[CORRECTION]
    while True:
        for p in range(k):
            weights[p] = 0.0
        for c in range(len(y)):
            y[c] = 0.0
        lowest = 0.0
        for _ in range(3):
            # What is far below zero needs no more digits.
            if lowest < -LOOSE:
                break
            for p in range(k):
                correction[p] = bounds[members[p]] - dot_row(rows, members[p], y)
            solve_lower(lower, k, correction)
            solve_upper(lower, k, correction)
            for c in range(len(y)):
                y[c] = 0.0
            lowest = 0.0
            for p in range(k):
                weights[p] += correction[p]
                lowest = min(lowest, weights[p])
                add_row(rows, members[p], weights[p], y)
        if lowest == 0.0:
            return k
        for p in range(k - 1, -1, -1):
            if weights[p] < 0.5 * lowest:
                k = remove_member(members, inside, k, p, lower, work)


@inlined
def measure_shorts(rows, bounds, inside, y, loose, shorts):
    """Write by how much rows miss their bounds, 0 for members; returns the largest."""
    worst = 0.0
    for i in range(len(bounds)):
        shorts[i] = 0.0
        if inside[i] != INSIDE:
            short = bounds[i] - dot_row(rows, i, y)
            if inside[i] == OUTSIDE or short > loose:
                shorts[i] = short
                worst = max(worst, short)
    return worst


@inlined
def take_violated(rows, bounds, y, least, shorts):
    """The row that was short by most, if it still is by ``least``, or -1. Each is taken once."""
    while True:
        worst, at = least, -1
        for i in range(len(shorts)):
            if shorts[i] > worst:
                worst, at = shorts[i], i
        if at < 0:
            return -1
        shorts[at] = 0.0
        if bounds[at] - dot_row(rows, at, y) > least:
            return at


@inlined
def tolerances(y, weights, k, noise):
    length_sq, total = 0.0, 0.0
    for c in range(len(y)):
        length_sq += y[c] * y[c]
    for p in range(k):
        total += abs(weights[p])
    size, rounding = max(1.0, sqrt(length_sq)), NOISE * (noise + total)
    return TIGHT * size + rounding, LOOSE * size + 10.0 * rounding


@inlined
def find_blocking(weights, combined, k):
    """How far the members' weights can go down along ``combined``, and which becomes zero first."""
    longest, at = inf, -1
    for p in range(k):
        if combined[p] > TIGHT and weights[p] < longest * combined[p]:
            longest, at = weights[p] / combined[p], p
    return longest, at


@kernel
def solve_nearest_point(rows, bounds, noise, members, inside, lower, work, shorts, y, z, budget):
    """The nearest point y of unit rows: rows . y >= bounds, with the largest bound about one.

    ``members[:inside.sum()]`` are rows to start with. ``noise`` is the size of the terms whose
    differences the bounds are. Returns status, number of members, changes of the active set;
    WEIGHTS of ``work`` has the members' weights.
    """
    weights, combined = work[WEIGHTS], work[COMBINED]
    given, k, steps = 0, 0, 0
    for i in range(len(inside)):
        given += inside[i]
    for g in range(given):
        i = members[g]
        length = reduce_row(rows, i, members, k, lower, work, z)
        if length * length > CANCELLED:
            grow(lower, k, work, length)
            members[k] = i
            k += 1
        else:
            inside[i] = OUTSIDE
    kept = settle_members(rows, bounds, members, inside, k, lower, work, y)
    steps, k, settled, i = k - kept, kept, True, -1
    tight, loose, least = 0.0, 0.0, 0.0
    while True:
        if i >= 0:
            # Rows that were nearly as short as the last one, before all are measured again.
            i = take_violated(rows, bounds, y, least, shorts)
        if i < 0:
            tight, loose = tolerances(y, weights, k, noise)
            worst = measure_shorts(rows, bounds, inside, y, loose, shorts)
            least = max(tight, SHARE * worst)
            i = take_violated(rows, bounds, y, least, shorts)
        if i < 0:
            if settled:
                return SOLVED, k, steps
            k, settled = settle_members(rows, bounds, members, inside, k, lower, work, y), True
            continue
        weight, settled = 0.0, False
        reduce_row(rows, i, members, k, lower, work, z)
        while True:
            if k + 1 >= len(lower):
                return FULL, k, steps
            if steps >= budget:
                return OUT_OF_BUDGET, k, steps
            length = project_row(rows, i, members, k, lower, work, z)
            short = bounds[i] - dot_row(rows, i, y)
            free = length > DEPENDENT
            step, blocking = find_blocking(weights, combined, k)
            whole = short / (length * length) if free else inf
            if not free and blocking < 0:
                if short > loose:
                    return INFEASIBLE, k, steps
                inside[i] = IGNORED
                break
            steps += 1
            step = min(step, whole)
            for p in range(k):
                weights[p] -= step * combined[p]
            weight += step
            if free:
                for c in range(len(y)):
                    y[c] += step * z[c]
            if step == whole:
                grow(lower, k, work, length)
                members[k], weights[k], inside[i] = i, weight, INSIDE
                k += 1
                break
            k = remove_member(members, inside, k, blocking, lower, work)
            rotate_reduced(k + 1, blocking, work)
