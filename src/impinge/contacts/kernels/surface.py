"""Contacts of a surface of triangles with a convex shape: triangle by triangle.

**Inner edges.** A triangle does not know that its neighbours go on where it ends: a box that slides
over a floor of triangles would be told to get off each of them sideways. A normal may lean over an
edge only as far as the face of the neighbour there does; over an edge that is flat or hollow, not
at all, and over a border as far as it will. A triangle whose normal leans further has to wait, and
is then laid on the shape along its own normal; what comes of it counts if it is not deeper than
what others found in about that direction. So triangles at the edge of a footprint take part, and
the sides of a table do not where only its top is touched.
"""

from math import inf

import numpy as np

from impinge.contacts.kernels import contact_row as row
from impinge.contacts.kernels.manifold import build_manifold, make_bench
from impinge.contacts.kernels.thinning import ALIKE
from impinge.contacts.kernels.tolerances import LEVEL
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed, moved, rotation_of, translation_of
from impinge.core.vec import add, cross, dot, lower, norm, sub, unit_vector, upper
from impinge.geometry.kernels.convex_row import REACH
from impinge.hierarchy.kernels.closest import push_children
from impinge.hierarchy.kernels.node import UNIT, child_at, leaf_range
from impinge.hierarchy.kernels.one_tree import in_common_unit, make_stack
from impinge.narrow.kernels import pair_row, triangle_row
from impinge.narrow.kernels.convex_pair import TOUCH, centre_of, furthest_coordinate
from impinge.narrow.kernels.convex_rows import measure_any_size
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.pair_row import write_pair
from impinge.narrow.kernels.relation import relation_of, row_of, scaled_corners
from impinge.narrow.kernels.slide_pair import corner
from impinge.narrow.kernels.support import Pair
from impinge.narrow.kernels.triangle_row import set_triangle_planes, side_of_edge

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
JUDGED, ALONG_FACE, ALONE = 0, 1, 2
"""How a triangle is laid on a shape: as its neighbours allow, along its own normal if they do not,
or along the normal of the gap, as if there were no neighbours."""


@kernel
def near_triangles(nodes, place, centre, reach, near):
    """Triangles in boxes within ``reach`` of a point, in leaf order; how many there are.

    ``near`` receives their places, as long as there is room.
    """
    slots, keys = make_stack(place)
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
        first, stop = leaf_range(child)
        for k in range(first, stop):
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
        out, _ = unit_vector(cross(sub(corner(k + 1, p, q, r), corner(k, p, q, r)), own))
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
        if feature >= triangle_row.FIRST_FACE:
            out[k, row.FEATURE_A] = face
            continue
        local = feature if feature < triangle_row.CORNER_COUNT else 3 + side_of_edge(feature)
        home = homes[face, local]
        out[k, row.FEATURE_A] = home // HOME
        out[k, row.SLOT] = slot + SLOTS * (1 + home % HOME)


@inlined
def deepest_alike(out, first, count, normal):
    """The least separation among contacts with about this normal; infinite if there are none."""
    least = inf
    for k in range(first, first + count):
        if dot(vector_at(out[k], row.NORMAL), normal) >= ALIKE:
            least = min(least, out[k, row.SEPARATION])
    return least


@kernel
def lay_triangle(laying, k, how, out, first):
    """Contacts of one triangle; how many, its gap (infinite if too wide), and what became of it.

    ``laying`` has all that triangles have in common. Its pair is a row for triangles and the shape,
    in the frame of the surface. Everything is measured from the first corner of the triangle, so
    that large surfaces cost no accuracy.
    """
    triangles, unit, borders, pair, frame, margin, solid, workspace = laying
    (p, q, r), face = scaled_corners(triangles, k, unit), int(triangles[k, 9])
    turn, position = frame
    _, answer, bench = workspace
    flat, _, rows_b, _, rotation, shift = pair
    neighbours, homes, normals = borders
    own, has_normal = set_triangle_planes(flat, (0.0, 0.0, 0.0), sub(q, p), sub(r, p))
    seen = Pair(flat, 0, rows_b, 0, rotation, sub(shift, p))
    measure_any_size(seen, np.bool_(False), seen.shift, answer)
    gap = answer[pair_row.GAP]
    # Where the surface lies far from its origin, touching is as wide as for overlap.
    middle = add(p, centre_of(flat, 0))
    size = max(
        norm(middle) + flat[REACH], furthest_coordinate(rows_b, 0),
        abs(shift[0]), abs(shift[1]), abs(shift[2]),
    )  # fmt: skip
    margin = max(margin, TOUCH * size)
    if not gap <= margin:
        return 0, inf, KEPT
    verdict, witnessed = KEPT, True
    if has_normal and how != ALONE:
        n = vector_at(answer, pair_row.NORMAL)
        verdict, m = judge(n, own, p, q, r, face, neighbours, normals, solid)
        if verdict == WAITING and how != ALONG_FACE:
            return 0, gap, WAITING
        if verdict != KEPT:
            # Only the direction is known, about the origin.
            write_pair(answer, 0.0, m, (0.0, 0.0, 0.0), 0, 0, 0.0)
            witnessed = False
    count = build_manifold(
        seen, answer, np.bool_(witnessed), margin, 0,
        turn, moved(turn, position, p), bench, out, first,
    )  # fmt: skip
    name_places(out, first, count, face, homes)
    return count, gap, verdict


@kernel
def collide_surface(surface, shape, poses, margin, solid, workspace, out, first):
    """Write the contacts of a surface and a convex shape to ``out[first:]``, as they are found.

    Returns how many, or -1 if there may be no room.
    """
    (nodes, triangles, place), borders = surface
    rows_b, bounds_b = shape
    flat, _, bench = workspace
    frame = rotation_of(poses[0]), translation_of(poses[0])
    rotation, shift = relation_of(poses[0], poses[1])
    pair = Pair(flat, 0, rows_b, 0, rotation, shift)
    centre = moved(rotation, shift, centre_of(rows_b, 0))
    reach = rows_b[REACH] + margin
    near = np.empty(64, np.int64)
    total = near_triangles(nodes, place, centre, reach, near)
    if total > len(near):
        near = np.empty(total, np.int64)
        near_triangles(nodes, place, centre, reach, near)

    most = len(bench[4])
    laying = triangles, place[UNIT], borders, pair, frame, margin, solid, workspace
    # What touches but for rounding is measured too.
    within = margin + TOUCH * (reach + norm(centre) + norm(shift))
    count = 0
    waiting = 0
    lowest = inf
    best = -1
    for i in range(total):
        k = near[i]
        p, q, r = scaled_corners(triangles, k, place[UNIT])
        if outside_box(bounds_b, within, rotation, shift, p, q, r):
            continue
        if first + count + most > len(out):
            return -1
        more, gap, verdict = lay_triangle(laying, k, JUDGED, out, first + count)
        count += more
        if verdict == WAITING:
            near[waiting] = k
            waiting += 1
        if gap < lowest:
            lowest, best = gap, k

    settled = count
    for i in range(waiting):
        at = first + count
        if at + most > len(out):
            return -1
        more, _, _ = lay_triangle(laying, near[i], ALONG_FACE, out, at)
        if more > 0:
            n = vector_at(out[at], row.NORMAL)
            bound = deepest_alike(out, first, settled, n) - LEVEL * rows_b[REACH]
            if deepest_alike(out, at, more, n) >= bound:
                count += more

    if count == 0 and best >= 0:
        # Something touches, and nobody says along which face: as the triangle alone sees it.
        if first + most > len(out):
            return -1
        count, _, _ = lay_triangle(laying, best, ALONE, out, first)
    return count


@kernel
def collide_surface_rows(
    surface, poses_a, shape, poses_b, triangle, room_b, margins, solid, out, counts, start, stop
):
    """Rows ``start`` onward, one after another in ``out``; the first that found no room.

    ``surface`` is (tree, (neighbours, homes, normals)), the latter those of
    :class:`impinge.contacts.surfaces.Borders`; ``shape`` is (packed row, bounds).
    """
    workspace = triangle.copy(), np.empty(pair_row.PAIR_ROW), make_bench(4, room_b)
    used = 0
    for i in range(start, stop):
        poses = row_of(poses_a, i), row_of(poses_b, i)
        margin = row_of(margins, i)
        counts[i] = collide_surface(surface, shape, poses, margin, solid, workspace, out, used)
        if counts[i] < 0:
            counts[i] = 0
            return i
        used += counts[i]
    return stop
