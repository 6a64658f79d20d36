"""Links among things as before Taylor models: intervals, swept volumes, no temporal culling.

A baseline in the manner of [Redon2004]_, to be compared with; meshes only, no self-collision. Boxes
of links and of nodes of their trees enclose the whole step by interval arithmetic. Pairs of
triangles whose swept boxes meet are bisected in time: boxes by intervals, then the distance at the
middle beside an undirected bound on the speed. Every pair of link and thing is searched over the
whole step. Times are never late, as ours.
"""

from math import inf, sqrt

import numpy as np

from impinge.continuous.kernels.windows import lane_of
from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.mat import apply_transposed, moved, rotation_of, translation_of
from impinge.core.vec import add, norm, scale, sub
from impinge.geometry.kernels.triangle_distance import distance_sq_triangle_triangle
from impinge.hierarchy.kernels import node
from impinge.hierarchy.kernels.one_tree import stack_size
from impinge.motion.kernels import interval, motion_row
from impinge.motion.kernels.chain import bound_speed
from impinge.motion.kernels.chain_rows import write_chain
from impinge.motion.kernels.joint_rows import write_joint_rows
from impinge.motion.kernels.joint_tree import as_joints
from impinge.motion.kernels.link_boxes import (
    COVER,
    SHIFT,
    clear_boxes,
    entry,
    multiply_interval_poses,
    widen_interval_box,
    write_interval_pose,
    write_interval_poses,
)
from impinge.motion.kernels.pose_at import pose_at
from impinge.narrow.kernels.addresses import tree_at
from impinge.narrow.kernels.relation import scaled_corners
from impinge.scene.kernels.robot import meet_world
from impinge.scene.kernels.robot_motion import CORNERS, WORLD

WINDOWS = 64
"""Waiting windows of time of two triangles: halves of halves."""
SHORTEST = 1e-7
"""Share of the step that is not cut any more."""
PAD = 1e-12
"""Share of coordinates by which boxes of trees are widened: their frames are rounded."""


@kernel
def enclose_chain(chains, i, t0, t1, own, product, out):
    """Intervals of the pose of the last row of a chain."""
    first = i - int(chains[i, motion_row.ABOVE])
    write_interval_pose(chains, first, t0, t1, out)
    for k in range(first + 1, i + 1):
        write_interval_pose(chains, k, t0, t1, own)
        multiply_interval_poses(out, own, product)
        for j in range(12):
            out[j, 0], out[j, 1] = product[j, 0], product[j, 1]


@inlined
def enclose_point(pose, j, p):
    """The interval of coordinate ``j`` of a point."""
    side = entry(pose, SHIFT + j)
    for c in range(3):
        side = interval.add(side, interval.scaled(p[c], entry(pose, 3 * j + c)))
    return side


@kernel
def sweep_slot(nodes, slot, place, pose, box):
    """The box, (2, 3), that a box of a tree does not leave at poses within intervals."""
    row, lane = slot >> 3, slot & 7
    extent = place[node.UNIT] * place[node.EXTENT]
    middle, half = lane_of(nodes, row, lane), lane_of(nodes, row, HALF + lane)
    frame = node.frame_of(nodes, row)
    at = (place[node.CENTRE], place[node.CENTRE + 1], place[node.CENTRE + 2])
    centre = add(scale(place[node.UNIT], at), scale(extent, apply_transposed(frame, middle)))
    pad = PAD * (norm(centre) + extent)
    for j in range(3):
        side = enclose_point(pose, j, centre)
        wide = pad
        for k in range(3):
            along = (0.0, 0.0)
            for c in range(3):
                part = interval.scaled(frame[3 * k + c], entry(pose, 3 * j + c))
                along = interval.add(along, part)
            wide += interval.magnitude(along) * half[k] * extent
        box[0, j], box[1, j] = side[0] - wide, side[1] + wide


@inlined
def boxes_meet(a, b):
    meet = True
    for j in range(3):
        meet &= (a[0, j] <= b[1, j]) & (b[0, j] <= a[1, j])
    return meet


@kernel
def meet_triangles(chains, i, x, y, z, p, q, r, last, tolerance, work):
    """First contact of a moving triangle with one at rest before ``last``, by bisection; or inf."""
    own, product, pose, windows = work
    third = 1.0 / 3.0
    centre = scale(third, add(add(x, y), z))
    reach = max(norm(sub(x, centre)), max(norm(sub(y, centre)), norm(sub(z, centre))))
    windows[0, 0], windows[0, 1] = 0.0, last
    top = 1
    while top > 0:
        top -= 1
        t0, t1 = windows[top, 0], windows[top, 1]
        enclose_chain(chains, i, t0 - COVER, t1 + COVER, own, product, pose)
        apart = False
        for j in range(3):
            a, b, c = (
                enclose_point(pose, j, x),
                enclose_point(pose, j, y),
                enclose_point(pose, j, z),
            )
            low, high = min(a[0], min(b[0], c[0])), max(a[1], max(b[1], c[1]))
            apart |= high < min(p[j], min(q[j], r[j])) or low > max(p[j], max(q[j], r[j]))
        if apart:
            continue
        middle = 0.5 * (t0 + t1)
        turn, shift = pose_at(chains, i, middle)
        u, v, w = moved(turn, shift, x), moved(turn, shift, y), moved(turn, shift, z)
        gap = sqrt(distance_sq_triangle_triangle(u, v, w, p, q, r, inf))
        speed = bound_speed(chains, i, centre, reach, t0, t1)
        if gap > 0.5 * speed * (t1 - t0) + PAD * (norm(u) + norm(p)):
            continue
        if t1 - t0 < SHORTEST or (gap <= tolerance and speed * (t1 - t0) <= tolerance):
            return t0
        if top + 2 > WINDOWS:
            return t0
        windows[top, 0], windows[top, 1] = middle, t1
        windows[top + 1, 0], windows[top + 1, 1] = t0, middle
        top += 2
    return inf


@kernel
def meet_swept(tree_a, chains, i, whole, tree_b, fixed, rest, tolerance, work, stack, tested):
    """First contact of a link's mesh with one at rest, over the whole step; or inf."""
    box_a, box_b = np.empty((2, 3)), np.empty((2, 3))
    first = inf
    stack[0, 0], stack[0, 1] = 0, 0
    top = 1
    unit_a, unit_b = tree_a.place[node.UNIT], tree_b.place[node.UNIT]
    turn, shift = rotation_of(fixed), translation_of(fixed)
    # Nothing is earlier than the start.
    while top > 0 and first > 0.0:
        top -= 1
        a, b = stack[top, 0], stack[top, 1]
        sweep_slot(tree_a.nodes, a, tree_a.place, whole, box_a)
        sweep_slot(tree_b.nodes, b, tree_b.place, rest, box_b)
        if not boxes_meet(box_a, box_b):
            continue
        child_a, child_b = node.child_at(tree_a.nodes, a), node.child_at(tree_b.nodes, b)
        wide_a = box_a[1, 0] - box_a[0, 0] + box_a[1, 1] - box_a[0, 1] + box_a[1, 2] - box_a[0, 2]
        wide_b = box_b[1, 0] - box_b[0, 0] + box_b[1, 1] - box_b[0, 1] + box_b[1, 2] - box_b[0, 2]
        if child_a >= 0 and (child_b < 0 or wide_a >= wide_b):
            for lane in range(WIDTH):
                if tree_a.nodes[child_a, HALF + lane] >= 0.0:
                    stack[top, 0], stack[top, 1] = 8 * child_a + lane, b
                    top += 1
        elif child_b >= 0:
            for lane in range(WIDTH):
                if tree_b.nodes[child_b, HALF + lane] >= 0.0:
                    stack[top, 0], stack[top, 1] = a, 8 * child_b + lane
                    top += 1
        else:
            start_a, stop_a = node.leaf_range(child_a)
            start_b, stop_b = node.leaf_range(child_b)
            for k in range(start_a, stop_a):
                x, y, z = scaled_corners(tree_a.triangles, k, unit_a)
                for m in range(start_b, stop_b):
                    p, q, r = scaled_corners(tree_b.triangles, m, unit_b)
                    p, q, r = moved(turn, shift, p), moved(turn, shift, q), moved(turn, shift, r)
                    tested[0] += 1
                    t = meet_triangles(
                        chains, i, x, y, z, p, q, r, min(first, 1.0), tolerance, work
                    )
                    first = min(first, t)
    return first


@inlined
def still_pose(pose, out):
    """A pose as intervals of no length."""
    for j in range(3):
        for k in range(3):
            out[3 * j + k, 0] = out[3 * j + k, 1] = pose[j, k]
        out[SHIFT + j, 0] = out[SHIFT + j, 1] = pose[j, 3]


@kernel
def articulate_rows(joints, robot, points, world, tolerance, paths, out, start, stop):
    """Fill ``out[r]``: first contact or inf, pairs searched, pairs of triangles; arguments as of
    ``robot_motion.search_paths_rows``.
    """
    tree = as_joints(joints)
    bodies, links, places, _ = robot
    others, fixed, _, levels, ignored = world
    count, joint_count = len(links), len(tree.parents)
    rows = np.empty((joint_count, motion_row.LENGTH))
    chains, path = np.empty((joint_count + 1, motion_row.LENGTH)), np.empty(joint_count, np.int64)
    poses, relative = np.empty((joint_count, 12, 2)), np.empty((12, 2))
    boxes, whole, rest = np.empty((count, 2, 3)), np.empty((12, 2)), np.empty((12, 2))
    waiting, found = np.empty(WIDTH * len(levels[2]), np.int64), np.empty(len(fixed), np.int64)
    work = np.empty((12, 2)), np.empty((12, 2)), np.empty((12, 2)), np.empty((WINDOWS, 2))
    tested = np.zeros(1, np.int64)
    q0, q1 = paths
    for r in range(start, stop):
        first, searched = inf, 0
        tested[0] = 0
        write_joint_rows(tree, q0[r], q1[r], rows, 0)
        window = -COVER, 1.0 + COVER
        write_interval_poses(rows, 0, tree.parents, window, relative, poses)
        clear_boxes(boxes)
        for a in range(count):
            widen_interval_box(poses[links[a]], points, CORNERS * a, CORNERS * (a + 1), boxes[a])
            box = boxes[a]
            corners = (box[0, 0], box[0, 1], box[0, 2], box[1, 0], box[1, 1], box[1, 2])
            near = meet_world(levels, corners, waiting, found)
            i = -1
            for k in range(near):
                b = found[k]
                if ignored[a, b] != 0:
                    continue
                if i < 0:
                    i = write_chain(
                        rows, 0, tree.parents, links[a], WORLD, places[a], path, chains, 0
                    )
                    enclose_chain(chains, i, -COVER, 1.0 + COVER, work[0], work[1], whole)
                tree_a, tree_b = tree_at(bodies[1], bodies[2][a]), tree_at(others[1], others[2][b])
                still_pose(fixed[b], rest)
                stack = np.empty((stack_size(tree_a.place) + stack_size(tree_b.place), 2), np.int64)
                searched += 1
                t = meet_swept(
                    tree_a, chains, i, whole, tree_b, fixed[b], rest, tolerance, work, stack, tested
                )
                first = min(first, t)
        out[r, 0], out[r, 1], out[r, 2] = first, searched, tested[0]
