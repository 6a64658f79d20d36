"""Pairs of posed meshes, and of meshes and convex shapes: one call, whatever shapes they are of.

A pair is four numbers: shape and pose of A, shape and pose of B. The shape is a row of the table of
addresses (``kernels.addresses``); a convex one is where its packed row begins.
"""

from math import inf

import numpy as np

from impinge.core.jit import kernel
from impinge.core.memory import borrowed
from impinge.hierarchy.kernels.one_tree import stack_size
from impinge.narrow.kernels import holding
from impinge.narrow.kernels.addresses import body_at, is_mesh, points_at, tree_at
from impinge.narrow.kernels.holding import find_holder, first_held
from impinge.narrow.kernels.mesh_convex import walk_convex
from impinge.narrow.kernels.pair_row import BOX_TESTS, GAP, TRIANGLE_TESTS, answer_to_world
from impinge.narrow.kernels.relation import pair_at, row_of
from impinge.narrow.kernels.rows import distance_trees, overlap_trees


@kernel
def gap_mesh_pairs(meshes_a, poses_a, meshes_b, poses_b, pairs, margins, any_one, out, start, stop):
    """Distances of meshes, in the world frame (columns in ``witness``).

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
    poses_a, poses_b, packed = borrowed(poses_a), borrowed(poses_b), borrowed(packed)
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
    """Which of two holds the other (columns of ``kernels.holding``), if they do not touch.

    A is a mesh, B a mesh or a convex shape, both in tables of addresses.
    """
    poses_a, poses_b = borrowed(poses_a), borrowed(poses_b)
    here = (0.0, 0.0, 0.0)
    for k in range(start, stop):
        a, i, b, j = pair_at(pairs, k, poses_a, poses_b)
        body = body_at(meshes_a, a)
        if is_mesh(meshes_b, b):
            out[k, holding.WHO], out[k, holding.COMPONENT] = find_holder(
                body, poses_a[i], body_at(meshes_b, b), poses_b[j], here
            )
            continue
        size = stack_size(body[0][2])
        slots, keys = np.empty(size, np.int64), np.empty(size)
        middle = points_at(meshes_b, b)
        held, known = first_held(body, poses_a[i], middle, poses_b[j], here, slots, keys)
        out[k, holding.WHO] = (
            holding.NEITHER if held < 0 else (holding.A_HOLDS if known else holding.A_UNKNOWN)
        )
        out[k, holding.COMPONENT] = held
