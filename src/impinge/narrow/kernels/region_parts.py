"""What belongs to a region on either surface: its crossing triangles, and what lies behind them.

A *surface* is (vertices, faces, points, corners, face_edges, starts, ends, edges, edge count): the
mesh and its links (``narrow.mesh_links``).

An edge that the other surface pierces has a nearest crossing from each of its ends. An end behind
the face that pierces it there is behind the other surface; so is every vertex that can be reached
from it over edges that nothing pierces. Such a set of vertices is a *piece*. Where it also holds an
end that is before its nearest crossing, the contour does not close it off (an open sheet ends
within the body): the piece has leaked, and is left out.

``crossings``  (edges (n, 2) int64, shares (n, 2) float64, sides (n, 2) int64) of n pairs: the edges
               of one triangle that the other pierces, -1 for none; the share of the edge, from its
               lower vertex, up to there; 1 where that vertex is behind.
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.mat import moved, scaled
from impinge.core.vec import add, load, lower, sub, upper
from impinge.hierarchy.kernels.node import child_at, leaf_range
from impinge.narrow.kernels.slide_walk import COARSE

ONE = 2.0**-40
"""Crossings of an edge that are closer, as a share of it, are one: where an edge grazes another, it
enters and leaves there, and both its ends are before the surface."""


@inlined
def note_crossing(crossings, i, k, surface, face, lone, onward, share, behind):
    """Record that an edge of a face is pierced: the one from corner ``lone`` on, or back."""
    edges, shares, sides = crossings
    corners, face_edges = surface[3], surface[4]
    before, after = (lone + 2) % 3, (lone + 1) % 3
    edge = face_edges[face, lone if onward else before]
    is_lower = corners[face, lone] < corners[face, after if onward else before]
    edges[i, k] = edge
    shares[i, k] = share if is_lower else 1.0 - share
    sides[i, k] = 1 if behind == is_lower else 0


@inlined
def no_crossings(count):
    return np.full((count, 2), -1, np.int64), np.empty((count, 2)), np.empty((count, 2), np.int64)


@kernel
def note_nearest(edges, shares, sides, near, behind):
    """For both ends of every pierced edge: how far is the nearest crossing, is the end behind it?

    ``near`` (e, 2) holds infinity at first.
    """
    for i in range(len(edges)):
        for k in range(2):
            edge = edges[i, k]
            if edge < 0:
                continue
            for end in range(2):
                share = shares[i, k] if end == 0 else 1.0 - shares[i, k]
                inner = sides[i, k] if end == 0 else 1 - sides[i, k]
                if share < near[edge, end] - ONE:
                    near[edge, end] = share
                    behind[edge, end] = inner
                elif share <= near[edge, end] + ONE:
                    near[edge, end] = min(near[edge, end], share)
                    behind[edge, end] = min(behind[edge, end], inner)


@inlined
def ends_of(edge, face, corners, face_edges):
    """The lower and the higher vertex of an edge of a face."""
    k = 0
    if face_edges[face, 1] == edge:
        k = 1
    elif face_edges[face, 2] == edge:
        k = 2
    u, v = corners[face, k], corners[face, k + 1 if k < 2 else 0]
    return min(u, v), max(u, v)


@kernel
def flood_pieces(edges, faces, near, behind, corners, face_edges, starts, links, piece, queue):
    """Number the pieces: ``piece`` of each vertex (-1 before), and where each begins in ``queue``.

    ``faces`` (n,) are the triangles whose edges are pierced; ``links`` the two columns (other end,
    edge) of what meets at each vertex. Returns ``(begins (k + 1,), leaked (k,))``.
    """
    before = np.zeros(len(piece), np.bool_)
    for i in range(len(edges)):
        for k in range(2):
            edge = edges[i, k]
            if edge >= 0:
                u, v = ends_of(edge, faces[i], corners, face_edges)
                before[u] |= behind[edge, 0] == 0
                before[v] |= behind[edge, 1] == 0
    ends, numbers = links
    begins = np.empty(4 * len(edges) + 1, np.int64)
    leaked = np.zeros(4 * len(edges), np.bool_)
    count = 0
    tail = 0
    for i in range(len(edges)):
        for k in range(2):
            edge = edges[i, k]
            if edge < 0:
                continue
            u, v = ends_of(edge, faces[i], corners, face_edges)
            for end in range(2):
                seed = u if end == 0 else v
                if behind[edge, end] == 0 or piece[seed] >= 0:
                    continue
                begins[count] = tail
                piece[seed] = count
                queue[tail] = seed
                head = tail
                tail += 1
                while head < tail:
                    w = queue[head]
                    head += 1
                    leaked[count] |= before[w]
                    for at in range(starts[w], starts[w + 1]):
                        if near[numbers[at], 0] == inf and piece[ends[at]] < 0:
                            piece[ends[at]] = count
                            queue[tail] = ends[at]
                            tail += 1
                count += 1
    begins[count] = tail
    return begins[: count + 1], leaked[:count]


@inlined
def sorted_by(labels, count):
    """Numbers of things sorted by their labels, and where each label begins; -1 is left out."""
    begins = np.zeros(count + 1, np.int64)
    for label in labels:
        begins[label + 1] += label >= 0
    for k in range(count):
        begins[k + 1] += begins[k]
    members = np.empty(begins[count], np.int64)
    at = begins.copy()
    for i in range(len(labels)):
        if labels[i] >= 0:
            members[at[labels[i]]] = i
            at[labels[i]] += 1
    return members, begins


@kernel
def find_pieces(surface, crossings, faces):
    """The pieces of a surface that lie behind the other.

    ``faces`` (n,) are the triangles of the pairs. Returns the nearest crossings of edges, the
    pieces of vertices, and the faces of each piece, without those that are crossed.
    """
    _, _, _, corners, face_edges, firsts, ends, numbers, edge_count = surface
    edges, shares, sides = crossings
    near = np.full((edge_count, 2), inf)
    behind = np.zeros((edge_count, 2), np.int64)
    note_nearest(edges, shares, sides, near, behind)
    piece = np.full(len(firsts) - 1, -1, np.int64)
    queue = np.empty(len(firsts) - 1, np.int64)
    begins, leaked = flood_pieces(
        edges, faces, near, behind, corners, face_edges, firsts, (ends, numbers), piece, queue
    )
    own = np.empty(len(corners), np.int64)
    for face in range(len(corners)):
        own[face] = piece[corners[face, 0]]
    for i in range(len(faces)):
        own[faces[i]] = -1
    members, starts = sorted_by(own, len(leaked))
    return near, behind, piece, queue, begins, leaked, members, starts


@inlined
def around(window, p):
    """The box around a box and a point."""
    return lower(p, window[0]), upper(p, window[1])


@inlined
def beside(a, b):
    """Two boxes, each without what lies beside the other, seen along the last axis."""
    (low_a, high_a), (low_b, high_b) = a, b
    x0, y0, _ = upper(low_b, low_a)
    x1, y1, _ = lower(high_b, high_a)
    one = (x0, y0, low_a[2]), (x1, y1, high_a[2])
    return one, ((x0, y0, low_b[2]), (x1, y1, high_b[2]))


@inlined
def mark_up(slots, face, live, wanted):
    """Mark the slots from a face to the entry; those that are marked lead to marked ones."""
    holders, above = slots
    slot = holders[face]
    while slot >= 0 and live[slot] != wanted:
        live[slot] = wanted
        slot = above[slot >> 3]


@kernel
def gather_part(
    surface, slots, view, unit_scale, faces, pairs, crossings, found, live, marks, wanted
):
    """Mark what belongs to a region on one surface; the box around it in the slide frame.

    Its crossed faces (of these pairs), and the pieces behind that their edges lead to.
    """
    vertices, mesh_faces, points, corners, face_edges, _, _, _, _ = surface
    near, behind, piece, queue, begins, leaked, members, starts = found
    edges, shares, _ = crossings
    turn, shift = scaled(unit_scale, view[0]), view[1]
    window = (inf, inf, inf), (-inf, -inf, -inf)
    for i in pairs:
        face = faces[i]
        if marks[face] != wanted:
            marks[face] = wanted
            mark_up(slots, face, live, wanted)
            for k in range(3):
                p = load(vertices, mesh_faces[face, k])
                window = around(window, moved(turn, shift, p))
        for k in range(2):
            edge = edges[i, k]
            if edge < 0:
                continue
            for end in range(2):
                share = shares[i, k] if end == 0 else 1.0 - shares[i, k]
                if behind[edge, end] == 0 or share > near[edge, end] + ONE:
                    continue
                own = piece[ends_of(edge, face, corners, face_edges)[end]]
                first, last = starts[own], starts[own + 1]
                if leaked[own] or first == last or marks[members[first]] == wanted:
                    continue
                for at in range(first, last):
                    marks[members[at]] = wanted
                    mark_up(slots, members[at], live, wanted)
                for at in range(begins[own], begins[own + 1]):
                    p = load(vertices, points[queue[at]])
                    window = around(window, moved(turn, shift, p))
    pad = (COARSE, COARSE, COARSE)
    return sub(window[0], pad), add(window[1], pad)


@kernel
def find_slots(nodes, triangles, holders, above):
    """The way up in a tree, from faces to the slots that hold them, and on to the entry.

    ``holders`` (n,) int64: the slot of the leaf that holds each face. ``above`` (m,) int64: the
    slot that leads to each row, -1 for the first.
    """
    above[0] = -1
    for row in range(len(nodes)):
        for lane in range(WIDTH):
            if nodes[row, HALF + lane] < 0.0:
                continue
            slot = 8 * row + lane
            child = child_at(nodes, slot)
            if child >= 0:
                above[child] = slot
                continue
            first, stop = leaf_range(child)
            for i in range(first, stop):
                holders[int(triangles[i, 9])] = slot
