"""The linear complementarity problem w = A x - b >= 0, x >= 0, x.w = 0 by principal pivots.

A is dense, symmetric and positive semidefinite. After [Cottle1968]_, with the driving row chosen as
the most negative one; rows that are satisfied may become violated and are taken up later.
"""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.response.kernels.nearest_point import INFEASIBLE, LOOSE, OUT_OF_BUDGET, SOLVED, TIGHT
from impinge.response.kernels.sparse_rows import add_row, dot_row

SINGULAR = 1e-8
"""Diagonal elements below this are rounding of zero; those of A are one."""
STARTS = 2
"""Marks rows to start with that have not been exchanged yet."""


@kernel
def multiply_rows(rows, dense, out):
    """Write the products of all rows to ``out (m, m)``; ``dense`` is a workspace."""
    for c in range(len(dense)):
        dense[c] = 0.0
    for i in range(len(out)):
        add_row(rows, i, 1.0, dense)
        for j in range(i + 1):
            out[i, j] = dot_row(rows, j, dense)
            out[j, i] = out[i, j]
        starts, columns, _ = rows
        for e in range(starts[i], starts[i + 1]):
            dense[columns[e]] = 0.0


@inlined
def pivot(tableau, k):
    """Exchange x[k] and w[k]."""
    m, factor = len(tableau), 1.0 / tableau[k, k]
    for i in range(m):
        if i != k:
            share = tableau[i, k] * factor
            for j in range(m):
                if j != k:
                    tableau[i, j] -= share * tableau[k, j]
            tableau[i, k] = share
    for j in range(m):
        tableau[k, j] *= -factor
    tableau[k, k] = factor


@inlined
def exchange(tableau, basic, values, k):
    """Pivot while all other x of the same kind stay as they are: values are not recomputed."""
    pivot(tableau, k)
    basic[k] = 1 - basic[k]
    values[k] = 0.0


@kernel
def solve_pivoting(tableau, bounds, basic, values, budget):
    """``tableau`` is A and is overwritten; ``basic`` marks rows to start with.

    Returns status and number of pivots; then ``basic`` marks the rows whose x is not zero, and
    ``values`` has their x (approximately: pivots accumulate rounding).
    """
    m, steps = len(bounds), 0
    for k in range(m):
        values[k] = -bounds[k]
    given = 0
    for k in range(m):
        if basic[k]:
            basic[k] = STARTS
            given += 1
    for _ in range(given):
        # The largest first: what depends on the others comes last and is left out.
        largest, k = SINGULAR, -1
        for i in range(m):
            if basic[i] == STARTS and tableau[i, i] > largest:
                largest, k = tableau[i, i], i
        if k < 0:
            break
        step = -values[k] / tableau[k, k]
        for i in range(m):
            values[i] += step * tableau[i, k]
        basic[k] = 0
        exchange(tableau, basic, values, k)
        values[k] = step
    for k in range(m):
        if basic[k] == STARTS:
            basic[k] = 0
    while True:
        worst, out = 0.0, -1
        for k in range(m):
            if basic[k] and values[k] < worst:
                worst, out = values[k], k
        if out < 0:
            break
        # The weight goes to zero: w of the row rises from zero by as much as that takes.
        step = -values[out] / tableau[out, out]
        for i in range(m):
            values[i] += step * tableau[i, out]
        exchange(tableau, basic, values, out)
        values[out] = step
        steps += 1
    while True:
        size = 1.0
        worst, i = 0.0, -1
        for k in range(m):
            if basic[k]:
                size = max(size, values[k])
            elif values[k] < worst:
                worst, i = values[k], k
        if i < 0 or worst > -TIGHT * size:
            return SOLVED, steps
        weight = 0.0
        while True:
            if steps >= budget:
                return OUT_OF_BUDGET, steps
            free = tableau[i, i] > SINGULAR
            whole = -values[i] / tableau[i, i] if free else inf
            step, out = inf, -1
            for p in range(m):
                if basic[p] and tableau[p, i] < -LOOSE and values[p] < -step * tableau[p, i]:
                    step, out = -values[p] / tableau[p, i], p
            if not free and out < 0:
                if values[i] < -LOOSE * size:
                    return INFEASIBLE, steps
                values[i] = 0.0
                break
            steps += 1
            step = min(step, whole)
            for k in range(m):
                values[k] += step * tableau[k, i]
            weight += step
            if step == whole:
                exchange(tableau, basic, values, i)
                values[i] = weight
                break
            exchange(tableau, basic, values, out)
