"""A posed mesh and the convex parts of a posed shape (``kernels.parts``): which is nearest?"""

import numpy as np

from impinge.core.jit import kernel
from impinge.geometry.kernels.convex_row import HALFSPACE, KIND
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.mesh_convex import walk_convex
from impinge.narrow.kernels.pair_row import answer_to_world, swap_pair
from impinge.narrow.kernels.parts import between_balls, put_part
from impinge.narrow.kernels.relation import relation_of, row_of


@kernel
def nearest_on_mesh_rows(
    mesh, poses, parts, poses_b, depth, margin, any_one, swapped, out, costs, start, stop
):
    """Write into ``out`` (n, WITH_PARTS) what is nearer than its rows have it, in the world frame.

    The mesh is (tree, its number among the parts of a shape at ``poses``, a ball (1, 4) around it,
    its pose there): of A, or of B if ``swapped``. Where ``any_one`` is set, only: is a
    part within ``margin``? Then GAP becomes 0. ``costs`` grow by tests of volumes and triangles.
    """
    tree, number, ball, posed = mesh
    rows, starts, places, balls, links = parts
    stack = np.empty(depth + 2, np.int64)
    part, row = np.eye(4), np.empty(pair_row.PAIR_ROW)
    for i in range(start, stop):
        pose = row_of(poses, i)
        rotation, shift = relation_of(pose, row_of(poses_b, i))
        stack[0] = 0
        top = 1
        while top > 0 and out[i, pair_row.GAP] > 0.0:
            top -= 1
            b = stack[top]
            limit = min(margin, out[i, pair_row.GAP])
            costs[i, 0] += 1
            if between_balls(ball, 0, balls, b, rotation, shift)[0] > limit:
                continue
            if links[b, 0] >= 0:
                stack[top] = links[b, 0]
                stack[top + 1] = links[b, 1]
                top += 2
                continue
            j = -1 - links[b, 0]
            if starts[j] < 0 or rows[starts[j] + KIND] == HALFSPACE:
                continue
            put_part(rotation, shift, places, j, part)
            found = walk_convex(as_tree(tree), posed, rows, starts[j], part, limit, any_one, row)
            costs[i, 0] += int(row[pair_row.BOX_TESTS])
            costs[i, 1] += int(row[pair_row.TRIANGLE_TESTS])
            if not found:
                continue
            if any_one:
                out[i, pair_row.GAP] = 0.0
                continue
            answer_to_world(posed, row)
            answer_to_world(pose, row)
            if swapped:
                swap_pair(row)
            for k in range(pair_row.PAIR_ROW):
                out[i, k] = row[k]
            out[i, pair_row.PART_A] = j if swapped else number
            out[i, pair_row.PART_B] = number if swapped else j
