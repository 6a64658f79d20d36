"""What the builders share: boxes of triangles, and the rows of a binary tree.

``boxes``  (n, 8) float32: (lower, 0, -upper, 0) of each triangle, so that growing one box by
           another is one minimum of eight numbers (``core.simd.lower8``). They only steer the
           building; the boxes of the tree are fitted to the triangles afterwards.
``links``  (2n, 2) int32: (first child, 0) of an inner node, whose second child is the next row, or
           (first triangle, count) of a leaf. Children come after their parents.
``areas``  (2n,) float32: half the surface of each node's box.
"""

from math import frexp, ldexp

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.simd import lower8
from impinge.core.vec import load, lower, upper
from impinge.hierarchy.kernels.node import CENTRE, EXTENT, UNIT

STACK = 80
"""Rows of a builder's stack: more than the log2 of the number of faces there may be."""
SMALLEST_UNIT = 2.0**-1022
"""The reciprocal of a smaller one would overflow; smaller floats are multiples of 2**-52 of it."""
SMALLEST_EXTENT = 2.0**-200
"""In units. Boxes of a mesh that is smaller, compared with its coordinates, are points, padded."""


@inlined
def power_of_two_above(x):
    """The least power of two that is not below ``x``; 1 for zero."""
    if x == 0.0:
        return 1.0
    mantissa, exponent = frexp(x)
    return ldexp(1.0, exponent) if mantissa > 0.5 else ldexp(1.0, exponent - 1)


@inlined
def place_between(low, high, place):
    """Write unit, centre and extent of what lies between two corners."""
    greatest = max(
        max(abs(low[0]), abs(high[0])),
        max(abs(low[1]), abs(high[1])),
        max(abs(low[2]), abs(high[2])),
    )
    unit = max(power_of_two_above(greatest), SMALLEST_UNIT) if greatest > 0.0 else SMALLEST_UNIT
    place[UNIT] = unit
    half = 0.0
    for k in range(3):
        x0, x1 = low[k] / unit, high[k] / unit
        place[CENTRE + k] = 0.5 * x0 + 0.5 * x1
        half = max(half, 0.5 * (x1 - x0))
    # A little more than half the size, so that rounding the centre cannot push a corner out.
    place[EXTENT] = max(power_of_two_above(half * (1.0 + 2.0**-40)), SMALLEST_EXTENT)


@kernel
def place_mesh(vertices, used, place):
    """Unit, centre and extent of the vertices that faces use."""
    low, high = (np.inf, np.inf, np.inf), (-np.inf, -np.inf, -np.inf)
    for i in range(len(used)):
        p = load(vertices, used[i])
        low, high = lower(p, low), upper(p, high)
    place_between(low, high, place)


@kernel
def bound_triangles(vertices, faces, place, boxes):
    """The box of each triangle, in box coordinates (centred, within about [-1, 1])."""
    # One after the other: their product may be too small for a float.
    s, t = 1.0 / place[UNIT], 1.0 / place[EXTENT]
    for i in range(len(faces)):
        a = load(vertices, faces[i, 0])
        b = load(vertices, faces[i, 1])
        c = load(vertices, faces[i, 2])
        low, high = lower(lower(a, b), c), upper(upper(a, b), c)
        for k in range(3):
            boxes[i, k] = (low[k] * s - place[CENTRE + k]) * t
            boxes[i, k + 4] = -((high[k] * s - place[CENTRE + k]) * t)
        boxes[i, 3] = boxes[i, 7] = 0.0


@inlined
def push_sides(stack, waiting, node, start, middle, stop):
    """Put both sides of a split on the stack, the smaller on top; returns how many wait now.

    The smaller side is split first: no more than log2(n) sides ever wait.
    """
    right_on_top = stop - middle < middle - start
    for side in range(2):
        right = (side == 1) == right_on_top
        stack[waiting, 0] = node + 1 if right else node
        stack[waiting, 1] = middle if right else start
        stack[waiting, 2] = stop if right else middle
        waiting += 1
    return waiting


@inlined
def empty_box(boxes, i):
    for k in range(8):
        boxes[i, k] = np.inf


@inlined
def half_area(boxes, i):
    """Half the surface of a box in the form of ``boxes``."""
    x = -boxes[i, 4] - boxes[i, 0]
    y = -boxes[i, 5] - boxes[i, 1]
    z = -boxes[i, 6] - boxes[i, 2]
    return x * y + y * z + z * x


@kernel
def measure_nodes(boxes, order, links, count, areas, ranges):
    """Half surfaces of all nodes, and their first and last + 1 triangle, bottom-up.

    Children come after their parents. The box of a node is kept in ``boxes``, where that of its
    first triangle was.
    """
    for node in range(count - 1, -1, -1):
        start, triangles = links[node, 0], links[node, 1]
        stop = start + triangles
        if triangles > 0:
            for i in range(start + 1, stop):
                lower8(boxes, order[start], boxes, order[i])
        else:
            left, right = start, start + 1
            start, stop = ranges[left, 0], ranges[right, 1]
            lower8(boxes, order[start], boxes, order[ranges[right, 0]])
        areas[node] = half_area(boxes, order[start])
        ranges[node, 0], ranges[node, 1] = start, stop
