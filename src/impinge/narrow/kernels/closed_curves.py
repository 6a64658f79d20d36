"""Closed polygonal curves in a plane: are they simple, disjoint, and which way do they run?

Everything is decided beyond rounding: where that is not possible, the answer is no.
"""

from math import inf
from typing import Any, NamedTuple

from impinge.core.jit import inlined, kernel

PROJECTION_ROUNDING = 2.0**-50
"""A projected coordinate is a sum of three products with differences of coordinates: four roundings
of 2**-53 each. Twice as much, of the largest sum of the terms' magnitudes."""
UNDERFLOW = 2.0**-500
"""More than a product of two coordinates can lose below the smallest float, or its root."""
BLOCK = 4
"""Segments of an outline in one box."""
PATIENCE = 64
"""Comparisons for each segment of an outline, after which it counts as not simple."""
DEEPEST = 128
"""Pairs of boxes that wait at most: four a level."""


class OutlineWork(NamedTuple):
    """Workspace of the test, for outlines of up to k segments."""

    edges: Any
    """(k, 2) int32: vertices at which segments begin and end, as regions list them."""
    slots: Any
    """(vertices, 2) int32: the segment that begins at a vertex, and in which test."""
    tick: Any
    """(1,) int32: number of the current test."""
    places: Any
    """(k, 2): where segments begin, projected, loop by loop."""
    ends: Any
    """(k,) int32: the segment after each."""
    boxes: Any
    """(k, 4): lowest x and y, highest x and y of segments."""
    nodes: Any
    """(2 t, 4): the same of blocks from row t on, a power of two; row n is around rows 2 n and
    2 n + 1."""
    stack: Any
    """(DEEPEST, 2) int32"""


@inlined
def cross_2d(ax, ay, bx, by, slack):
    """The cross product of two differences of projected points, and a bound of its rounding.

    A projected coordinate errs by ``slack``, a difference by three times that at most, and the
    products by as much again: ``slack`` is eight roundings of the largest coordinate.
    """
    bound = 8.0 * slack * (abs(ax) + abs(ay) + abs(bx) + abs(by) + 4.0 * slack) + UNDERFLOW
    return ax * by - ay * bx, bound


@kernel
def is_star(work, count, slack, x, y):
    """Do all segments turn the same way around the point (x, y), once in all?

    Such an outline is a single loop, and simple: each ray from the point meets it once. Loops that
    run this way wind around the point at least once each.
    """
    places, ends = work.places, work.ends
    turns = 0
    for i in range(count):
        j = ends[i]
        turn, bound = cross_2d(
            places[i, 0] - x, places[i, 1] - y, places[j, 0] - x, places[j, 1] - y, slack
        )
        if not turn > bound:
            return False
        turns += places[i, 1] < y <= places[j, 1]
    return turns == 1


@kernel
def turns_back(work, count, slack):
    """Does an outline turn back on itself at a vertex, or seem to?"""
    places, ends = work.places, work.ends
    for i in range(count):
        j = ends[i]
        k = ends[j]
        ax, ay = places[i, 0] - places[j, 0], places[i, 1] - places[j, 1]
        bx, by = places[k, 0] - places[j, 0], places[k, 1] - places[j, 1]
        turn, bound = cross_2d(ax, ay, bx, by, slack)
        if not (abs(turn) > bound or ax * bx + ay * by < -bound):
            return True
    return False


@kernel
def one_runs_forward(work, count, slack):
    """Does one loop of the outline run counter-clockwise and all others clockwise?"""
    places, ends = work.places, work.ends
    forward, first, area, bound, sizes = 0, 0, 0.0, 0.0, 0.0
    for i in range(count):
        j = ends[i]
        part, part_bound = cross_2d(
            places[i, 0] - places[first, 0], places[i, 1] - places[first, 1],
            places[j, 0] - places[first, 0], places[j, 1] - places[first, 1], slack,
        )  # fmt: skip
        area += part
        bound += part_bound
        sizes += abs(part)
        if j == first:
            bound += (i + 1 - first) * PROJECTION_ROUNDING * sizes
            if not abs(area) > bound:
                return False
            forward += area > 0.0
            first, area, bound, sizes = i + 1, 0.0, 0.0, 0.0
    return forward == 1


@inlined
def on_one_side(p, q, r, s, places, slack):
    """Are the ends of segment rs on one side of the line pq, beyond rounding?"""
    x, y = places[q, 0] - places[p, 0], places[q, 1] - places[p, 1]
    d, d_bound = cross_2d(x, y, places[r, 0] - places[p, 0], places[r, 1] - places[p, 1], slack)
    e, e_bound = cross_2d(x, y, places[s, 0] - places[p, 0], places[s, 1] - places[p, 1], slack)
    return (d > d_bound and e > e_bound) or (d < -d_bound and e < -e_bound)


@kernel
def box_outline(work, count, slack):
    """Write the boxes of segments and blocks; the number t of ``OutlineWork.nodes``.

    Boxes that are apart are so beyond rounding: each is two ``slack`` larger on all sides.
    """
    places, boxes, nodes = work.places, work.boxes, work.nodes
    t = 1
    while t * BLOCK < count:
        t *= 2
    for i in range(count):
        j = work.ends[i]
        for k in range(2):
            boxes[i, k] = min(places[i, k], places[j, k]) - 2.0 * slack
            boxes[i, 2 + k] = max(places[i, k], places[j, k]) + 2.0 * slack
    for n in range(2 * t - 1, t - 1, -1):
        left, low, right, high = inf, inf, -inf, -inf
        i = (n - t) * BLOCK
        while i < min((n - t + 1) * BLOCK, count):
            left, low = min(left, boxes[i, 0]), min(low, boxes[i, 1])
            right, high = max(right, boxes[i, 2]), max(high, boxes[i, 3])
            i += 1
        nodes[n, 0], nodes[n, 1], nodes[n, 2], nodes[n, 3] = left, low, right, high
    for n in range(t - 1, 0, -1):
        for k in range(2):
            nodes[n, k] = min(nodes[2 * n, k], nodes[2 * n + 1, k])
            nodes[n, 2 + k] = max(nodes[2 * n, 2 + k], nodes[2 * n + 1, 2 + k])
    return t


@inlined
def boxes_apart(boxes, i, j):
    return (
        boxes[i, 0] > boxes[j, 2]
        or boxes[j, 0] > boxes[i, 2]
        or boxes[i, 1] > boxes[j, 3]
        or boxes[j, 1] > boxes[i, 3]
    )


@inlined
def blocks_apart(work, a, b, count, slack):
    """Are the segments of two blocks disjoint, but for ends of neighbours, beyond rounding?"""
    places, ends = work.places, work.ends
    for i in range(a * BLOCK, min((a + 1) * BLOCK, count)):
        for j in range(max(b * BLOCK, i + 1), min((b + 1) * BLOCK, count)):
            if boxes_apart(work.boxes, i, j):
                continue
            p, q = ends[i], ends[j]
            if p == j or q == i:
                continue
            if not (
                on_one_side(i, p, j, q, places, slack) or on_one_side(j, q, i, p, places, slack)
            ):
                return False
    return True


@kernel
def is_simple(work, count, slack):
    """Are the segments of an outline disjoint, beyond rounding, but for ends of neighbours?

    A tree of boxes over segments in their order along the loops is compared with itself.
    """
    nodes, stack = work.nodes, work.stack
    t = box_outline(work, count, slack)
    patience = PATIENCE * count
    stack[0, 0] = stack[0, 1] = 1
    top = 1
    while top > 0:
        top -= 1
        a, b = stack[top, 0], stack[top, 1]
        patience -= 1
        if patience < 0:
            return False
        if boxes_apart(nodes, a, b):
            continue
        if a >= t:
            patience -= BLOCK
            if not blocks_apart(work, a - t, b - t, count, slack):
                return False
            continue
        for c in range(2 * a, 2 * a + 2):
            for d in range(c if a == b else 2 * b, 2 * b + 2):
                stack[top, 0], stack[top, 1] = c, d
                top += 1
    return True
