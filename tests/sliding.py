"""Triangles that slide along the last axis, in exact arithmetic: slow, short, another method.

Points x of A and y of B meet at time t where x - y = t z: a linear program in the weights of the
corners, solved by trying every basis.
"""

from fractions import Fraction
from itertools import combinations

import numpy as np
from exact import as_integers


def solve(columns, right):
    """The one solution of a system of whole numbers, as numerators and their common denominator,
    which is positive; or None. Elimination without fractions, which are ten times slower."""
    rows = [list(row) for row in zip(*columns, right, strict=True)]
    before = 1
    for k in range(len(columns)):
        pivot = next((r for r in range(k, len(rows)) if rows[r][k] != 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        top, now = rows[k], rows[k][k]
        for r, row in enumerate(rows):
            if r != k:
                # Each is a determinant of numbers that were given: the division leaves no rest.
                first = row[k]
                rows[r] = [(now * v - first * w) // before for v, w in zip(row, top, strict=True)]
        before = now
    if any(row[-1] != 0 for row in rows[len(columns) :]):
        return None
    sign = 1 if before > 0 else -1
    return [sign * row[-1] for row in rows[: len(columns)]], sign * before


def span(a, b):
    """(first, last) time at which triangle a (3, 3) meets b moved along z, Fractions, or None."""
    (a, b), unit = as_integers(np.asarray(a), np.asarray(b))
    columns = [(1, 0, p[0], p[1]) for p in a] + [(0, 1, -p[0], -p[1]) for p in b]
    heights = [p[2] for p in a] + [-p[2] for p in b]
    times = []
    for size in (2, 3, 4):
        for basis in combinations(range(6), size):
            # Weights of either triangle have the sum one, and cannot without a corner of it.
            if basis[0] > 2 or basis[-1] < 3:
                continue
            found = solve([columns[k] for k in basis], (1, 1, 0, 0))
            if found is not None and min(found[0]) >= 0:
                weights, whole = found
                pairs = zip(weights, basis, strict=True)
                times.append(Fraction(sum(w * heights[k] for w, k in pairs), whole * unit))
    return (min(times), max(times)) if times else None


def depth(a, b):
    """The end of the union of all times from zero on, for triangles (n, 3, 3) and (m, 3, 3)."""
    low, high = a[..., :2].min(1), a[..., :2].max(1)
    low_b, high_b = b[..., :2].min(1), b[..., :2].max(1)
    beside = (low[:, None] <= high_b[None]) & (low_b[None] <= high[:, None])
    top = a[..., 2].max(1)[:, None] - b[..., 2].min(1)[None] >= 0.0
    spans = [span(a[i], b[j]) for i, j in np.argwhere(beside.all(axis=2) & top)]
    reach = Fraction(0)
    for first, last in sorted(s for s in spans if s is not None):
        if first <= reach < last:
            reach = last
    return reach
