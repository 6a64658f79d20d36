"""Everything about the relation of two posed trees that a walk for their distance needs."""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined
from impinge.core.mat import apply_transposed, scaled
from impinge.core.vec import norm_sq, scale
from impinge.hierarchy.kernels.node import EXTENT
from impinge.narrow.kernels.far import far_scale, is_far
from impinge.narrow.kernels.relation import FINEST, between_centres, relate, see_both
from impinge.narrow.kernels.step import relative_size


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
    boxes = (
        a_opened,
        b_opened,
        np.float32((a_opened[4] / size) ** 2),
        np.float32((b_opened[4] / size) ** 2),
        relative_size(extent_a, extent_b),
        size,
    )
    distant = far, apart, far_scale(extent_a, extent_b), away, toward
    return placing, boxes, distant, (extent_a, extent_b, unit)
