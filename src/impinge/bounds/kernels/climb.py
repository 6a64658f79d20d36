"""k-DOPs of a turned hull: its extreme vertices, looked for among all or by climbing."""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, rotation_of, translation_of
from impinge.core.vec import dot, load, neg

CLIMB_ROUNDING = 2.0**-50
"""Share of its terms that a gain must exceed to be one, and a loss to be one: a difference of
vertices and a sum of three products err by half of it."""

SMALLEST = 2.0**-1071
"""Added to that: below 2**-1022 each of three products errs by up to 2**-1075, whatever its size,
and so does the share above."""

TURNED_ROUNDING = 2.0**-46
"""Share of the vertices' reach and of the shift by which each end is moved outward. A turned
direction, its product with a vertex and the shift err by 2**-49 of these; a vertex above which no
other is, as far as rounding tells, is below the highest by 2**-48 of the reach."""


@inlined
def gain_along(w, x, y, z):
    """``w . (x, y, z)``, and what of it may be rounding: 0 where no term is."""
    a, b, c = w[0] * x, w[1] * y, w[2] * z
    rounding = CLIMB_ROUNDING * (abs(a) + abs(b) + abs(c)) + SMALLEST
    if (w[0] == 0.0 or x == 0.0) and (w[1] == 0.0 or y == 0.0) and (w[2] == 0.0 or z == 0.0):
        rounding = 0.0
    return a + b + c, rounding


@inlined
def best_neighbour(w, vertex, starts, neighbours, edges):
    """The neighbour most above ``vertex``, or itself, and whether all others are certainly not."""
    best, there, certain = 0.0, vertex, True
    for e in range(starts[vertex], starts[vertex + 1]):
        gain, rounding = gain_along(w, edges[e, 0], edges[e, 1], edges[e, 2])
        certain &= gain <= -rounding
        if gain > best and gain > rounding:
            best, there = gain, neighbours[e]
    return there, certain


@kernel
def best_of_all(w, vertex, vertices):
    """The vertex most above ``vertex``, or itself."""
    here = load(vertices, vertex)
    best, there = 0.0, vertex
    for v in range(len(vertices)):
        x, y, z = vertices[v, 0] - here[0], vertices[v, 1] - here[1], vertices[v, 2] - here[2]
        gain, rounding = gain_along(w, x, y, z)
        if gain > best and gain > rounding:
            best, there = gain, v
    return there


@inlined
def ascend(w, vertex, vertices, starts, neighbours, edges):
    """The vertex furthest along ``w``, from ``vertex`` on; the steps to it, and the scans.

    The best neighbour is the next as long as it is better. Where certainly none is above, none of
    all is: the hull is exactly convex, so any vertex is reached from this one by a sum of its edges
    with weights not below zero. Where a neighbour is above or below by no more than rounding, that
    proves nothing, however small the rounding is: the weights have no bound, since two edges may
    nearly cancel in the sum. Then all vertices are looked at, and the climb goes on from the best.

    Gains are products with differences of vertices, not differences of products, so that short
    edges far out are not lost to rounding; what rounding could have made is no gain. Each step is
    truly higher, and so it ends, on plateaus as well.
    """
    steps = scans = 0
    while True:
        there, certain = best_neighbour(w, vertex, starts, neighbours, edges)
        if there == vertex and not certain:
            there = best_of_all(w, vertex, vertices)
            scans += 1
        if there == vertex:
            return vertex, steps, scans
        vertex = there
        steps += 1


@inlined
def pad_of(d, shift, length, slack, reach):
    """By how much an end along ``d`` is moved outward."""
    terms = abs(d[0] * shift[0]) + abs(d[1] * shift[1]) + abs(d[2] * shift[2])
    return length * (slack + TURNED_ROUNDING * reach) + TURNED_ROUNDING * terms


@kernel
def climb_kdops(hull, directions, lengths, slack, reach, poses, extremes, ends, steps, scans):
    """Write the k-DOP of the hull under each pose, climbing from the pose before.

    The hull must be exactly convex. ``extremes`` holds the vertex of each signed direction to begin
    with, and in the end the last ones.
    """
    vertices, starts, neighbours, edges = hull
    m = len(directions)
    for row in range(len(poses)):
        rotation, shift = rotation_of(poses[row]), translation_of(poses[row])
        taken = looked = 0
        for i in range(m):
            d = load(directions, i)
            w = apply_transposed(rotation, d)
            pad = pad_of(d, shift, lengths[i], slack, reach)
            top, up, seen = ascend(w, extremes[i], vertices, starts, neighbours, edges)
            bottom, down, seen_too = ascend(
                neg(w), extremes[m + i], vertices, starts, neighbours, edges
            )
            extremes[i], extremes[m + i] = top, bottom
            taken += up + down
            looked += seen + seen_too
            ends[row, i] = dot(w, load(vertices, bottom)) + dot(d, shift) - pad
            ends[row, m + i] = dot(w, load(vertices, top)) + dot(d, shift) + pad
        steps[row], scans[row] = taken, looked


@kernel
def recompute_kdops(vertices, directions, lengths, slack, reach, poses, extremes, ends):
    """The same from all vertices, pose by pose."""
    m = len(directions)
    for row in range(len(poses)):
        rotation, shift = rotation_of(poses[row]), translation_of(poses[row])
        for i in range(m):
            d = load(directions, i)
            w = apply_transposed(rotation, d)
            pad = pad_of(d, shift, lengths[i], slack, reach)
            low, high, bottom, top = inf, -inf, 0, 0
            for v in range(len(vertices)):
                value = dot(w, load(vertices, v))
                if value < low:
                    low, bottom = value, v
                if value > high:
                    high, top = value, v
            extremes[i], extremes[m + i] = top, bottom
            ends[row, i] = low + dot(d, shift) - pad
            ends[row, m + i] = high + dot(d, shift) + pad
