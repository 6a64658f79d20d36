"""Convex patches of a surface: faces joined across edges as long as they are part of one hull.

Signs are exact: a patch is convex for the floats given. Faces in one plane may be joined.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import load
from impinge.geometry.kernels.convexity import side_of
from impinge.geometry.kernels.shared_triangles import on_line

MOST_FACES = 1024
"""Faces of a patch at most: each new face is compared with all of them."""


@inlined
def is_thin(vertices, faces, f):
    """Whether a triangle has no area, exactly."""
    a, b = load(vertices, faces[f, 0]), load(vertices, faces[f, 1])
    return on_line(a, b, load(vertices, faces[f, 2]))


@inlined
def is_below(vertices, faces, f, v):
    """Whether vertex ``v`` is below the plane of face ``f``, or in it."""
    return side_of(vertices, faces[f, 0], faces[f, 1], faces[f, 2], load(vertices, v)) >= 0


@kernel
def keeps_convex(vertices, faces, patch, corners, f):
    """Whether face ``f`` may join the faces ``patch``, whose vertices are ``corners``."""
    for k in range(len(corners)):
        if not is_below(vertices, faces, f, corners[k]):
            return False
    for k in range(len(patch)):
        for c in range(3):
            if not is_below(vertices, faces, patch[k], faces[f, c]):
                return False
    return True


@inlined
def add_corners(faces, f, number, seen, corners, used):
    """Note the corners of a face that its patch has not had yet; how many the patch has now."""
    for c in range(3):
        v = faces[f, c]
        if seen[v] != number:
            seen[v] = number
            corners[used] = v
            used += 1
    return used


@kernel
def flood_patches(vertices, faces, across, patches):
    """Fill the patch of each face; returns the number of patches.

    ``across (f, 3)`` is the face beyond each edge, -1 for none. Patches grow breadth-first from
    the first face that has none. A face that may not join a patch now may not join it later. Faces
    without area are patches of their own.
    """
    count = len(faces)
    tried = np.full(count, -1, np.int64)
    seen = np.full(len(vertices), -1, np.int64)
    patch, corners = np.empty(count, np.int64), np.empty(len(vertices), np.int64)
    number = 0
    for f in range(count):
        patches[f] = -1
    for seed in range(count):
        if patches[seed] >= 0:
            continue
        patches[seed] = number
        patch[0] = seed
        size, used, at = 1, add_corners(faces, seed, number, seen, corners, 0), 0
        if is_thin(vertices, faces, seed):
            number += 1
            continue
        while at < size < MOST_FACES:
            for k in range(3):
                f = across[patch[at], k]
                if f < 0 or patches[f] >= 0 or tried[f] == number or size == MOST_FACES:
                    continue
                tried[f] = number
                if is_thin(vertices, faces, f):
                    continue
                if not keeps_convex(vertices, faces, patch[:size], corners[:used], f):
                    continue
                patches[f] = number
                patch[size] = f
                size += 1
                used = add_corners(faces, f, number, seen, corners, used)
            at += 1
        number += 1
    return number


@kernel
def merge_neighbours(links, low, high, partner):
    """Pair nodes up along ``links (m, 2)``, those whose common box is smallest first.

    ``partner`` receives the other of each pair, -1 for nodes left over; returns how many pairs.
    """
    sizes = np.empty(len(links))
    for k in range(len(links)):
        i, j = links[k, 0], links[k, 1]
        x = max(high[i, 0], high[j, 0]) - min(low[i, 0], low[j, 0])
        y = max(high[i, 1], high[j, 1]) - min(low[i, 1], low[j, 1])
        z = max(high[i, 2], high[j, 2]) - min(low[i, 2], low[j, 2])
        sizes[k] = x * x + y * y + z * z
    for i in range(len(partner)):
        partner[i] = -1
    pairs = 0
    for k in np.argsort(sizes, kind="mergesort"):
        i, j = links[k, 0], links[k, 1]
        if i != j and partner[i] < 0 and partner[j] < 0:
            partner[i], partner[j] = j, i
            pairs += 1
    return pairs
