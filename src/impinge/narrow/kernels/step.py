"""One step of a walk over two trees: the smaller of the two boxes meets the other's children."""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined
from impinge.core.lanes import FRAME, HALF, WIDTH
from impinge.core.mat import apply, apply_transposed, scaled, times
from impinge.core.vec import cross, norm_sq, scale
from impinge.hierarchy.kernels.node import DEPTH, EXTENT
from impinge.narrow.kernels.far import far_scale, is_far
from impinge.narrow.kernels.relation import FINEST, between_centres, relate, see_both


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
def lane32(nodes, slot, column):
    """The centre of a slot's box in float32, or, ``HALF`` columns on, its half extents."""
    row, at = slot >> 3, column + (slot & 7)
    return nodes[row, at], nodes[row, at + WIDTH], nodes[row, at + 2 * WIDTH]


@inlined
def centre_at(nodes, slot, ratio):
    x, y, z = lane32(nodes, slot, 0)
    return (x * ratio, y * ratio, z * ratio)


@inlined
def half_at(nodes, slot, ratio, pad):
    x, y, z = lane32(nodes, slot, HALF)
    return (x * ratio + pad, y * ratio + pad, z * ratio + pad)


@inlined
def size_at(nodes, slot):
    """The squared half diagonal of a box, in its tree's box units."""
    x, y, z = lane32(nodes, slot, HALF)
    return x * x + y * y + z * z


@inlined
def opens_a(nodes_a, a, child_a, nodes_b, b, child_b, relative):
    """Whether a step opens the box of A: the larger one, unless it is a leaf's."""
    larger_a = size_at(nodes_a, a) * relative > size_at(nodes_b, b)
    return child_b < 0 or (child_a >= 0 and larger_a)


@inlined
def relative_size(extent_a, extent_b):
    """What squared sizes of A's boxes are multiplied by to compare with B's; within float32."""
    return np.float32(min(max(extent_a, 2.0**-1000) / max(extent_b, 2.0**-1000), 2.0**60)) ** 2


@inlined
def seen_from(nodes, row, turn, offset):
    """Turn and offset into the frame of a node's boxes, from the wide tree's coordinates."""
    f = frame32(nodes, row)
    return times(f, turn), apply(f, offset)


@inlined
def sight_of(place_a, pose_a, place_b, pose_b):
    """Two trees seen from each other, as four tuples; lengths in the common unit.

    ``placing``  what brings triangles into the frame of A: scale of A, turn and shift of B
    ``boxes``    what ``see_both`` returns for A and B, the factors that make squared lengths of
                 theirs comparable, the relative size, and the size that squared bounds are in
    ``distant``  whether they are far apart, the distance of the centres, the scale of differences
                 from it, the directions from A to B and back, each in its tree's frame
    ``extents``  of both, and the common unit [m]
    """
    rotation, shift, unit, scale_a, scale_b = relate(place_a, pose_a, place_b, pose_b)
    extent_a, extent_b = place_a[EXTENT] * scale_a, place_b[EXTENT] * scale_b
    between = between_centres(rotation, shift, place_a, scale_a, place_b, scale_b)
    far = is_far(between, extent_a, extent_b)
    size = max(max(extent_a, extent_b), 1.0 / FINEST)
    apart = sqrt(norm_sq(between))
    away = scale(1.0 / apart, between) if far else (1.0, 0.0, 0.0)
    toward = apply_transposed(rotation, (-away[0], -away[1], -away[2]))
    if far:
        # Float32 boxes then only choose a way down, and must not overflow. (Where the centres are
        # closer than their rounding error, boxes are smaller than their pads, wherever they lie.)
        between = scale(size, away)
    a_opened, b_opened = see_both(rotation, between, extent_a, extent_b)
    placing = scale_a, scaled(scale_b, rotation), shift
    a_sq, b_sq = np.float32((a_opened[4] / size) ** 2), np.float32((b_opened[4] / size) ** 2)
    boxes = a_opened, b_opened, a_sq, b_sq, relative_size(extent_a, extent_b), size
    distant = far, apart, far_scale(extent_a, extent_b), away, toward
    return placing, boxes, distant, (extent_a, extent_b, unit)
