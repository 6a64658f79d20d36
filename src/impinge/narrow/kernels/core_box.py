"""A convex shape before the tree of a mesh: the box of its core, and where it stands.

The shape is its core and a ball around it (:mod:`impinge.geometry.kernels.convex_row`). Boxes of
the tree are compared with the box of the core alone, and the ball's radius is added to distances:
of a sphere nothing but its centre is left, and the bounds are as good as those of a point.

The box of a cylinder, cone, ellipsoid or hull leaves much empty. What passes it is compared with
the shape itself, by :func:`box_is_near`: on 70k triangles that saves nine of ten visits.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF
from impinge.core.mat import apply, times
from impinge.core.memory import scratch_floats
from impinge.core.vec import dot, norm, scale, sub
from impinge.geometry.kernels import convex_row as packed
from impinge.hierarchy.kernels.binary import place_between, power_of_two_above
from impinge.hierarchy.kernels.fit import GROW, GROW_ABSOLUTE
from impinge.hierarchy.kernels.node import EXTENT, PLACE, UNIT, centre_of, frame_of, lane_at
from impinge.narrow.kernels.convex_pair import from_a_to_b, furthest_coordinate
from impinge.narrow.kernels.convex_rows import LARGEST, LEAST, scaled_row
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.far import reach_along
from impinge.narrow.kernels.gjk import APART, SIMPLEX_TABLE, gjk
from impinge.narrow.kernels.relation import relation_of
from impinge.narrow.kernels.support import Pair

FRAME_PAD = 2.0**-18
"""Share of sizes and offsets by which boxes grow where a frame is taken for a rotation: stored
frames differ from one by 2**-22 (``relation``), and are multiplied twice."""
ROUGHLY = 0.1
"""Share of a box's half diagonal to which its distance is looked for. To the last digit, it took
twice the time of the whole walk."""


@kernel
def core_bounds(rows, start):
    """Lowest and highest coordinates of a shape's core, its frame."""
    kind = int(rows[start + packed.KIND])
    if kind == packed.HULL:
        stride = int(rows[start + packed.STRIDE])
        at = start + int(rows[start + packed.AT_VERTICES])
        low = (rows[at], rows[at + stride], rows[at + 2 * stride])
        high = low
        for k in range(at + 1, at + int(rows[start + packed.COUNT])):
            x, y, z = rows[k], rows[k + stride], rows[k + 2 * stride]
            low = (min(low[0], x), min(low[1], y), min(low[2], z))
            high = (max(high[0], x), max(high[1], y), max(high[2], z))
        return low, high
    a, b, c = vector_at(rows, start + packed.SIZES)
    if kind == packed.BOX or kind == packed.ELLIPSOID:
        half = (a, b, c)
    elif kind == packed.POINT:
        half = (0.0, 0.0, 0.0)
    elif kind == packed.SEGMENT:
        half = (0.0, 0.0, a)
    else:
        half = (a, a, b)
    return (-half[0], -half[1], -half[2]), half


@inlined
def half_in_units(low, high, unit, extent):
    """Half a width in box units, rounded outward as those of a tree (``hierarchy.kernels.fit``)."""
    return (0.5 * (high / unit - low / unit) / extent) * GROW + GROW_ABSOLUTE


@inlined
def place_core(rows, start):
    """The core's box: its place, as that of a tree, and its half extents in box units."""
    low, high = core_bounds(rows, start)
    place = np.empty(PLACE)
    place_between(low, high, place)
    half = (
        half_in_units(low[0], high[0], place[UNIT], place[EXTENT]),
        half_in_units(low[1], high[1], place[UNIT], place[EXTENT]),
        half_in_units(low[2], high[2], place[UNIT], place[EXTENT]),
    )
    return place, half


@kernel
def stand(place, pose, rows, start, pose_b):
    """The convex shape in the frame of the mesh: (unit, rotation, shift, rows, start).

    In metres, unless products of lengths would leave the range of numbers: then in a unit [m]
    that is a power of two, and with a copy of the shape's row.
    """
    rotation, shift = relation_of(pose, pose_b)
    size = max(
        place[UNIT], furthest_coordinate(rows, start), abs(shift[0]), abs(shift[1]), abs(shift[2])
    )
    unit = 1.0
    if not LEAST < size < LARGEST:
        unit = power_of_two_above(size)
        rows = scaled_row(rows, start, 1.0 / unit)
        start = 0
        shift = (shift[0] / unit, shift[1] / unit, shift[2] / unit)
    return unit, rotation, shift, rows, start


@inlined
def box_row():
    """Room for a box as the row of a convex shape."""
    row = np.zeros(packed.HEADER)
    row[packed.KIND] = packed.BOX
    return row


@inlined
def highest_of_box(nodes, slot, place, to_unit, u):
    """How far a box of the tree reaches along the unit vector ``u``, or a little more.

    ``to_unit`` takes lengths from the tree's unit to that of the answer.
    """
    row = slot >> 3
    middle, width = reach_along(nodes, row, slot & 7, apply(frame_of(nodes, row), u))
    return to_unit * (dot(u, centre_of(place)) + place[EXTENT] * ((middle + width) + FRAME_PAD))


@kernel
def box_is_near(nodes, slot, place, to_unit, rows, start, rotation, shift, limit, box):
    """May something in a box of the tree be within ``limit`` of the shape itself?"""
    row, lane = slot >> 3, slot & 7
    extent = place[EXTENT] * to_unit
    half = scale(extent, lane_at(nodes, row, HALF + lane))
    for k in range(3):
        box[packed.SIZES + k] = half[k]
    box[packed.REACH] = norm(half)
    middle = scale(extent, lane_at(nodes, row, lane))
    # From the frame of the mesh into that of the box.
    f = frame_of(nodes, row)
    centre = scale(to_unit, centre_of(place))
    turn, move = times(f, rotation), sub(apply(f, sub(shift, centre)), middle)
    pad = FRAME_PAD * (norm(move) + box[packed.REACH] + rows[start + packed.REACH])
    reach = limit + rows[start + packed.RADIUS] + pad
    pair = Pair(box, 0, rows, start, turn, move)
    corners = scratch_floats(SIMPLEX_TABLE)
    nearest = gjk(pair, from_a_to_b(pair), ROUGHLY * box[packed.REACH], reach, corners)
    return nearest.status != APART or not nearest.low_sq > reach * reach
