"""From contacts to a problem of unit rows in coordinates in which the mass is one, and back."""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.response.kernels.active_set import solve_active_set
from impinge.response.kernels.gauss_seidel import sweep_rows
from impinge.response.kernels.nearest_point import INFEASIBLE, OUT_OF_BUDGET, SOLVED
from impinge.response.kernels.sparse_rows import add_row, dot_row

REFUSED = 4
"""Status of what is no problem: numbers are not finite, or overflow."""
ACCEPTED = 1e-9
"""Largest residual of a result that counts as solved."""
COMPROMISE = 20
"""Sweeps whose result stands for a motion that meets all bounds, where there is none."""


@inlined
def whiten_side(contacts, whitening, i, side, motion, at, columns, values):
    """Write six entries of row ``i`` times W from ``at`` on; returns what it reaches, and sizes."""
    pairs, blocks = contacts
    body, reached, sizes = pairs[i, side], 0.0, 0.0
    w, b = whitening[body], blocks[i, side]
    for c in range(6):
        term = b[c] * motion[6 * body + c]
        reached += term
        sizes += abs(term)
        columns[at + c] = 6 * body + c
    for c in range(3):
        values[at + c] = b[c] * w[c, c]
        values[at + 3 + c] = b[3] * w[3, 3 + c] + b[4] * w[4, 3 + c] + b[5] * w[5, 3 + c]
    return reached, sizes


@kernel
def whiten_contacts(contacts, whitening, motion, reached, sizes):
    """G = J W as sparse rows without the fixed world, J a, and the sizes of its terms."""
    pairs, _ = contacts
    m = len(pairs)
    starts, at = np.empty(m + 1, np.int64), 0
    columns, values = np.empty(12 * m, np.int64), np.empty(12 * m)
    for i in range(m):
        starts[i], reached[i], sizes[i] = at, 0.0, 0.0
        for side in range(2):
            if pairs[i, side] >= 0:
                speed, size = whiten_side(contacts, whitening, i, side, motion, at, columns, values)
                reached[i] += speed
                sizes[i] += size
                at += 6
    starts[m] = at
    return starts, columns, values


@kernel
def scale_rows(rows, least, reached, sizes, lengths):
    """Divide rows by their lengths and drop those without bound or length, in place.

    Returns bounds of the remaining rows, the largest of which is one; their numbers; the scale that
    was taken off; the size of rounding; and by how much, relative, a row without length misses its
    bound, or NaN if something overflows.
    """
    starts, columns, values = rows
    m, live, stuck = len(least), 0, 0.0
    for i in range(m):
        total = 0.0
        for e in range(starts[i], starts[i + 1]):
            total += values[e] * values[e]
        lengths[i] = sqrt(total)
        if not (total < inf and sizes[i] < inf):
            stuck = np.nan
        if least[i] > -inf:
            if total > 0.0:
                live += 1
            else:
                size, short = max(abs(least[i]), sizes[i]), least[i] - reached[i]
                if short > ACCEPTED * size:
                    stuck = max(stuck, short / size)
    heights, kept = np.empty(live), np.empty(live, np.int64)
    k, at, begin, scale, noise = 0, 0, starts[0], 0.0, 0.0
    for i in range(m):
        end = starts[i + 1]
        if least[i] > -inf and lengths[i] > 0.0:
            factor = 1.0 / lengths[i]
            kept[k], heights[k] = i, (least[i] - reached[i]) * factor
            scale = max(scale, abs(heights[k]))
            noise = max(noise, (abs(least[i]) + sizes[i]) * factor)
            starts[k] = at
            for e in range(begin, end):
                columns[at], values[at] = columns[e], values[e] * factor
                at += 1
            k += 1
        begin = end
    starts[k] = at
    if scale == 0.0:
        scale = 1.0
    for k in range(live):
        heights[k] /= scale
    return heights, kept, scale, noise / scale, stuck


@kernel
def combine_rows(rows, bounds, weights, y):
    """Write the combination of unit rows to y; returns the largest error of optimality, relative.

    A row may be off by its gap, or its weight may be wrong by as much: the lesser counts.
    """
    for c in range(len(y)):
        y[c] = 0.0
    for i in range(len(bounds)):
        if weights[i] != 0.0:
            add_row(rows, i, weights[i], y)
    length_sq, residual = 0.0, 0.0
    for c in range(len(y)):
        length_sq += y[c] * y[c]
    for i in range(len(bounds)):
        residual = max(residual, abs(min(dot_row(rows, i, y) - bounds[i], weights[i])))
    return residual / max(1.0, sqrt(length_sq))


@inlined
def judge(code, residual, stuck):
    """Status and residual of the whole, from those of rows that can be moved."""
    if stuck > 0.0:
        return INFEASIBLE, max(residual, stuck)
    if code == SOLVED and residual > ACCEPTED:
        return OUT_OF_BUDGET, residual
    return code, residual


@kernel
def project_contacts(contacts, whitening, motion, least, first, multipliers, active):
    """Project a motion (6n,) in place, by an active set; ``first`` are multipliers or nothing.

    Returns status, changes of the active set, residual.
    """
    m, size = len(least), len(motion)
    for c in range(size):
        if not abs(motion[c]) < inf:
            return REFUSED, 0, 0.0
    for i in range(m):
        if not least[i] < inf:
            return REFUSED, 0, 0.0
    reached, sizes, lengths = np.empty(m), np.empty(m), np.empty(m)
    rows = whiten_contacts(contacts, whitening, motion, reached, sizes)
    bounds, kept, scale, noise, stuck = scale_rows(rows, least, reached, sizes, lengths)
    if not stuck >= 0.0:
        return REFUSED, 0, 0.0
    weights = np.zeros(len(bounds))
    if len(first):
        for k in range(len(kept)):
            weights[k] = first[kept[k]]
    y = np.zeros(size)
    code, steps = solve_active_set(rows, bounds, noise, weights, size)
    if code == INFEASIBLE:
        for k in range(len(bounds)):
            weights[k] = 0.0
        sweep_rows(rows, bounds, weights, y, 0.0, COMPROMISE)
    residual = combine_rows(rows, bounds, weights, y)
    for i in range(m):
        multipliers[i], active[i] = 0.0, False
    for k in range(len(bounds)):
        i = kept[k]
        multipliers[i] = weights[k] * scale / lengths[i]
        active[i] = multipliers[i] > 0.0
    for body in range(len(whitening)):
        w, at = whitening[body], 6 * body
        for c in range(3):
            turn = w[3 + c, 3] * y[at + 3] + w[3 + c, 4] * y[at + 4] + w[3 + c, 5] * y[at + 5]
            motion[at + c] += scale * (w[c, c] * y[at + c])
            motion[at + 3 + c] += scale * turn
    code, residual = judge(code, residual, stuck)
    return code, steps, residual
