"""Pairs of posed meshes, and of meshes and convex shapes: one call, whatever shapes they are of.

A pair is four numbers: shape and pose of A, shape and pose of B. The shape is a row of the table of
addresses (``kernels.addresses``); a convex one is where its packed row begins.

**Does a closed mesh hold another** that its surface does not touch? A connected surface that does
not meet another lies on one side of it: one vertex of each connected component tells for all of it.
A *body* is (tree, is closed, is oriented, bounds (2, 3), points of its components (k, 3)), in its
own frame.
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel, merged
from impinge.core.memory import borrowed
from impinge.core.vec import add, load
from impinge.hierarchy.kernels.inside import walk_inside
from impinge.hierarchy.kernels.one_tree import stack_size, to_body, to_world
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels.addresses import body_at, is_mesh, points_at, tree_at
from impinge.narrow.kernels.mesh_convex import walk_convex
from impinge.narrow.kernels.pair_row import BOX_TESTS, GAP, TRIANGLE_TESTS, answer_to_world
from impinge.narrow.kernels.relation import pair_at, row_of
from impinge.narrow.kernels.rows import distance_trees, overlap_trees

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


@merged
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


@kernel
def gap_mesh_pairs(meshes_a, poses_a, meshes_b, poses_b, pairs, margins, any_one, out, start, stop):
    """Distances of meshes, in the world frame (rows of ``pair_row``).

    With ``any_one`` GAP is 0 where they come within the margin, else infinite.
    """
    poses_a, poses_b = borrowed(poses_a), borrowed(poses_b)
    cost = np.empty(2, np.int64)
    for k in range(start, stop):
        a, i, b, j = pair_at(pairs, k, poses_a, poses_b)
        tree_a, tree_b = tree_at(meshes_a, a), tree_at(meshes_b, b)
        if any_one:
            touching = overlap_trees(
                tree_a, poses_a[i], tree_b, poses_b[j], row_of(margins, k), cost
            )
            out[k, GAP] = 0.0 if touching else inf
            out[k, BOX_TESTS], out[k, TRIANGLE_TESTS] = cost[0], cost[1]
        else:
            distance_trees(tree_a, poses_a[i], tree_b, poses_b[j], out[k])


@kernel
def gap_mesh_convex_pairs(
    meshes, poses_a, packed, poses_b, pairs, margins, any_one, out, start, stop
):
    """The same for meshes and convex shapes."""
    for k in range(start, stop):
        a, i, b, j = pair_at(pairs, k, poses_a, poses_b)
        margin = row_of(margins, k) if any_one else inf
        found = walk_convex(
            tree_at(meshes, a), poses_a[i], packed, b, poses_b[j], margin, any_one, out[k]
        )
        if any_one:
            out[k, GAP] = 0.0 if found else inf
        else:
            answer_to_world(poses_a[i], out[k])


@kernel
def hold_pairs(meshes_a, poses_a, meshes_b, poses_b, pairs, out, start, stop):
    """Which of two holds the other (columns of ``WHO`` and ``COMPONENT``), if they do not touch.

    A is a mesh, B a mesh or a convex shape, both in tables of addresses.
    """
    poses_a, poses_b = borrowed(poses_a), borrowed(poses_b)
    here = (0.0, 0.0, 0.0)
    for k in range(start, stop):
        a, i, b, j = pair_at(pairs, k, poses_a, poses_b)
        body = body_at(meshes_a, a)
        if is_mesh(meshes_b, b):
            out[k, WHO], out[k, COMPONENT] = find_holder(
                body, poses_a[i], body_at(meshes_b, b), poses_b[j], here
            )
            continue
        size = stack_size(body[0][2])
        slots, keys = np.empty(size, np.int64), np.empty(size)
        middle = points_at(meshes_b, b)
        held, known = first_held(body, poses_a[i], middle, poses_b[j], here, slots, keys)
        out[k, WHO] = NEITHER if held < 0 else (A_HOLDS if known else A_UNKNOWN)
        out[k, COMPONENT] = held
