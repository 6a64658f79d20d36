"""Does the outline of a region, seen along a direction, show that no two of its places meet?

Let the projection keep the orientation of all triangles of a region. Over a point that is on no
outline there are as many sheets as the outlines wind around it in sum. If the outlines are simple
closed curves, disjoint, and one of them runs counter-clockwise, that sum is at most one. Two
places of the region that share a point are two sheets over points near it, or both on outlines,
which then meet: neither is the case.

Everything is decided beyond rounding: where that is not possible, the answer is no.
"""

from math import floor
from typing import Any, NamedTuple

from impinge.core.jit import inlined, kernel, uncounted
from impinge.core.vec import add, cross, dot, load, sub

PROJECTION_ROUNDING = 2.0**-50
"""A projected coordinate is a sum of three products with differences of coordinates: four roundings
of 2**-53 each. Twice as much, of the largest sum of the terms' magnitudes."""
UNDERFLOW = 2.0**-500
"""More than a product of two coordinates can lose below the smallest float, or its root."""
PATIENCE = 48
"""Comparisons of segments for each segment of an outline, after which it counts as not simple."""


class OutlineWork(NamedTuple):
    """Workspace of the test, for outlines of up to k segments."""

    edges: Any
    """(k, 4) int32: vertices at which a segment begins and ends, the next one, its loop."""
    places: Any
    """(k, 2): where it begins, projected."""
    slots: Any
    """(vertices, 2) int32: the segment that begins at a vertex, and in which test."""
    heads: Any
    """(t,) int32, t a power of two from 2 k on: the last entry in each slot of a table of cells."""
    entries: Any
    """(8 k, 2) int32: the entry before it, and its segment."""
    tick: Any
    """(1,) int32: number of the current test."""


@inlined
def inside(spans, n, p):
    return spans[n, 0] <= p < spans[n, 1]


@kernel
@uncounted
def gather_outline(regions, a, b, c, work):
    """Collect the outline of the union of up to three regions; how many segments it has.

    Fewer regions: the last one again. 0 if it passes through a vertex twice, or there is none.
    """
    tick = work.tick[0] + 1
    work.tick[0] = tick
    corners, spans = regions.corners, regions.spans
    count = 0
    for k in range(3):
        n = a if k == 0 else (b if k == 1 else c)
        if (k == 1 and b == a) or (k == 2 and c == b):
            continue
        for i in range(regions.outline_from[n], regions.outline_from[n + 1]):
            h = regions.outline[i]
            p = regions.twins[h] // 3
            if a != b and (inside(spans, a, p) or inside(spans, b, p) or inside(spans, c, p)):
                continue
            q = h // 3
            begin = corners[q, h - 3 * q]
            if work.slots[begin, 1] == tick:
                return 0
            work.slots[begin, 0], work.slots[begin, 1] = count, tick
            work.edges[count, 0] = begin
            work.edges[count, 1] = corners[q, h - 3 * q + 1 if h - 3 * q < 2 else 0]
            count += 1
    for i in range(count):
        end = work.edges[i, 1]
        if work.slots[end, 1] != tick:
            return 0
        work.edges[i, 2] = work.slots[end, 0]
    return count


@kernel
@uncounted
def outline_area(points, edges, count):
    """Twice the area vector of the region within the outline, rounded."""
    origin = load(points, edges[0, 0])
    total = (0.0, 0.0, 0.0)
    for i in range(count):
        p, q = sub(load(points, edges[i, 0]), origin), sub(load(points, edges[i, 1]), origin)
        total = add(total, cross(p, q))
    return total


@inlined
def cross_2d(ax, ay, bx, by, slack):
    """The cross product of two differences of projected points, and a bound of its rounding.

    Each projected coordinate errs by ``slack``; a difference by 3, products by as much again.
    """
    bound = 8.0 * slack * (abs(ax) + abs(ay) + abs(bx) + abs(by) + 4.0 * slack) + UNDERFLOW
    return ax * by - ay * bx, bound


@inlined
def on_one_side(p, q, r, s, places, slack):
    """Are the ends of segment rs on one side of the line pq, beyond rounding?"""
    x, y = places[q, 0] - places[p, 0], places[q, 1] - places[p, 1]
    d, d_bound = cross_2d(x, y, places[r, 0] - places[p, 0], places[r, 1] - places[p, 1], slack)
    e, e_bound = cross_2d(x, y, places[s, 0] - places[p, 0], places[s, 1] - places[p, 1], slack)
    return (d > d_bound and e > e_bound) or (d < -d_bound and e < -e_bound)


@inlined
def apart(p, q, r, s, places, slack):
    """Are the segments pq and rs disjoint, beyond rounding?"""
    for k in range(2):
        if min(places[p, k], places[q, k]) > max(places[r, k], places[s, k]) + 4.0 * slack:
            return True
        if min(places[r, k], places[s, k]) > max(places[p, k], places[q, k]) + 4.0 * slack:
            return True
    return on_one_side(p, q, r, s, places, slack) or on_one_side(r, s, p, q, places, slack)


@kernel
@uncounted
def one_runs_forward(work, count, slack):
    """Does one loop of the outline run counter-clockwise and all others clockwise?

    A single one does, if it is simple: it is the outline of something.
    """
    edges, places = work.edges, work.places
    for i in range(count):
        edges[i, 3] = 0
    forward = 0
    for first in range(count):
        if edges[first, 3] != 0:
            continue
        area, bound, sizes, i, steps = 0.0, 0.0, 0.0, first, 0
        while edges[i, 3] == 0:
            edges[i, 3] = 1
            j = edges[i, 2]
            part, part_bound = cross_2d(
                places[i, 0] - places[first, 0], places[i, 1] - places[first, 1],
                places[j, 0] - places[first, 0], places[j, 1] - places[first, 1], slack,
            )  # fmt: skip
            area += part
            bound += part_bound
            sizes += abs(part)
            i = j
            steps += 1
        if first == 0 and steps == count:
            return True
        bound += steps * PROJECTION_ROUNDING * sizes
        if area > bound:
            forward += 1
        elif not area < -bound:
            return False
    return forward == 1


@kernel
@uncounted
def is_simple(work, count, slack):
    """Are the segments of an outline disjoint, beyond rounding, but for ends of neighbours?

    Segments are put into a table of square cells, as large as segments are long in the mean, and
    compared with those that are there already.
    """
    edges, places, heads, entries = work.edges, work.places, work.heads, work.entries
    size = 0.0
    for i in range(count):
        j = edges[i, 2]
        size += max(abs(places[j, 0] - places[i, 0]), abs(places[j, 1] - places[i, 1]))
    table = 4
    while table < 2 * count:
        table *= 2
    for k in range(table):
        heads[k] = -1
    cell = count / size
    pad = 4.0 * slack
    used, patience = 0, PATIENCE * count
    for i in range(count):
        j = edges[i, 2]
        x, y = places[i, 0], places[i, 1]
        dx, dy = places[j, 0] - x, places[j, 1] - y
        pieces = int(0.5 * cell * max(abs(dx), abs(dy))) + 1
        for piece in range(pieces):
            s, t = piece / pieces, (piece + 1) / pieces
            x0, x1 = x + s * dx, x + t * dx
            y0, y1 = y + s * dy, y + t * dy
            left = floor((min(x0, x1) - pad) * cell)
            right = floor((max(x0, x1) + pad) * cell)
            low = floor((min(y0, y1) - pad) * cell)
            high = floor((max(y0, y1) + pad) * cell)
            for column in range(left, right + 1):
                for row in range(low, high + 1):
                    slot = (column * 73856093 ^ row * 19349663) & (table - 1)
                    e = heads[slot]
                    while e >= 0:
                        k = entries[e, 1]
                        if k != i and k != j and edges[k, 2] != i:
                            patience -= 1
                            if patience < 0 or not apart(i, j, k, edges[k, 2], places, slack):
                                return False
                        e = entries[e, 0]
                    if used == len(entries):
                        return False
                    entries[used, 0], entries[used, 1] = heads[slot], i
                    heads[slot] = used
                    used += 1
    return True


@kernel
@uncounted
def is_star(work, count, slack, x, y):
    """Do all segments turn the same way around the point (x, y), once in all?

    Such an outline is a single loop, and simple: each ray from the point meets it once. Loops that
    run this way wind around the point at least once each.
    """
    edges, places = work.edges, work.places
    turns = 0
    for i in range(count):
        j = edges[i, 2]
        turn, bound = cross_2d(
            places[i, 0] - x, places[i, 1] - y, places[j, 0] - x, places[j, 1] - y, slack
        )
        if not turn > bound:
            return False
        turns += places[i, 1] < y <= places[j, 1]
    return turns == 1


@kernel
@uncounted
def turns_back(work, count, slack):
    """Does an outline turn back on itself at a vertex, or seem to?"""
    edges, places = work.edges, work.places
    for i in range(count):
        j = edges[i, 2]
        k = edges[j, 2]
        ax, ay = places[i, 0] - places[j, 0], places[i, 1] - places[j, 1]
        bx, by = places[k, 0] - places[j, 0], places[k, 1] - places[j, 1]
        turn, bound = cross_2d(ax, ay, bx, by, slack)
        if not (abs(turn) > bound or ax * bx + ay * by < -bound):
            return True
    return False


@kernel
@uncounted
def outline_is_simple(points, work, count, u, v):
    """Do the outlines, seen along ``u`` x ``v``, show that no two places of the region meet?"""
    edges, places = work.edges, work.places
    origin = load(points, edges[0, 0])
    largest, x, y = 0.0, 0.0, 0.0
    for i in range(count):
        p = sub(load(points, edges[i, 0]), origin)
        places[i, 0], places[i, 1] = dot(u, p), dot(v, p)
        terms_u = abs(u[0] * p[0]) + abs(u[1] * p[1]) + abs(u[2] * p[2])
        terms_v = abs(v[0] * p[0]) + abs(v[1] * p[1]) + abs(v[2] * p[2])
        largest = max(largest, max(terms_u, terms_v))
        x += places[i, 0]
        y += places[i, 1]
    slack = PROJECTION_ROUNDING * largest + UNDERFLOW
    if is_star(work, count, slack, x / count, y / count):
        return True
    return (
        not turns_back(work, count, slack)
        and one_runs_forward(work, count, slack)
        and is_simple(work, count, slack)
    )
