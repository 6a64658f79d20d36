"""Bounds for trees that are far apart compared with their size.

A float32 holds a distance of a thousand sizes with an error of a ten-thousandth of the size, and
a distance of ten million sizes with an error of the size: nothing could be left out. So from
``FAR`` sizes on, only the difference from the distance of the centres is bounded, along the line
of centres: |y - x| >= w . (y - x). What is lost, sideways, is below size / (2 FAR).
"""

from math import sqrt

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.mat import apply
from impinge.core.plain import NO_KEY
from impinge.core.simd import bits_of
from impinge.core.vec import dot, norm_sq
from impinge.hierarchy.kernels.node import frame_of, lane_at

FAR = 512.0
SLACK = 2.0**-18
"""Share of the sizes a key is lowered by: frames that are not quite rotations (8 u, see
``relation``) and the rounding of the key itself (u, and 8 u for the lane's number)."""
INDISTINCT = 2.0**-50
"""Share of the distance that float64 coordinates do not resolve, so that a better answer is not
looked for. It ends the walk at once where the distance dwarfs the meshes."""


@inlined
def is_far(between, extent_a, extent_b):
    reach = FAR * (extent_a + extent_b)
    return norm_sq(between) > reach * reach


@inlined
def far_scale(extent_a, extent_b):
    """Differences from the distance of the centres lie well within plus or minus this."""
    # Of meshes that vanish in the common unit nothing is left but rounding.
    return max(4.0 * (extent_a + extent_b), 2.0**-60)


@inlined
def far_limit(best_sq, distance, s):
    """The key value of a distance, in [0, 1]."""
    offset = sqrt(best_sq) - distance - INDISTINCT * distance
    return np.float32(min(max(0.5 + 0.5 * offset / s, 0.0), 1.0))


@inlined
def reach_along(nodes, row, lane, v):
    """Middle and half width of a box along a direction given in its frame, in box units."""
    reach = (abs(v[0]), abs(v[1]), abs(v[2]))
    return dot(v, lane_at(nodes, row, lane)), dot(reach, lane_at(nodes, row, HALF + lane))


@kernel
def far_keys(
    nodes, row, away, extent, other, other_slot, toward, other_extent, s, limit, keys, group
):
    """As ``core.plain.keys8`` for distant trees; returns the lowest key of the group.

    ``away`` points from the opened tree to the other, ``toward`` back, each in its tree's frame.
    """
    other_row = other_slot >> 3
    middle, width = reach_along(
        other, other_row, other_slot & 7, apply(frame_of(other, other_row), toward)
    )
    ahead = (middle + width) * other_extent
    return keys_behind(nodes, row, away, extent, ahead, s, limit, keys, group)


@kernel
def keys_behind(nodes, row, away, extent, ahead, s, limit, keys, group):
    """The same for anything that reaches ``ahead`` of its centre, towards the opened tree."""
    v = apply(frame_of(nodes, row), away)
    lowest = NO_KEY
    for lane in range(WIDTH):
        keys[group, lane] = NO_KEY
        if nodes[row, HALF + lane] >= 0.0:
            middle, width = reach_along(nodes, row, lane, v)
            offset = -ahead - (middle + width) * extent
            value = np.float32(0.5 + 0.5 * offset / s - SLACK)
            if value <= limit:
                key = (bits_of(value) & -8) | lane
                keys[group, lane] = key
                lowest = min(lowest, key)
    return lowest
