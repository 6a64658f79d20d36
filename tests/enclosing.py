"""Does each box of a tree hold what is below it? Checked beyond float64."""

import numpy as np

from impinge.core.lanes import CHILD, FRAME, HALF, WIDTH
from impinge.hierarchy.kernels.node import CENTRE, EXTENT, leaf_range


def triangles_below(tree):
    """For each slot of each row: places of the triangles below it; empty lanes have no key."""
    nodes = tree._nodes
    children = nodes.view(np.int32)[:, CHILD : CHILD + WIDTH].tolist()
    # Not a number is no empty lane.
    filled = (~(nodes[:, HALF : HALF + WIDTH] < 0.0)).tolist()
    below, whole = {}, {}
    for row in range(len(nodes) - 1, -1, -1):
        parts = []
        for lane in range(WIDTH):
            if not filled[row][lane]:
                continue
            child = children[row][lane]
            if child < 0:
                places = np.arange(*leaf_range(child))
            else:
                assert child > row, "children come after their parents"
                places = whole[child]
            below[row, lane] = places
            parts.append(places)
        whole[row] = np.concatenate(parts)
    return below


def third_rows(a, b):
    """Cross products of float32 rows, rounded as with and as without fused operations."""
    exact = np.cross(a.astype(np.longdouble), b.astype(np.longdouble))
    left = np.roll(a, -1, axis=1) * np.roll(b, -2, axis=1)
    right = np.roll(a, -2, axis=1) * np.roll(b, -1, axis=1)
    plain = (left - right).astype(np.float32)
    wide = a.astype(np.float64), b.astype(np.float64)
    fused = (np.roll(wide[0], -1, axis=1) * np.roll(wide[1], -2, axis=1) - right).astype(np.float32)
    other = (left - np.roll(wide[0], -2, axis=1) * np.roll(wide[1], -1, axis=1)).astype(np.float32)
    return [exact, plain, fused, other]


def room_left(tree, below=None):
    """Least room between a corner and the side of a box around it, in box units.

    In extended precision, whose rounding of 2**-62 is far below what is asked for, for every
    rounding of the frame's third row. Negative if a corner is outside.
    """
    below = triangles_below(tree) if below is None else below
    nodes, place = tree._nodes, tree._place.astype(np.longdouble)
    corners = tree._triangles[:, :9].reshape(-1, 3, 3).astype(np.longdouble)
    y = (corners - place[CENTRE : CENTRE + 3]) / place[EXTENT]
    slots = np.array(list(below))
    counts = [len(places) for places in below.values()]
    places = np.concatenate(list(below.values()))
    # Slots with all triangles below them, some at a time: those of the first levels are large.
    ends = np.cumsum(counts)
    cuts = np.searchsorted(ends, np.arange(SOME, ends[-1] + SOME, SOME), side="right")
    least, first = np.inf, 0
    for last in np.unique(np.append(cuts, len(slots))):
        if last > first:
            start = ends[first] - counts[first]
            corners = y[places[start : ends[last - 1]]]
            which = np.repeat(np.arange(last - first), counts[first:last])
            least = np.minimum(least, _room(nodes, slots[first:last], corners, which))
        first = last
    return float(least)


SOME = 4096
"""Triangles that are compared at once: their numbers stay in the cache."""


def _room(nodes, slots, corners, which):
    """The least room in some slots; corners (n, 3, 3) are each in the slot of that number."""
    rows, lanes = slots.T
    a, b = nodes[rows, FRAME : FRAME + 3], nodes[rows, FRAME + 3 : FRAME + 6]
    centre, half = (
        nodes[rows[:, None], lanes[:, None] + start + WIDTH * np.arange(3)].astype(np.longdouble)
        for start in (0, HALF)
    )
    x, y, z = (corners[:, :, k] for k in range(3))
    least = np.inf
    for side, axes in enumerate(([a], [b], third_rows(a, b))):
        middle, reach = centre[which, side, None], half[which, side, None]
        for axis in axes:
            u, v, w = axis.astype(np.longdouble)[which].T[:, :, None]
            # What is not a number stays so.
            least = np.minimum(least, (reach - np.abs(u * x + v * y + w * z - middle)).min())
    return least
