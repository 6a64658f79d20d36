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
from impinge.hierarchy.kernels.node import CENTRE, EXTENT, UNIT

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
    x0 = y0 = z0 = np.inf
    x1 = y1 = z1 = -np.inf
    for i in range(len(used)):
        v = used[i]
        x, y, z = vertices[v, 0], vertices[v, 1], vertices[v, 2]
        x0 = x if x < x0 else x0
        y0 = y if y < y0 else y0
        z0 = z if z < z0 else z0
        x1 = x if x > x1 else x1
        y1 = y if y > y1 else y1
        z1 = z if z > z1 else z1
    place_between((x0, y0, z0), (x1, y1, z1), place)


@kernel
def bound_triangles(vertices, faces, place, boxes):
    """The box of each triangle, in box coordinates (centred, within about [-1, 1])."""
    # One after the other: their product may be too small for a float.
    s, t = 1.0 / place[UNIT], 1.0 / place[EXTENT]
    for k in range(3):
        c = place[CENTRE + k]
        for i in range(len(faces)):
            a = vertices[faces[i, 0], k]
            b = vertices[faces[i, 1], k]
            d = vertices[faces[i, 2], k]
            low = a if a < b else b
            low = low if low < d else d
            high = a if a > b else b
            high = high if high > d else d
            boxes[i, k] = (low * s - c) * t
            boxes[i, k + 4] = -((high * s - c) * t)
    for i in range(len(faces)):
        boxes[i, 3] = 0.0
        boxes[i, 7] = 0.0


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
def measure_areas(boxes, order, links, count, areas):
    """Half surfaces of all nodes, bottom-up (children come after their parents)."""
    bounds = np.empty((count, 8), np.float32)
    for node in range(count - 1, -1, -1):
        empty_box(bounds, node)
        first, triangles = links[node, 0], links[node, 1]
        if triangles > 0:
            for i in range(first, first + triangles):
                lower8(bounds, node, boxes, order[i])
        else:
            lower8(bounds, node, bounds, first)
            lower8(bounds, node, bounds, first + 1)
        areas[node] = half_area(bounds, node)
