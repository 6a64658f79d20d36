"""One step of a walk over two trees: the smaller of the two boxes meets the other's children."""

import numpy as np

from impinge.core.jit import inlined
from impinge.core.lanes import FRAME, HALF, WIDTH
from impinge.core.mat import apply, times
from impinge.core.vec import cross
from impinge.hierarchy.kernels.node import DEPTH


@inlined
def stack_rows(place_a, place_b):
    """What a depth-first walk over both trees needs: eight children on the way down, seven stay."""
    return 7 * int(place_a[DEPTH] + place_b[DEPTH]) + 9


@inlined
def frame32(nodes, row):
    """The frame of a row, in float32."""
    a = (nodes[row, FRAME], nodes[row, FRAME + 1], nodes[row, FRAME + 2])
    b = (nodes[row, FRAME + 3], nodes[row, FRAME + 4], nodes[row, FRAME + 5])
    c = cross(a, b)
    return (a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2])


@inlined
def centre_at(nodes, slot, ratio):
    row, lane = slot >> 3, slot & 7
    return (
        nodes[row, lane] * ratio,
        nodes[row, WIDTH + lane] * ratio,
        nodes[row, 2 * WIDTH + lane] * ratio,
    )


@inlined
def half_at(nodes, slot, ratio, pad):
    row, lane = slot >> 3, slot & 7
    return (
        nodes[row, HALF + lane] * ratio + pad,
        nodes[row, HALF + WIDTH + lane] * ratio + pad,
        nodes[row, HALF + 2 * WIDTH + lane] * ratio + pad,
    )


@inlined
def size_at(nodes, slot):
    """The squared half diagonal of a box, in its tree's box units."""
    row, lane = slot >> 3, slot & 7
    x = nodes[row, HALF + lane]
    y = nodes[row, HALF + WIDTH + lane]
    z = nodes[row, HALF + 2 * WIDTH + lane]
    return x * x + y * y + z * z


@inlined
def relative_size(extent_a, extent_b):
    """What squared sizes of A's boxes are multiplied by to compare with B's; within float32."""
    return np.float32(min(max(extent_a, 2.0**-1000) / max(extent_b, 2.0**-1000), 2.0**60)) ** 2


@inlined
def seen_from(nodes, row, turn, offset):
    """Turn and offset into the frame of a node's boxes, from the wide tree's coordinates."""
    f = frame32(nodes, row)
    return times(f, turn), apply(f, offset)
