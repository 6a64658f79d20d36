"""What belongs to a region on either surface: its crossing triangles, and what lies behind them.

A *surface* is (vertices, faces, points, corners, face_edges, starts, ends, edges, edge count): the
mesh and its links (``narrow.mesh_links``).
"""

from math import inf

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import moved, scaled
from impinge.core.vec import load, lower, upper
from impinge.narrow.kernels.flood import ONE, ends_of, flood_pieces, note_nearest
from impinge.narrow.kernels.slide_walk import COARSE
from impinge.narrow.kernels.slots import mark_up


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
    return (
        np.full((count, 2), -1, np.int64),
        np.empty((count, 2)),
        np.empty((count, 2), np.int64),
    )


@kernel
def find_pieces(surface, crossings, faces):
    """The pieces of a surface that lie behind the other (``flood``).

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


@inlined
def around(window, p):
    """The box around a box and a point."""
    low = lower(p, (window[0], window[1], window[2]))
    high = upper(p, (window[3], window[4], window[5]))
    return (low[0], low[1], low[2], high[0], high[1], high[2])


@inlined
def beside(a, b):
    """Two boxes, each without what lies beside the other, seen along the last axis."""
    x0, y0, x1, y1 = max(a[0], b[0]), max(a[1], b[1]), min(a[3], b[3]), min(a[4], b[4])
    return (x0, y0, a[2], x1, y1, a[5]), (x0, y0, b[2], x1, y1, b[5])


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
    window = (inf, inf, inf, -inf, -inf, -inf)
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
    return (
        window[0] - COARSE, window[1] - COARSE, window[2] - COARSE,
        window[3] + COARSE, window[4] + COARSE, window[5] + COARSE,
    )  # fmt: skip
