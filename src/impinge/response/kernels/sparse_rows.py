"""Rows of a sparse matrix as (starts, columns, values), and the triangular factor of some of them.

The factor L of the Gram matrix of k rows (L L^T = G G^T) grows by a row and loses one by Givens
rotations. Sums run in four parts, which vector units take at once without reordering by the
compiler.
"""

from math import hypot

from impinge.core.jit import inlined


@inlined
def dot_row(rows, i, dense):
    """Row ``i`` times a dense vector."""
    starts, columns, values = rows
    begin, end = starts[i], starts[i + 1]
    whole, s0, s1, s2 = begin + (end - begin) // 3 * 3, 0.0, 0.0, 0.0
    for e in range(begin, whole, 3):
        s0 += values[e] * dense[columns[e]]
        s1 += values[e + 1] * dense[columns[e + 1]]
        s2 += values[e + 2] * dense[columns[e + 2]]
    for e in range(whole, end):
        s0 += values[e] * dense[columns[e]]
    return (s0 + s1) + s2


@inlined
def add_row(rows, i, factor, dense):
    """Add ``factor`` times row ``i`` to a dense vector."""
    starts, columns, values = rows
    for e in range(starts[i], starts[i + 1]):
        dense[columns[e]] += factor * values[e]


@inlined
def solve_lower(lower, k, x):
    """Replace x by L^-1 x."""
    for i in range(k):
        row, s0, s1, s2, s3 = lower[i], 0.0, 0.0, 0.0, 0.0
        for q in range(i // 4):
            j = 4 * q
            s0 += row[j] * x[j]
            s1 += row[j + 1] * x[j + 1]
            s2 += row[j + 2] * x[j + 2]
            s3 += row[j + 3] * x[j + 3]
        for j in range(i - i % 4, i):
            s0 += row[j] * x[j]
        x[i] = (x[i] - ((s0 + s1) + (s2 + s3))) / row[i]


@inlined
def solve_upper(lower, k, x):
    """Replace x by L^-T x."""
    for i in range(k - 1, -1, -1):
        row = lower[i]
        x[i] /= row[i]
        share = x[i]
        for j in range(i):
            x[j] -= share * row[j]


@inlined
def drop_row(lower, k, p, cosines, sines):
    """Remove row ``p`` of k rows from the factor."""
    for i in range(p, k - 1):
        row, below = lower[i], lower[i + 1]
        for j in range(p):
            row[j] = below[j]
        a = below[p]
        for q in range(p, i):
            b = below[q + 1]
            row[q] = cosines[q] * a + sines[q] * b
            a = cosines[q] * b - sines[q] * a
        b = below[i + 1]
        length = hypot(a, b)
        cosines[i], sines[i] = a / length, b / length
        row[i] = length
