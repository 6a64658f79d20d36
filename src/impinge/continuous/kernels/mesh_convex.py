"""First contact of a moving mesh with a moving convex shape: a walk over the mesh's tree.

A box of the tree is a convex shape, and so is a triangle: until when one is apart from the other
shape is proved along a direction (:mod:`impinge.continuous.kernels.mesh_elements`), which does not
mind how near they slide past each other. What lies in a box is looked at from then on, the earliest
first, until the first contact known so far: conservative advancement on a tree [Tang2009]_, whose
bounds are proofs of boxes here.

Where bodies turn by much, one direction proves little of a step. Then the walk goes through the
step in windows of time, longer ones where it had little to do, and shorter ones where it was not
done with them.
"""

from math import inf, sqrt

import numpy as np

from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels import mesh_elements as elements
from impinge.continuous.kernels.convex import advance_convex
from impinge.continuous.kernels.convex_proof import MovingPair, bounds_of
from impinge.continuous.kernels.impact_row import FREE, OUT_OF_BUDGET
from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.vec import dot
from impinge.geometry.kernels.convex_row import COUNT
from impinge.hierarchy.kernels.node import UNIT, child_at, leaf_range
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels.relation import row_of, scaled_corners
from impinge.narrow.kernels.triangle_row import CORNER_COUNT, set_triangle

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


@inlined
def normal_in(out):
    return (out[impact_row.NORMAL], out[impact_row.NORMAL + 1], out[impact_row.NORMAL + 2])


@kernel
def open_box(pair, bounds, tree, row, n, begin, end, margin, work, top, out):
    """Let the children of a row wait that are not proved apart until ``end``, the earliest on top.

    Most are, along the direction ``n`` of the whole box, or that of the contact known so far.
    Returns the new top and the number of looks.
    """
    nodes, triangles, place = tree
    bottom, looks = top, 0
    first = elements.sight_along(pair, bounds, n, begin, end, margin)
    second = elements.sight_along(pair, bounds, normal_in(out), begin, end, margin)
    for lane in range(WIDTH):
        if not nodes[row, HALF + lane] >= 0.0:
            continue
        share = elements.share_of_lane(nodes, row, lane, place, first)
        if share < 1.0:
            share = max(share, elements.share_of_lane(nodes, row, lane, place, second))
        if share >= 1.0:
            continue
        slot = 8 * row + lane
        child = child_at(nodes, slot)
        if child < 0 and elements.free_leaf(triangles, child, place[UNIT], first):
            continue
        elements.set_box(work.element, nodes, slot, place)
        since = min(begin + share * (end - begin), end)
        until, more, direction = elements.apart_until(pair, since, end, margin, work)
        looks += more
        if not until >= end:
            parted = direction if dot(direction, direction) > 0.5 else n
            top = let_wait(work, bottom, top, slot, until, parted)
    return top, looks


@inlined
def let_wait(work, bottom, top, slot, begin, n):
    """Insert above ``bottom`` so that what begins earliest is on top; the new top."""
    i = top
    while i > bottom and work.begins[i - 1] < begin:
        work.slots[i], work.begins[i] = work.slots[i - 1], work.begins[i - 1]
        for k in range(3):
            work.normals[i, k] = work.normals[i - 1, k]
        i -= 1
    work.slots[i], work.begins[i] = slot, begin
    for k in range(3):
        work.normals[i, k] = n[k]
    return top + 1


@kernel
def walk_window(pair, tree, t, end, margin, tolerance, limit, most_looks, work, out):
    """Look for a contact from ``t`` to ``end``, or before the one in ``out`` if that is earlier.

    Returns the time until which all is proved to be apart, and the number of looks; it ends early
    after ``limit`` of them.
    """
    nodes, triangles, place = tree
    slots, begins, answer, element = work.slots, work.begins, work.answer, work.element
    # What holds for the box of all holds for its parts.
    elements.set_box(element, nodes, 0, place)
    bounds = bounds_of(pair, t, end)
    top, looks, parted = let_wait(work, 0, 0, 0, t, elements.NOWHERE), 0, elements.NOWHERE
    while top > 0:
        top -= 1
        slot, begin = slots[top], begins[top]
        n = (work.normals[top, 0], work.normals[top, 1], work.normals[top, 2])
        if not dot(n, n) > 0.5:
            # Boxes that overlap have no direction: that of the last triangle may do.
            n = parted
        latest = min(end, out[impact_row.TIME])
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
                pair, bounds, tree, child, n, begin, latest, margin, work, top, out
            )
            looks += more
            continue
        element[COUNT] = CORNER_COUNT
        first, stop = leaf_range(child)
        sight = elements.sight_along(pair, bounds, n, begin, latest, margin)
        for k in range(first, stop):
            x, y, z = scaled_corners(triangles, k, place[UNIT])
            latest = min(end, out[impact_row.TIME])
            if begin >= latest:
                break
            if elements.free_triangle(x, y, z, sight):
                continue
            set_triangle(element, x, y, z)
            left = max(most_looks - looks, 1)
            advance_convex(pair, begin, latest, margin, tolerance, left, answer)
            looks += int(answer[impact_row.STEPS])
            if answer[impact_row.STATUS] != FREE:
                # Overlap that was seen is seen, whichever triangle is met before.
                answer[impact_row.UPPER] = min(answer[impact_row.UPPER], out[impact_row.UPPER])
                for c in range(impact_row.IMPACT_ROW):
                    out[c] = answer[c]
                out[impact_row.FEATURE_B] = triangles[k, 9]
            parted = normal_in(answer)
            sight = elements.sight_along(pair, bounds, parted, begin, latest, margin)
    return min(end, out[impact_row.TIME]), looks


@kernel
def impact_mesh_convex(solid, mesh, t0, t1, margin, tolerance, max_steps, out):
    """Fill ``out`` for the time from ``t0`` to ``t1``, in which each motion is a single segment.

    A is the convex shape, which may be a half space: (packed rows, where its own begins, motions,
    row of its motion). B is the mesh: (tree, motions, row of its motion). FREE is for this time
    alone, and then, as where the budget ran out, nothing is measured. STARTED_TOUCHING only where
    ``t0`` is 0.
    """
    packed, begin, motions_a, i = solid
    tree, motions_b, j = mesh
    work = elements.workspace_for(tree[2])
    pair = MovingPair(packed, begin, motions_a, i, work.element, 0, motions_b, j)
    for c in range(impact_row.IMPACT_ROW):
        out[c] = 0.0
    out[impact_row.STATUS], out[impact_row.TIME], out[impact_row.UPPER] = FREE, inf, inf
    elements.set_box(work.element, tree[0], 0, tree[2])
    bounds = bounds_of(pair, t0, t1)
    # Also what is carried round turns, though it be a ball.
    turning = 0.5 * (bounds.swept_a + bounds.swept_b)
    if bounds.reach_b > 0.0:
        turning = max(turning, sqrt((bounds.bent_a + bounds.bent_b) / bounds.reach_b))
    window = FIRST_TURN / turning if turning * (t1 - t0) > FIRST_TURN else t1 - t0
    t, looks, windows = t0, 0, 0
    most_looks, limit = LOOKS * min(max_steps, MOST_STEPS), LOOKS_A_WINDOW
    while t < min(t1, out[impact_row.TIME]):
        windows += 1
        # All of the mesh, and the rest of the step: what is far away, or has passed.
        elements.set_box(work.element, tree[0], 0, tree[2])
        t, more, _ = elements.apart_until(pair, t, min(t1, out[impact_row.TIME]), margin, work)
        looks += more
        if t >= min(t1, out[impact_row.TIME]):
            break
        if windows > max_steps or looks >= most_looks:
            out[impact_row.STATUS], out[impact_row.TIME] = OUT_OF_BUDGET, t
            break
        end = min(t + window, t1)
        left = most_looks - looks
        until, more = walk_window(
            pair, tree, t, end, margin, tolerance, min(limit, left), left, work, out
        )
        looks += more
        if until >= min(end, out[impact_row.TIME]):
            window *= 2.0 if more < EASY * limit else 1.0
        elif turning * window > LEAST_TURN:
            window *= SHORTER
        else:
            limit *= MORE
        t = until
    out[impact_row.STEPS] = min(max(windows, (looks + LOOKS - 1) // LOOKS), max_steps)


@kernel
def impact_mesh_convex_rows(moving_a, moving_b, order, search, out, start, stop):
    """Rows ``order[start:stop]``, each with the row of its motion now.

    What moves is (packed shape or tree, motions, places of the rows among them); ``search`` is
    (t0, t1, margin, tolerance, max_steps).
    """
    t0, t1, margin, tolerance, max_steps = search
    shape, motions_a, places_a = moving_a
    tree, motions_b, places_b = as_tree(moving_b[0]), moving_b[1], moving_b[2]
    for k in range(start, stop):
        r = order[k]
        solid = shape, np.int64(0), motions_a, row_of(places_a, r)
        mesh = tree, motions_b, row_of(places_b, r)
        impact_mesh_convex(solid, mesh, t0, t1, margin, tolerance, max_steps, out[r])
