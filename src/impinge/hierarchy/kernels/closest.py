"""The point of a tree's triangles that is nearest to a given one.

**Bounds.** Everything is float64, in a common unit: a power of two above every coordinate
involved, and less than twice the largest. A box is |F y - c| <= h (``fit``), but F, two float32
rows and their cross product, is not quite a rotation. Taking it for one would err by 2**-21 of the
distance, and a point a million sizes away would find no box it could leave out. So distances are
measured as they are. With s = F (q - x) the squared distance is s^T M s, M = (F F^T)^-1, and as
M is positive definite

    s^T M s >= 2 d^T M s - d^T M d        for every d.

With d the offset of the box were F a rotation, this is linear in s, so its least value over the box
is at a corner. It falls short of the true distance by 2**-20 of the size of the *box*. Rounding
takes or adds less than 2**-49 of the common unit; the boxes' own pad, 2**-21 of the mesh's size,
covers that up to 1e7 sizes away, and beyond it is part of the stated error.
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.mat import apply, times, transposed
from impinge.core.row_layout import Layout
from impinge.core.vec import along, dot, load, norm_sq, scale, store, sub
from impinge.geometry.kernels.triangle import closest_point_triangle, point_at
from impinge.hierarchy.kernels.node import child_at, corners, frame_of, lane_at, leaf_range
from impinge.hierarchy.kernels.one_tree import (
    in_common_unit,
    make_stack,
    push_sorted,
    to_body,
    to_world,
)
from impinge.hierarchy.kernels.tree_arrays import as_tree

LAYOUT = Layout(point=3, distance=1, feature=1, box_tests=1, tests=1)
POINT, DISTANCE, FEATURE = LAYOUT.columns("point", "distance", "feature")
BOX_TESTS, TESTS = LAYOUT.columns("box_tests", "tests")
ROW = LAYOUT.width
"""Columns of an answer."""
INDISTINCT = 2.0**-48
"""Share of the common unit by which an answer must be better to be looked for: more than the
rounding of bounds, so that a point from which all triangles look equally far does not visit all."""


@inlined
def write_closest(rows, i, point, distance, feature, boxes, tests):
    """An answer, in the world frame."""
    store(rows, i, point)
    rows[i, DISTANCE], rows[i, FEATURE] = distance, feature
    rows[i, BOX_TESTS], rows[i, TESTS] = boxes, tests


@inlined
def inverse_gram(f):
    """(F F^T)^-1 by two terms of its series: F F^T is within 2**-20 of one, the rest is 2**-60."""
    g = times(f, transposed(f))
    e = (g[0] - 1.0, g[1], g[2], g[3], g[4] - 1.0, g[5], g[6], g[7], g[8] - 1.0)
    ee = times(e, e)
    return (
        1.0 - e[0] + ee[0], ee[1] - e[1], ee[2] - e[2],
        ee[3] - e[3], 1.0 - e[4] + ee[4], ee[5] - e[5],
        ee[6] - e[6], ee[7] - e[7], 1.0 - e[8] + ee[8],
    )  # fmt: skip


@inlined
def outside(x, h):
    """How far ``x`` is outside of [-h, h], with its sign."""
    return x - min(max(x, -h), h)


@inlined
def bound_lane(nodes, row, lane, z, m, extent):
    """Lower bound of the squared distance to one box from the point with offset ``z``."""
    x = sub(z, scale(extent, lane_at(nodes, row, lane)))
    h = scale(extent, lane_at(nodes, row, HALF + lane))
    d = (outside(x[0], h[0]), outside(x[1], h[1]), outside(x[2], h[2]))
    g = apply(m, d)
    ahead = dot(g, x) - (abs(g[0]) * h[0] + abs(g[1]) * h[1] + abs(g[2]) * h[2])
    return max(2.0 * ahead - dot(g, d), 0.0)


@inlined
def push_children(nodes, row, q, extent, limit_sq, slots, keys, top):
    """Push the lanes of a node that may hold something nearer than the limit."""
    f = frame_of(nodes, row)
    m = inverse_gram(f)
    z = apply(f, q)
    bottom = top
    for lane in range(WIDTH):
        if nodes[row, HALF + lane] >= 0.0:
            bound_sq = bound_lane(nodes, row, lane, z, m, extent)
            if bound_sq < limit_sq:
                top = push_sorted(slots, keys, bottom, top, 8 * row + lane, bound_sq)
    return top


@kernel
def walk_closest(tree, p, slots, keys):
    """(point, distance, face, box tests, triangle tests) for a point in the frame of the mesh."""
    nodes, triangles, place = tree
    unit, s, p, q, extent = in_common_unit(place, p)

    best_sq = inf
    limit_sq = inf
    nearest = p
    face = -1
    boxes = 0
    tests = 0
    slots[0] = 0
    keys[0] = 0.0
    top = 1
    while top > 0:
        top -= 1
        if not keys[top] < limit_sq:
            continue
        child = child_at(nodes, slots[top])
        if child >= 0:
            boxes += WIDTH
            top = push_children(nodes, child, q, extent, limit_sq, slots, keys, top)
            continue
        first, stop = leaf_range(child)
        for i in range(first, stop):
            tests += 1
            a, b, c = corners(triangles, i)
            a, b, c = scale(s, a), scale(s, b), scale(s, c)
            ab, ac = sub(b, a), sub(c, a)
            v, w = closest_point_triangle(p, a, b, c)
            d_sq = norm_sq(along(along(sub(p, a), -v, ab), -w, ac))
            if d_sq < best_sq:
                best_sq = d_sq
                limit = max(sqrt(d_sq) - INDISTINCT, 0.0)
                limit_sq = limit * limit
                # A vertex itself, not rounded: a + (b - a) may differ from b.
                nearest = b if v == 1.0 else (c if w == 1.0 else point_at(a, ab, ac, v, w))
                face = i
    return scale(unit, nearest), unit * sqrt(best_sq), int(triangles[face, 9]), boxes, tests


@kernel
def closest_point_rows(tree, pose, points, rows, start, stop):
    """Row ``i`` of ``rows`` answers point ``i``, in the world frame."""
    arrays = as_tree(tree)
    slots, keys = make_stack(arrays.place)
    for i in range(start, stop):
        p = to_body(pose, load(points, i))
        nearest, distance, face, boxes, tests = walk_closest(arrays, p, slots, keys)
        write_closest(rows, i, to_world(pose, nearest), distance, face, boxes, tests)
