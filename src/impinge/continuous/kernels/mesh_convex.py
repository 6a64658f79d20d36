"""First contact of a moving mesh with a moving convex shape: a walk over the mesh's tree.

A box of the tree is a convex shape, and so is a triangle: until when one is apart from the other
shape is proved along a direction (:mod:`impinge.continuous.kernels.convex_proof`), which does not
mind how near they slide past each other. What lies in a box is looked at from then on, the earliest
first, until the first contact known so far: conservative advancement on a tree [Tang2009]_, whose
bounds are proofs of boxes here.

Where bodies turn by much, one direction proves little of a step. Then the walk goes through the
step in windows of time, longer ones where it had little to do, and shorter ones where it was not
done with them.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.continuous.kernels.chords import free_share
from impinge.continuous.kernels.convex import advance_convex, look_at, put_pose
from impinge.continuous.kernels.convex_proof import (
    MovingPair,
    bounds_of,
    furthest_world,
    gap_along,
    prove_apart,
)
from impinge.continuous.kernels.impact_row import (
    FEATURE_B,
    FREE,
    GAP,
    IMPACT_ROW,
    NORMAL,
    OUT_OF_BUDGET,
    STATUS,
    STEPS,
    TIME,
    UPPER,
)
from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.mat import apply, apply_transposed, rotation_of
from impinge.core.memory import scratch_floats
from impinge.core.vec import add, dot, norm, scale, sub, unit_vector
from impinge.geometry.kernels.convex_row import (
    CENTRE,
    COUNT,
    HALFSPACE,
    HEADER,
    KIND,
    LANES,
    RADIUS,
    REACH,
)
from impinge.hierarchy.kernels import node
from impinge.hierarchy.kernels.node import (
    EXTENT,
    UNIT,
    child_at,
    corners,
    frame_of,
    leaf_count,
    leaf_first,
)
from impinge.hierarchy.kernels.one_tree import stack_size
from impinge.motion.kernels.pose_at import pose_at
from impinge.narrow.kernels.certificate import span_below
from impinge.narrow.kernels.convex_pair import from_a_to_b, largest_coordinate
from impinge.narrow.kernels.convex_rows import LARGEST, LEAST, in_frame_of_a
from impinge.narrow.kernels.core_box import FRAME_PAD
from impinge.narrow.kernels.far import reach_along
from impinge.narrow.kernels.gjk import APART, INSIDE, SIMPLEX_TABLE, gjk
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.kernels.relation import row_of
from impinge.narrow.kernels.triangle_row import CORNER_COUNT, set_triangle, triangle_row

LOOKS = 64
"""Boxes and triangles looked at that count as one step."""
MOST_STEPS = 2**50
"""More than can be done, and a number that can be multiplied."""
LOOKS_A_WINDOW = 1024
"""Of a window, at most: then it was too long."""
LEAST_TURN = 0.0625
"""By how much bodies turn in a window that is short enough [rad]: if it takes as many looks, so
many triangles are near at one time, as of a ball in its socket."""
MORE = 4
"""Times as many looks are allowed then."""
EASY = 0.25
"""Windows that took a smaller share of that are followed by one twice as long."""
FIRST_TURN = 1.0
"""By how much bodies turn in the first window [rad]: directions that stay, or that one carries,
prove little beyond."""
SHORTER = 0.25
"""What is left of a window that was too long."""
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


class Room(NamedTuple):
    """Memory for a walk."""

    slots: Any
    begins: Any
    normals: Any
    """What waits: boxes, the time until which each is proved apart, and along which direction."""
    element: Any
    """A box or a triangle as the row of a convex shape."""
    pose_a: Any
    pose_b: Any
    row: Any
    answer: Any


@inlined
def room_for(place):
    size = stack_size(place)
    return Room(
        np.empty(size, np.int64),
        np.empty(size),
        np.empty((size, 3)),
        triangle_row(),
        np.empty((4, 4)),
        np.empty((4, 4)),
        np.empty(PAIR_ROW),
        np.empty(IMPACT_ROW),
    )


@kernel
def set_box(element, nodes, slot, place):
    """Let the row be a box of the tree, a hull of eight vertices, in metres."""
    row, lane = slot >> 3, slot & 7
    extent = place[UNIT] * place[EXTENT]
    half = (
        np.float64(nodes[row, HALF + lane]),
        np.float64(nodes[row, HALF + WIDTH + lane]),
        np.float64(nodes[row, HALF + 2 * WIDTH + lane]),
    )
    middle = (
        np.float64(nodes[row, lane]),
        np.float64(nodes[row, WIDTH + lane]),
        np.float64(nodes[row, 2 * WIDTH + lane]),
    )
    # A frame is not quite a rotation.
    pad = FRAME_PAD * (norm(half) + norm(middle))
    half = (half[0] + pad, half[1] + pad, half[2] + pad)
    frame = frame_of(nodes, row)
    at = (place[node.CENTRE], place[node.CENTRE + 1], place[node.CENTRE + 2])
    centre = add(scale(place[UNIT], at), scale(extent, apply_transposed(frame, middle)))
    element[COUNT] = LANES
    element[REACH] = norm(half) * extent * OUTWARD
    for k in range(3):
        element[CENTRE + k] = centre[k]
    for corner in range(LANES):
        x = (
            half[0] if corner & 1 else -half[0],
            half[1] if corner & 2 else -half[1],
            half[2] if corner & 4 else -half[2],
        )
        x = apply_transposed(frame, x)
        for k in range(3):
            element[HEADER + LANES * k + corner] = centre[k] + extent * x[k]


@kernel
def direction_at(pair, t, room):
    """A unit vector along which A and a box are apart at a time, and whether there is one.

    Any direction will do for a proof: a rough one is found in half the time, of curved shapes in a
    tenth.
    """
    put_pose(pair.motions_a, pair.i, t, room.pose_a)
    put_pose(pair.motions_b, pair.j, t, room.pose_b)
    near = in_frame_of_a(
        pair.rows_a, pair.start_a, room.pose_a, pair.rows_b, pair.start_b, room.pose_b
    )
    size = largest_coordinate(near)
    if LEAST < size < LARGEST and pair.rows_a[pair.start_a + KIND] != HALFSPACE:
        touch = ROUGHLY * pair.rows_b[pair.start_b + REACH]
        corners = scratch_floats(SIMPLEX_TABLE)
        nearest = gjk(near, from_a_to_b(near), touch, inf, corners)
        if nearest.status == INSIDE:
            return nearest.v, False
        if nearest.status == APART:
            return unit_vector(apply(rotation_of(room.pose_a), nearest.v))
    n = look_at(pair, t, room.pose_a, room.pose_b, np.bool_(False), room.row)
    return n, True


@kernel
def apart_until(pair, t, end, margin, room):
    """Until when the shapes of a pair are apart, seen from ``t``; how often it was looked; and the
    last direction.
    """
    looks, n = 0, NOWHERE
    while True:
        bounds = bounds_of(pair, t, end)
        direction, known = direction_at(pair, t, room)
        looks += 1
        gap = gap_along(pair, direction, t) - margin - bounds.pad if known else 0.0
        if not gap > 0.0:
            return t, looks, n
        n = direction
        reached, _ = prove_apart(pair, bounds, n, gap, margin, t, end)
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
    bend = 0.5 * bounds.bent * h * h
    radii = pair.rows_a[pair.start_a + RADIUS] + margin + bounds.pad
    rotation, shift = pose_at(pair.motions_a, pair.i, begin)
    a = furthest_world(pair.rows_a, pair.start_a, rotation, shift, u)
    turn_t0, shift = pose_at(pair.motions_b, pair.j, begin)
    at_t0 = dot(u, sub(shift, a)) - radii
    rotation, shift = pose_at(pair.motions_a, pair.i, end)
    a = furthest_world(pair.rows_a, pair.start_a, rotation, shift, u)
    turn_t1, shift = pose_at(pair.motions_b, pair.j, end)
    at_t1 = dot(u, sub(shift, a)) - radii
    return (
        usable and bend < inf,
        apply_transposed(turn_t0, u), at_t0, apply_transposed(turn_t1, u), at_t1, bend,
    )  # fmt: skip


@inlined
def lowest_of_lane(nodes, row, lane, place, u):
    """How low a box of the tree reaches along the mesh's unit vector ``u`` [m], or a bit less."""
    middle, width = reach_along(nodes, row, lane, apply(frame_of(nodes, row), u))
    centre = (place[node.CENTRE], place[node.CENTRE + 1], place[node.CENTRE + 2])
    return place[UNIT] * (dot(u, centre) + place[EXTENT] * ((middle - width) - FRAME_PAD))


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


@kernel
def open_box(pair, bounds, nodes, place, row, n, begin, end, margin, room, top, out):
    """Let the children of a row wait that are not proved apart until ``end``, the earliest on top.

    Most are, along the direction ``n`` of the whole box, or that of the contact known so far.
    Returns the new top and the number of looks.
    """
    bottom, looks = top, 0
    touched = (out[NORMAL], out[NORMAL + 1], out[NORMAL + 2])
    first = sight_along(pair, bounds, n, begin, end, margin)
    second = sight_along(pair, bounds, touched, begin, end, margin)
    for lane in range(WIDTH):
        if not nodes[row, HALF + lane] >= 0.0:
            continue
        share = share_of_lane(nodes, row, lane, place, first)
        if share < 1.0:
            share = max(share, share_of_lane(nodes, row, lane, place, second))
        if share >= 1.0:
            continue
        set_box(room.element, nodes, 8 * row + lane, place)
        since = min(begin + share * (end - begin), end)
        until, more, direction = apart_until(pair, since, end, margin, room)
        looks += more
        if until < end:
            top = let_wait(room, bottom, top, 8 * row + lane, until, direction)
    return top, looks


@inlined
def let_wait(room, bottom, top, slot, begin, n):
    """Insert above ``bottom`` so that what begins earliest is on top; the new top."""
    i = top
    while i > bottom and room.begins[i - 1] < begin:
        room.slots[i], room.begins[i] = room.slots[i - 1], room.begins[i - 1]
        for k in range(3):
            room.normals[i, k] = room.normals[i - 1, k]
        i -= 1
    room.slots[i], room.begins[i] = slot, begin
    for k in range(3):
        room.normals[i, k] = n[k]
    return top + 1


@kernel
def free_triangle(pair, bounds, x, y, z, u, begin, end, margin):
    """Whether a triangle is apart from ``begin`` to ``end`` along ``u``."""
    usable, u0, at_t0, u1, at_t1, bend = sight_along(pair, bounds, u, begin, end, margin)
    if not usable:
        return False
    g0 = at_t0 + span_below(u0, x, y, z)
    return g0 > 0.0 and free_share(g0, at_t1 + span_below(u1, x, y, z), bend) >= 1.0


@kernel
def walk_window(pair, tree, t, end, margin, tolerance, limit, most_looks, room, out):
    """Look for a contact from ``t`` to ``end``, or before the one in ``out`` if that is earlier.

    Returns the time until which all is proved to be apart, and the number of looks; it ends early
    after ``limit`` of them.
    """
    nodes, triangles, place = tree
    slots, begins, answer, element = room.slots, room.begins, room.answer, room.element
    # What holds for the box of all holds for its parts.
    set_box(element, nodes, 0, place)
    bounds = bounds_of(pair, t, end)
    unit = place[UNIT]
    top, looks = let_wait(room, 0, 0, 0, t, NOWHERE), 0
    while top > 0:
        top -= 1
        slot, begin = slots[top], begins[top]
        n = (room.normals[top, 0], room.normals[top, 1], room.normals[top, 2])
        latest = min(end, out[TIME])
        if begin >= latest:
            continue
        if looks > limit:
            # Nothing before the earliest of what waits.
            for k in range(top):
                begin = min(begin, begins[k])
            return begin, looks
        child = child_at(nodes, slot)
        if child >= 0:
            top, more = open_box(
                pair, bounds, nodes, place, child, n, begin, latest, margin, room, top, out
            )
            looks += more
            continue
        element[COUNT] = CORNER_COUNT
        first = leaf_first(child)
        for k in range(first, first + leaf_count(child)):
            x, y, z = corners(triangles, k)
            x, y, z = scale(unit, x), scale(unit, y), scale(unit, z)
            latest = min(end, out[TIME])
            if begin >= latest:
                break
            if free_triangle(pair, bounds, x, y, z, n, begin, latest, margin):
                continue
            set_triangle(element, x, y, z)
            left = max(most_looks - looks, 1)
            advance_convex(pair, begin, latest, margin, tolerance, left, answer)
            looks += int(answer[STEPS])
            if answer[STATUS] != FREE:
                for c in range(IMPACT_ROW):
                    out[c] = answer[c]
                out[FEATURE_B] = triangles[k, 9]
            n = (answer[NORMAL], answer[NORMAL + 1], answer[NORMAL + 2])
    return min(end, out[TIME]), looks


@kernel
def impact_mesh_convex(
    shape, motions_a, i, tree, motions_b, j, t0, t1, margin, tolerance, max_steps, out
):
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which one row tells each motion.

    A is the convex shape, which may be a half space, B the mesh. FREE is for this time alone, and
    then, as where the budget ran out, nothing is measured. STARTED_TOUCHING only where ``t0`` is 0.
    """
    room = room_for(tree[2])
    pair = MovingPair(shape, 0, motions_a, i, room.element, 0, motions_b, j)
    for c in range(IMPACT_ROW):
        out[c] = 0.0
    out[STATUS], out[TIME], out[UPPER], out[GAP] = FREE, inf, inf, 0.0
    set_box(room.element, tree[0], 0, tree[2])
    bounds = bounds_of(pair, t0, t1)
    turning = 0.5 * (bounds.swept_a + bounds.swept_b)
    window = t1 - t0 if turning * (t1 - t0) <= FIRST_TURN else FIRST_TURN / turning
    t, looks, windows = t0, 0, 0
    most_looks, limit = LOOKS * min(max_steps, MOST_STEPS), LOOKS_A_WINDOW
    while t < min(t1, out[TIME]):
        windows += 1
        # All of the mesh, and the rest of the step: what is far away, or has passed.
        set_box(room.element, tree[0], 0, tree[2])
        t, more, _ = apart_until(pair, t, min(t1, out[TIME]), margin, room)
        looks += more
        if t >= min(t1, out[TIME]):
            break
        if windows > max_steps or looks >= most_looks:
            out[STATUS], out[TIME], out[UPPER] = OUT_OF_BUDGET, t, inf
            break
        end = min(t + window, t1)
        left = most_looks - looks
        until, more = walk_window(
            pair, tree, t, end, margin, tolerance, min(limit, left), left, room, out
        )
        looks += more
        if until >= min(end, out[TIME]):
            window *= 2.0 if more < EASY * limit else 1.0
        elif turning * window > LEAST_TURN:
            window *= SHORTER
        else:
            limit *= MORE
        t = until
    out[STEPS] = min(max(windows, (looks + LOOKS - 1) // LOOKS), max_steps)


@kernel
def impact_mesh_convex_rows(
    shape, motions_a, places_a, tree, motions_b, places_b, order,
    t0, t1, margin, tolerance, max_steps, out, start, stop,
):  # fmt: skip
    """Rows ``order[start:stop]``, each with the row that tells its motion now.

    A tree is a tuple of its nodes, triangles and place.
    """
    for k in range(start, stop):
        r = order[k]
        impact_mesh_convex(
            shape, motions_a, row_of(places_a, r), tree, motions_b, row_of(places_b, r),
            t0, t1, margin, tolerance, max_steps, out[r],
        )  # fmt: skip
