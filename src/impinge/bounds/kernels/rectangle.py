"""The smallest rectangle around points of a plane."""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel


@inlined
def turn(p, i, j, k):
    """Twice the area of three points: positive where they turn left."""
    return (p[j, 0] - p[i, 0]) * (p[k, 1] - p[i, 1]) - (p[j, 1] - p[i, 1]) * (p[k, 0] - p[i, 0])


@kernel
def outline(points, order, ring):
    """Write the corners of the convex hull to ``ring``, leftward round; returns their number.

    ``order`` sorts the points by x, then y: Andrew's chains, lower then upper. Points on an edge
    are left out.
    """
    count, n = 0, len(order)
    for chain in range(2):
        base = count + 1
        for step in range(n):
            i = order[step] if chain == 0 else order[n - 1 - step]
            while count > base and not turn(points, ring[count - 2], ring[count - 1], i) > 0.0:
                count -= 1
            ring[count] = i
            count += 1
        # The last point of a chain is the first of the next.
        count -= 1
    return max(count, 1)


@inlined
def climb_ring(p, ring, n, at, ux, uy):
    """The place furthest along (ux, uy) from ``at`` on, leftward round."""
    for _ in range(n):
        i, j = ring[at], ring[(at + 1) % n]
        if not (p[j, 0] - p[i, 0]) * ux + (p[j, 1] - p[i, 1]) * uy > 0.0:
            break
        at = (at + 1) % n
    return at


@kernel
def smallest_rectangle(points, order):
    """Unit vector along a side of the smallest rectangle around the points.

    It has a side on an edge of the hull; with each edge in turn, the points furthest along it,
    across and against move on round the hull: the rotating calipers of Toussaint 1983
    [Toussaint1983]_. (1, 0) where the points are one.
    """
    ring = np.empty(2 * len(order) + 1, np.int64)
    n = outline(points, order, ring)
    best, best_x, best_y = inf, 1.0, 0.0
    ahead = across = behind = 0
    for k in range(n):
        i, j = ring[k], ring[(k + 1) % n]
        ux, uy = points[j, 0] - points[i, 0], points[j, 1] - points[i, 1]
        length = sqrt(ux * ux + uy * uy)
        if length == 0.0:
            continue
        ux, uy = ux / length, uy / length
        ahead = climb_ring(points, ring, n, ahead if k else 1 % n, ux, uy)
        across = climb_ring(points, ring, n, across if k else ahead, -uy, ux)
        behind = climb_ring(points, ring, n, behind if k else across, -ux, -uy)
        a, b, c = ring[ahead], ring[across], ring[behind]
        width = (points[a, 0] - points[c, 0]) * ux + (points[a, 1] - points[c, 1]) * uy
        height = (points[b, 1] - points[i, 1]) * ux - (points[b, 0] - points[i, 0]) * uy
        if width * height < best:
            best, best_x, best_y = width * height, ux, uy
    return best_x, best_y
