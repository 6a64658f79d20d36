"""How far must B slide along a direction until it no longer meets A?

Everything is seen in the *slide frame*, whose last axis is the direction. A pair of triangles is in
the way for an interval of times (``slide_pair``); the union of all of them, followed from time zero
to its first gap, is the answer. A pair of boxes is left out where the boxes, seen along the
direction, do not overlap, where all they can add ends before what is reached already, and where it
begins after a horizon: most of two large meshes meets only later, if at all, and a horizon that
moves on in steps never looks at it.

**Boxes.** A box (F, c, h) of a tree holds corners x with |F y - c| <= h, y = (x - centre) / extent.
F differs from a rotation by 8 u, u = 2**-24, and |c| + |h| < 6, so that y is within 48 u of
F^T (c + e), |e| <= h. ``PAD`` is 128 u of the extent; ``COARSE``, of the common unit, is more than
what turning and shifting centres in float64 err by.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.mat import apply, moved, scaled, times, transposed
from impinge.core.vec import add, any_square_to, cross
from impinge.hierarchy.kernels import node
from impinge.hierarchy.kernels.node import centre_of, child_at, frame_of, lane_at, leaf_range
from impinge.narrow.kernels.relation import moved_corners, relate
from impinge.narrow.kernels.slide_pair import slide_triangle_triangle
from impinge.narrow.kernels.slide_spans import JOIN, ROOM, absorb, make_room, push_span
from impinge.narrow.kernels.step import opens_a, relative_size, stack_rows

PAD = 2.0**-17
COARSE = 2.0**-45
FIRST_HORIZON = 2.0**-6
"""Share of the longest way out up to which times are collected at first."""
NEXT_HORIZON = 8.0
"""How many times further each further horizon lies."""
EVERYWHERE = ((-inf, -inf, -inf), (inf, inf, inf))


@inlined
def slide_views(place_a, pose_a, place_b, pose_b, direction):
    """(frame, view of A, view of B, common unit) for a unit direction given in the frame of A.

    ``frame`` turns the frame of A into the slide frame. A *view* is what the triangles of a tree
    are turned, scaled and shifted by to be seen there, in the common unit, and the scale alone.
    """
    rotation, shift, unit, scale_a, scale_b = relate(place_a, pose_a, place_b, pose_b)
    # Exact where the direction is an axis.
    u = any_square_to(direction)
    v = cross(direction, u)
    frame = (u[0], u[1], u[2], v[0], v[1], v[2], direction[0], direction[1], direction[2])
    view_a = scaled(scale_a, frame), (0.0, 0.0, 0.0), scale_a
    view_b = scaled(scale_b, times(frame, rotation)), apply(frame, shift), scale_b
    return frame, view_a, view_b, unit


@inlined
def boxes_of(place, view):
    """What all boxes of a tree share: turn, centre and pad."""
    turn, shift, size = view
    centre = moved(turn, shift, centre_of(place))
    return scaled(place[node.EXTENT], turn), centre, PAD * place[node.EXTENT] * size + COARSE


@inlined
def box_of_lane(nodes, row, lane, m, centre, pad):
    """Centre and half extents of a lane's box, seen along the axes that ``m`` turns it to."""
    c, h = lane_at(nodes, row, lane), lane_at(nodes, row, HALF + lane)
    half = (
        abs(m[0]) * h[0] + abs(m[1]) * h[1] + abs(m[2]) * h[2] + pad,
        abs(m[3]) * h[0] + abs(m[4]) * h[1] + abs(m[5]) * h[2] + pad,
        abs(m[6]) * h[0] + abs(m[7]) * h[1] + abs(m[8]) * h[2] + pad,
    )
    return moved(m, centre, c), half


@inlined
def box_in(nodes, slot, boxes):
    """Centre and half extents, in the slide frame, of a box around that of a slot."""
    turn, centre, pad = boxes
    m = times(turn, transposed(frame_of(nodes, slot >> 3)))
    return box_of_lane(nodes, slot >> 3, slot & 7, m, centre, pad)


@inlined
def in_window(centre, half, window):
    low, high = window
    return (
        centre[0] + half[0] >= low[0]
        and centre[1] + half[1] >= low[1]
        and centre[2] + half[2] >= low[2]
        and centre[0] - half[0] <= high[0]
        and centre[1] - half[1] <= high[1]
        and centre[2] - half[2] <= high[2]
    )


@inlined
def in_the_way(a, b, half, reach, horizon):
    """May triangles in two boxes meet after ``reach``, beginning before ``horizon``?

    Given are their centres and the sum of their half extents.
    """
    return (
        abs(a[0] - b[0]) <= half[0]
        and abs(a[1] - b[1]) <= half[1]
        and a[2] - b[2] + half[2] > reach
        and a[2] - b[2] - half[2] <= horizon
    )


@inlined
def seen_corners(triangles, k, view):
    """The corners of a triangle in the slide frame."""
    return moved_corners(triangles, k, view[0], view[1])


@inlined
def highest(p, q, r):
    return max(p[2], max(q[2], r[2]))


@inlined
def lowest(p, q, r):
    return min(p[2], min(q[2], r[2]))


class Sliding(NamedTuple):
    """What slides: a tree, how it is seen, and the part of it that counts.

    A *part* is the slots and the faces that are marked as wanted, and a box of the slide frame that
    contains them.
    """

    tree: Any
    sight: Any
    part: Any


class SlideWorkspace(NamedTuple):
    """Pairs of nodes to visit; times at which triangles meet, and whose (half is scratch)."""

    stack: Any
    spans: Any
    owners: Any


@inlined
def slide_workspace(place_a, place_b):
    """Memory for walks over two trees."""
    return SlideWorkspace(
        np.empty((stack_rows(place_a, place_b), 2), np.int32),
        np.empty((2 * ROOM, 2)),
        np.empty((2 * ROOM, 2), np.int64),
    )


@inlined
def all_of(tree):
    """The part of a tree that is all of it, wanted as 0."""
    faces = np.zeros(len(tree.triangles), np.int64)
    return np.zeros(8 * len(tree.nodes), np.int64), faces, EVERYWHERE


@inlined
def push_children(nodes, row, boxes, part, wanted, box, open_a, slot, reach, horizon, stack, top):
    """Put the children of a node that may be in the way of the other tree's box on the stack."""
    turn, centre, pad = boxes
    m = times(turn, transposed(frame_of(nodes, row)))
    live, _, window = part
    other, half = box
    for lane in range(WIDTH):
        if live[8 * row + lane] == wanted and nodes[row, HALF + lane] >= 0.0:
            c, h = box_of_lane(nodes, row, lane, m, centre, pad)
            ahead = (c, other) if open_a else (other, c)
            if in_the_way(ahead[0], ahead[1], add(h, half), reach, horizon) and in_window(
                c, h, window
            ):
                stack[top, 0] = 8 * row + lane if open_a else slot
                stack[top, 1] = slot if open_a else 8 * row + lane
                top += 1
    return top


@kernel
def walk_slide(one, two, wanted, reach, horizon, workspace, cost):
    """Follow the times at which triangles meet from ``reach`` to the first gap, or the horizon.

    Returns ``(reach, place of the triangle of A and of B that ends it or -1, (when something is in
    the way again, by which triangles), up to when all is known)``; times are infinite where there
    is nothing more.
    """
    (nodes_a, triangles_a, place_a), view_a, part_a = one
    (nodes_b, triangles_b, place_b), view_b, part_b = two
    stack, spans, owners = workspace
    boxes_a, boxes_b = boxes_of(place_a, view_a), boxes_of(place_b, view_b)
    relative = relative_size(place_a[node.EXTENT] * view_a[2], place_b[node.EXTENT] * view_b[2])
    room = len(spans) // 2
    count = 0
    best_a = best_b = -1
    stack[0, 0], stack[0, 1] = 0, 0
    top = 1
    while top > 0:
        top -= 1
        a, b = stack[top, 0], stack[top, 1]
        box_a, half_a = box_in(nodes_a, a, boxes_a)
        box_b, half_b = box_in(nodes_b, b, boxes_b)
        # What has been reached since this pair was put aside may make it needless.
        if not in_the_way(box_a, box_b, add(half_a, half_b), reach, horizon):
            continue
        child_a, child_b = child_at(nodes_a, a), child_at(nodes_b, b)
        if child_a >= 0 or child_b >= 0:
            cost[0] += WIDTH
            if opens_a(nodes_a, a, child_a, nodes_b, b, child_b, relative):
                top = push_children(
                    nodes_a, child_a, boxes_a, part_a, wanted, (box_b, half_b), True, b,
                    reach, horizon, stack, top,
                )  # fmt: skip
            else:
                top = push_children(
                    nodes_b, child_b, boxes_b, part_b, wanted, (box_a, half_a), False, a,
                    reach, horizon, stack, top,
                )  # fmt: skip
            continue
        (first_a, stop_a), (first_b, stop_b) = leaf_range(child_a), leaf_range(child_b)
        for j in range(first_b, stop_b):
            if part_b[1][int(triangles_b[j, 9])] != wanted:
                continue
            p, q, r = seen_corners(triangles_b, j, view_b)
            for i in range(first_a, stop_a):
                if part_a[1][int(triangles_a[i, 9])] != wanted:
                    continue
                x, y, z = seen_corners(triangles_a, i, view_a)
                if highest(x, y, z) - lowest(p, q, r) <= reach:
                    continue
                if lowest(x, y, z) - highest(p, q, r) > horizon:
                    continue
                cost[1] += 1
                low, high, _ = slide_triangle_triangle(x, y, z, p, q, r)
                if high <= reach or low > horizon:
                    continue
                if low <= reach + JOIN:
                    reach, best_a, best_b, count = absorb(spans, owners, count, high, i, j)
                    continue
                if count == room:
                    count, missing = make_room(spans, owners, count)
                    horizon = min(horizon, missing)
                if low < horizon:
                    count = push_span(spans, owners, count, low, high, i, j)
    again = inf, -1, -1
    if count > 0:
        again = spans[0, 0], owners[0, 0], owners[0, 1]
    return reach, best_a, best_b, again, horizon


@kernel
def slide_apart(one, two, wanted, reach, workspace, cost):
    """(reach, triangles that end it) of ``walk_slide`` with a horizon that moves on as it must."""
    top_a, half_a = box_in(one.tree.nodes, 0, boxes_of(one.tree.place, one.sight))
    top_b, half_b = box_in(two.tree.nodes, 0, boxes_of(two.tree.place, two.sight))
    (_, high_a), (low_b, _) = one.part[2], two.part[2]
    longest = min(top_a[2] + half_a[2], high_a[2]) - max(top_b[2] - half_b[2], low_b[2])
    best_a = best_b = -1
    step = FIRST_HORIZON * max(longest, COARSE)
    while reach < longest:
        reach, i, j, _, known = walk_slide(one, two, wanted, reach, reach + step, workspace, cost)
        if i >= 0:
            best_a, best_b = i, j
        if reach + JOIN < known:
            break
        step *= NEXT_HORIZON
    return reach, best_a, best_b
