"""Configurations of a robot: which collide, and how far apart its bodies are at least.

A body is a shape of a link, or of a thing in the scene. Bodies are (packed, meshes, kinds, begins,
hulls, volumes): the tables of ``narrow.shape_table``, the number of each body's shape, where its
packed row begins (-1 for a mesh), where that of its hull begins, and a ball and a box around
it in the shape's own frame.

A configuration goes through three sieves: balls, boxes, hulls. What is left is tested by the
kernels of the shapes, the deepest boxes first, until one pair touches.
"""

from math import inf, sqrt

import numpy as np

from impinge.bounds.kernels.obb import gap_obb_obb
from impinge.core.jit import inlined, kernel, merged
from impinge.core.lanes import WIDTH
from impinge.core.mat import moved, rotation_of, times, translation_of, transposed
from impinge.core.memory import borrowed, natural
from impinge.core.simd import lowest_bit, meet8
from impinge.core.vec import norm_sq, sub
from impinge.geometry.kernels import convex_row
from impinge.hierarchy.kernels.one_tree import largest_of, push_sorted
from impinge.motion.kernels.joint_tree import as_joints, pose_links, write_pose
from impinge.narrow.kernels.addresses import tree_at
from impinge.narrow.kernels.convex_overlap import overlap_posed, overlap_two
from impinge.narrow.kernels.convex_rows import in_frame_of_a
from impinge.narrow.kernels.mesh_convex import walk_convex
from impinge.narrow.kernels.overlap import walk_overlap
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.kernels.relation import relation_of
from impinge.narrow.kernels.rows import overlap_trees

BALL, RADIUS, MIDDLE, HALF = 0, 3, 4, 7
"""Columns of volumes: centre and radius of the ball, middle and half sizes of the box."""
VOLUME_ROW = 10
SLACK = 2.0**-36
"""Share of the coordinates by which volumes and hulls must be further apart than the margin. It
covers what rounding takes from poses, boxes and the corners of hulls."""
FEW = 512
"""Vertices of hulls that are looked at one by one."""
LEVEL = 1 << 40
"""What waits in a walk is a row and this much times its level."""


@inlined
def place_body(pose, place, out):
    """Write the pose of a body: that of its link times its place in it."""
    turn, origin = rotation_of(pose), translation_of(pose)
    own = times(turn, rotation_of(place))
    write_pose(out, own, moved(turn, origin, translation_of(place)))


@inlined
def place_bodies(joints, q, links, places, poses, out):
    """Write the poses of all links, and of all bodies of the robot."""
    pose_links(joints, q, poses)
    for k in range(len(links)):
        place_body(poses[links[k]], places[k], out[k])


@kernel
def place_bodies_rows(joints, robot, q, out, start, stop):
    """Poses of all bodies of a robot, row by row: ``out (n, bodies, 4, 4)``."""
    tree = as_joints(joints)
    poses = np.empty(tree.origins.shape)
    for i in range(start, stop):
        place_bodies(tree, q[i], robot[1], robot[2], poses, out[i])


@inlined
def moved_column(volumes, k, at, pose):
    """A point of the volumes of body ``k``, in the world."""
    p = (volumes[k, at], volumes[k, at + 1], volumes[k, at + 2])
    return moved(rotation_of(pose), translation_of(pose), p)


@inlined
def gap_volumes(volumes_a, a, pose_a, volumes_b, b, pose_b, limit):
    """A lower bound of the gap of two bodies; once it is above ``limit``, any such bound.

    Negative where their boxes overlap; -inf if one of them does not end.
    """
    radii = volumes_a[a, RADIUS] + volumes_b[b, RADIUS]
    if radii == inf:
        return -inf
    c, d = moved_column(volumes_a, a, BALL, pose_a), moved_column(volumes_b, b, BALL, pose_b)
    slack = SLACK * (largest_of(c) + largest_of(d) + radii)
    reach = radii + limit + slack
    between_sq = norm_sq(sub(d, c))
    if between_sq > reach * reach:
        return sqrt(between_sq) - radii - slack
    c, d = moved_column(volumes_a, a, MIDDLE, pose_a), moved_column(volumes_b, b, MIDDLE, pose_b)
    half_a = (volumes_a[a, HALF], volumes_a[a, HALF + 1], volumes_a[a, HALF + 2])
    half_b = (volumes_b[b, HALF], volumes_b[b, HALF + 1], volumes_b[b, HALF + 2])
    axes_a, axes_b = transposed(rotation_of(pose_a)), transposed(rotation_of(pose_b))
    gap = gap_obb_obb(c, half_a, axes_a, d, half_b, axes_b) - slack
    return max(gap, sqrt(between_sq) - radii - slack) if gap > limit else gap


@kernel
def touch_trees(tree_a, pose_a, tree_b, pose_b, _margin, cost):
    """Whether two meshes touch: as overlap_trees does without a margin."""
    found = np.empty(1, np.int64)
    return walk_overlap(tree_a, pose_a, tree_b, pose_b, np.bool_(True), found, cost) > 0


@inlined
def is_in_core(kind, sizes, p):
    """Whether a point is in a box, or in the core of a cylinder."""
    x, y, z = sizes
    if kind == convex_row.BOX:
        return (abs(p[0]) < x) & (abs(p[1]) < y) & (abs(p[2]) < z)
    return (p[0] * p[0] + p[1] * p[1] < x * x) & (abs(p[2]) < y)


@kernel
def hold_vertex(rows_a, start_a, pose_a, rows_b, start_b, pose_b, slack):
    """Whether a box or cylinder B holds a vertex of hull A, at a depth of more than ``slack``.

    Eight vertices at a time: the comparisons of a block are one instruction each.
    """
    kind = int(rows_b[start_b + convex_row.KIND])
    at = start_b + convex_row.SIZES
    sizes = (rows_b[at] - slack, rows_b[at + 1] - slack, rows_b[at + 2] - slack)
    stride = int(rows_a[start_a + convex_row.STRIDE])
    if (
        (kind != convex_row.BOX and kind != convex_row.CYLINDER)
        or min(sizes[0], sizes[1]) <= 0.0
        or stride > FEW
    ):
        return False
    m, t = relation_of(pose_b, pose_a)
    x = natural(start_a + int(rows_a[start_a + convex_row.AT_VERTICES]))
    y, z = natural(x + stride), natural(x + 2 * stride)
    for block in range(0, stride, convex_row.LANES):
        found = False
        for k in range(block, block + convex_row.LANES):
            p = moved(m, t, (rows_a[x + k], rows_a[y + k], rows_a[z + k]))
            found |= is_in_core(kind, sizes, p)
        if found:
            return True
    return False


@merged
def overlap_bodies(overlap_meshes, bodies_a, a, pose_a, bodies_b, b, pose_b, margin, row, cost):
    """Whether body ``a`` and body ``b`` come within ``margin``.

    Two meshes are left to a kernel. ``row`` (PAIR_ROW,) and ``cost`` are workspaces.
    """
    packed_a, meshes_a, kinds_a, begins_a, hulls_a, volumes_a = bodies_a
    packed_b, meshes_b, kinds_b, begins_b, hulls_b, volumes_b = bodies_b
    start_a, start_b = begins_a[a], begins_b[b]
    wide = margin
    if start_a < 0 or start_b < 0:
        size = largest_of(translation_of(pose_a)) + largest_of(translation_of(pose_b))
        size += volumes_a[a, RADIUS] + min(volumes_b[b, RADIUS], volumes_a[a, RADIUS] + size)
        wide += SLACK * (size + margin)
    near = overlap_posed(packed_a, hulls_a[a], pose_a, packed_b, hulls_b[b], pose_b, wide)
    if near and start_a < 0 and start_b < 0:
        tree_a, tree_b = tree_at(meshes_a, kinds_a[a]), tree_at(meshes_b, kinds_b[b])
        near = overlap_meshes(tree_a, pose_a, tree_b, pose_b, margin, cost)
    elif near and start_a < 0:
        hull, slack = hulls_a[a], wide - margin
        # In a half space the lowest vertex decides, which is one of the hull.
        if packed_b[start_b + convex_row.KIND] == convex_row.HALFSPACE:
            return overlap_two(
                in_frame_of_a(packed_b, start_b, pose_b, packed_a, hull, pose_a), margin
            )
        if hold_vertex(packed_a, hull, pose_a, packed_b, start_b, pose_b, slack):
            return True
        tree = tree_at(meshes_a, kinds_a[a])
        near = walk_convex(tree, pose_a, packed_b, start_b, pose_b, margin, np.bool_(True), row)
    elif near and start_b < 0:
        tree = tree_at(meshes_b, kinds_b[b])
        near = walk_convex(tree, pose_b, packed_a, start_a, pose_a, margin, np.bool_(True), row)
    return near


@inlined
def box_around(volumes, k, pose, wide):
    """Corners of a box along the axes around body ``k``, wider by ``wide`` and by rounding."""
    c = moved_column(volumes, k, MIDDLE, pose)
    m = rotation_of(pose)
    x, y, z = volumes[k, HALF], volumes[k, HALF + 1], volumes[k, HALF + 2]
    wide += SLACK * (largest_of(c) + x + y + z)
    ex = abs(m[0]) * x + abs(m[1]) * y + abs(m[2]) * z + wide
    ey = abs(m[3]) * x + abs(m[4]) * y + abs(m[5]) * z + wide
    ez = abs(m[6]) * x + abs(m[7]) * y + abs(m[8]) * z + wide
    return (c[0] - ex, c[1] - ey, c[2] - ez, c[0] + ex, c[1] + ey, c[2] + ez)


@inlined
def meet_world(levels, box, waiting, found):
    """Write the bodies of the world whose boxes meet one to ``found``; how many there are."""
    nodes, order, first = levels
    count = 0
    last = len(first) - 2
    waiting[0] = last * LEVEL + first[last]
    top = 1
    while top > 0:
        top -= 1
        level, row = divmod(waiting[top], LEVEL)
        mask = meet8(nodes, row, box)
        below = WIDTH * (row - first[level])
        while mask != 0:
            child = below + lowest_bit(mask)
            mask &= mask - 1
            if level == 0:
                found[count] = order[child]
                count += 1
            else:
                waiting[top] = (level - 1) * LEVEL + first[level - 1] + child
                top += 1
    return count


@kernel
def find_near(volumes, pairs, padding, world, around, margin, own, memory):
    """Pairs whose volumes come within their margins, in order, the deepest last; how many.

    A pair is a * (all bodies) + b in the first array of ``memory``; bodies of the world come after
    those of the robot.
    """
    _, fixed, thickness, levels, ignored = world
    slots, keys, waiting, found = memory
    count = len(own)
    both = count + len(fixed)
    top = 0
    for k in range(len(pairs)):
        a, b = pairs[k, 0], pairs[k, 1]
        limit = margin + padding[a] + padding[b]
        gap = gap_volumes(volumes, a, own[a], volumes, b, own[b], limit)
        if not gap > limit:
            top = push_sorted(slots, keys, 0, top, a * both + b, gap)
    if len(fixed) == 0:
        return top
    for a in range(count):
        box = box_around(volumes, a, own[a], margin + padding[a])
        for k in range(meet_world(levels, box, waiting, found)):
            b = found[k]
            limit = margin + padding[a] + thickness[b]
            if ignored[a, b] == 0:
                gap = gap_volumes(volumes, a, own[a], around, b, fixed[b], limit)
                if not gap > limit:
                    top = push_sorted(slots, keys, 0, top, a * both + count + b, gap)
    return top


@merged
def collide_rows(overlap_meshes, joints, robot, pairs, world, margin, q, out, start, stop):
    """``out[i]``: whether any two bodies come within their margins at configuration i.

    ``robot``  (bodies, link of each, place in it, padding)
    ``pairs``  (m, 2) int64: bodies of the robot that are tested with each other
    ``world``  (bodies, poses, padding, levels of a tree over them, (robot, world) uint8: ignored)
    """
    tree = as_joints(joints)
    bodies, links, places, padding = robot
    others, fixed, thickness, levels, _ = world
    volumes, around = borrowed(bodies[5]), borrowed(others[5])
    count = len(links)
    both = count + len(fixed)
    poses, own = np.empty(tree.origins.shape), np.empty(places.shape)
    capacity = len(pairs) + count * len(fixed)
    slots, keys = np.empty(capacity, np.int64), np.empty(capacity)
    waiting, found = np.empty(WIDTH * len(levels[2]), np.int64), np.empty(len(fixed), np.int64)
    memory = slots, keys, waiting, found
    row, cost = np.empty(PAIR_ROW), np.empty(2, np.int64)
    for i in range(start, stop):
        place_bodies(tree, q[i], links, places, poses, own)
        top = find_near(volumes, pairs, padding, world, around, margin, own, memory)
        hit = False
        while top > 0 and not hit:
            top -= 1
            a, b = divmod(slots[top], both)
            side, there, limit = bodies, own, margin + padding[a]
            if b < count:
                limit += padding[b]
            else:
                b -= count
                side, there = others, fixed
                limit += thickness[b]
            hit = overlap_bodies(
                overlap_meshes, bodies, a, own[a], side, b, there[b], limit, row, cost
            )
        out[i] = hit


@kernel
def collide_robot_rows(joints, robot, pairs, world, margin, q, out, start, stop):
    """As collide_rows, where no two meshes have a margin: the search for distances of meshes is
    not compiled.
    """
    collide_rows(touch_trees, joints, robot, pairs, world, margin, q, out, start, stop)


@kernel
def collide_wide_robot_rows(joints, robot, pairs, world, margin, q, out, start, stop):
    """As collide_rows, with margins of any kind."""
    collide_rows(overlap_trees, joints, robot, pairs, world, margin, q, out, start, stop)


@kernel
def bound_robot_rows(robot, world, pairs, limit, poses, gaps, start, stop):
    """Lower bounds of the gaps of pairs, at poses (n, bodies, 4, 4) of the robot's bodies.

    Columns of ``pairs`` are a body of the robot, and another or, from the number of bodies on, one
    of the world. Bounds above ``limit`` are those of balls, which cost least.
    """
    bodies, others, fixed = robot[0], world[0], world[1]
    count = poses.shape[1]
    for i in range(start, stop):
        for k in range(len(pairs)):
            a, b = pairs[k, 0], pairs[k, 1]
            if b < count:
                gap = gap_volumes(bodies[5], a, poses[i, a], bodies[5], b, poses[i, b], limit)
            else:
                b -= count
                gap = gap_volumes(bodies[5], a, poses[i, a], others[5], b, fixed[b], limit)
            gaps[i, k] = gap
