"""k-DOPs of a turned hull: its extreme vertices, looked for among all or by climbing."""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, rotation_of, translation_of
from impinge.core.vec import dot, load, neg

CLIMB_ROUNDING = 2.0**-50
"""Share of its terms that a gain along an edge must exceed to be one: a difference of vertices and
a sum of three products err by half of it."""

TURNED_ROUNDING = 2.0**-46
"""Share of the vertices' reach and of the shift by which each end is moved outward. A turned
direction, its product with a vertex and the shift err by 2**-49 of these; a vertex from which no
edge gains is below the highest by 2**-50 of the edges on the way to it."""


@inlined
def ascend(w, vertex, starts, neighbours, edges):
    """The vertex furthest along ``w``, from ``vertex`` over better neighbours, and the steps to it.

    The best neighbour is the next as long as it is better: what is highest among its neighbours is
    highest of all, since the hull is convex. Gains are products with the edges, not differences of
    products with the vertices, so that short edges far out are not lost to rounding; what rounding
    could have made is no gain. Each step is truly higher, and so it ends, on plateaus as well.
    """
    steps = 0
    while True:
        best, there = 0.0, vertex
        for e in range(starts[vertex], starts[vertex + 1]):
            x, y, z = w[0] * edges[e, 0], w[1] * edges[e, 1], w[2] * edges[e, 2]
            gain = x + y + z
            if gain > best and gain > CLIMB_ROUNDING * (abs(x) + abs(y) + abs(z)):
                best, there = gain, neighbours[e]
        if there == vertex:
            return vertex, steps
        vertex = there
        steps += 1


@inlined
def pad_of(d, shift, length, slack, reach):
    """By how much an end along ``d`` is moved outward."""
    terms = abs(d[0] * shift[0]) + abs(d[1] * shift[1]) + abs(d[2] * shift[2])
    return length * (slack + TURNED_ROUNDING * reach) + TURNED_ROUNDING * terms


@kernel
def climb_kdops(
    vertices, starts, neighbours, edges, directions, lengths, slack, reach, poses, extremes, ends,
    steps,
):  # fmt: skip
    """Write the k-DOP of the hull under each pose, climbing from the pose before.

    ``extremes`` holds the vertex of each signed direction to begin with, and in the end the last
    ones.
    """
    m = len(directions)
    for row in range(len(poses)):
        rotation, shift = rotation_of(poses[row]), translation_of(poses[row])
        taken = 0
        for i in range(m):
            d = load(directions, i)
            w = apply_transposed(rotation, d)
            pad = pad_of(d, shift, lengths[i], slack, reach)
            top, up = ascend(w, extremes[i], starts, neighbours, edges)
            bottom, down = ascend(neg(w), extremes[m + i], starts, neighbours, edges)
            extremes[i], extremes[m + i] = top, bottom
            taken += up + down
            ends[row, i] = dot(w, load(vertices, bottom)) + dot(d, shift) - pad
            ends[row, m + i] = dot(w, load(vertices, top)) + dot(d, shift) + pad
        steps[row] = taken


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
