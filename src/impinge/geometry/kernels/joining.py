"""Triangles of a convex surface joined to polygons, where they lie in a plane.

``vertices (n, 6)`` are wide (:mod:`impinge.geometry.kernels.wide`), about at unit size. Half-edges
are numbered as in :mod:`impinge.geometry.kernels.half_edges`. ``limits`` of triangles say how far
vertices may be off a plane; below zero, a triangle stays alone.
"""

from math import atan2, pi

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import norm, norm_sq
from impinge.geometry.kernels.half_edges import next_edge, sort_pairs, sort_stably
from impinge.geometry.kernels.wide import (
    load_wide,
    rounded,
    store_wide,
    wide_add,
    wide_cross,
    wide_dot,
    wide_sub,
)


@kernel
def fill_normals(vertices, triangles, normals, areas):
    """Normals of triangles, wide, and their lengths: twice the areas.

    From the two shorter sides: those of a needle are lost in rounding from its two longer ones.
    """
    for f in range(len(triangles)):
        a = load_wide(vertices, triangles[f, 0])
        b = load_wide(vertices, triangles[f, 1])
        c = load_wide(vertices, triangles[f, 2])
        u, v, w = wide_sub(b, a), wide_sub(c, b), wide_sub(a, c)
        uu, vv, ww = norm_sq(rounded(u)), norm_sq(rounded(v)), norm_sq(rounded(w))
        if uu >= vv and uu >= ww:
            normal = wide_cross(v, w)
        elif vv >= ww:
            normal = wide_cross(w, u)
        else:
            normal = wide_cross(u, v)
        store_wide(normals, f, normal)
        areas[f] = norm(rounded(normal))


@inlined
def height_above(vertices, v, triangles, normals, f):
    """How far a vertex is above the plane of a triangle, times twice the triangle's area."""
    arm = wide_sub(load_wide(vertices, v), load_wide(vertices, triangles[f, 0]))
    return wide_dot(arm, load_wide(normals, f))[0]


@kernel
def label_triangles(vertices, triangles, normals, areas, twins, order, limits):
    """Triangles that are joined get the same number, that of the largest of them.

    ``order`` lists half-edges, each edge once, those of the largest triangles first. A sliver may
    be in the plane of both its neighbours: it goes with one, and does not join them.
    """
    m = len(triangles)
    corners = triangles.reshape(-1)
    labels, last, after = np.arange(m), np.arange(m), np.full(m, -1, np.int64)
    for h in order:
        # The corner of the small one counts: its own plane would be lost in rounding first.
        t = twins[h]
        i, j = h // 3, t // 3
        limit = min(limits[i], limits[j])
        far = corners[next_edge(next_edge(t))]
        if (
            limit < 0.0
            or abs(height_above(vertices, far, triangles, normals, i)) > limit * areas[i]
        ):
            continue
        a, b = labels[i], labels[j]
        if areas[a] < areas[b]:
            a, b = b, a
        fits = a != b
        k = b
        while fits and k >= 0:
            for c in range(3):
                height = height_above(vertices, triangles[k, c], triangles, normals, a)
                fits = fits and abs(height) <= 2.0 * limit * areas[a]
            k = after[k]
        if fits:
            k = b
            while k >= 0:
                labels[k] = a
                k = after[k]
            after[last[a]] = b
            last[a] = last[b]
    return labels


@kernel
def trace_border(corners, twins, labels, members, following, loop):
    """The vertices around some triangles; how many, 0 unless they make one simple cycle.

    ``following (n,)`` is memory, -1 everywhere, and is left so.
    """
    label = labels[members[0]]
    count, first, simple = 0, -1, True
    for f in members:
        for h in range(3 * f, 3 * f + 3):
            if labels[twins[h] // 3] != label:
                simple = simple and following[corners[h]] < 0
                following[corners[h]] = corners[next_edge(h)]
                first = corners[h] if first < 0 else first
                count += 1
    around, v = 0, first
    while simple and v >= 0 and around < count:
        loop[around] = v
        around += 1
        v = following[v]
        if v == first:
            break
    for f in members:
        for c in range(3):
            following[corners[3 * f + c]] = -1
    return count if simple and v == first and around == count else 0


@kernel
def is_flat(vertices, triangles, members, normal, limit):
    """Do all corners lie within a limit of each other along the normal?"""
    length = norm(rounded(normal))
    first = load_wide(vertices, triangles[members[0], 0])
    low = high = 0.0
    for f in members:
        for c in range(3):
            arm = wide_sub(load_wide(vertices, triangles[f, c]), first)
            height = wide_dot(arm, normal)[0]
            low, high = min(low, height), max(high, height)
    return length > 0.0 and high - low <= limit * length


@kernel
def is_straight(vertices, loop, meeting, limit):
    """Are the vertices that are left out on the lines between those that stay?"""
    n, begin = len(loop), 0
    while meeting[loop[begin]] < 3:
        begin += 1
    here = begin
    while here < begin + n:
        there = here + 1
        while meeting[loop[there % n]] < 3:
            there += 1
        p = load_wide(vertices, loop[here % n])
        along = wide_sub(load_wide(vertices, loop[there % n]), p)
        for k in range(here + 1, there):
            off = wide_cross(wide_sub(load_wide(vertices, loop[k % n]), p), along)
            if norm(rounded(off)) > limit * norm(rounded(along)):
                return False
        here = there
    return True


@kernel
def is_convex(vertices, loop, normal, limit):
    """Does the polygon turn left at each corner, within the limit, and once around in all?"""
    n = len(loop)
    if n == 3:
        return True
    length, turned = norm(rounded(normal)), 0.0
    for k in range(n):
        here = load_wide(vertices, loop[k])
        before = wide_sub(here, load_wide(vertices, loop[k - 1 if k > 0 else n - 1]))
        side = wide_sub(load_wide(vertices, loop[k + 1 if k + 1 < n else 0]), here)
        left = wide_dot(wide_cross(before, side), normal)[0] / length
        if left < -limit * norm(rounded(wide_add(before, side))):
            return False
        turned += atan2(left, wide_dot(before, side)[0])
    return abs(turned - 2.0 * pi) < 1.0


@kernel
def has_inside(vertices, loop, normal, limit, triangles, members, meeting):
    """Is nothing of the triangles outside of the polygon? What is folded is flat, too.

    Its corners, on which at least three polygons meet, are not asked.
    """
    length = norm(rounded(normal))
    for k in range(len(loop)):
        corner = load_wide(vertices, loop[k])
        side = wide_sub(load_wide(vertices, loop[k + 1 if k + 1 < len(loop) else 0]), corner)
        inward = wide_cross(normal, side)
        lowest = -limit * norm(rounded(side)) * length
        for f in members:
            for c in range(3):
                v = triangles[f, c]
                if meeting[v] < 3:
                    arm = wide_sub(load_wide(vertices, v), corner)
                    if wide_dot(arm, inward)[0] < lowest:
                        return False
    return True


@kernel
def count_meeting(corners, labels, vertex_count):
    """How many different polygons have each vertex."""
    owners = np.empty_like(corners)
    for h in range(len(corners)):
        owners[h] = labels[h // 3]
    meeting = np.zeros(vertex_count, np.int64)
    order = sort_pairs(corners, owners, max(vertex_count, len(labels)))
    for k in range(len(order)):
        h, before = order[k], order[k - 1]
        if k == 0 or corners[h] != corners[before] or owners[h] != owners[before]:
            meeting[corners[h]] += 1
    return meeting


@kernel
def mark_around(loop, triangles, labels, bad):
    """Mark the labels of all that has a vertex of the loop: one of these took its corners away."""
    for f in range(len(triangles)):
        for v in loop:
            if v == triangles[f, 0] or v == triangles[f, 1] or v == triangles[f, 2]:
                bad[labels[f]] = True


@kernel
def make_polygons(vertices, triangles, normals, twins, labels, limits):
    """The polygons that labels make: their vertices around, where each begins, and bad labels.

    Vertices that only one or two polygons have are left out. Polygons are in the order of labels.
    If a label is bad, the others mean nothing: what it names is not flat, simple or convex, or has
    taken the corners of others.
    """
    n, m = len(vertices), len(triangles)
    corners = triangles.reshape(-1)
    order = sort_stably(np.arange(m), labels, m)
    begins = np.zeros(m + 1, np.int64)
    for f in range(m):
        begins[labels[f] + 1] += 1
    for k in range(m):
        begins[k + 1] += begins[k]
    bad = np.zeros(m, np.bool_)
    following = np.full(n, -1, np.int64)
    loops, ends, sums = np.empty(3 * m, np.int64), np.zeros(m + 1, np.int64), np.zeros((m, 6))
    failed = False
    for label in range(m):
        members = order[begins[label] : begins[label + 1]]
        at, count = ends[label], 0
        if len(members) == 1:
            for c in range(3):
                loops[at + c] = triangles[members[0], c]
            count = 3
        elif len(members) > 1:
            normal = load_wide(normals, members[0])
            limit = limits[members[0]]
            for f in members[1:]:
                normal = wide_add(normal, load_wide(normals, f))
                limit = min(limit, limits[f])
            store_wide(sums, label, normal)
            count = trace_border(corners, twins, labels, members, following, loops[at:])
            bad[label] = count == 0 or not is_flat(
                vertices, triangles, members, normal, 4.0 * limit
            )
            failed = failed or bad[label]
        ends[label + 1] = at + count
    around, starts, polygons, used = np.empty(3 * m, np.int64), np.zeros(m + 1, np.int64), 0, 0
    if failed:
        return around, starts[:1], bad
    meeting = count_meeting(corners, labels, n)
    for label in range(m):
        members, loop = (
            order[begins[label] : begins[label + 1]],
            loops[ends[label] : ends[label + 1]],
        )
        if len(members) == 0:
            continue
        first = used
        for v in loop:
            if meeting[v] >= 3:
                around[used] = v
                used += 1
        kept = around[first:used]
        polygons += 1
        starts[polygons] = used
        if len(members) == 1:
            if len(kept) < 3:
                mark_around(loop, triangles, labels, bad)
            continue
        limit = limits[members[0]]
        for f in members[1:]:
            limit = min(limit, limits[f])
        normal = load_wide(sums, label)
        if len(kept) < 3 or not is_straight(vertices, loop, meeting, 2.0 * limit):
            mark_around(loop, triangles, labels, bad)
        elif not is_convex(vertices, kept, normal, 2.0 * limit) or not has_inside(
            vertices, kept, normal, 2.0 * limit, triangles, members, meeting
        ):
            bad[label] = True
    return around[:used], starts[: polygons + 1], bad


@kernel
def start_lowest(around, starts):
    """Loops that begin with their lowest vertex."""
    turned = np.empty_like(around)
    for f in range(len(starts) - 1):
        begin, count, first = starts[f], starts[f + 1] - starts[f], 0
        for k in range(1, count):
            if around[begin + k] < around[begin + first]:
                first = k
        for k in range(count):
            turned[begin + k] = around[begin + (first + k) % count]
    return turned
