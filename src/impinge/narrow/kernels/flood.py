"""Which part of a surface lies behind another? From the contour inward, over uncut edges.

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

ONE = 2.0**-40
"""Crossings of an edge that are closer, as a share of it, are one: where an edge grazes another, it
enters and leaves there, and both its ends are before the surface."""


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
