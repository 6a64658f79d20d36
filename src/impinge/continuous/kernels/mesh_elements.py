"""Boxes of a mesh's tree, and its triangles, as convex shapes: until when are they apart?

Each by a look at it, along a direction of its own; and many at once along a direction that is known
already, from furthest points alone.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.continuous.kernels.advance import new_memory
from impinge.continuous.kernels.chords import free_share
from impinge.continuous.kernels.convex import measure_convex
from impinge.continuous.kernels.convex_proof import (
    bent_along,
    bounds_of,
    furthest_world,
    gap_placed,
    placed_at,
    prove_placed,
)
from impinge.continuous.kernels.impact_row import IMPACT_ROW
from impinge.continuous.kernels.windows import lane_of
from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF
from impinge.core.mat import apply, apply_transposed
from impinge.core.memory import scratch_floats
from impinge.core.vec import add, dot, norm, scale, sub, unit_vector
from impinge.geometry.kernels import convex_row
from impinge.hierarchy.kernels import node
from impinge.hierarchy.kernels.one_tree import stack_size
from impinge.narrow.kernels.certificate import span_below
from impinge.narrow.kernels.convex_pair import from_a_to_b, largest_coordinate
from impinge.narrow.kernels.convex_rows import LARGEST, LEAST
from impinge.narrow.kernels.core_box import FRAME_PAD
from impinge.narrow.kernels.far import reach_along
from impinge.narrow.kernels.gjk import APART, INSIDE, SIMPLEX_TABLE, gjk
from impinge.narrow.kernels.relation import rotated_into, scaled_corners
from impinge.narrow.kernels.support import Pair
from impinge.narrow.kernels.triangle_row import triangle_row

WORTH = 0.25
"""A box is looked at once more, where it was proved apart for this share of its time."""
ROUGHLY = 0.01
"""Share of a box's half diagonal to which its distance is looked for; nearer, to the last digit."""
AGAIN = 3
"""Looks at one box, at most: its eight children are as many for each."""
NOWHERE = (0.0, 0.0, 0.0)
"""A direction that is not known."""
OUTWARD = 1.0 + FRAME_PAD
"""On a radius that holds a box, whose frame is not quite a rotation."""


class Workspace(NamedTuple):
    """Memory for a walk."""

    slots: Any
    begins: Any
    normals: Any
    """What waits: boxes, the time until which each is proved apart, and along which direction."""
    element: Any
    """A box or a triangle as the row of a convex shape."""
    memory: Any
    answer: Any


@inlined
def workspace_for(place):
    size = stack_size(place)
    # Features are named later, or not at all.
    answer = np.full(IMPACT_ROW, -1.0)
    waiting = np.empty(size, np.int64), np.empty(size), np.empty((size, 3))
    return Workspace(waiting[0], waiting[1], waiting[2], triangle_row(), new_memory(), answer)


@kernel
def set_box(element, nodes, slot, place):
    """Let the row be a box of the tree, a hull of eight vertices, in metres."""
    row, lane = slot >> 3, slot & 7
    extent = place[node.UNIT] * place[node.EXTENT]
    middle, half = lane_of(nodes, row, lane), lane_of(nodes, row, HALF + lane)
    # A frame is not quite a rotation.
    pad = FRAME_PAD * (norm(half) + norm(middle))
    half = (half[0] + pad, half[1] + pad, half[2] + pad)
    frame = node.frame_of(nodes, row)
    at = (place[node.CENTRE], place[node.CENTRE + 1], place[node.CENTRE + 2])
    centre = add(scale(place[node.UNIT], at), scale(extent, apply_transposed(frame, middle)))
    element[convex_row.COUNT] = convex_row.LANES
    element[convex_row.REACH] = norm(half) * extent * OUTWARD
    for k in range(3):
        element[convex_row.CENTRE + k] = centre[k]
    for corner in range(convex_row.LANES):
        x = (
            half[0] if corner & 1 else -half[0],
            half[1] if corner & 2 else -half[1],
            half[2] if corner & 4 else -half[2],
        )
        x = apply_transposed(frame, x)
        for k in range(3):
            element[convex_row.HEADER + convex_row.LANES * k + corner] = centre[k] + extent * x[k]


@kernel
def direction_at(pair, here, t, work):
    """A unit vector along which A and a box are apart at a time, and whether there is one.

    Any direction will do for a proof: a rough one is found in half the time, of curved shapes in a
    tenth. ``here`` is where both are then.
    """
    rotation = rotated_into(here.turn_a, here.turn_b)
    shift = apply_transposed(here.turn_a, sub(here.shift_b, here.shift_a))
    near = Pair(pair.rows_a, pair.start_a, pair.rows_b, pair.start_b, rotation, shift)
    size = largest_coordinate(near)
    endless = pair.rows_a[pair.start_a + convex_row.KIND] == convex_row.HALFSPACE
    if LEAST < size < LARGEST and not endless:
        touch = ROUGHLY * pair.rows_b[pair.start_b + convex_row.REACH]
        table = scratch_floats(SIMPLEX_TABLE)
        nearest = gjk(near, from_a_to_b(near), touch, inf, table)
        if nearest.status == INSIDE:
            return nearest.v, False
        if nearest.status == APART:
            return unit_vector(apply(here.turn_a, nearest.v))
    return measure_convex(pair, t, np.bool_(False), work.memory), True


@kernel
def apart_until(pair, t, end, margin, work):
    """Until when the shapes of a pair are apart, seen from ``t``; how often it was looked; and the
    last direction.
    """
    looks, n = 0, NOWHERE
    while True:
        bounds, here = bounds_of(pair, t, end), placed_at(pair, t)
        direction, known = direction_at(pair, here, t, work)
        looks += 1
        gap = gap_placed(pair, here, direction) - margin - bounds.pad if known else 0.0
        if not gap > 0.0:
            return t, looks, n
        n = direction
        reached, _ = prove_placed(pair, bounds, here, n, gap, margin, t, end)
        if reached >= end:
            return end, looks, n
        before, t = t, max(t, reached)
        if looks == AGAIN or not t - before >= WORTH * (end - before):
            return t, looks, n


@inlined
def sight_along(pair, bounds, u, begin, end, margin):
    """What proofs along one direction have in common, for all parts of the mesh.

    The direction and the mesh's place along it, seen from the mesh at ``begin`` and at ``end``, and
    how much of a gap paths may bend through; a half space that turns has no direction that stays.
    """
    usable = dot(u, u) > 0.5 and not (bounds.endless and bounds.turned_a > 0.0)
    h = end - begin
    bend = 0.5 * bent_along(pair, bounds, u) * h * h
    radii = pair.rows_a[pair.start_a + convex_row.RADIUS] + margin + bounds.pad
    u0, at_t0 = seen_from_mesh(pair, u, begin)
    u1, at_t1 = seen_from_mesh(pair, u, end)
    return usable and bend < inf, u0, at_t0 - radii, u1, at_t1 - radii, bend


@inlined
def seen_from_mesh(pair, u, t):
    """A direction as the mesh sees it at a time, and how far the mesh's origin is beyond A then."""
    at = placed_at(pair, t)
    a = furthest_world(pair.rows_a, pair.start_a, at.turn_a, at.shift_a, u)
    return apply_transposed(at.turn_b, u), dot(u, sub(at.shift_b, a))


@inlined
def lowest_of_lane(nodes, row, lane, place, u):
    """How low a box of the tree reaches along the mesh's unit vector ``u`` [m], or a bit less."""
    middle, width = reach_along(nodes, row, lane, apply(node.frame_of(nodes, row), u))
    centre = (place[node.CENTRE], place[node.CENTRE + 1], place[node.CENTRE + 2])
    return place[node.UNIT] * (dot(u, centre) + place[node.EXTENT] * ((middle - width) - FRAME_PAD))


@inlined
def share_of_lane(nodes, row, lane, place, sight):
    """The share of the time for which a box is apart along a direction."""
    usable, u0, at_t0, u1, at_t1, bend = sight
    if not usable:
        return 0.0
    g0 = at_t0 + lowest_of_lane(nodes, row, lane, place, u0)
    if not g0 > 0.0:
        return 0.0
    return free_share(g0, at_t1 + lowest_of_lane(nodes, row, lane, place, u1), bend)


@inlined
def free_triangle(x, y, z, sight):
    """Whether a triangle is apart all the time, along a direction."""
    usable, u0, at_t0, u1, at_t1, bend = sight
    if not usable:
        return False
    g0 = at_t0 + span_below(u0, x, y, z)
    return g0 > 0.0 and free_share(g0, at_t1 + span_below(u1, x, y, z), bend) >= 1.0


@kernel
def free_leaf(triangles, child, unit, sight):
    """Whether all triangles of a leaf are, each by itself: unlike their box they are not padded."""
    first, stop = node.leaf_range(child)
    for k in range(first, stop):
        x, y, z = scaled_corners(triangles, k, unit)
        if not free_triangle(x, y, z, sight):
            return False
    return True
