"""Depth along a direction, row by row."""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, rotation_of
from impinge.core.vec import load, scale
from impinge.hierarchy.kernels.one_tree import to_world
from impinge.narrow.kernels.mesh_pairs import NEITHER, as_body, find_holder
from impinge.narrow.kernels.pair_row import GAP, write_pair
from impinge.narrow.kernels.relation import row_of
from impinge.narrow.kernels.slide_pair import slide_triangle_triangle
from impinge.narrow.kernels.slide_walk import (
    Sliding,
    all_of,
    seen_corners,
    slide_apart,
    slide_views,
    slide_workspace,
    walk_slide,
)

TOUCHING = 2.0**-49
"""Depths of up to 8 roundings of the common unit are none, as for convex shapes."""
ERROR = 2.0**-43
"""Of the depth, in the common unit: times of a pair err by 2**-43 of their heights (``CLEAR``)."""


@inlined
def write_met(out, depth, direction, one, two, frame, pose_a, unit, i, j):
    """Depth, faces and the points that part last, of triangles ``i`` and ``j`` in leaf order.

    ``direction`` is in the world; there, the point of B is the point of A, ``depth`` before.
    """
    triangles_a, triangles_b = one.tree.triangles, two.tree.triangles
    x, y, z = seen_corners(triangles_a, i, one.sight)
    p, q, r = seen_corners(triangles_b, j, two.sight)
    _, _, at = slide_triangle_triangle(x, y, z, p, q, r)
    point = to_world(pose_a, scale(unit, apply_transposed(frame, at)))
    write_pair(
        out, -depth, direction, point, triangles_a[i, 9], triangles_b[j, 9],
        max(depth - ERROR * unit, 0.0),
    )  # fmt: skip
    out[GAP] = depth


@kernel
def slide_rows(body_a, poses_a, body_b, poses_b, directions, solid, out, costs, start, stop):
    """Fill rows (``pair_row``, with a depth for the gap); ``directions`` are units of the world.

    A *body* is that of ``mesh_pairs``. Where nothing has to move, the features are -1 and the
    points are left to the caller.
    """
    whole_a, whole_b = as_body(body_a), as_body(body_b)
    tree_a, tree_b = whole_a[0], whole_b[0]
    place_a, place_b = tree_a.place, tree_b.place
    workspace = slide_workspace(place_a, place_b)
    part_a, part_b = all_of(tree_a), all_of(tree_b)
    # Numbers of their own type: constants would be compiled for again.
    wanted, begin = np.int64(0), np.float64(0.0)
    for row in range(start, stop):
        pose_a, pose_b = row_of(poses_a, row), row_of(poses_b, row)
        direction = load(directions, row if len(directions) > 1 else 0)
        d = apply_transposed(rotation_of(pose_a), direction)
        frame, view_a, view_b, unit = slide_views(place_a, pose_a, place_b, pose_b, d)
        one, two = Sliding(tree_a, view_a, part_a), Sliding(tree_b, view_b, part_b)
        cost = costs[row]
        cost[0], cost[1] = 0, 0
        reach, i, j = slide_apart(one, two, wanted, begin, workspace, cost)
        while solid:
            # The surfaces are apart from here until something is in the way again, if ever: they
            # part here, unless one body is inside the other in between.
            _, _, _, again, _ = walk_slide(one, two, wanted, reach, inf, workspace, cost)
            if again[0] == inf:
                break
            offset = scale(0.5 * (reach + again[0]) * unit, direction)
            if find_holder(whole_a, pose_a, whole_b, pose_b, offset)[0] == NEITHER:
                break
            # Flat bodies pass a face in an instant: then that is where they part.
            _, i, j = again
            reach, met_a, met_b = slide_apart(one, two, wanted, again[0], workspace, cost)
            if met_a >= 0:
                i, j = met_a, met_b
        if i >= 0 and reach > TOUCHING:
            write_met(out[row], reach * unit, direction, one, two, frame, pose_a, unit, i, j)
        else:
            write_pair(out[row], 0.0, direction, (0.0, 0.0, 0.0), -1.0, -1.0, 0.0)
