"""Contacts of a surface of triangles with a convex shape: triangle by triangle.

**Inner edges.** A triangle does not know that its neighbours go on where it ends: a box that slides
over a floor of triangles would be told to get off each of them sideways. A normal may lean over an
edge only as far as the face of the neighbour there does; over an edge that is flat or hollow, not
at all, and over a border as far as it will. A triangle whose normal leans further has to wait, and
is then laid on the shape along its own normal; what comes of it counts if it is not deeper than
what others found in about that direction. So triangles at the edge of a footprint take part, and
the sides of a table do not, of which the top is all that is touched.
"""

from math import inf

import numpy as np

from impinge.contacts.kernels import contact_row as row
from impinge.contacts.kernels.manifold import build_manifold, make_bench
from impinge.contacts.kernels.rows import centre_of, set_relative, two_still
from impinge.contacts.kernels.thinning import ALIKE
from impinge.contacts.kernels.tolerances import LEVEL
from impinge.contacts.kernels.triangle_row import (
    CORNER_COUNT,
    FIRST_FACE,
    set_triangle,
    side_of_edge,
)
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, moved, rotation_of, translation_of
from impinge.core.vec import cross, dot, lower, scale, sub, unit_vector, upper
from impinge.geometry.kernels.convex_row import REACH
from impinge.hierarchy.kernels.closest import push_children
from impinge.hierarchy.kernels.node import UNIT, child_at, corners, leaf_count, leaf_first
from impinge.hierarchy.kernels.one_tree import in_common_unit, stack_size
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.convex_rows import measure_posed
from impinge.narrow.kernels.relation import relation_of, row_of

LEAN = 2.0**-14
"""Sine of the angle up to which a normal is that of the face: more than the error of a normal that
was searched for, 1e-5 for curved shapes, and too little to push anything sideways."""
FURTHER = 1.0 + 2.0**-40
"""Factor on a distance that covers its rounding."""
SLOTS = 32
"""Slots of one feature of a triangle; the next one's begin after them."""
HOME = 8
"""A place of a surface: HOME times the number of a face, plus a corner (0 to 2) or side (3 to 5).
"""
KEPT, TURNED, WAITING = 0, 1, 2
"""What becomes of a triangle: its normal is kept, or replaced by the face's, or it has to wait."""


@kernel
def near_triangles(nodes, place, centre, reach, near):
    """Triangles in boxes within ``reach`` of a point, in leaf order; how many there are.

    ``near`` receives their places, as long as there is room.
    """
    slots = np.empty(stack_size(place), np.int64)
    keys = np.empty(stack_size(place), np.float64)
    unit, _, _, q, extent = in_common_unit(place, centre)
    limit = FURTHER * reach / unit
    limit_sq = limit * limit
    slots[0] = 0
    top = 1
    count = 0
    while top > 0:
        top -= 1
        child = child_at(nodes, slots[top])
        if child >= 0:
            top = push_children(nodes, child, q, extent, limit_sq, slots, keys, top)
            continue
        first = leaf_first(child)
        for k in range(first, first + leaf_count(child)):
            if count < len(near):
                near[count] = k
            count += 1
    return count


@inlined
def outside_box(bounds, margin, rotation, shift, p, q, r):
    """Is a triangle beyond a side of the box around a shape, in the frame of the shape?"""
    a = apply_transposed(rotation, sub(p, shift))
    b = apply_transposed(rotation, sub(q, shift))
    c = apply_transposed(rotation, sub(r, shift))
    low, high = lower(a, lower(b, c)), upper(a, upper(b, c))
    apart = False
    for k in range(3):
        apart |= low[k] > bounds[1, k] + margin or high[k] < bounds[0, k] - margin
    return apart


@inlined
def corner_of(p, q, r, k):
    return p if k == 0 else (q if k == 1 else r)


@inlined
def judge(n, own, p, q, r, face, neighbours, normals, solid):
    """What becomes of a triangle that was found to touch along ``n``; and its normal to that side.

    ``own`` is its own normal. Of a solid, only its front is outside.
    """
    front = solid or dot(n, own) >= 0.0
    m = own if front else (-own[0], -own[1], -own[2])
    side = 1.0 if front else -1.0
    up = dot(n, m)
    straight = True
    for k in range(3):
        begin, end = corner_of(p, q, r, k), corner_of(p, q, r, (k + 1) % 3)
        out, _ = unit_vector(cross(sub(end, begin), own))
        lean = dot(n, out)
        if lean <= LEAN:
            continue
        straight = False
        other = neighbours[face, k]
        if other < 0:
            continue
        u = (side * normals[other, 0], side * normals[other, 1], side * normals[other, 2])
        bend, along = dot(u, out), dot(u, m)
        # Both lean the same way: sin(angle of n - angle of the neighbour's normal).
        if bend <= LEAN or lean * along - up * bend > LEAN:
            return WAITING, m
    if up > 0.0:
        return KEPT, m
    return (TURNED if straight else WAITING), m


@inlined
def name_places(out, first, count, face, homes):
    """Features of a triangle's row become those of the surface, the same for all that have them."""
    for k in range(first, first + count):
        feature = int(out[k, row.FEATURE_A])
        slot = int(out[k, row.SLOT])
        if feature >= FIRST_FACE:
            out[k, row.FEATURE_A] = face
            continue
        local = feature if feature < CORNER_COUNT else 3 + side_of_edge(feature)
        home = homes[face, local]
        out[k, row.FEATURE_A] = home // HOME
        out[k, row.SLOT] = slot + SLOTS * (1 + home % HOME)


@inlined
def deepest_alike(out, first, count, normal):
    """The least separation among contacts with about this normal; infinite if there are none."""
    least = inf
    for k in range(first, first + count):
        n = (out[k, row.NORMAL], out[k, row.NORMAL + 1], out[k, row.NORMAL + 2])
        if dot(n, normal) >= ALIKE:
            least = min(least, out[k, row.SEPARATION])
    return least


@inlined
def set_normal(pair, n, p):
    """A pair of which only the direction is known, about a point."""
    for c in range(3):
        pair[pair_row.NORMAL + c] = n[c]
        pair[pair_row.POINT_A + c] = p[c]
        pair[pair_row.POINT_B + c] = p[c]
    pair[pair_row.GAP] = 0.0


@inlined
def normal_of(pair):
    at = pair_row.NORMAL
    return (pair[at], pair[at + 1], pair[at + 2])


@inlined
def triangle_at(triangles, unit, k):
    p, q, r = corners(triangles, k)
    return scale(unit, p), scale(unit, q), scale(unit, r)


@kernel
def lay_triangle(
    flat, p, q, r, along_face, rows_b, rotation, shift, margin, solid, face, neighbours, normals,
    homes, turn, position, relative, pair, bench, out, first,
):  # fmt: skip
    """Contacts of one triangle; how many, its gap, and what became of it.

    ``along_face`` lays it on the shape along its own normal, whatever the gap says. Everything is
    measured from its first corner, so that large surfaces cost no accuracy.
    """
    own, has_normal = set_triangle(flat, (0.0, 0.0, 0.0), sub(q, p), sub(r, p))
    from_corner = sub(shift, p)
    set_relative(rotation, from_corner, relative[1])
    measure_posed(flat, 0, relative[0], rows_b, 0, relative[1], np.bool_(False), pair)
    gap = pair[pair_row.GAP]
    if not gap <= margin:
        return 0, gap, KEPT
    verdict, witnessed = KEPT, True
    if has_normal:
        verdict, m = judge(normal_of(pair), own, p, q, r, face, neighbours, normals, solid)
        if verdict == WAITING and not along_face:
            return 0, gap, WAITING
        if verdict != KEPT:
            set_normal(pair, m, (0.0, 0.0, 0.0))
            witnessed = False
    count = build_manifold(
        flat, 0, rows_b, 0, rotation, from_corner, pair, np.bool_(witnessed), margin, 0,
        turn, moved(turn, position, p), bench, out, first,
    )  # fmt: skip
    name_places(out, first, count, face, homes)
    return count, gap, verdict


@kernel
def collide_surface(
    nodes, triangles, place, neighbours, homes, normals, pose_a, rows_b, bounds_b, pose_b,
    margin, solid, flat, relative, pair, bench, out, first,
):  # fmt: skip
    """Write the contacts of a surface and a convex shape to ``out[first:]``, as they are found.

    Returns how many, or -1 if there may be no room.
    """
    turn, position = rotation_of(pose_a), translation_of(pose_a)
    rotation, shift = relation_of(pose_a, pose_b)
    centre = moved(rotation, shift, centre_of(rows_b, 0))
    reach = rows_b[REACH] + margin
    near = np.empty(64, np.int64)
    total = near_triangles(nodes, place, centre, reach, near)
    if total > len(near):
        near = np.empty(total, np.int64)
        near_triangles(nodes, place, centre, reach, near)

    most = len(bench[4])
    unit = place[UNIT]
    count = 0
    waiting = 0
    lowest = inf
    best = -1
    for i in range(total):
        k = near[i]
        p, q, r = triangle_at(triangles, unit, k)
        if outside_box(bounds_b, margin, rotation, shift, p, q, r):
            continue
        if first + count + most > len(out):
            return -1
        more, gap, verdict = lay_triangle(
            flat, p, q, r, np.bool_(False), rows_b, rotation, shift, margin, solid,
            int(triangles[k, 9]), neighbours, normals, homes, turn, position,
            relative, pair, bench, out, first + count,
        )  # fmt: skip
        count += more
        if verdict == WAITING:
            near[waiting] = k
            waiting += 1
        if gap <= margin and gap < lowest:
            lowest, best = gap, k

    settled = count
    for i in range(waiting):
        if first + count + most > len(out):
            return -1
        k = near[i]
        p, q, r = triangle_at(triangles, unit, k)
        more, _, _ = lay_triangle(
            flat, p, q, r, np.bool_(True), rows_b, rotation, shift, margin, solid,
            int(triangles[k, 9]), neighbours, normals, homes, turn, position,
            relative, pair, bench, out, first + count,
        )  # fmt: skip
        if more > 0:
            at = first + count
            n = (out[at, row.NORMAL], out[at, row.NORMAL + 1], out[at, row.NORMAL + 2])
            bound = deepest_alike(out, first, settled, n) - LEVEL * rows_b[REACH]
            if deepest_alike(out, at, more, n) >= bound:
                count += more

    if count == 0 and best >= 0:
        # Something touches, and nobody says along which face: as the triangle alone sees it.
        p, q, r = triangle_at(triangles, unit, best)
        if len(out) < first + most:
            return -1
        set_triangle(flat, (0.0, 0.0, 0.0), sub(q, p), sub(r, p))
        set_relative(rotation, sub(shift, p), relative[1])
        measure_posed(flat, 0, relative[0], rows_b, 0, relative[1], np.bool_(False), pair)
        count = build_manifold(
            flat, 0, rows_b, 0, rotation, sub(shift, p), pair, np.bool_(True), margin, 0,
            turn, moved(turn, position, p), bench, out, first,
        )  # fmt: skip
        name_places(out, first, count, int(triangles[best, 9]), homes)
    return count


@kernel
def collide_surface_rows(
    nodes, triangles, place, neighbours, homes, normals, poses_a, rows_b, bounds_b, poses_b,
    triangle, room_b, margin, solid, out, counts, start, stop,
):  # fmt: skip
    """Rows ``start`` onward, one after another in ``out``; the first that found no room."""
    relative, pair = two_still(), np.empty(pair_row.PAIR_ROW)
    bench = make_bench(4, room_b)
    flat = triangle.copy()
    used = 0
    for i in range(start, stop):
        counts[i] = collide_surface(
            nodes, triangles, place, neighbours, homes, normals,
            row_of(poses_a, i), rows_b, bounds_b,
            row_of(poses_b, i),
            margin, solid, flat, relative, pair, bench, out, used,
        )  # fmt: skip
        if counts[i] < 0:
            counts[i] = 0
            return i
        used += counts[i]
    return stop
