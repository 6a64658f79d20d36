"""Is a BSP tree right? Each of its cells is held against how often the mesh winds around it.

A cell without any surface inside has one winding number: the faces that a line from it to infinity
leaves the mesh by, less those it enters by. It must be 0 in a cell that is outside and 1 in one
that is inside. If all are, the tree agrees with the mesh everywhere; where bodies overlap or faces
cross, some cell is wound around twice, and whatever it is called is wrong.

A line starts at a triangle in the plane above the cell, and begins in the cell whatever rounding
says: it is known on which side of each plane above the cell lies. So it meets only what is beyond
those planes that it leaves the cell's side of. Which part of the tree it can meet is decided with a
pad; what it meets, by the triangles alone.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, cross, dot, load, norm, scale, sub
from impinge.partition.kernels.bsp_build import AHEAD, BEHIND, HEAD, SOLID, area_vector, plane_of
from impinge.partition.kernels.bsp_cut import THICKNESS, height
from impinge.partition.kernels.scan import corner_of

NEAR = 10.0 * THICKNESS
"""A line this near to an edge may be on either side of it, or in a gap that faces without area have
left: another line is tried."""
ROUNDING = 1e-15
"""Of the volume that tells on which side of an edge a line passes; coordinates are about one."""
PAD = 10.0 * THICKNESS
"""How far beyond a plane a line is followed: more than corners are off their planes."""
LEVEL_LINE = 1e-4
"""Lines that climb less across a plane are taken to be on both sides all along."""
FURTHEST = 4.0
"""Nothing is further along a line: the mesh is within a cube of edge one."""
SLANT = 0.05
"""A line leaves its triangle at least so steeply, as a sine."""
THIN = 64.0 * THICKNESS
"""A cell that a line leaves before this is a film, where the tree may say anything."""
ENOUGH = 3
"""Lines that must say a cell is wrong."""
OUTSIDE, HIT, UNSURE = 0, 1, 2


@inlined
def side_of_edge(p, d, a, b):
    """On which side of an edge a line passes: a number that is positive on one, and its pad."""
    edge = sub(b, a)
    return dot(d, cross(sub(a, p), sub(b, p))), NEAR * norm(cross(d, edge)) + ROUNDING


@inlined
def meet_line_piece(p, d, pieces, i):
    """(how, 1 if the line leaves by this triangle's front or -1); how: OUTSIDE, HIT or UNSURE."""
    a, b, c = corner_of(pieces, i, 0), corner_of(pieces, i, 1), corner_of(pieces, i, 2)
    way = 1 if dot(d, cross(sub(b, a), sub(c, a))) > 0.0 else -1
    u, pad_u = side_of_edge(p, d, a, b)
    v, pad_v = side_of_edge(p, d, b, c)
    w, pad_w = side_of_edge(p, d, c, a)
    u, v, w = way * u, way * v, way * w
    if u < -pad_u or v < -pad_v or w < -pad_w:
        return OUTSIDE, way
    return HIT if u > pad_u and v > pad_v and w > pad_w else UNSURE, way


@inlined
def cross_pieces(p, d, head, pieces, following):
    """(times the line leaves less times it enters, surely?) of the triangles of one node."""
    turns, sure = 0, True
    i = head
    while i >= 0:
        how, way = meet_line_piece(p, d, pieces, i)
        turns += way * (how == HIT)
        sure = sure and how != UNSURE
        i = following[i]
    return turns, sure


@kernel
def cross_below(p, d, top, begin, end, planes, links, pieces, following, stack, spans):
    """The same for a node and all below it, between two places of the line."""
    turns, sure = 0, True
    stack[0] = top
    spans[0, 0], spans[0, 1] = begin, end
    waiting = 1
    while waiting > 0 and sure:
        waiting -= 1
        node, start, stop = stack[waiting], spans[waiting, 0], spans[waiting, 1]
        while node >= 0 and sure:
            plane = plane_of(planes, node)
            h, climb = height(plane, p), dot(d, (plane[0], plane[1], plane[2]))
            low, high = h + climb * start, h + climb * stop
            if low > high:
                low, high = high, low
            if low > PAD:
                node = links[node, AHEAD]
                continue
            if high < -PAD:
                node = links[node, BEHIND]
                continue
            found, sure = cross_pieces(p, d, links[node, HEAD], pieces, following)
            turns += found
            near, far = (BEHIND, AHEAD) if climb > 0.0 else (AHEAD, BEHIND)
            middle_low, middle_high = stop, start
            if abs(climb) > LEVEL_LINE:
                middle_low, middle_high = (-h / climb, -h / climb)
                middle_low = min(stop, middle_low + PAD / abs(climb))
                middle_high = max(start, middle_high - PAD / abs(climb))
            stack[waiting] = links[node, far]
            spans[waiting, 0], spans[waiting, 1] = middle_high, stop
            waiting += 1
            node, stop = links[node, near], middle_low
    return turns, sure


@kernel
def winding(p, d, node, side, tree, stack, spans, beyond, times):
    """(winding number of the cell, surely?, how far the line is in the cell).

    The line from ``p`` along ``d`` begins in the cell on this side of the node's plane.
    """
    planes, links, parents, pieces, following = tree
    # Planes above that the line leaves the cell's side of, from below, and when.
    crossed, reach = 0, FURTHEST
    while node >= 0:
        plane = plane_of(planes, node)
        climb = dot(d, (plane[0], plane[1], plane[2]))
        if climb != 0.0 and (climb < 0.0) == (side == AHEAD):
            beyond[crossed] = node
            times[crossed] = min(max(-height(plane, p) / climb, 0.0), FURTHEST)
            reach = min(reach, times[crossed])
            crossed += 1
        above = parents[node]
        if above >= 0:
            side = AHEAD if links[above, AHEAD] == node else BEHIND
        node = above
    turns, sure = 0, True
    end = FURTHEST
    for k in range(crossed - 1, -1, -1):
        n = beyond[k]
        plane = plane_of(planes, n)
        climb = dot(d, (plane[0], plane[1], plane[2]))
        pad = PAD / abs(climb) if abs(climb) > LEVEL_LINE else FURTHEST
        if times[k] - pad <= end:
            found, sure = cross_pieces(p, d, links[n, HEAD], pieces, following)
            turns += found
            if not sure:
                break
            other = links[n, AHEAD if climb > 0.0 else BEHIND]
            found, sure = cross_below(
                p, d, other, max(times[k] - pad, 0.0), end, planes, links, pieces, following, stack,
                spans,
            )  # fmt: skip
            turns += found
            if not sure:
                break
        end = min(end, times[k] + pad)
    return turns, sure, reach


@inlined
def largest_piece(head, pieces, following):
    """The triangle of most area of a list, -1 of an empty one."""
    best, most = -1, -1.0
    i = head
    while i >= 0:
        area = norm(area_vector(pieces, i))
        if area > most:
            best, most = i, area
        i = following[i]
    return best


@kernel
def check_rows(
    cells, planes, links, parents, pieces, following, depth, directions, wrong, start, stop
):  # fmt: skip
    """Fills the triangle beside each cell, a node and a side, that is called wrongly; else -1.

    There always is one: planes without any have something on both sides (``build_bsp``).
    """
    stack, spans = np.empty(depth + 2, np.int64), np.empty((depth + 2, 2))
    beyond, times = np.empty(depth + 2, np.int64), np.empty(depth + 2)
    for r in range(start, stop):
        node, side = cells[r, 0], cells[r, 1]
        wrong[r] = -1
        expected = 1 if links[node, side] == SOLID else 0
        piece = largest_piece(links[node, HEAD], pieces, following)
        a, b = corner_of(pieces, piece, 0), corner_of(pieces, piece, 1)
        p = scale(1.0 / 3.0, add(add(a, b), corner_of(pieces, piece, 2)))
        plane = plane_of(planes, node)
        votes = 0
        for k in range(len(directions)):
            d = load(directions, k)
            climb = dot(d, (plane[0], plane[1], plane[2]))
            if abs(climb) < SLANT:
                continue
            if (climb > 0.0) != (side == AHEAD):
                d = scale(-1.0, d)
            turns, sure, reach = winding(
                p, d, node, side, (planes, links, parents, pieces, following),
                stack, spans, beyond, times,
            )  # fmt: skip
            if not sure:
                continue
            if turns == expected:
                votes = 0
                break
            votes += 1 * (reach > THIN)
            if votes == ENOUGH:
                break
        if votes > 0:
            wrong[r] = piece
