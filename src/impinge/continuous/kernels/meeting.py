"""Impacts of the moving features of a mesh whose boxes meet.

Candidate pairs are streamed through a buffer of fixed size, however many there are in all.

``points (n, 6)`` are vertices at the start of the step and at its end; ``features (n, 1 ... 3)``
name the vertices of a vertex, an edge or a face.
"""

import numpy as np

from impinge.continuous.kernels import linear
from impinge.continuous.kernels.impact_row import FREE, OUT_OF_BUDGET
from impinge.continuous.kernels.linear import GAP, STATUS, TIME, answer_into
from impinge.continuous.kernels.patch import patch_at, patch_of, sizes_of
from impinge.continuous.kernels.separation import separated_until
from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, cross, dot, neg, sub
from impinge.narrow.kernels.proximity import corners_of, share_a_vertex
from impinge.pairs.kernels.walk import CAPACITY, begin_walk, next_pairs

LAYOUT = linear.LAYOUT.extended(pair=2)
"""The row of a contact, and the numbers of the two features behind."""
(FIRST,) = LAYOUT.columns("pair")
SECOND = FIRST + 1
PAIR_ROW = LAYOUT.width
FARTHER = 2.0**-42
"""Of the largest difference of coordinates: more than ``linear.FLOOR`` of the power of two above
it, which gaps may be larger than the tolerance by, and all roundings of a gap."""


@inlined
def are_obstacles(a, b, c, d, own):
    """Whether no vertex is one of the mesh itself, which come first."""
    return (a >= own) & (b >= own) & (c >= own) & (d >= own)


@inlined
def place(points, i, at):
    return points[i, at], points[i, at + 1], points[i, at + 2]


@inlined
def patch_from(points, at, a, b, c, d, square):
    """The patch of four vertices at the start (``at`` 0) or at the end (3) of the step."""
    return patch_of(
        place(points, a, at), place(points, b, at), place(points, c, at), place(points, d, at),
        square,
    )  # fmt: skip


@inlined
def apart_until(start, end, half_way, apart, tolerance, enough):
    """A time up to which one of two directions shows that no answer is possible.

    They are the patch's normal at a time, and the way to its centre; the second is tried where the
    first does not hold until ``enough``. Nineteen of twenty pairs of a cloth at rest are done with,
    at a quarter of the price of an answer. The distance is kept above all that an answer's gap can
    be, so that no answer gets lost.
    """
    sizes = sizes_of(start, end)
    far = apart + tolerance + FARTHER * max(sizes[0], max(sizes[1], sizes[2]))
    c = patch_at(start, end, half_way)
    centre = add(add(c[0], c[1]), add(c[2], c[3]))
    normal = cross(sub(c[1], c[0]), sub(c[2], c[0]))
    if dot(normal, centre) < 0.0:
        normal = neg(normal)
    until = separated_until(normal, start, end, sizes, 0.0, far)
    if until > enough:
        return until
    return max(until, separated_until(centre, start, end, sizes, 0.0, far))


@inlined
def before(row, other):
    """Whether one answer comes first: by time, then depth, then numbers. A total order of pairs."""
    if row[TIME] != other[TIME]:
        return row[TIME] < other[TIME]
    if row[GAP] != other[GAP]:
        return row[GAP] < other[GAP]
    if row[FIRST] != other[FIRST]:
        return row[FIRST] < other[FIRST]
    return row[SECOND] < other[SECOND]


@inlined
def with_row(found, n, row):
    """``found`` with one more answer behind its first ``n``; a larger copy where there is no room.

    The copy has twice as many rows: all copies together cost as much as the last.
    """
    larger = found
    if n == len(found):
        larger = np.empty((2 * n, PAIR_ROW))
        for k in range(n):
            for column in range(PAIR_ROW):
                larger[k, column] = found[k, column]
    for column in range(PAIR_ROW):
        larger[n, column] = row[column]
    return larger


@kernel
def meeting_impacts(
    tree_a, tree_b, itself, points, features_a, features_b, square, options, times, every,
    start, stop,
):  # fmt: skip
    """``(answers, how many, pairs asked)`` for groups ``start ... stop - 1`` of the boxes of A.

    Edges with edges if ``square``, else vertices with faces; ``itself`` if B is A. Boxes are those
    of the time from ``begin`` on, and answers after ``enough`` are not looked for. ``every`` keeps
    all between them, otherwise there is only the first. Neighbours, which share a vertex, are left
    out, and so are pairs of two obstacles.

    Each pair is asked about the whole step, whatever the boxes are of: its answer is one and the
    same. Only one for which the budget was too small is free for as long as boxes and directions
    have shown, and comes after ``enough`` if they show that much. ``options`` are (limits,
    tolerance, max_iterations, vertices of the mesh itself), ``times`` are (begin, end, enough). A
    pair touches at the least of its vertices' limits.
    """
    limits, tolerance, max_iterations, own = options
    begin, end, enough = times
    found, n, asked = np.empty((1, PAIR_ROW)), 0, 0
    row = np.empty(PAIR_ROW)
    walk, pairs = begin_walk(start, stop), np.empty((CAPACITY, 2), np.int32)
    while True:
        count = next_pairs(tree_a, tree_b, itself, walk, pairs)
        if count == 0:
            return found, n, asked
        for k in range(count):
            i, j = np.int64(pairs[k, 0]), np.int64(pairs[k, 1])
            if square and i > j:
                i, j = j, i
            a, b, c, d = corners_of(features_a, i, features_b, j, square)
            if share_a_vertex(a, b, c, d, square) or are_obstacles(a, b, c, d, own):
                continue
            asked += 1
            first = patch_from(points, 0, a, b, c, d, square)
            last = patch_from(points, 3, a, b, c, d, square)
            apart = min(min(limits[a], limits[b]), min(limits[c], limits[d]))
            until = apart_until(first, last, 0.5 * end, apart, tolerance, enough)
            if until > enough:
                continue
            answer_into(row, first, last, square, apart, tolerance, 1.0, enough, max_iterations)
            if row[STATUS] == OUT_OF_BUDGET:
                row[TIME] = max(row[TIME], max(begin, until))
            elif every and row[TIME] <= begin and begin > 0.0:
                # Kept when the boxes of that time were walked.
                continue
            if row[STATUS] == FREE or row[TIME] > enough:
                continue
            row[FIRST], row[SECOND] = i, j
            if every:
                found = with_row(found, n, row)
                n += 1
            elif n == 0 or before(row, found[0]):
                found = with_row(found, 0, row)
                n, enough = 1, row[TIME]
