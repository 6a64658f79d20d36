"""How deep is a convex shape in the triangles of a posed mesh?

Each triangle that touches the solid has a way out of its own, and the deepest triangle counts:
either each along its own shortest way (``local``), or all along one given direction.

Along no direction is a triangle deeper than both reach into each other along it. So a triangle is
only measured if that bound exceeds the depth found so far: along its normal, and along the
direction of that depth.

**Ways out of a closed mesh that lead outward.** The shortest way out of a face may lead into the
mesh: a ball in a block, with its centre below the top, leaves the top soonest by going down. Such
faces are left together, by one of the ways that the touched faces offer: the shortest way out of a
face, if that leads out, else its normal. Of these, the one counts along which the last of them is
left soonest. A slab that lies on a post also touches the sides of the post, just below their edges,
and leaves them as it leaves the top; what goes right through a plate leaves its lower face upward,
as it came.
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, rotation_of
from impinge.core.simd import bits_of
from impinge.core.vec import cross, dot, neg, sub, unit_vector, vector_of
from impinge.geometry.kernels.convex_row import HULL, KIND, RADIUS
from impinge.hierarchy.kernels.node import UNIT, child_at, leaf_range
from impinge.hierarchy.kernels.one_tree import stack_size
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels import mesh_convex, pair_row
from impinge.narrow.kernels.certificate import span_above
from impinge.narrow.kernels.convex_pair import TOUCH, furthest_coordinate, measure_pair
from impinge.narrow.kernels.core_box import box_is_near, box_row, stand
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.directional import measure_directional
from impinge.narrow.kernels.mesh_convex import (
    limit_of,
    lowest_along,
    open_node,
    sight_of_core,
    walk_convex,
)
from impinge.narrow.kernels.pair_row import FEATURE_A, GAP, answer_to_world, copy_pair, scale_pair
from impinge.narrow.kernels.relation import row_of, scaled_corners
from impinge.narrow.kernels.support import Pair
from impinge.narrow.kernels.triangle_row import set_triangle, triangle_row

STEP = 8.0 * TOUCH
"""Share of the largest coordinate that a way must have to be gone: less is rounding."""
LEVEL = 1e-4
"""Sine of the angle to a face up to which a way does not lead in. That of a slab over the edge of a
post is level with the sides but for rounding, and normals of curved shapes are found within 1e-5.
"""
ALIKE = 0.95
"""Cosine: of ways within 18 degrees of each other only the first is kept."""
WAYS = 64
"""Ways that are kept at most: so far apart, more than half of all directions."""


@inlined
def reach_into(x, y, z, rows, start, rotation, shift, u):
    """How far a triangle and a convex shape reach into each other along ``u``.

    They need not go further than that along it to part.
    """
    return span_above(u, x, y, z) - lowest_along(rows, start, rotation, shift, u)


@kernel
def is_new_way(ways, count, u):
    """Whether ``u`` is unlike the first ``count`` ways, and there is room for it."""
    new = count < len(ways)
    for k in range(count):
        new &= dot(vector_of(ways[k]), u) <= ALIKE
    return new


@kernel
def leave_by_all(pair, x, y, z, face, ways, count, longest, row):
    """Measure a triangle along each way; ``longest`` keeps the answer of the last to be left.

    GAP is minus the way, and infinite to begin with.
    """
    for k in range(count):
        u = vector_of(ways[k])
        reach = reach_into(x, y, z, pair.rows_b, pair.start_b, pair.rotation, pair.shift, u)
        if reach > -longest[k, GAP]:
            measure_directional(pair, u, row)
            if row[GAP] < longest[k, GAP]:
                copy_pair(row, longest[k])
                longest[k, FEATURE_A] = face


@kernel
def walk_deepest(tree, pose, rows, start, pose_b, direction, directed, sense, out):
    """Fill ``out``, frame of the mesh, for the triangle that is deepest; whether one touches.

    GAP is minus its depth, LOWER the greatest proved one. Where ``directed`` is set, depths are
    ways of the shape along ``direction``, a unit vector in that frame. Otherwise they are the
    triangles' shortest; ``sense`` is 1 or -1 for faces that look out of a closed mesh, or into it,
    and are left by ways that lead out only (see above); else 0.
    """
    nodes, triangles, place = tree
    near, distant, common = sight_of_core(place, pose, rows, start, pose_b)
    unit, rotation, shift, rows, start = stand(place, pose, rows, start, pose_b)
    to_unit = place[UNIT] / unit
    loose = rows[start + KIND] >= HULL and not distant[0]
    limit32 = limit_of(rows[start + RADIUS] * (unit / common) + mesh_convex.BEYOND, near, distant)
    slots = np.empty(stack_size(place), np.int64)
    waiting = np.empty(stack_size(place), np.int64)
    keys, gaps = np.empty((1, 8), np.int32), np.zeros((1, 8), np.float32)
    triangle, box, row = triangle_row(), box_row(), np.empty(pair_row.PAIR_ROW)
    room = WAYS if sense != 0.0 else 1
    ways, count, longest = np.empty((room, 3)), 0, np.full((room, pair_row.PAIR_ROW), inf)
    deepest = -inf
    least = 0.0
    slack = -mesh_convex.BEYOND * common / unit
    slots[0] = 0
    waiting[0] = 0
    top = 1
    # Twice, if need be: faces whose shortest way leads in wait for the ways of all.
    turning = False
    again = False
    while top > 0 or (again and not turning):
        if top == 0:
            turning = True
            top = 1
            slots[0] = 0
            waiting[0] = 0
        top -= 1
        slot = slots[top]
        if waiting[top] > bits_of(limit32):
            continue
        child = child_at(nodes, slot)
        if child >= 0:
            if not loose or box_is_near(
                nodes, slot, place, to_unit, rows, start, rotation, shift, 0.0, box
            ):
                top = open_node(
                    nodes, child, near, distant, limit32, keys, gaps, slots, waiting, top
                )
            continue
        first, stop = leaf_range(child)
        for i in range(first, stop):
            x, y, z = scaled_corners(triangles, i, to_unit)
            n, known = unit_vector(cross(sub(y, x), sub(z, x)))
            out_of = n if sense >= 0.0 else neg(n)
            u = direction if directed else out_of
            bound = reach_into(x, y, z, rows, start, rotation, shift, u)
            if not directed and sense == 0.0:
                # Either side will do.
                bound = min(bound, reach_into(x, y, z, rows, start, rotation, shift, neg(n)))
            one_sided = known and sense != 0.0
            gathers = one_sided and not turning and is_new_way(ways, count, out_of)
            if bound < slack or (bound <= deepest and not gathers):
                continue
            set_triangle(triangle, x, y, z)
            if directed:
                measure_directional(Pair(triangle, 0, rows, start, rotation, shift), direction, row)
            else:
                measure_pair(triangle, 0, rows, start, rotation, shift, row)
            if row[pair_row.GAP] > 0.0:
                continue
            least = max(least, row[pair_row.LOWER])
            if one_sided and not directed:
                inward = dot(out_of, vector_at(row, pair_row.NORMAL)) < -LEVEL
                if turning and inward:
                    pair = Pair(triangle, 0, rows, start, rotation, shift)
                    leave_by_all(pair, x, y, z, triangles[i, 9], ways, count, longest, row)
                    continue
                if not turning:
                    u = out_of if inward else vector_at(row, pair_row.NORMAL)
                    if is_new_way(ways, count, u):
                        ways[count, 0], ways[count, 1], ways[count, 2] = u
                        count += 1
                    if inward:
                        again = True
                        continue
            if -row[pair_row.GAP] > deepest:
                deepest = -row[pair_row.GAP]
                copy_pair(row, out)
                out[pair_row.FEATURE_A] = triangles[i, 9]
    if again:
        # The way along which the last of these faces is left soonest.
        k = 0
        for m in range(1, count):
            if longest[m, pair_row.GAP] > longest[k, pair_row.GAP]:
                k = m
        if -longest[k, pair_row.GAP] > deepest:
            copy_pair(longest[k], out)
            deepest = max(-longest[k, pair_row.GAP], 0.0)
            out[pair_row.GAP] = -deepest
    if deepest < 0.0:
        return False
    out[pair_row.LOWER] = least
    scale_pair(unit, out)
    return True


@inlined
def way_along(tree, pose_a, rows, start, pose_b, d, out):
    """Depth along ``d`` (world), by going from triangle to triangle until none is touched.

    Returns whether any is touched to begin with; ``out`` is in the frame of the mesh.
    """
    local = apply_transposed(rotation_of(pose_a), d)
    place_b = pose_b.copy()
    row = np.empty(pair_row.PAIR_ROW)
    way = 0.0
    found = False
    while walk_deepest(tree, pose_a, rows, start, place_b, local, np.bool_(True), 0.0, row):
        size = max(tree.place[UNIT], abs(way), furthest_coordinate(rows, start))
        if found and -row[pair_row.GAP] <= STEP * size:
            break
        found = True
        way -= row[pair_row.GAP]
        copy_pair(row, out)
        for k in range(3):
            place_b[k, 3] = pose_b[k, 3] + way * d[k]
        if not -row[pair_row.GAP] > STEP * size:
            break
    for k in range(3):
        out[pair_row.NORMAL + k] = local[k]
        out[pair_row.POINT_B + k] = out[pair_row.POINT_A + k] - way * local[k]
    out[pair_row.GAP], out[pair_row.LOWER] = -way, way
    return found


@kernel
def depth_mesh_rows(tree, poses_a, row_b, poses_b, directions, sense, out, start, stop):
    """Depths of a convex shape in a mesh, row by row, in the world frame: GAP is not negative.

    Local ones, or, if there are any, along unit ``directions``. Where nothing touches, the depth is
    0, and points are the closest.
    """
    arrays = as_tree(tree)
    directed = len(directions) > 0
    for i in range(start, stop):
        pose_a, pose_b = row_of(poses_a, i), row_of(poses_b, i)
        row = out[i]
        if directed:
            d = vector_of(row_of(directions, i))
            found = way_along(arrays, pose_a, row_b, 0, pose_b, d, row)
        else:
            found = walk_deepest(
                arrays, pose_a, row_b, 0, pose_b,
                (0.0, 0.0, 0.0), np.bool_(False), sense, row,
            )  # fmt: skip
        row[pair_row.GAP] = abs(row[pair_row.GAP])
        if not found:
            walk_convex(arrays, pose_a, row_b, 0, pose_b, inf, np.bool_(False), row)
            row[pair_row.GAP] = row[pair_row.LOWER] = 0.0
        answer_to_world(pose_a, row)
