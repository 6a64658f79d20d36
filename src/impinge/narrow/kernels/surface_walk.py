"""The walk over regions of a surface: flat ones are left out, others opened, faces compared."""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import dot, load, neg
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.geometry.kernels.shared_triangles import meet_beyond_corner, meet_beyond_edge
from impinge.narrow.kernels.surface_directions import (
    RIGHT,
    gather_outline,
    merge_cones,
    outline_area,
    outline_is_simple,
)

BOXES, MASKS, CONES = 0, 1, 2
WAITING, VISITED, TESTED, FOUND = 0, 1, 2, 3


class Surface(NamedTuple):
    """Where regions are."""

    regions: Any
    points: Any
    volumes: Any
    """(nodes, 2 k): lows and highs along directions, the axes first."""
    slack: Any
    """By how much these may be rounded, twice."""


class Sides(NamedTuple):
    """What is known about the normals of regions."""

    culling: Any
    """BOXES, MASKS or CONES."""
    exact: Any
    """Whether outlines are tested."""
    units: Any
    """(k, 3): the sampled directions, one of each pair of opposite ones."""
    masks: Any
    cones: Any
    """One row a node: a bit a direction; axis and aperture. One of these two is used."""


@inlined
def volumes_overlap(volumes, a, b, slack):
    """Do the intervals overlap along all directions, or come within ``slack``?"""
    count = volumes.shape[1] // 2
    apart = False
    for d in range(count):
        apart |= (volumes[a, d] > volumes[b, count + d] + slack) | (
            volumes[b, d] > volumes[a, count + d] + slack
        )
    return not apart


@inlined
def neighbours(regions, a, b):
    """Do two regions of one level share an edge?"""
    i, stop = regions.near_from[a], regions.near_from[a + 1]
    while i < stop and regions.near[i] < b:
        i += 1
    return i < stop and regions.near[i] == b


@inlined
def frame_across(d):
    """Two vectors across ``d`` whose cross product is a positive multiple of it, exactly."""
    if abs(d[0]) >= max(abs(d[1]), abs(d[2])):
        u, v, lead = (-d[1], d[0], 0.0), (-d[2], 0.0, d[0]), d[0]
    elif abs(d[1]) >= abs(d[2]):
        u, v, lead = (0.0, -d[2], d[1]), (d[1], -d[0], 0.0), d[1]
    else:
        u, v, lead = (d[2], 0.0, -d[0]), (0.0, d[2], -d[1]), d[2]
    return (u, v) if lead > 0.0 else (v, u)


@inlined
def direction_in(mask, units, area):
    """The direction of a mask that sees most of an area vector."""
    best, chosen = -inf, (0.0, 0.0, 0.0)
    for k in range(len(units)):
        d = load(units, k)
        along = dot(area, d)
        if mask >> k & 1 and along > best:
            best, chosen = along, d
        if mask >> (k + len(units)) & 1 and -along > best:
            best, chosen = -along, neg(d)
    return chosen


@kernel
def union_is_flat(surface, sides, work, a, b, c):
    """Is it proved that no two places of the union of up to three regions meet?"""
    mask, axis = 0, (0.0, 0.0, 0.0)
    if sides.culling == MASKS:
        mask = sides.masks[a] & sides.masks[b] & sides.masks[c]
        if mask == 0:
            return False
    else:
        axis, aperture = load(sides.cones, a), sides.cones[a, 3]
        if b != a:
            axis, aperture = merge_cones(axis, aperture, load(sides.cones, b), sides.cones[b, 3])
        if c != b:
            axis, aperture = merge_cones(axis, aperture, load(sides.cones, c), sides.cones[c, 3])
        if not aperture < RIGHT:
            return False
    if not sides.exact:
        return True
    count = gather_outline(surface.regions, a, b, c, work)
    if count == 0:
        return False
    if sides.culling == MASKS:
        axis = direction_in(mask, sides.units, outline_area(surface.points, work.edges, count))
    u, v = frame_across(axis)
    return outline_is_simple(surface.points, work, count, u, v)


@kernel
def joined_is_flat(surface, sides, work, a, b):
    """Are two regions part of a flat union with a neighbour of both?

    This decides about regions that meet in a vertex, which no volume separates.
    """
    regions = surface.regions
    for i in range(regions.near_from[a], regions.near_from[a + 1]):
        c = np.int64(regions.near[i])
        if neighbours(regions, c, b) and union_is_flat(surface, sides, work, a, b, c):
            return True
    return False


@kernel
def is_free(surface, sides, work, a, b):
    """Is it proved that no faces of two regions meet, or of one if both are the same?

    Neighbours touch, so that no volume separates them: curvature decides.
    """
    joined = a == b or (sides.culling != BOXES and neighbours(surface.regions, a, b))
    if not joined and not volumes_overlap(surface.volumes, a, b, surface.slack):
        return True
    if sides.culling == BOXES:
        return False
    if joined:
        return union_is_flat(surface, sides, work, a, b, b)
    return joined_is_flat(surface, sides, work, a, b)


@inlined
def corner_with(corners, p, vertex):
    """Which corner of the face at a place is this vertex? 3 if none."""
    if corners[p, 0] == vertex:
        return 0
    if corners[p, 1] == vertex:
        return 1
    return 2 if corners[p, 2] == vertex else 3


@kernel
def neighbours_meet(points, corners, p, q, shared, v, w):
    """Do faces with one to three common vertices, v and w among them, meet elsewhere?"""
    if shared > 2:
        return True
    i, j = corner_with(corners, p, v), corner_with(corners, q, v)
    if shared == 2:
        k, m = 3 - i - corner_with(corners, p, w), 3 - j - corner_with(corners, q, w)
        a, b = load(points, corners[p, k]), load(points, corners[q, m])
        return meet_beyond_edge(load(points, v), load(points, w), a, b)
    a, b = load(points, corners[p, (i + 1) % 3]), load(points, corners[p, (i + 2) % 3])
    c, d = load(points, corners[q, (j + 1) % 3]), load(points, corners[q, (j + 2) % 3])
    return meet_beyond_corner(load(points, v), a, b, c, d)


@inlined
def extent_of_both(volumes, p, q):
    """The largest difference between two coordinates of the faces at two places."""
    count = volumes.shape[1] // 2
    extent = 0.0
    for d in range(3):
        high = max(volumes[p, count + d], volumes[q, count + d])
        extent = max(extent, high - min(volumes[p, d], volumes[q, d]))
    return extent


@kernel
def compare_faces(surface, p, q, with_neighbours, counts):
    """Do the faces at two places meet, elsewhere than at what they share?"""
    points, corners = surface.points, surface.regions.corners
    shared, v, w = 0, -1, -1
    for i in range(3):
        vertex = corners[p, i]
        if corner_with(corners, q, vertex) < 3 and vertex != v and vertex != w:
            shared += 1
            v, w = vertex, v
    if shared > 0:
        if not with_neighbours:
            return False
        counts[TESTED] += 1
        return neighbours_meet(points, corners, p, q, shared, v, w)
    if not volumes_overlap(surface.volumes, p, q, surface.slack):
        return False
    counts[TESTED] += 1
    return overlap_triangle_triangle(
        load(points, corners[p, 0]), load(points, corners[p, 1]), load(points, corners[p, 2]),
        load(points, corners[q, 0]), load(points, corners[q, 1]), load(points, corners[q, 2]),
        orient_bound(extent_of_both(surface.volumes, p, q)),
    )  # fmt: skip


@kernel
def walk_surface(surface, sides, work, with_neighbours, patience, stack, seen, out, counts):
    """Find pairs of faces that meet, from the pairs of nodes in ``stack`` on (twice the same: one).

    Writes codes i m + j of faces i < j to ``out`` and marks nodes it looked at in ``seen``.
    ``counts`` are pairs in the stack, nodes and pairs visited, faces tested, pairs found. Returns
    when the stack is empty, or ``out`` or ``stack`` is full, or after ``patience`` visits.
    """
    regions, children = surface.regions, surface.regions.children
    faces = len(regions.corners)
    while counts[WAITING] > 0 and patience > 0 and counts[FOUND] < len(out):
        top = counts[WAITING] - 1
        a, b = stack[top, 0], stack[top, 1]
        kin = children[a + 1] - children[a] if a >= faces else 0
        if top + kin * max(children[b + 1] - children[b], kin) > len(stack):
            return
        counts[WAITING] = top
        counts[VISITED] += 1
        patience -= 1
        seen[a] = seen[b] = True
        if a < faces:
            if a != b and compare_faces(surface, a, b, with_neighbours, counts):
                i, j = regions.faces[a], regions.faces[b]
                out[counts[FOUND]] = min(i, j) * faces + max(i, j)
                counts[FOUND] += 1
            continue
        if is_free(surface, sides, work, a, b):
            continue
        for c in range(children[a], children[a + 1]):
            for d in range(c if a == b else children[b], children[b + 1]):
                stack[top, 0], stack[top, 1] = c, d
                top += 1
        counts[WAITING] = top


@kernel
def set_volumes(points, regions, directions, volumes, values):
    """Write the k-DOP of each node, a row: lows, then highs.

    ``values`` is filled with the points' values along the directions.
    """
    count, faces = len(directions), len(regions.corners)
    for i in range(len(points)):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        for d in range(count):
            values[i, d] = directions[d, 0] * x + directions[d, 1] * y + directions[d, 2] * z
    for p in range(faces):
        a, b, c = regions.corners[p, 0], regions.corners[p, 1], regions.corners[p, 2]
        for d in range(count):
            volumes[p, d] = min(values[a, d], min(values[b, d], values[c, d]))
            volumes[p, count + d] = max(values[a, d], max(values[b, d], values[c, d]))
    for n in range(faces, len(volumes)):
        first = regions.children[n]
        for d in range(2 * count):
            volumes[n, d] = volumes[first, d]
        for c in range(first + 1, regions.children[n + 1]):
            for d in range(count):
                volumes[n, d] = min(volumes[n, d], volumes[c, d])
                volumes[n, count + d] = max(volumes[n, count + d], volumes[c, count + d])
