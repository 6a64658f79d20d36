"""Do pairs of many posed things touch? One call, whatever meshes they are of.

Things are numbered; each has a pose, and each mesh a tree, named by addresses (columns below): so
that ten thousand pairs of a thousand meshes are one loop without Python in it. A pair has a margin
of its own.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.memory import borrowed, lent
from impinge.hierarchy.kernels.one_tree import stack_size
from impinge.narrow.kernels.convex_overlap import overlap_posed
from impinge.narrow.kernels.holding import A_HOLDS, A_UNKNOWN, NEITHER, find_holder, first_held
from impinge.narrow.kernels.mesh_convex import walk_convex
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.kernels.rows import answer_overlap
from impinge.narrow.kernels.witness import BOX_TESTS, TRIANGLE_TESTS

NODES, NODE_COUNT, TRIANGLES, TRIANGLE_COUNT, AT_PLACE, STACK = range(6)
"""Columns of the table of trees: where arrays begin, how many rows each has, and what a walk needs
room for."""
TREE_ROW = 6
BOUNDS, POINTS, POINT_COUNT, CLOSED, ORIENTED = range(5)
"""Columns of the table of bodies: where bounds and points of components begin, how many points, and
whether it is a closed mesh, and oriented. A convex shape has a point, and no bounds."""
BODY_ROW = 5


@inlined
def tree_at(table, k, nodes, triangles, place):
    """The arrays of tree ``k``; those of any other are given to say what they look like."""
    return (
        lent(nodes, table[k, NODES], table[k, NODE_COUNT]),
        lent(triangles, table[k, TRIANGLES], table[k, TRIANGLE_COUNT]),
        lent(place, table[k, AT_PLACE], len(place)),
    )


@inlined
def body_at(table, bodies, k, nodes, triangles, place, bounds, points):
    """The body of mesh ``k`` (``kernels.holding``)."""
    return (
        tree_at(table, k, nodes, triangles, place),
        bodies[k, CLOSED] != 0,
        bodies[k, ORIENTED] != 0,
        lent(bounds, bodies[k, BOUNDS], len(bounds)),
        lent(points, bodies[k, POINTS], bodies[k, POINT_COUNT]),
    )


@kernel
def hold_pairs_rows(
    nodes, triangles, place, table, bounds, points, bodies, kinds, poses, pairs, out, start, stop
):
    """Who holds the other, of pairs of a mesh and a mesh or convex shape that do not touch."""
    poses = borrowed(poses)
    here = (0.0, 0.0, 0.0)
    for i in range(start, stop):
        a, b = pairs[i, 0], pairs[i, 1]
        body = body_at(table, bodies, kinds[a], nodes, triangles, place, bounds, points)
        if bodies[kinds[b], BOUNDS] != 0:
            other = body_at(table, bodies, kinds[b], nodes, triangles, place, bounds, points)
            out[i], _ = find_holder(body, poses[a], other, poses[b], here)
            continue
        size = stack_size(body[0][2])
        slots, keys = np.empty(size, np.int64), np.empty(size, np.float64)
        middle = lent(points, bodies[kinds[b], POINTS], 1)
        held, known = first_held(body, poses[a], middle, poses[b], here, slots, keys)
        out[i] = NEITHER if held < 0 else (A_HOLDS if known else A_UNKNOWN)


@kernel
def overlap_trees_rows(
    nodes, triangles, place, table, kinds, poses, pairs, margins, out, costs, start, stop
):
    """Pairs (a, b) of things that are meshes: ``kinds[a]`` is the row of its tree."""
    poses = borrowed(poses)
    for i in range(start, stop):
        a, b = pairs[i, 0], pairs[i, 1]
        nodes_a, triangles_a, place_a = tree_at(table, kinds[a], nodes, triangles, place)
        nodes_b, triangles_b, place_b = tree_at(table, kinds[b], nodes, triangles, place)
        out[i] = answer_overlap(
            nodes_a, triangles_a, place_a, poses[a],
            nodes_b, triangles_b, place_b, poses[b], margins[i], costs[i],
        )  # fmt: skip


@kernel
def overlap_tree_convex_rows(
    nodes, triangles, place, table, kinds, packed, begins, poses, pairs, margins, out, costs,
    start, stop,
):  # fmt: skip
    """Pairs of a mesh and a convex shape, whose row begins at ``begins[kinds[b]]``."""
    poses, row = borrowed(poses), np.zeros(PAIR_ROW)
    for i in range(start, stop):
        a, b = pairs[i, 0], pairs[i, 1]
        nodes_a, triangles_a, place_a = tree_at(table, kinds[a], nodes, triangles, place)
        out[i] = walk_convex(
            nodes_a, triangles_a, place_a, poses[a],
            packed, begins[kinds[b]], poses[b], margins[i], np.bool_(True), row,
        )  # fmt: skip
        costs[i, 0] = row[BOX_TESTS]
        costs[i, 1] = row[TRIANGLE_TESTS]


@kernel
def overlap_convex_pair_rows(packed, begins, kinds, poses, pairs, margins, out, start, stop):
    """Pairs of convex shapes, or of one of them and a half space."""
    packed, poses = borrowed(packed), borrowed(poses)
    for i in range(start, stop):
        a, b = pairs[i, 0], pairs[i, 1]
        out[i] = overlap_posed(
            packed, begins[kinds[a]], poses[a], packed, begins[kinds[b]], poses[b], margins[i]
        )
