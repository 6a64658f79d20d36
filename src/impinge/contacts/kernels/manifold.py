"""From the signed gap of two convex shapes to the points that hold them apart.

The parts of both shapes that face each other are laid on each other along the normal
(:mod:`~impinge.contacts.kernels.flat`, ``meeting``, ``discs``). Each corner of the figure that both
cover is a candidate; its separation is the difference of the two heights there. No point of B is
lower than the gap says and none of A higher, so the least separation is the gap, at the pair of
points that the gap was found at.
"""

import numpy as np

from impinge.contacts.kernels import contact_row as row
from impinge.contacts.kernels import discs, flat
from impinge.contacts.kernels import found as point
from impinge.contacts.kernels.contact_row import write_names
from impinge.contacts.kernels.deepest import add_witness, witness_of
from impinge.contacts.kernels.discs import lay_dot, meet_disc, meet_discs
from impinge.contacts.kernels.flat import feature_of_code, find_flat
from impinge.contacts.kernels.found import add_found, choose, copy_found, sort_found
from impinge.contacts.kernels.meeting import corner, meet_on_plane, meet_polygons
from impinge.contacts.kernels.tolerances import LEVEL, SNAP
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, moved
from impinge.core.vec import add, cross, neg, scale, sub, unit_vector
from impinge.geometry.kernels.convex_row import KIND
from impinge.geometry.kernels.features import dimension_of
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.corners import vector_at


@inlined
def make_bench(room_a, room_b):
    """Scratch arrays of one query, for flat parts of at most so many corners."""
    room = 3 * (room_a + room_b) + 4 * discs.RIM_POINTS
    head_a, corners_a = np.empty(flat.HEAD), np.empty((room_a, 4))
    head_b, corners_b = np.empty(flat.HEAD), np.empty((room_b, 4))
    found, order = np.empty((room, point.FOUND)), np.empty(room, np.int64)
    return head_a, corners_a, head_b, corners_b, found, order


@inlined
def axes_of(n):
    """Two unit vectors that make a right-handed frame with ``n``: nine numbers, rows."""
    x, y, z = abs(n[0]), abs(n[1]), abs(n[2])
    if x <= y and x <= z:
        u, _ = unit_vector((0.0, n[2], -n[1]))
    elif y <= z:
        u, _ = unit_vector((-n[2], 0.0, n[0]))
    else:
        u, _ = unit_vector((n[1], -n[0], 0.0))
    v = cross(n, u)
    return (u[0], u[1], u[2], v[0], v[1], v[2], n[0], n[1], n[2])


@kernel
def meet(head_a, corners_a, head_b, corners_b, snap, found):
    """Candidates between two flat parts of any form; none for a single point, which is witness."""
    form_a, form_b = int(head_a[flat.FORM]), int(head_b[flat.FORM])
    yes, no = np.bool_(True), np.bool_(False)
    if form_a == flat.DOT or form_b == flat.DOT or (form_a == flat.PLANE and form_b == flat.PLANE):
        return 0
    if form_a == flat.DISC and form_b == flat.DISC:
        return meet_discs(head_a, head_b, corners_b, snap, found)
    if form_a == flat.DISC:
        return meet_disc(head_a, head_b, corners_b, snap, no, found)
    if form_b == flat.DISC:
        return meet_disc(head_b, head_a, corners_a, snap, yes, found)
    if form_a == flat.PLANE:
        return meet_on_plane(head_b, corners_b, head_a, yes, found)
    if form_b == flat.PLANE:
        return meet_on_plane(head_a, corners_a, head_b, no, found)
    return meet_polygons(head_a, corners_a, head_b, corners_b, snap, found)


@inlined
def meet_dot(head_a, corners_a, head_b, corners_b, snap, found):
    """A single point on a flat part, if it is over it."""
    if head_a[flat.FORM] == flat.DOT:
        a = corner(corners_a, 0)
        code, b = lay_dot(head_b, corners_b, a[0], a[1], snap)
        return add_found(found, 0, a, b, 0, code, point.CROSSING) if code >= 0 else 0
    b = corner(corners_b, 0)
    code, a = lay_dot(head_a, corners_a, b[0], b[1], snap)
    return add_found(found, 0, a, b, code, 0, point.CROSSING) if code >= 0 else 0


@inlined
def keep_low(found, count, bound):
    kept = 0
    for k in range(count):
        if found[k, point.GAP] <= bound:
            copy_found(found, k, kept)
            kept += 1
    return kept


@inlined
def shares_side(found, count, column, n, side):
    """Are all places on one side of a polygon of ``n`` corners?"""
    for k in range(count):
        code = int(found[k, column])
        on_side = code == side or code == (side + 1) % n or code == n + side
        if not on_side:
            return False
    return True


@inlined
def dimension(rows, start, head, corners, found, count, column):
    """Of the smallest feature of a shape that holds all its contact points."""
    form = int(head[flat.FORM])
    code = int(found[0, column])
    same = True
    for k in range(1, count):
        same = same and int(found[k, column]) == code
    if same and not (form == flat.DISC and count > 1):
        return dimension_of(rows, start, feature_of_code(rows, start, head, corners, code))
    if form == flat.LINE:
        return dimension_of(rows, start, int(head[flat.FACE]))
    if form == flat.DISC:
        return 2
    n = int(head[flat.CORNERS])
    if code == 2 * n:
        return 2
    # The sides on which the first point is: the one it is on, or the two that meet at its corner.
    if code >= n:
        return 1 if shares_side(found, count, column, n, code - n) else 2
    one = shares_side(found, count, column, n, code)
    return 1 if one or shares_side(found, count, column, n, (code + n - 1) % n) else 2


@kernel
def name_features(
    rows_a, start_a, head_a, corners_a, rows_b, start_b, head_b, corners_b, found, count
):
    """Replace places by features; the nature of the contact, from all its points."""
    across = dimension(rows_a, start_a, head_a, corners_a, found, count, point.CODE_A)
    over = dimension(rows_b, start_b, head_b, corners_b, found, count, point.CODE_B)
    for k in range(count):
        code_a, code_b = int(found[k, point.CODE_A]), int(found[k, point.CODE_B])
        found[k, point.CODE_A] = feature_of_code(rows_a, start_a, head_a, corners_a, code_a)
        found[k, point.CODE_B] = feature_of_code(rows_b, start_b, head_b, corners_b, code_b)
    return 3 * across + over


@inlined
def write_contact(out, at, found, k, origin, frame, turn, position, normal, nature):
    """One contact, in the world: ``turn`` and ``position`` lead there from the frame of A."""
    for end, to in ((point.AT_A, row.POINT_A), (point.AT_B, row.POINT_B)):
        local = apply_transposed(frame, vector_at(found[k], end))
        p = moved(turn, position, add(origin, local))
        for c in range(3):
            out[at, to + c] = p[c]
    for c in range(3):
        out[at, row.NORMAL + c] = normal[c]
    features = found[k, point.CODE_A], found[k, point.CODE_B], found[k, point.SLOT]
    write_names(out, at, found[k, point.GAP], features, nature)


@kernel
def build_manifold(pair, answer, witnessed, margin, limit, turn, position, bench, out, first):
    """Write the contacts of two shapes to ``out[first:]``; returns how many.

    ``answer`` holds the gap of the pair, its points and normal in the frame of A; ``turn`` and
    ``position`` lead from there to the world. Where it is not ``witnessed``, only the normal was
    chosen: the origin is ``POINT_A``, and candidates speak for themselves. ``limit`` 0 keeps all.
    """
    rows_a, start_a, rows_b, start_b, rotation, shift = pair
    head_a, corners_a, head_b, corners_b, found, order = bench
    n = vector_at(answer, pair_row.NORMAL)
    gap = answer[pair_row.GAP]
    origin = scale(
        0.5, add(vector_at(answer, pair_row.POINT_A), vector_at(answer, pair_row.POINT_B))
    )
    frame = axes_of(n)
    still = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    find_flat(rows_a, start_a, n, still, neg(origin), frame, np.bool_(False), head_a, corners_a)
    find_flat(
        rows_b, start_b, n, rotation, sub(shift, origin), frame, np.bool_(True), head_b, corners_b
    )
    extent = min(head_a[flat.EXTENT], head_b[flat.EXTENT])
    lines = head_a[flat.FORM] == flat.LINE and head_b[flat.FORM] == flat.LINE
    snap = (LEVEL if lines else SNAP) * extent
    count = meet(head_a, corners_a, head_b, corners_b, snap, found)
    if witnessed:
        kind_a, kind_b = rows_a[start_a + KIND], rows_b[start_b + KIND]
        a, b = witness_of(kind_a, head_a, corners_a, kind_b, head_b, corners_b, gap)
        size = extent + abs(shift[0]) + abs(shift[1]) + abs(shift[2])
        count = add_witness(
            head_a, corners_a, head_b, corners_b, a, b, gap, snap, extent, size, found, count
        )
        lowest = gap
    else:
        if head_a[flat.FORM] == flat.DOT or head_b[flat.FORM] == flat.DOT:
            count = meet_dot(head_a, corners_a, head_b, corners_b, snap, found)
        lowest = np.inf
        for k in range(count):
            lowest = min(lowest, found[k, point.GAP])
        if not lowest <= margin:
            return 0
    count = keep_low(found, count, max(margin, lowest + LEVEL * extent))
    nature = name_features(
        rows_a, start_a, head_a, corners_a, rows_b, start_b, head_b, corners_b, found, count
    )
    for k in range(count):
        order[k] = k
    if 0 < limit < count:
        choose(found, order, count, limit, extent)
        count = limit
    sort_found(found, order, count, np.bool_(False))
    normal = apply(turn, n)
    for k in range(count):
        write_contact(
            out, first + k, found, order[k], origin, frame, turn, position, normal, nature
        )
    return count
