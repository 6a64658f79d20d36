"""First contacts of a robot on its path between two configurations [Zhang2007]_.

One path goes through three sieves, as pairs of bodies (``scene.kernels.robot``):

1. **Space.** Time is cut into parts, one after the other, until one has a contact. Boxes that the
   bodies do not leave in a part come from Taylor models (``motion.kernels.link_boxes``). A pair
   whose boxes do not meet is free in this part.
2. **Hulls.** Both bodies move along chains of rows, in the frame of the lowest link that they both
   hang on, or in the world: joints above it change no distance. Their hulls are proved apart until
   some time, along directions (``continuous.kernels.convex_proof``). It is a lower bound of the
   first contact of what is inside.
3. **Time.** Pairs are taken by that bound, the earliest first, and searched from it on by the
   kernels of their shapes. Pairs whose bound is behind the first contact so far are left out.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.continuous.kernels import impact_row
from impinge.continuous.kernels.advance import new_memory
from impinge.continuous.kernels.convex import advance_convex
from impinge.continuous.kernels.convex_proof import MovingPair
from impinge.continuous.kernels.impact_row import FREE, HIT, IMPACT_ROW
from impinge.continuous.kernels.mesh_convex import impact_mesh_convex
from impinge.continuous.kernels.mesh_elements import Workspace, apart_until
from impinge.continuous.kernels.mesh_impact import impact_trees
from impinge.continuous.kernels.mesh_walk import SHORTEST
from impinge.continuous.kernels.triangles import MovingTrees
from impinge.core.jit import inlined, kernel, merged
from impinge.core.lanes import WIDTH
from impinge.core.mat import rotation_of, translation_of
from impinge.geometry.kernels.convex_row import HALFSPACE, KIND
from impinge.hierarchy.kernels.one_tree import push_sorted
from impinge.motion.kernels import link_boxes, motion_row, taylor
from impinge.motion.kernels.chain import bound_shift
from impinge.motion.kernels.chain_rows import FORWARD, write_chain
from impinge.motion.kernels.chain_speed import common_ancestor
from impinge.motion.kernels.joint_rows import write_joint_rows
from impinge.motion.kernels.joint_tree import NOWHERE, as_joints
from impinge.motion.kernels.pack import fill_turned
from impinge.motion.kernels.pose_at import write_pose
from impinge.narrow.kernels.addresses import tree_at
from impinge.narrow.kernels.triangle_row import triangle_row
from impinge.scene.kernels.robot import RADIUS, SLACK, meet_world, overlap_bodies, touch_trees

CORNERS = 8
"""Points of each body whose hull contains it: corners of its box."""
BODY_A, BODY_B, NEAR, SEARCHED = range(IMPACT_ROW, IMPACT_ROW + 4)
"""Columns behind those of an impact: both bodies, those of the world after those of the robot and
-1 for none; pairs left by the first sieve; pairs that were searched."""
PATH_ROW = IMPACT_ROW + 4
TAYLOR, INTERVALS = 0, 1
"""How boxes of paths are found."""
WORLD = -1
LOOKS = 4
"""Times at which a pair is tested before it is searched, where any contact will do."""


class Moving(NamedTuple):
    """A robot on its path, and the world: what all pairs have in common."""

    bodies: Any
    """Tables of the robot's bodies, and of the world's (``scene.kernels.robot``)."""
    others: Any
    links: Any
    places: Any
    padding: Any
    fixed: Any
    thickness: Any
    """Padding of the world's bodies."""
    parents: Any
    rows: Any
    """(links, LENGTH): motion of each link in its parent's frame."""
    chains: Any
    """Workspace for the chains of two bodies, those of the second from row ``links`` on."""
    path: Any


class Search(NamedTuple):
    """What is searched for."""

    margin: float
    tolerance: float
    max_steps: int
    any_contact: bool
    """Whether any contact will do: then the first one found ends the search."""
    boxes: int
    """TAYLOR or INTERVALS."""


class Candidates(NamedTuple):
    """Pairs, as a * (all bodies) + b: those whose boxes meet, and those that wait, by time."""

    codes: Any
    order: Any
    keys: Any
    frees: Any
    """Until when each pair is proved apart, of all: proofs reach beyond a part of the time."""


@merged
def as_search(search):
    return Search(search[0], search[1], search[2], search[3], search[4])


@inlined
def boxes_meet(a, b, limit):
    meet = True
    for c in range(3):
        meet &= (a[0, c] - limit <= b[1, c]) & (b[0, c] - limit <= a[1, c])
    return meet


@kernel
def write_boxes(moving, points, search, models, begin, end, boxes):
    """Boxes that the bodies do not leave from ``begin`` to ``end``."""
    relative, poses, interval, intervals = models
    link_boxes.clear_boxes(boxes)
    if search.boxes == TAYLOR:
        middle, half = 0.5 * (begin + end), 0.5 * (end - begin) + link_boxes.COVER
        link_boxes.write_poses(moving.rows, 0, moving.parents, middle, half, relative, poses)
        for k in range(len(moving.links)):
            link_boxes.widen_box(
                poses[moving.links[k]], points, CORNERS * k, CORNERS * (k + 1), boxes[k]
            )
    else:
        window = begin - link_boxes.COVER, end + link_boxes.COVER
        link_boxes.write_interval_poses(moving.rows, 0, moving.parents, window, interval, intervals)
        for k in range(len(moving.links)):
            first, last = CORNERS * k, CORNERS * (k + 1)
            link_boxes.widen_interval_box(intervals[moving.links[k]], points, first, last, boxes[k])


@kernel
def find_candidates(boxes, pairs, padding, world, margin, memory, codes):
    """Write the pairs whose boxes meet to ``codes``; how many there are."""
    fixed, levels, ignored = world[1], world[3], world[4]
    waiting, found = memory
    bodies = len(boxes)
    both = bodies + len(fixed)
    count = 0
    for k in range(len(pairs)):
        a, b = pairs[k, 0], pairs[k, 1]
        if boxes_meet(boxes[a], boxes[b], margin + padding[a] + padding[b]):
            codes[count] = a * both + b
            count += 1
    for a in range(bodies if len(fixed) > 0 else 0):
        # Padding of the world is part of its boxes.
        wide, box = margin + padding[a], boxes[a]
        corners = (
            box[0, 0] - wide, box[0, 1] - wide, box[0, 2] - wide,
            box[1, 0] + wide, box[1, 1] + wide, box[1, 2] + wide,
        )  # fmt: skip
        for k in range(meet_world(levels, corners, waiting, found)):
            if ignored[a, found[k]] == 0:
                codes[count] = a * both + bodies + found[k]
                count += 1
    return count


@inlined
def write_body_chain(moving, body, top, at):
    """Write how a body of the robot moves in the frame of a link; its last row."""
    return write_chain(
        moving.rows, 0, moving.parents, moving.links[body], top, moving.places[body], moving.path,
        moving.chains, at,
    )  # fmt: skip


@kernel
def write_chains(moving, a, b):
    """Write how both bodies move in the frame of the lowest link that they hang on, or in the
    world; the last rows of both.
    """
    bodies, at = len(moving.links), len(moving.parents)
    if b < bodies:
        top = common_ancestor(moving.parents, moving.links[a], moving.links[b])
        return write_body_chain(moving, a, top, 0), write_body_chain(moving, b, top, at)
    pose = moving.fixed[b - bodies]
    turn, shift = rotation_of(pose), translation_of(pose)
    fill_turned(moving.chains, at, motion_row.CONSTANT, turn, shift, FORWARD, 0.0, NOWHERE, NOWHERE)
    return write_body_chain(moving, a, WORLD, 0), at


@merged
def side_of(moving, b):
    """Tables of the other body, and its number in them."""
    bodies = len(moving.links)
    return (moving.bodies, b) if b < bodies else (moving.others, b - bodies)


@inlined
def hull_limit(moving, a, b, i, j, limit):
    """The margin of the hulls of two bodies: those of meshes are not exact."""
    side, k = side_of(moving, b)
    if moving.bodies[3][a] >= 0 and side[3][k] >= 0:
        return limit
    reach = moving.bodies[5][a, RADIUS] + bound_shift(moving.chains, i)
    other = min(side[5][k, RADIUS], reach) + bound_shift(moving.chains, j)
    return limit + SLACK * (reach + other + limit)


@merged
def pair_of_hulls(moving, a, b, i, j):
    """The hulls of both as moving convex shapes; a half space comes first."""
    packed_a, hulls_a = moving.bodies[0], moving.bodies[4]
    side, k = side_of(moving, b)
    packed_b, hulls_b = side[0], side[4]
    begin_a, begin_b = hulls_a[a], hulls_b[k]
    chains = moving.chains
    if packed_b[begin_b + KIND] == HALFSPACE:
        return MovingPair(packed_b, begin_b, chains, j, packed_a, begin_a, chains, i)
    return MovingPair(packed_a, begin_a, chains, i, packed_b, begin_b, chains, j)


@kernel
def search_pair(moving, a, b, i, j, t0, t1, limit, search, out):
    """Fill ``out`` with the first contact of two bodies from ``t0`` to ``t1``."""
    packed_a, meshes_a, kinds_a, begins_a, _, _ = moving.bodies
    side, k = side_of(moving, b)
    packed_b, meshes_b, kinds_b, begins_b, _, _ = side
    chains, tolerance, budget = moving.chains, search.tolerance, search.max_steps
    if begins_a[a] >= 0 and begins_b[k] >= 0:
        # Convex shapes are their own hulls.
        pair = pair_of_hulls(moving, a, b, i, j)
        advance_convex(pair, t0, t1, limit, tolerance, budget, out)
    elif begins_a[a] >= 0:
        mesh = tree_at(meshes_b, kinds_b[k]), chains, j
        solid = packed_a, begins_a[a], chains, i
        impact_mesh_convex(solid, mesh, t0, t1, limit, tolerance, budget, out)
    elif begins_b[k] >= 0:
        mesh = tree_at(meshes_a, kinds_a[a]), chains, i
        solid = packed_b, begins_b[k], chains, j
        impact_mesh_convex(solid, mesh, t0, t1, limit, tolerance, budget, out)
    else:
        tree_a, tree_b = tree_at(meshes_a, kinds_a[a]), tree_at(meshes_b, kinds_b[k])
        pair = MovingTrees(tree_a, chains, i, tree_b, chains, j)
        impact_trees(pair, t0, t1, limit, tolerance, budget, out)


@kernel
def seen_touching(moving, a, b, i, j, since, last, work):
    """A time between two at which two bodies overlap, without margins; infinite if none is seen."""
    side, k = side_of(moving, b)
    pose_a, pose_b, row = work.memory
    cost = np.empty(2, np.int64)
    for look in range(LOOKS):
        t = since + (last - since) * (look + 0.5) / LOOKS
        write_pose(moving.chains, i, t, pose_a)
        write_pose(moving.chains, j, t, pose_b)
        if overlap_bodies(touch_trees, moving.bodies, a, pose_a, side, k, pose_b, 0.0, row, cost):
            return t
    return inf


@inlined
def margin_of(moving, a, b, margin):
    """Distance up to which a pair counts as touching."""
    bodies, padding = len(moving.links), moving.padding
    return margin + padding[a] + (padding[b] if b < bodies else moving.thickness[b - bodies])


@kernel
def prove_hulls(moving, near, begin, end, search, candidates, work, out):
    """Prove hulls of pairs apart; those that are not until ``end`` wait, the earliest last.

    The pairs are the first ``near`` of ``candidates.codes``; returns how many wait.
    """
    both, waiting = len(moving.links) + len(moving.fixed), 0
    for k in range(near):
        code = candidates.codes[k]
        if candidates.frees[code] >= end:
            continue
        a, b = divmod(code, both)
        i, j = write_chains(moving, a, b)
        limit = margin_of(moving, a, b, search.margin)
        hulls = pair_of_hulls(moving, a, b, i, j)
        wide = hull_limit(moving, a, b, i, j, limit)
        since = max(begin, candidates.frees[code])
        # As far as it goes, and then as far as this part needs.
        until, looks, _ = apart_until(hulls, since, 1.0, wide, work)
        if not until >= end:
            until, more, _ = apart_until(hulls, until, end, wide, work)
            looks += more
        candidates.frees[code] = until
        out[impact_row.STEPS] += looks
        if not until >= end:
            waiting = push_sorted(candidates.order, candidates.keys, 0, waiting, code, until)
    return waiting


@kernel
def search_part(moving, near, begin, end, search, candidates, work, out):
    """Let ``out`` have the first contact of some pairs from ``begin`` to ``end``, if there is one.

    The pairs are the first ``near`` of ``candidates.codes``; ``work`` is of ``mesh_elements``.
    """
    both, answer = len(moving.links) + len(moving.fixed), work.answer
    waiting = prove_hulls(moving, near, begin, end, search, candidates, work, out)
    while waiting > 0:
        waiting -= 1
        since, last = candidates.keys[waiting], min(end, out[impact_row.TIME])
        if since >= last:
            break
        a, b = divmod(candidates.order[waiting], both)
        i, j = write_chains(moving, a, b)
        limit = margin_of(moving, a, b, search.margin)
        # Meshes are walked in windows, which have a least length.
        since = min(since, max(last - SHORTEST, 0.0))
        for c in range(IMPACT_ROW):
            # Not all searches fill all columns.
            answer[c] = -1.0
        seen = inf
        if search.any_contact:
            seen = seen_touching(moving, a, b, i, j, since, last, work)
        if seen < inf:
            answer[impact_row.STATUS], answer[impact_row.STEPS] = HIT, LOOKS
            answer[impact_row.TIME], answer[impact_row.UPPER] = since, seen
        else:
            search_pair(moving, a, b, i, j, since, max(last, SHORTEST), limit, search, answer)
        steps, pairs = out[impact_row.STEPS] + answer[impact_row.STEPS], out[SEARCHED] + 1.0
        if answer[impact_row.STATUS] != FREE and answer[impact_row.TIME] < out[impact_row.TIME]:
            seen = min(out[impact_row.UPPER], answer[impact_row.UPPER])
            for c in range(IMPACT_ROW):
                out[c] = answer[c]
            out[impact_row.UPPER] = seen
            out[BODY_A], out[BODY_B] = a, b
            if search.any_contact and seen < inf:
                # Those that wait may touch earlier, but not before this.
                if waiting > 0:
                    out[impact_row.TIME] = min(out[impact_row.TIME], candidates.keys[waiting - 1])
                waiting = 0
        out[impact_row.STEPS], out[SEARCHED] = steps, pairs


@kernel
def search_paths_rows(joints, robot, points, pairs, world, search, paths, out, start, stop):
    """Fill ``out[r]``, PATH_ROW numbers, for the path from ``paths[0][r]`` to ``paths[1][r]``.

    Arguments as of ``robot.collide_rows``; ``points`` (8 * bodies, 3) are corners of boxes around
    the bodies, frames of their links.
    """
    tree, asked = as_joints(joints), as_search(search)
    bodies, links, places, padding = robot
    others, fixed, thickness, levels, _ = world
    count, joint_count = len(links), len(tree.parents)
    capacity = len(pairs) + count * len(fixed)
    moving = Moving(
        bodies, others, links, places, padding, fixed, thickness, tree.parents,
        np.empty((joint_count, motion_row.LENGTH)),
        np.empty((2 * joint_count, motion_row.LENGTH)), np.empty(joint_count, np.int64),
    )  # fmt: skip
    models = (
        np.empty((12, taylor.LENGTH)), np.empty((joint_count, 12, taylor.LENGTH)),
        np.empty((12, 2)), np.empty((joint_count, 12, 2)),
    )  # fmt: skip
    boxes, turns = np.empty((count, 2, 3)), np.empty(joint_count)
    memory = np.empty(WIDTH * len(levels[2]), np.int64), np.empty(len(fixed), np.int64)
    candidates = Candidates(
        np.empty(capacity, np.int64), np.empty(capacity, np.int64), np.empty(capacity),
        np.empty(count * (count + len(fixed))),
    )  # fmt: skip
    work = Workspace(
        np.empty(1, np.int64), np.empty(1), np.empty((1, 3)), triangle_row(), new_memory(),
        np.full(IMPACT_ROW, -1.0),
    )  # fmt: skip
    q0, q1 = paths
    for r in range(start, stop):
        found = out[r]
        for c in range(PATH_ROW):
            found[c] = 0.0
        found[impact_row.STATUS], found[impact_row.TIME], found[impact_row.UPPER] = FREE, inf, inf
        found[BODY_A], found[BODY_B] = -1.0, -1.0
        for k in range(len(candidates.frees)):
            candidates.frees[k] = 0.0
        write_joint_rows(tree, q0[r], q1[r], moving.rows, 0)
        parts = link_boxes.count_parts(moving.rows, 0, tree.parents, turns, 1.0)
        for part in range(parts):
            begin, end = part / parts, (part + 1.0) / parts
            if begin >= found[impact_row.TIME]:
                break
            write_boxes(moving, points, asked, models, begin, end, boxes)
            near = find_candidates(
                boxes, pairs, padding, world, asked.margin, memory, candidates.codes
            )
            found[NEAR] += near
            search_part(moving, near, begin, end, asked, candidates, work, found)
