"""As much of an answer as there is time for: a walk over two trees that may be left at any step.

Breadth-first: all pairs of boxes of a level are opened before those of the next, the nearest first
(``queue``). Wherever the walk is left, what waits bounds the distance from below, and the nearest
pair of triangles measured bounds it from above. Such a pair is found early by probes, that
go straight down to a leaf, always where boxes are nearest or overlap deepest.

Whether meshes touch is asked by the same walk, which then follows only boxes that overlap.

The clock is looked at before every step but the first of a call: however short the budgets, a walk
that is resumed comes to an end. A step opens one node or measures the triangles of two leaves; with
it goes a fixed share of a proof (``standing``), so that nothing takes longer.
"""

from math import inf, sqrt

import numpy as np

from impinge.core.clock import now_ns
from impinge.core.jit import inlined, kernel
from impinge.core.lanes import WIDTH
from impinge.core.plain import NO_KEY
from impinge.core.simd import bits_of, gaps8, lowest_bit
from impinge.hierarchy.kernels.node import child_at, leaf_range
from impinge.hierarchy.kernels.tree_arrays import TreeArrays
from impinge.narrow.kernels import standing
from impinge.narrow.kernels.distance import PATIENCE as PATIENCE_EACH
from impinge.narrow.kernels.distance import limit_of, open_keys
from impinge.narrow.kernels.far import INDISTINCT
from impinge.narrow.kernels.pair_row import BOX_TESTS, GAP, LOWER
from impinge.narrow.kernels.queue import (
    BUCKETS,
    NONE,
    bucket_of,
    clear_level,
    least_waiting,
    put,
    take,
)
from impinge.narrow.kernels.rows import write_witness
from impinge.narrow.kernels.standing import advance_proof, consider, keep_poses, kept_pose
from impinge.narrow.kernels.step import centre_at, half_at, opens_a, seen_from, sight_of, stack_rows

ROUNDED = 1.0 - 2.0**-20
"""A bound in float32 is no more than this share too large (``near_limit`` allows for the same)."""
REACH = 1.8
"""Half diagonal of the cube around a mesh, in its extents: sqrt(3), with room for rounding."""
COARSE = 2.0**-47
"""In the common unit: more than the error of where a centre lies."""
FIRST_STEPS = 128
"""Steps of the first probe: most pairs of meshes that cross show it within them."""
PROBE_STEPS = 12
PROBE_EVERY = 48
"""Steps between two later probes, where those that open overlapping boxes count ``EAGER`` times. A
probe takes some ten steps: where meshes may touch as much time is given to finding out as to
proving the contrary, elsewhere a fifth. Other values were measured to be no better."""
EAGER = 4


@inlined
def gaps_of(nodes, row, other, slot, opened, gaps):
    """Gaps of the children of a row to the box of a slot; a mask of those that may overlap it."""
    turn, offset, ratio, pad, _ = opened
    g, t = seen_from(other, slot >> 3, turn, offset)
    centre, half = centre_at(other, slot, ratio), half_at(other, slot, ratio, pad)
    return gaps8(nodes, row, centre, half, g, t, np.float32(0.0), gaps)


@inlined
def least_gap(gaps):
    """The lane with the least gap; lanes without a child have the greatest."""
    lane = 0
    for k in range(1, WIDTH):
        if gaps[0, k] < gaps[0, lane]:
            lane = k
    return lane


@inlined
def measure_leaves(placing, triangles_a, child_a, triangles_b, child_b, meeting, row):
    (start_a, stop_a), (start_b, stop_b) = leaf_range(child_a), leaf_range(child_b)
    for j in range(start_b, stop_b):
        for i in range(start_a, stop_a):
            consider(placing, triangles_a, i, triangles_b, j, meeting, row)


@inlined
def open_touching(boxes, nodes_a, a, child_a, nodes_b, b, child_b, open_a, gaps):
    """A mask of the children that may overlap the other box, and the one that is nearest or
    overlaps deepest; writes all eight gaps, in the unit of the opened tree.
    """
    a_opened, b_opened, _, _, _, _ = boxes
    if open_a:
        mask = gaps_of(nodes_a, child_a, nodes_b, b, a_opened, gaps)
    else:
        mask = gaps_of(nodes_b, child_b, nodes_a, a, b_opened, gaps)
    return mask, least_gap(gaps)


@kernel
def probe(sight, tree_a, a, tree_b, b, steps, deadline, gaps, front, row):
    """Go straight down from a pair of boxes to two leaves and measure those; where boxes overlap
    go on depth-first, for so many steps.

    Uses the stack of ``front``, which must be empty.
    """
    nodes_a, triangles_a, _ = tree_a
    nodes_b, triangles_b, _ = tree_b
    placing, boxes, _, _ = sight
    top = 2 * BUCKETS
    meeting = np.bool_(True)
    while now_ns() < deadline and row[standing.BEST_SQ] > 0.0:
        child_a, child_b = child_at(nodes_a, a), child_at(nodes_b, b)
        if child_a < 0 and child_b < 0:
            measure_leaves(placing, triangles_a, child_a, triangles_b, child_b, meeting, row)
        else:
            steps -= 1
            row[BOX_TESTS] += 8.0
            open_a = opens_a(nodes_a, a, child_a, nodes_b, b, child_b, boxes[4])
            mask, deepest = open_touching(
                boxes, nodes_a, a, child_a, nodes_b, b, child_b, open_a, gaps
            )
            base, other = (child_a * 8, b) if open_a else (child_b * 8, a)
            mask &= ~(1 << deepest)
            while mask != 0:
                slot = np.int32(base + lowest_bit(mask))
                mask &= mask - 1
                front[top, 0] = slot if open_a else other
                front[top, 1] = other if open_a else slot
                top += 1
            meeting = gaps[0, deepest] <= 0.0
            if meeting or top == 2 * BUCKETS:
                slot = np.int32(base + deepest)
                a, b = (slot, other) if open_a else (other, slot)
                continue
        if top == 2 * BUCKETS or steps <= 0:
            return
        top -= 1
        a, b = front[top, 0], front[top, 1]
        meeting = np.bool_(True)


@inlined
def number_of(key):
    """The float32 whose bits a key is, without the three that number its lane; as float64."""
    bits = int(key) & 0x7FFFFFF8
    exponent, fraction = bits >> 23, bits & 0x7FFFFF
    if exponent == 0:
        return fraction * 2.0**-149
    return (1.0 + fraction * 2.0**-23) * 2.0 ** (exponent - 127)


@inlined
def bound_of(sight, key):
    """The distance, in the common unit, that boxes under this key keep at least."""
    _, (_, _, _, _, _, size), (far, apart, scale, _, _), _ = sight
    if far:
        return apart + 2.0 * scale * (number_of(key) - 0.5) - INDISTINCT * apart
    return sqrt(number_of(key)) * size * ROUNDED


@kernel
def start_walk(sight, tree_a, tree_b, touching, deadline, first, gaps, front, row):
    """One pair of triangles measured, one probe from the roots, and the roots wait."""
    triangles_a, triangles_b = tree_a.triangles, tree_b.triangles
    row[standing.STARTED] = 1.0
    row[GAP] = row[standing.BEST_SQ] = inf
    row[standing.PATIENCE] = 1000 + PATIENCE_EACH * (len(triangles_a) + len(triangles_b))
    placing, _, (_, apart, _, _, _), (extent_a, extent_b, _) = sight
    reach = REACH * (extent_a + extent_b)
    row[standing.PROVED] = max(apart * (1.0 - INDISTINCT) - reach - COARSE, 0.0)
    row[standing.CERTAIN] = touching and row[standing.PROVED] > 0.0
    # Then the roots are not followed either.
    row[standing.LEAST] = row[standing.PROVED] if row[standing.PROVED] > 0.0 else inf
    consider(placing, triangles_a, 0, triangles_b, 0, np.bool_(False), row)
    root = np.int32(0)
    clear_level(front, 0)
    clear_level(front, 1)
    put(front, first, 0, 0, root, root, root)
    probe(sight, tree_a, root, tree_b, root, FIRST_STEPS, deadline, gaps, front, row)


@inlined
def keep_touching(mask, gaps, keys):
    """Keys of zero for the lanes of a mask; returns the least gap of the others."""
    least = np.float32(inf)
    for lane in range(WIDTH):
        if mask & (1 << lane):
            keys[0, lane] = 0
        else:
            keys[0, lane] = NO_KEY
            least = min(least, gaps[0, lane])
    return least


@inlined
def let_wait(front, place, side, last, keys, parent, deepest, base, other, open_a):
    """Let the pairs of a step wait from row ``place`` on; in the level ``side``, or unchained if
    that is ``NONE``. Returns the row after them.

    Boxes lie within those they come from, so the bound of the parent is theirs too. Where touching
    is asked for, all bounds are zero and the deepest of the eight goes first.
    """
    for lane in range(WIDTH):
        key = keys[0, lane]
        if key == NO_KEY:
            continue
        key = max(key, parent)
        slot = np.int32(base + lane)
        a, b = (slot, other) if open_a else (other, slot)
        if side == NONE:
            front[place, 0], front[place, 1], front[place, 2] = a, b, key
        else:
            bucket = bucket_of(key, last) if deepest == NONE else int(lane != deepest)
            put(front, place, side, bucket, a, b, key)
        place += 1
    return place


@kernel
def walk_within(
    nodes_a, triangles_a, place_a, pose_a, nodes_b, triangles_b, place_b, pose_b,
    touching, deadline, front, row,
):  # fmt: skip
    """Walk until the question is answered or the clock (``now_ns``) shows ``deadline``.

    The question is whether the meshes touch, or with ``touching`` not set how far apart they are.
    ``row`` (``standing``) begins as zeros; answer and place of the walk are in it, and the poses,
    which are read at the beginning only. ``front`` needs no preparation, and belongs to this walk
    until it is certain. Returns whether it is. At least one step is taken.
    """
    tree_a = TreeArrays(nodes_a, triangles_a, place_a)
    tree_b = TreeArrays(nodes_b, triangles_b, place_b)
    if row[standing.STARTED] == 0.0:
        keep_poses(pose_a, pose_b, row)
    pose_a, pose_b = kept_pose(row, standing.POSE_A), kept_pose(row, standing.POSE_B)
    sight = sight_of(place_a, pose_a, place_b, pose_b)
    placing, boxes, _, (_, _, unit) = sight
    gaps = np.empty((1, 8), np.float32)
    keys = np.empty((1, 8), np.int32)
    stack = 2 * BUCKETS
    first = stack + stack_rows(place_a, place_b)
    room = (len(front) - first) // 2
    if row[standing.STARTED] == 0.0:
        start_walk(sight, tree_a, tree_b, touching, deadline, first, gaps, front, row)
    side, bucket = int(row[standing.SIDE]), int(row[standing.BUCKET])
    count, top = int(row[standing.COUNT]), int(row[standing.TOP])
    probed = int(row[standing.PROBED])
    best_sq = inf
    limit, last = np.float32(0.0), np.int32(0)
    stepped = False
    while True:
        if row[standing.BEST_SQ] < best_sq:
            best_sq = row[standing.BEST_SQ]
            limit = limit_of(sight, best_sq)
            last = bits_of(limit)
            if best_sq == 0.0:
                row[standing.CERTAIN] = 1.0
        if row[standing.CERTAIN] > 0.0 or (stepped and now_ns() >= deadline):
            break

        stepped = True
        stacked = top > 0
        if stacked:
            top -= 1
            at = np.int32(stack + top)
        else:
            at, bucket = take(front, side, bucket)
            if at == NONE:
                side, count = 1 - side, 0
                at, bucket = take(front, side, 0)
                if at == NONE:
                    row[standing.CERTAIN] = 1.0
                    break
                probed = PROBE_EVERY
        a, b, key = front[at, 0], front[at, 1], front[at, 2]
        if not touching and key > last:
            continue
        may_touch = touching or key < WIDTH
        child_a, child_b = child_at(nodes_a, a), child_at(nodes_b, b)
        if child_a < 0 and child_b < 0:
            measure_leaves(placing, triangles_a, child_a, triangles_b, child_b, may_touch, row)
            continue

        probed += EAGER if may_touch else 1
        if probed >= PROBE_EVERY and not stacked:
            probe(sight, tree_a, a, tree_b, b, PROBE_STEPS, deadline, gaps, front, row)
            probed = 0
        open_a = opens_a(nodes_a, a, child_a, nodes_b, b, child_b, boxes[4])
        base, other = (child_a * 8, b) if open_a else (child_b * 8, a)
        deepest = NONE
        row[BOX_TESTS] += 8.0
        if touching:
            mask, deepest = open_touching(
                boxes, nodes_a, a, child_a, nodes_b, b, child_b, open_a, gaps
            )
            # The unit of the opened tree's boxes is the last of what was seen.
            gap = keep_touching(mask, gaps, keys) * (boxes[0][4] if open_a else boxes[1][4])
            row[standing.LEAST] = min(row[standing.LEAST], gap * ROUNDED)
        else:
            mask, _ = open_keys(
                sight, nodes_a, a, child_a, nodes_b, b, child_b, open_a, limit, keys, 0
            )
            while mask != 0:
                keys[0, lowest_bit(mask)] = 0
                mask &= mask - 1
            if row[BOX_TESTS] > row[standing.PATIENCE]:
                advance_proof(placing, triangles_a, triangles_b, row)
        start = first + (1 - side) * room
        fits = not stacked and count + 8 <= room
        if not (stacked or fits):
            row[standing.FLOOR] = key
        place, level = (start + count, 1 - side) if fits else (stack + top, NONE)
        end = let_wait(front, place, level, last, keys, key, deepest, base, other, open_a)
        if fits:
            count = end - start
        else:
            top = end - stack
    row[standing.SIDE], row[standing.BUCKET], row[standing.COUNT] = side, bucket, count
    row[standing.TOP], row[standing.PROBED] = top, probed
    least = least_waiting(front)
    if top > 0:
        least = min(least, np.int32(row[standing.FLOOR]))
    if not touching and least > last:
        row[standing.CERTAIN] = 1.0
    waiting = bound_of(sight, least)
    conclude(tree_a, pose_a, tree_b, pose_b, touching, waiting, unit, row)
    return row[standing.CERTAIN] > 0.0


@kernel
def conclude(tree_a, pose_a, tree_b, pose_b, touching, waiting, unit, row):
    """Write bounds and witness: never worse than those of an earlier call.

    What waits is at least ``waiting`` apart, in the common unit.
    """
    before_lower, before_upper = row[LOWER], row[GAP]
    certain, best_sq = row[standing.CERTAIN] > 0.0, row[standing.BEST_SQ]
    write_witness(
        tree_a, pose_a, tree_b, pose_b,
        int(row[standing.BEST_A]), int(row[standing.BEST_B]), best_sq == 0.0, row,
    )  # fmt: skip
    upper = max(min(row[GAP], before_upper), before_lower)
    if certain and (not touching or best_sq == 0.0):
        lower = upper
    elif touching:
        least = min(row[standing.LEAST], sqrt(best_sq)) if certain else 0.0
        lower = max(least, row[standing.PROVED]) * unit
    else:
        lower = max(waiting, row[standing.PROVED]) * unit
    lower = min(max(lower, before_lower), upper)
    row[GAP], row[LOWER] = upper, lower
    row[standing.OVERLAP] = best_sq == 0.0 if certain else lower == 0.0
