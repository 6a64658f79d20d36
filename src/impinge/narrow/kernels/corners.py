"""A table of points of the difference B - A: what a search keeps of each of its corners.

One row of eight numbers a corner: the point w = b - a, its point a of A, and the numbers of both
vertices. In memory and not in variables: a simplex that drops and moves its corners at every step
would be copied from register to register.
"""

from impinge.core.jit import inlined, uncounted
from impinge.core.memory import natural

ROW = 8
"""Numbers of a corner."""
ON_A, NUMBER_A, NUMBER_B = 3, 6, 7
"""Columns of a corner, beside w."""


@inlined
@uncounted
def vector_at(table, k):
    return (table[k], table[k + 1], table[k + 2])


@inlined
@uncounted
def set_corner(corners, k, w, a, i, j):
    at = natural(ROW * k)
    corners[at], corners[at + 1], corners[at + 2] = w
    corners[at + ON_A], corners[at + ON_A + 1], corners[at + ON_A + 2] = a
    corners[at + NUMBER_A], corners[at + NUMBER_B] = i, j


@inlined
@uncounted
def copy_corner(corners, k, to):
    here, there = natural(ROW * k), natural(ROW * to)
    for c in range(ROW):
        corners[there + c] = corners[here + c]


@inlined
@uncounted
def is_corner(corners, k, i, j):
    """Whether corner ``k`` is made of vertices ``i`` and ``j``."""
    at = natural(ROW * k)
    return corners[at + NUMBER_A] == i and corners[at + NUMBER_B] == j


@inlined
@uncounted
def points_of(corners, face):
    """The points w of three corners."""
    i, j, k = natural(ROW * face[0]), natural(ROW * face[1]), natural(ROW * face[2])
    return vector_at(corners, i), vector_at(corners, j), vector_at(corners, k)


@inlined
@uncounted
def points_on_a(corners, face):
    """The points of A of three corners."""
    i, j, k = natural(ROW * face[0]), natural(ROW * face[1]), natural(ROW * face[2])
    return (
        vector_at(corners, i + ON_A),
        vector_at(corners, j + ON_A),
        vector_at(corners, k + ON_A),
    )


@inlined
@uncounted
def numbers_of(corners, face, column):
    """The vertices of one shape, NUMBER_A or NUMBER_B, that three corners are made of."""
    i, j, k = natural(ROW * face[0]), natural(ROW * face[1]), natural(ROW * face[2])
    return int(corners[i + column]), int(corners[j + column]), int(corners[k + column])
