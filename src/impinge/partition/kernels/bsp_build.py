"""A solid-leaf BSP tree: planes that tell the inside of a closed mesh from the outside.

Fuchs, Kedem and Naylor 1980 [Fuchs1980]_. A node's plane divides the triangles of its cell, cuts
those on both sides, and keeps those that lie in it. Where nothing is left on a side, the cell holds
no surface, and is all outside or all inside, as the triangles in the plane say: so a plane without
any must have something on both sides.

Few nodes and few levels: of some planes that are tried, the one with the least cost is taken, cuts
and imbalance. All faces of a convex part lie on one side of each: there, planes across an
axis through the middle of what is left come first, as long as more than ``few`` are left.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, cross, dot, scale, sub
from impinge.partition.kernels.bsp_cut import CUT, FRONT, ON_PLANE, cut_piece, heights, side_of
from impinge.partition.kernels.scan import corner_of

AHEAD, BEHIND, HEAD, DIRECTION, LEVEL, LINKS = 0, 1, 2, 3, 4, 5
"""Columns of a node: what is in front and behind (a node, or a leaf), its first triangle, the
direction of its plane if it is one of the given ones (else -1), its level."""
EMPTY, SOLID = -1, -2
"""Leaves: outside, inside."""
NODES, PIECES, STACK, CUTS, COUNTERS = 0, 1, 2, 3, 4
"""How many nodes there are, triangles, cells that wait; how many triangles were cut."""
SAMPLE = 256
"""Triangles that a plane is tried on, at most."""
MEDIANS = 64
"""Triangles whose middle one a plane is put through."""
CUT_COST = 8.0
"""Cuts count so much more than imbalance: each makes nodes further down."""
BALANCE = 3
"""A plane of a face has to leave a third on either side while more than a few are left."""
FACES, MIXED, DISCRETE = 0, 1, 2
"""Which planes are tried."""


@inlined
def plane_of(planes, f):
    return (planes[f, 0], planes[f, 1], planes[f, 2], planes[f, 3])


@inlined
def count_sides(pieces, members, groups, faces, step, plane):
    """(in front, behind, cut) of every step-th face; those that are cut count on both sides."""
    front, back, cuts = 0, 0, 0
    for g in range(0, faces, step):
        side = 0
        for m in range(groups[g], groups[g + 1]):
            side |= side_of(heights(pieces, members[m], plane))
        front += side & 1
        back += side >> 1
        cuts += 1 * (side == CUT)
    return front, back, cuts


@inlined
def median_plane(pieces, members, groups, faces, d, values):
    """A plane across ``d`` through the middle one of the triangles' centres, one of each face."""
    step = max(faces // MEDIANS, 1)
    used = 0
    for g in range(0, faces, step):
        if used == len(values):
            break
        i = members[groups[g]]
        total = add(add(corner_of(pieces, i, 0), corner_of(pieces, i, 1)), corner_of(pieces, i, 2))
        v = dot(d, total) / 3.0
        j = used
        while j > 0 and values[j - 1] > v:
            values[j] = values[j - 1]
            j -= 1
        values[j] = v
        used += 1
    return (d[0], d[1], d[2], values[used // 2])


@inlined
def separates(front, back, cuts, faces):
    """Does a plane that no face lies in make both sides smaller, without too many cuts?"""
    return front < faces and back < faces and front > 0 and back > 0 and 2 * cuts <= faces


@kernel
def choose_plane(
    pieces, source, members, groups, faces, face_planes, face_directions, directions, kind, few,
    tries, values,
):  # fmt: skip
    """The best of the planes that are tried, its direction and its face (-1 for none)."""
    step = max(faces // SAMPLE, 1)
    seen = (faces + step - 1) // step
    best, direction, face, least = (0.0, 0.0, 0.0, 0.0), -1, -1, np.inf
    any_best, any_face, any_least = best, -1, np.inf
    many = kind != FACES and faces > few
    for g in range(0, faces, max(faces // tries, 1)):
        f = source[members[groups[g]]]
        plane = plane_of(face_planes, f)
        front, back, cuts = count_sides(pieces, members, groups, faces, step, plane)
        # Of equal cost, those of a given direction first.
        cost = CUT_COST * cuts + abs(front - back) - 0.5 * (face_directions[f] >= 0)
        if cost < any_least:
            any_best, any_face, any_least = plane, f, cost
        allowed = not many or BALANCE * min(front, back) >= seen
        if kind == DISCRETE and many:
            allowed = allowed and face_directions[f] >= 0
        if allowed and cost < least:
            best, direction, face, least = plane, face_directions[f], f, cost
    if many:
        for d in range(len(directions)):
            normal = (directions[d, 0], directions[d, 1], directions[d, 2])
            plane = median_plane(pieces, members, groups, faces, normal, values)
            front, back, cuts = count_sides(pieces, members, groups, faces, step, plane)
            cost = CUT_COST * cuts + abs(front - back)
            if separates(front, back, cuts, seen) and cost < least:
                # What holds for the sample must hold for all.
                front, back, cuts = count_sides(pieces, members, groups, faces, 1, plane)
                if separates(front, back, cuts, faces):
                    best, direction, face, least = plane, d, -1, cost
    if least < np.inf:
        return best, direction, face
    return any_best, face_directions[any_face], any_face


@inlined
def area_vector(pieces, i):
    a, b, c = corner_of(pieces, i, 0), corner_of(pieces, i, 1), corner_of(pieces, i, 2)
    return scale(0.5, cross(sub(b, a), sub(c, a)))


@inlined
def wait(stack, counters, node, side, head, count, level):
    s = counters[STACK]
    stack[s, 0], stack[s, 1], stack[s, 2], stack[s, 3], stack[s, 4] = node, side, head, count, level
    counters[STACK] += 1


@kernel
def build_bsp(
    face_planes, face_directions, directions, kind, few, tries, budget, parts, nodes, stack,
    counters,
):  # fmt: skip
    """Make nodes until no cell waits, there is no room left, or the budget is spent.

    ``parts`` are (pieces, the faces they are from, the next of each list), ``nodes`` (planes,
    links). Returns 0 when done, 1 for lack of room, 2 for the budget, a number of triangles looked
    at.
    """
    pieces, source, following = parts
    planes, links = nodes
    values = np.empty(2 * MEDIANS)
    members, groups = np.empty(len(pieces), np.int64), np.empty(len(pieces) + 1, np.int64)
    while counters[STACK] > 0:
        if budget <= 0:
            return 2
        s = counters[STACK] - 1
        parent, side, head = stack[s, 0], stack[s, 1], stack[s, 2]
        count, level = stack[s, 3], stack[s, 4]
        if (
            counters[NODES] == len(planes)
            or counters[PIECES] + 2 * count > len(pieces)
            or s + 2 > len(stack)
        ):
            return 1
        i, faces = head, 0
        for m in range(count):
            # Parts of one face follow each other in each list.
            if m == 0 or source[i] != source[members[m - 1]]:
                groups[faces] = m
                faces += 1
            members[m] = i
            i = following[i]
        groups[faces] = count
        budget -= 4 * count + min(count, SAMPLE) * (tries + len(directions))
        plane, direction, face = choose_plane(
            pieces, source, members, groups, faces, face_planes, face_directions, directions, kind,
            few, tries, values,
        )  # fmt: skip
        counters[STACK] = s
        node = counters[NODES]
        counters[NODES] += 1
        for k in range(4):
            planes[node, k] = plane[k]
        links[node, DIRECTION], links[node, LEVEL] = direction, level
        if parent >= 0:
            links[parent, side] = node
        on, front, back = -1, -1, -1
        fronts, backs = 0, 0
        facing = 0.0
        for m in range(count):
            i = members[m]
            h = heights(pieces, i, plane)
            where = side_of(h)
            # The plane of a needle may miss its own corners: it is done with all the same.
            if where == ON_PLANE or source[i] == face:
                facing += dot((plane[0], plane[1], plane[2]), area_vector(pieces, i))
                following[i] = on
                on = i
                continue
            parts, fresh = 1, counters[PIECES]
            first, second, third = where, 0, 0
            if where == CUT:
                first, second, third = cut_piece(pieces, i, h, fresh)
                parts = 3 if third else 2
                counters[PIECES] += parts - 1
                counters[CUTS] += 1
            for p in range(parts):
                j = i if p == 0 else fresh + p - 1
                source[j] = source[i]
                if (first if p == 0 else (second if p == 1 else third)) == FRONT:
                    following[j] = front
                    front = j
                    fronts += 1
                else:
                    following[j] = back
                    back = j
                    backs += 1
        links[node, HEAD] = on
        # In front of faces that look along the plane's normal it is outside.
        links[node, AHEAD] = EMPTY if facing >= 0.0 else SOLID
        links[node, BEHIND] = SOLID if facing >= 0.0 else EMPTY
        if backs > 0:
            wait(stack, counters, node, BEHIND, back, backs, level + 1)
        if fronts > 0:
            wait(stack, counters, node, AHEAD, front, fronts, level + 1)
    return 0
