"""A table of points of the difference B - A: what a search keeps of each of its corners.

One row of eight numbers a corner: the point w = b - a, its point a of A, and the numbers of both
vertices. In memory and not in variables: a simplex that drops and moves its corners at every step
would be copied from register to register.
"""

from impinge.core.jit import inlined
from impinge.core.memory import natural

ROW = 8
"""Numbers of a corner."""
W, ON_A, NUMBER_A, NUMBER_B = 0, 3, 6, 7
"""Columns of a corner."""


@inlined
def vector_at(table, k):
    return (table[k], table[k + 1], table[k + 2])


@inlined
def with_entry(v, i, x):
    """A vector with ``x`` for its entry ``i``."""
    return (x if i == 0 else v[0], x if i == 1 else v[1], x if i == 2 else v[2])


@inlined
def set_corner(corners, k, w, a, i, j):
    at = natural(ROW * k)
    corners[at], corners[at + 1], corners[at + 2] = w
    corners[at + ON_A], corners[at + ON_A + 1], corners[at + ON_A + 2] = a
    corners[at + NUMBER_A], corners[at + NUMBER_B] = i, j


@inlined
def copy_corner(corners, k, to):
    here, there = natural(ROW * k), natural(ROW * to)
    for c in range(ROW):
        corners[there + c] = corners[here + c]


@inlined
def is_corner(corners, k, i, j):
    """Whether corner ``k`` is made of vertices ``i`` and ``j``."""
    at = natural(ROW * k)
    return corners[at + NUMBER_A] == i and corners[at + NUMBER_B] == j


@inlined
def points_of(corners, face, column):
    """The points of three corners: w, or those ON_A."""
    i, j, k = natural(ROW * face[0]), natural(ROW * face[1]), natural(ROW * face[2])
    p, q = vector_at(corners, i + column), vector_at(corners, j + column)
    return p, q, vector_at(corners, k + column)


@inlined
def blend(weights, points):
    """The weighted sum of three points."""
    (x, y, z), (p, q, r) = weights, points
    return (
        x * p[0] + y * q[0] + z * r[0],
        x * p[1] + y * q[1] + z * r[1],
        x * p[2] + y * q[2] + z * r[2],
    )


@inlined
def numbers_of(corners, face, column):
    """The vertices of one shape, NUMBER_A or NUMBER_B, that three corners are made of."""
    i, j, k = natural(ROW * face[0]), natural(ROW * face[1]), natural(ROW * face[2])
    return int(corners[i + column]), int(corners[j + column]), int(corners[k + column])
