"""Does the outline of a region, seen along a direction, show that no two of its places meet?

Let the projection keep the orientation of all triangles of a region. Over a point that is on no
outline there are as many sheets as the outlines wind around it in sum. If the outlines are simple
closed curves, disjoint, and one of them runs counter-clockwise, that sum is at most one. Two
places of the region that share a point are two sheets over points near it, or both on outlines,
which then meet: neither is the case.

Everything is decided beyond rounding: where that is not possible, the answer is no.
"""

from impinge.core.jit import inlined, kernel, uncounted
from impinge.core.vec import add, cross, dot, load, sub
from impinge.narrow.kernels.closed_curves import (
    PROJECTION_ROUNDING,
    UNDERFLOW,
    is_simple,
    is_star,
    one_runs_forward,
    turns_back,
)


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
        if work.slots[work.edges[i, 1], 1] != tick:
            return 0
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


@kernel
@uncounted
def project_outline(points, work, count, u, v):
    """Write the loops of an outline one after the other, seen along ``u`` x ``v``.

    Returns a bound of the rounding of a coordinate, the mean of the points, and whether there is
    one loop only.
    """
    edges, slots, places, ends = work.edges, work.slots, work.places, work.ends
    origin = load(points, edges[0, 0])
    largest, x, y, loops = 0.0, 0.0, 0.0, 0
    k = 0
    for start in range(count):
        if edges[start, 0] < 0:
            continue
        loops += 1
        first, i = k, start
        while edges[i, 0] >= 0:
            p = sub(load(points, edges[i, 0]), origin)
            # Each is passed once.
            edges[i, 0] = -1
            places[k, 0], places[k, 1] = dot(u, p), dot(v, p)
            terms_u = abs(u[0] * p[0]) + abs(u[1] * p[1]) + abs(u[2] * p[2])
            terms_v = abs(v[0] * p[0]) + abs(v[1] * p[1]) + abs(v[2] * p[2])
            largest = max(largest, max(terms_u, terms_v))
            x += places[k, 0]
            y += places[k, 1]
            ends[k] = k + 1
            k += 1
            i = slots[edges[i, 1], 0]
        ends[k - 1] = first
    return PROJECTION_ROUNDING * largest + UNDERFLOW, x / count, y / count, loops == 1


@kernel
@uncounted
def outline_is_simple(points, work, count, u, v):
    """Do the outlines, seen along ``u`` x ``v``, show that no two places of the region meet?

    Of a single loop that is simple, it is known which way it runs: it is the outline of something.
    """
    slack, x, y, single = project_outline(points, work, count, u, v)
    return is_star(work, count, slack, x, y) or (
        not turns_back(work, count, slack)
        and (single or one_runs_forward(work, count, slack))
        and is_simple(work, count, slack)
    )
