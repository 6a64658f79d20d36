"""A mesh before a half space: the vertex that is deepest in it decides."""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.mat import apply, apply_transposed, rotation_of, translation_of
from impinge.core.vec import dot, neg, sub
from impinge.geometry.kernels.convex_row import SIZES
from impinge.hierarchy.kernels import node
from impinge.hierarchy.kernels.closest import inverse_gram
from impinge.hierarchy.kernels.node import centre_of, child_at, corners, frame_of, leaf_range
from impinge.hierarchy.kernels.one_tree import largest_of, make_stack, push_sorted
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.convex_pair import TOUCH
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.far import reach_along
from impinge.narrow.kernels.pair_row import answer_to_world, write_pair, write_points
from impinge.narrow.kernels.relation import row_of


@inlined
def push_lower(nodes, row, n, place, limit, slots, keys, top):
    """Push the lanes of a node that reach below the limit along ``n``, the lowest on top.

    A box is |F y - c| <= h (``hierarchy.kernels.fit``), so that n . y = (M F n) . (F y) with M the
    inverse of F F^T. What rounding takes from it is less than the boxes' own pad.
    """
    f = frame_of(nodes, row)
    v = apply(inverse_gram(f), apply(f, n))
    bottom = top
    for lane in range(WIDTH):
        if nodes[row, HALF + lane] >= 0.0:
            middle, width = reach_along(nodes, row, lane, v)
            low = (middle - width) * place[node.EXTENT]
            if low < limit:
                top = push_sorted(slots, keys, bottom, top, 8 * row + lane, low)
    return top


@kernel
def walk_lowest(tree, n, slots, keys):
    """The vertex of a mesh that is lowest along ``n``: (height, point, triangle, both costs).

    Height and point are in the tree's unit.
    """
    nodes, triangles, place = tree
    below = dot(n, centre_of(place))
    best = inf
    lowest = (0.0, 0.0, 0.0)
    at = 0
    boxes = 0
    tests = 0
    slots[0] = 0
    keys[0] = -inf
    top = 1
    while top > 0:
        top -= 1
        if not keys[top] < best - below:
            continue
        child = child_at(nodes, slots[top])
        if child >= 0:
            boxes += WIDTH
            top = push_lower(nodes, child, n, place, best - below, slots, keys, top)
            continue
        first, stop = leaf_range(child)
        for i in range(first, stop):
            tests += 1
            for p in corners(triangles, i):
                height = dot(n, p)
                if height < best:
                    best = height
                    lowest = p
                    at = i
    return best, lowest, at, boxes, tests


@kernel
def gap_half_space_rows(tree, poses_a, row_b, poses_b, signed, out, start, stop):
    """Gaps of a mesh A and a half space B, in the world frame; unsigned: as distances."""
    arrays = as_tree(tree)
    slots, keys = make_stack(arrays.place)
    normal = vector_at(row_b, SIZES)
    unit = arrays.place[node.UNIT]
    for i in range(start, stop):
        pose_a, pose_b = row_of(poses_a, i), row_of(poses_b, i)
        turn, origin = rotation_of(pose_a), translation_of(pose_a)
        up = apply(rotation_of(pose_b), normal)
        n = apply_transposed(turn, up)
        height, p, at, boxes, tests = walk_lowest(arrays, n, slots, keys)
        between = sub(origin, translation_of(pose_b))
        # The offset of the plane and that of the mesh may be large and nearly equal.
        level = dot(up, between) - row_b[SIZES + 3]
        gap = level + height * unit
        size = max(unit * largest_of(p), largest_of(between), abs(row_b[SIZES + 3]))
        if abs(gap) <= TOUCH * size:
            gap = 0.0
        p = (p[0] * unit, p[1] * unit, p[2] * unit)
        write_pair(out[i], gap, neg(n), p, arrays.triangles[at, 9], 0, abs(gap))
        answer_to_world(pose_a, out[i])
        for k in range(3):
            out[i, pair_row.NORMAL + k] = -up[k]
        if not signed:
            if gap <= 0.0:
                # The vertex is in the half space: a point of both.
                out[i, pair_row.GAP] = 0.0
                write_points(out[i], vector_at(out[i], pair_row.POINT_A))
            out[i, pair_row.BOX_TESTS], out[i, pair_row.TRIANGLE_TESTS] = boxes, tests
