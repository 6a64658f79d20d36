"""Where two surfaces cross, region by region: point, normal and depth."""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, moved, rotation_of, scaled
from impinge.core.vec import along, cross, load, norm, norm_sq, scale, sub, unit_vector
from impinge.hierarchy.kernels.node import UNIT
from impinge.hierarchy.kernels.one_tree import to_world
from impinge.hierarchy.kernels.tree_arrays import as_tree
from impinge.narrow.kernels.contour import cut_triangle_triangle, touch_triangle_triangle
from impinge.narrow.kernels.pair_row import PAIR, write_pair
from impinge.narrow.kernels.region_parts import (
    beside,
    find_pieces,
    gather_part,
    no_crossings,
    note_crossing,
    sorted_by,
)
from impinge.narrow.kernels.region_sums import (
    SUMS,
    add_cut,
    add_piece,
    is_closed,
    mean_point,
    region_normal,
)
from impinge.narrow.kernels.relation import relate, row_of
from impinge.narrow.kernels.slide_rows import TOUCHING, write_met
from impinge.narrow.kernels.slide_walk import (
    Sliding,
    all_of,
    slide_apart,
    slide_views,
    slide_workspace,
)

LAYOUT = PAIR.extended(point=3, pair_counts=1, closed=1)
"""Of a region: those of a pair, with a depth for the gap, then these."""
POINT, PAIRS, ENCLOSED = LAYOUT.columns("point", "pair_counts", "closed")
ROW = LAYOUT.width
FLAT = 2.0**-44
"""Share of its longest edge's square below which the normal of a triangle is left out: rounding."""


@inlined
def corners_of(vertices, faces, face, s):
    """The corners of a face, in units: what the tree's triangles hold."""
    return (
        scale(s, load(vertices, faces[face, 0])),
        scale(s, load(vertices, faces[face, 1])),
        scale(s, load(vertices, faces[face, 2])),
    )


@inlined
def outward(p, q, r, n):
    """The unit normal of a triangle, given one of any length; zero where it has no area."""
    longest_sq = max(norm_sq(sub(q, p)), max(norm_sq(sub(r, q)), norm_sq(sub(p, r))))
    if norm(n) <= FLAT * longest_sq:
        return (0.0, 0.0, 0.0)
    u, _ = unit_vector(n)
    return u


@kernel
def trace_pair(side_a, side_b, corners_a, corners_b, a, b, sums, crossings_a, crossings_b, i):
    """Add pair ``i``, triangles ``a`` and ``b``, to its region, and record its pierced edges."""
    _, _, surface_a, sense_a = side_a
    _, _, surface_b, sense_b = side_b
    x, y, z = corners_a
    p, q, r = corners_b
    na, nb = cross(sub(y, x), sub(z, x)), cross(sub(q, p), sub(r, p))
    away = sub(scale(sense_a, outward(x, y, z, na)), scale(sense_b, outward(p, q, r, nb)))
    # A number of its own type: for each constant it would be compiled again.
    onward = np.int64(1)
    cut, tied, start, end, starts_a, ends_a, lone_a, sign_a, lone_b, sign_b, first, last = (
        cut_triangle_triangle(x, y, z, na, p, q, r, nb, onward)
    )
    times = sense_a * sense_b
    if tied:
        times *= 0.5
        other, _, from_other, to_other, _, _, _, _, _, _, _, _ = cut_triangle_triangle(
            x, y, z, na, p, q, r, nb, -onward
        )
        length, point, area = touch_triangle_triangle(x, y, z, na, p, q, r, nb)
        add_piece(sums, length, area, point, away)
        if other:
            add_cut(sums, from_other, to_other, times)
    if not cut:
        return
    if not tied:
        add_piece(sums, norm(sub(end, start)), 0.0, along(start, 0.5, sub(end, start)), away)
    add_cut(sums, start, end, times)
    behind_a, behind_b = sign_a * sense_b > 0.0, sign_b * sense_a > 0.0
    # A cut begins at the edge onward from a lone vertex of A that is behind, of B that is before.
    if starts_a:
        note_crossing(crossings_a, i, 0, surface_a, a, lone_a, sign_a > 0, first, behind_a)
    else:
        note_crossing(crossings_b, i, 0, surface_b, b, lone_b, sign_b < 0, first, behind_b)
    if ends_a:
        note_crossing(crossings_a, i, 1, surface_a, a, lone_a, sign_a < 0, last, behind_a)
    else:
        note_crossing(crossings_b, i, 1, surface_b, b, lone_b, sign_b > 0, last, behind_b)


@inlined
def write_region(out, sums, normal, pose_a, unit, pair_count, face_a, face_b):
    """What is known of a region without its depth; the normal in the world."""
    point = to_world(pose_a, scale(unit, mean_point(sums)))
    n = apply(rotation_of(pose_a), normal)
    write_pair(out, 0.0, n, point, face_a, face_b, 0.0)
    for k in range(3):
        out[POINT + k] = point[k]
    out[PAIRS] = pair_count
    out[ENCLOSED] = is_closed(sums)
    return n


@kernel
def measure_row(side_a, pose_a, side_b, pose_b, pairs, labels, out, cost):
    """Fill the rows of the regions of one pair of poses.

    A *side* is (tree, slots, surface, sense): ``kernels.region_parts`` has the
    columns; the sense is -1 where faces look inward.
    """
    count = len(out)
    arrays_a, slots_a, surface_a, _ = side_a
    arrays_b, slots_b, surface_b, _ = side_b
    tree_a, tree_b = as_tree(arrays_a), as_tree(arrays_b)
    place_a, place_b = tree_a.place, tree_b.place
    rotation, shift, unit, scale_a, scale_b = relate(place_a, pose_a, place_b, pose_b)
    turn_b = scaled(scale_b, rotation)
    sums = np.zeros((count, SUMS))
    crossings_a, crossings_b = no_crossings(len(pairs)), no_crossings(len(pairs))
    faces_a, faces_b = pairs[:, 0].copy(), pairs[:, 1].copy()
    for i in range(len(pairs)):
        x, y, z = corners_of(surface_a[0], surface_a[1], faces_a[i], 1.0 / place_a[UNIT])
        p, q, r = corners_of(surface_b[0], surface_b[1], faces_b[i], 1.0 / place_b[UNIT])
        trace_pair(
            side_a, side_b,
            (scale(scale_a, x), scale(scale_a, y), scale(scale_a, z)),
            (moved(turn_b, shift, p), moved(turn_b, shift, q), moved(turn_b, shift, r)),
            faces_a[i], faces_b[i], sums[labels[i]], crossings_a, crossings_b, i,
        )  # fmt: skip
    found_a = find_pieces(surface_a, crossings_a, faces_a)
    found_b = find_pieces(surface_b, crossings_b, faces_b)
    live_a, marks_a, _ = all_of(tree_a)
    live_b, marks_b, _ = all_of(tree_b)
    order, begins = sorted_by(labels, count)
    workspace = slide_workspace(place_a, place_b)
    for region in range(count):
        wanted = region + 1
        members = order[begins[region] : begins[region + 1]]
        normal = region_normal(sums[region])
        n = write_region(
            out[region], sums[region], normal, pose_a, unit, len(members),
            faces_a[members[0]], faces_b[members[0]],
        )  # fmt: skip
        frame, view_a, view_b, _ = slide_views(place_a, pose_a, place_b, pose_b, normal)
        window_a = gather_part(
            surface_a, slots_a, view_a, 1.0 / place_a[UNIT], faces_a, members, crossings_a, found_a,
            live_a, marks_a, wanted,
        )  # fmt: skip
        window_b = gather_part(
            surface_b, slots_b, view_b, 1.0 / place_b[UNIT], faces_b, members, crossings_b, found_b,
            live_b, marks_b, wanted,
        )  # fmt: skip
        window_a, window_b = beside(window_a, window_b)
        one = Sliding(tree_a, view_a, (live_a, marks_a, window_a))
        two = Sliding(tree_b, view_b, (live_b, marks_b, window_b))
        depth, i, j = slide_apart(one, two, wanted, 0.0, workspace, cost)
        if depth > TOUCHING:
            write_met(out[region], depth * unit, n, one, two, frame, pose_a, unit, i, j)


@kernel
def measure_rows(
    side_a, poses_a, side_b, poses_b, pairs, offsets, labels, begins, out, costs, start, stop
):
    """Fill the regions of rows; those of row ``i`` are ``out[begins[i]:begins[i + 1]]``."""
    for row in range(start, stop):
        costs[row, 0], costs[row, 1] = 0, 0
        if begins[row] < begins[row + 1]:
            measure_row(
                side_a, row_of(poses_a, row), side_b, row_of(poses_b, row),
                pairs[offsets[row] : offsets[row + 1]], labels[offsets[row] : offsets[row + 1]],
                out[begins[row] : begins[row + 1]], costs[row],
            )  # fmt: skip
