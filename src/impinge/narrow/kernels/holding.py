"""Does a closed mesh hold another that its surface does not touch?

A connected surface that does not meet another lies on one side of it: one vertex of each connected
component tells for all of it. A *body* is (tree, is closed, is oriented, bounds (2, 3), points of
its components (k, 3)), in its own frame.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, load
from impinge.hierarchy.kernels.inside import walk_inside
from impinge.hierarchy.kernels.one_tree import stack_size, to_body, to_world
from impinge.hierarchy.kernels.tree_arrays import as_tree

NEITHER, A_HOLDS, B_HOLDS, A_UNKNOWN, B_UNKNOWN = 0, 1, 2, 3, 4
"""What is known of a row: who holds the other, or whose inside is not defined."""
WHO, COMPONENT = 0, 1
"""Columns of an answer: one of these, and which component of the other is inside."""


@inlined
def in_bounds(bounds, p):
    return (
        bounds[0, 0] <= p[0] <= bounds[1, 0]
        and bounds[0, 1] <= p[1] <= bounds[1, 1]
        and bounds[0, 2] <= p[2] <= bounds[1, 2]
    )


@inlined
def as_body(body):
    """The body that Python handed over with its tree as a plain tuple."""
    tree, closed, oriented, bounds, points = body
    return as_tree(tree), closed, oriented, bounds, points


@kernel
def first_held(body, pose, points, pose_points, offset, slots, keys):
    """(the first of some points of another body that is inside or -1, whether that is known).

    ``points`` are in the frame of their body, and moved by ``offset`` in the world. What is inside
    an open mesh is not known; but what is outside its bounds is outside.
    """
    tree, closed, oriented, bounds, _ = body
    for i in range(len(points)):
        p = to_body(pose, add(to_world(pose_points, load(points, i)), offset))
        if not in_bounds(bounds, p):
            continue
        if not closed:
            return i, False
        inside, _, _ = walk_inside(tree, p, oriented, slots, keys)
        if inside:
            return i, True
    return -1, True


@kernel
def find_holder(body_a, pose_a, body_b, pose_b, offset):
    """(who holds the other, once B has moved by ``offset``, and which component of it)."""
    size = max(stack_size(body_a[0][2]), stack_size(body_b[0][2]))
    slots = np.empty(size, np.int64)
    keys = np.empty(size, np.float64)
    held_by_a, known_a = first_held(body_a, pose_a, body_b[4], pose_b, offset, slots, keys)
    if held_by_a >= 0 and known_a:
        return A_HOLDS, held_by_a
    back = (-offset[0], -offset[1], -offset[2])
    held_by_b, known_b = first_held(body_b, pose_b, body_a[4], pose_a, back, slots, keys)
    if held_by_b >= 0 and known_b:
        return B_HOLDS, held_by_b
    if not known_a:
        return A_UNKNOWN, held_by_a
    return (NEITHER, -1) if known_b else (B_UNKNOWN, held_by_b)
