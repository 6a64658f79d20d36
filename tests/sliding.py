"""Triangles that slide along the last axis, in exact arithmetic: slow, short, another method.

Points x of A and y of B meet at time t where x - y = t z: a linear program in the weights of the
corners, solved by trying every basis.
"""

from fractions import Fraction
from itertools import combinations

import numpy as np


def solve(columns, right):
    """The one solution of a system of equations, or None."""
    rows = [[Fraction(x) for x in row] for row in zip(*columns, right, strict=True)]
    for k in range(len(columns)):
        pivot = next((r for r in range(k, len(rows)) if rows[r][k] != 0), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for r in range(len(rows)):
            if r != k and rows[r][k] != 0:
                rows[r] = [v - rows[r][k] * w for v, w in zip(rows[r], rows[k], strict=True)]
    if any(row[-1] != 0 for row in rows[len(columns) :]):
        return None
    return [row[-1] for row in rows[: len(columns)]]


def span(a, b):
    """(first, last) time at which triangle a (3, 3) meets b moved along z, Fractions, or None."""
    a = [[Fraction(float(x)) for x in p] for p in a]
    b = [[Fraction(float(x)) for x in p] for p in b]
    columns = [(1, 0, p[0], p[1]) for p in a] + [(0, 1, -p[0], -p[1]) for p in b]
    heights = [p[2] for p in a] + [-p[2] for p in b]
    times = []
    for size in (2, 3, 4):
        for basis in combinations(range(6), size):
            weights = solve([columns[k] for k in basis], (1, 1, 0, 0))
            if weights is not None and min(weights) >= 0:
                pairs = zip(weights, basis, strict=True)
                times.append(sum((w * heights[k] for w, k in pairs), Fraction(0)))
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
