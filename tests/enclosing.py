"""Does each box of a tree hold what is below it? Checked beyond float64."""

import numpy as np

from impinge.core.lanes import CHILD, FRAME, HALF, WIDTH
from impinge.hierarchy.kernels.node import CENTRE, EXTENT, leaf_count, leaf_first


def triangles_below(tree):
    """For each slot of each row: places of the triangles below it, None for an empty lane."""
    nodes = tree._nodes
    children = nodes.view(np.int32)[:, CHILD : CHILD + WIDTH]
    below = {}
    for row in range(len(nodes) - 1, -1, -1):
        for lane in range(WIDTH):
            if nodes[row, HALF + lane] < 0.0:
                continue
            child = int(children[row, lane])
            if child < 0:
                first = int(leaf_first(child))
                places = np.arange(first, first + int(leaf_count(child)))
            else:
                assert child > row, "children come after their parents"
                parts = [below[child, k] for k in range(WIDTH) if (child, k) in below]
                places = np.concatenate(parts)
            below[row, lane] = places
    return below


def third_rows(a, b):
    """The cross product of two float32 rows, rounded as with and as without fused operations."""
    exact = np.cross(a.astype(np.longdouble), b.astype(np.longdouble))
    left = np.roll(a, -1) * np.roll(b, -2)
    right = np.roll(a, -2) * np.roll(b, -1)
    plain = (left - right).astype(np.float32)
    wide = a.astype(np.float64), b.astype(np.float64)
    fused = (np.roll(wide[0], -1) * np.roll(wide[1], -2) - right).astype(np.float32)
    other = (left - np.roll(wide[0], -2) * np.roll(wide[1], -1)).astype(np.float32)
    return [exact, plain, fused, other]


def room_left(tree):
    """Least room between a corner and the side of a box around it, in box units.

    In extended precision, whose rounding of 2**-62 is far below what is asked for, for every
    rounding of the frame's third row. Negative if a corner is outside.
    """
    nodes, place = tree._nodes, tree._place.astype(np.longdouble)
    corners = tree._triangles[:, :9].reshape(-1, 3, 3).astype(np.longdouble)
    y = (corners - place[CENTRE : CENTRE + 3]) / place[EXTENT]
    least = np.inf
    for (row, lane), places in triangles_below(tree).items():
        a, b = nodes[row, FRAME : FRAME + 6].reshape(2, 3)
        centre = nodes[row, lane:HALF:WIDTH].astype(np.longdouble)
        half = nodes[row, HALF + lane : CHILD : WIDTH].astype(np.longdouble)
        for c in third_rows(a, b):
            frame = np.stack([a.astype(np.longdouble), b.astype(np.longdouble), c])
            z = y[places].reshape(-1, 3) @ frame.T
            least = min(least, float((half - np.abs(z - centre)).min()))
    return least
