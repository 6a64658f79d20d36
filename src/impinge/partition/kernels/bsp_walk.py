"""Down a BSP tree: where points are, and in which order to paint."""

import numpy as np

from impinge.core.jit import kernel
from impinge.core.vec import load
from impinge.partition.kernels.bsp_build import AHEAD, BEHIND, HEAD, SOLID, plane_of
from impinge.partition.kernels.bsp_cut import THICKNESS, height

OUTSIDE, ON, INSIDE = -1, 0, 1


@kernel
def locate_rows(points, planes, links, depth, sides, start, stop):
    """Where points are."""
    stack = np.empty(depth + 2, np.int64)
    for i in range(start, stop):
        p = load(points, i)
        stack[0] = 0
        waiting = 1
        empty, solid = False, False
        while waiting > 0 and not (empty and solid):
            waiting -= 1
            node = stack[waiting]
            while node >= 0:
                h = height(plane_of(planes, node), p)
                if abs(h) <= THICKNESS:
                    # On the plane: what both sides agree on holds, and else it is on the surface.
                    stack[waiting] = links[node, BEHIND]
                    waiting += 1
                    node = links[node, AHEAD]
                else:
                    node = links[node, AHEAD if h > 0.0 else BEHIND]
            if node == SOLID:
                solid = True
            else:
                empty = True
        sides[i] = ON if empty and solid else (INSIDE if solid else OUTSIDE)


@kernel
def paint_order(view, planes, links, following, depth, order):
    """Fills ``order`` with triangles, those that may hide others after these; how many."""
    stack = np.empty(3 * depth + 4, np.int64)
    stack[0] = 0
    waiting, used = 1, 0
    while waiting > 0:
        waiting -= 1
        node = stack[waiting]
        if node <= -3:
            # A node whose far side is done: its own triangles.
            i = links[-3 - node, HEAD]
            while i >= 0:
                order[used] = i
                used += 1
                i = following[i]
            continue
        if node < 0:
            continue
        near, far = AHEAD, BEHIND
        if height(plane_of(planes, node), view) < 0.0:
            near, far = BEHIND, AHEAD
        stack[waiting] = links[node, near]
        stack[waiting + 1] = -3 - node
        stack[waiting + 2] = links[node, far]
        waiting += 3
    return used
