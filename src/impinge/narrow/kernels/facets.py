"""Facets of two polyhedra: which can take part in a contact, which pairs meet, where and how deep.

**Selection**: the three criteria of [Joukhadar1999]_, section 3.

Vertices are given in the frame of the contact: two coordinates across the direction and the height
along it, for A; B is seen from the other side, with heights negated, so that one rule serves both.
A facet is dropped by criterion 1 if it looks away, by 2 if it lies below the slab, and by 3 if it
misses the disk around the other body's part of the slab.

Criteria 2 and 3 never drop a facet that meets the other body: heights, disk and slab are padded by
``PAD``, more than all rounding.

**Pairs.** Moved apart along the direction, two facets that meet touch last over some points: the
corners, sides or parts of both that lie deepest. Seen along the direction these are corners of the
polygon that both cover, a vertex over a facet or two sides that cross, all at the same height
difference.
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.memory import scratch_floats
from impinge.core.row_layout import Layout
from impinge.core.vec import load, norm, scale, store, sub
from impinge.geometry.kernels.intersect import overlap_triangle_triangle
from impinge.geometry.kernels.orientation import orient_bound
from impinge.hierarchy.kernels.node import corners as corners_of
from impinge.narrow.kernels.simplex import nearest_of_triangle
from impinge.narrow.kernels.slide_pair import slide_triangle_triangle
from impinge.pairs.kernels.walk import CAPACITY, begin_walk, next_pairs, with_room

PAD = 2.0**-44
"""Of coordinates that are at most one, whose rounding is below 2**-50."""
AWAY, BELOW, BESIDE = 1, 2, 4
"""Bits of a code: dropped by criterion 1, 2, 3. Zero is kept."""
LAYOUT = Layout(nature=1, depth=1, point=3, weights_a=3, weights_b=3)
NATURE, DEPTH, POINT, WEIGHTS_A, WEIGHTS_B = LAYOUT.columns(
    "nature", "depth", "point", "weights_a", "weights_b"
)
SAME = 1e-9
"""Share of the size of two facets within which points are at the same height, or on a side."""
WIDER, SMALLEST = 1e3, 2.0**-1000
"""Where rounding hides all points, they are looked for in a range that grows so."""
WIDTH = LAYOUT.width


@kernel
def turn_points(points, origin, unit, frame, side, turned):
    """Points in the frame of the contact, in ``unit``; ``side`` is 1 for A and -1 for B."""
    s = 1.0 / unit
    for i in range(len(points)):
        p = scale(s, sub(load(points, i), origin))
        turned[i, 0] = frame[0] * p[0] + frame[1] * p[1] + frame[2] * p[2]
        turned[i, 1] = frame[3] * p[0] + frame[4] * p[1] + frame[5] * p[2]
        turned[i, 2] = side * (frame[6] * p[0] + frame[7] * p[1] + frame[8] * p[2])


@kernel
def collect_zone(turned, faces, low, zone):
    """Write the corners of a body's part above ``low``, flattened; how many there are.

    Vertices above, and the points where sides of facets cross the border. ``zone`` has room for all
    vertices and two points a facet.
    """
    count = 0
    for i in range(len(turned)):
        if turned[i, 2] >= low:
            store(zone, count, (turned[i, 0], turned[i, 1], 0.0))
            count += 1
    for f in range(len(faces)):
        a, b, c = turned[faces[f, 0], 2], turned[faces[f, 1], 2], turned[faces[f, 2], 2]
        if min(a, min(b, c)) >= low or max(a, max(b, c)) < low:
            continue
        for k in range(3):
            i, j = faces[f, k], faces[f, (k + 1) % 3]
            over, under = turned[i, 2] - low, turned[j, 2] - low
            if (over >= 0.0) != (under >= 0.0):
                t = over / (over - under)
                x = turned[i, 0] + t * (turned[j, 0] - turned[i, 0])
                y = turned[i, 1] + t * (turned[j, 1] - turned[i, 1])
                store(zone, count, (x, y, 0.0))
                count += 1
    return count


@inlined
def near_side(px, py, qx, qy, radius_sq):
    """Whether a segment comes within a radius of the origin."""
    dx, dy = qx - px, qy - py
    length_sq = dx * dx + dy * dy
    t = -(px * dx + py * dy)
    t = min(max(t / length_sq, 0.0), 1.0) if length_sq > 0.0 else 0.0
    x, y = px + t * dx, py + t * dy
    return x * x + y * y <= radius_sq


@inlined
def meets_disk(ax, ay, bx, by, cx, cy, radius):
    """Whether a triangle comes within a radius of the origin."""
    if (
        min(ax, min(bx, cx)) > radius
        or max(ax, max(bx, cx)) < -radius
        or min(ay, min(by, cy)) > radius
        or max(ay, max(by, cy)) < -radius
    ):
        return False
    radius_sq = radius * radius
    if ax * ax + ay * ay <= radius_sq or bx * bx + by * by <= radius_sq:
        return True
    u, v, w = ax * by - ay * bx, bx * cy - by * cx, cx * ay - cy * ax
    if (min(u, v, w) >= 0.0 and max(u, v, w) > 0.0) or (max(u, v, w) <= 0.0 and min(u, v, w) < 0.0):
        return True
    return (
        near_side(ax, ay, bx, by, radius_sq)
        or near_side(bx, by, cx, cy, radius_sq)
        or near_side(cx, cy, ax, ay, radius_sq)
    )


@kernel
def select_facets(turned, faces, side, low, centre, radius, codes, counts, chosen):
    """Write codes of all facets, and the numbers of those kept; ``side`` is 1 for A, -1 for B.

    ``centre`` and ``radius`` are the disk of the other body. ``counts`` receives how many facets
    pass each criterion, how many pass all, and how many pass 2 and 3. ``chosen`` (2, f) receives
    the numbers of the last two.
    """
    looking = reaching = meeting = kept = searched = 0
    reach = radius + PAD
    x, y = centre
    for f in range(len(faces)):
        i, j, k = faces[f, 0], faces[f, 1], faces[f, 2]
        ax, ay = turned[i, 0] - x, turned[i, 1] - y
        bx, by = turned[j, 0] - x, turned[j, 1] - y
        cx, cy = turned[k, 0] - x, turned[k, 1] - y
        # The facet's normal along the direction of A.
        looks = side * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) > 0.0
        reaches = max(turned[i, 2], max(turned[j, 2], turned[k, 2])) >= low
        meets = meets_disk(ax, ay, bx, by, cx, cy, reach)
        looking += looks
        reaching += reaches
        meeting += meets
        codes[f] = AWAY * (not looks) + BELOW * (not reaches) + BESIDE * (not meets)
        if reaches and meets:
            chosen[1, searched] = f
            searched += 1
            if looks:
                chosen[0, kept] = f
                kept += 1
    counts[0], counts[1], counts[2] = looking, reaching, meeting
    counts[3], counts[4] = kept, searched


@kernel
def gather_facets(vertices, faces, chosen, unit, triangles, lower, upper):
    """Corners of the chosen facets, divided by ``unit``, a power of two, and boxes around them."""
    s = 1.0 / unit
    for row in range(len(chosen)):
        for axis in range(3):
            a = vertices[faces[chosen[row], 0], axis] * s
            b = vertices[faces[chosen[row], 1], axis] * s
            c = vertices[faces[chosen[row], 2], axis] * s
            triangles[row, axis], triangles[row, 3 + axis], triangles[row, 6 + axis] = a, b, c
            lower[row, axis], upper[row, axis] = min(a, min(b, c)), max(a, max(b, c))


@kernel
def find_meeting(tree_a, tree_b, triangles_a, triangles_b, start, stop):
    """Rows of facets that meet, exactly, of groups ``start ... stop - 1`` of A; and how many."""
    # Coordinates are at most one.
    bound = orient_bound(2.0)
    walk, pairs = begin_walk(start, stop), np.empty((CAPACITY, 2), np.int32)
    found, n = np.empty((CAPACITY, 2), np.int32), 0
    while True:
        count = next_pairs(tree_a, tree_b, False, walk, pairs)
        if count == 0:
            return found, n
        for row in range(count):
            i, j = np.int64(pairs[row, 0]), np.int64(pairs[row, 1])
            x, y, z = corners_of(triangles_a, i)
            p, q, r = corners_of(triangles_b, j)
            if overlap_triangle_triangle(x, y, z, p, q, r, bound):
                found = with_room(found, n, 1)
                found[n, 0], found[n, 1] = i, j
                n += 1


@inlined
def at(corners, k):
    """Corner ``k`` (0 to 5: three of A, three of B) in the frame of the contact."""
    return (corners[3 * k], corners[3 * k + 1], corners[3 * k + 2])


@inlined
def add_point(out, row, shares_a, shares_b):
    for k in range(3):
        out[row, WEIGHTS_A + k] += shares_a[k]
        out[row, WEIGHTS_B + k] += shares_b[k]


@inlined
def lone(k):
    return (1.0 * (k == 0), 1.0 * (k == 1), 1.0 * (k == 2))


@inlined
def on_side(k, t):
    """Weights at a share ``t`` of the side from corner ``k`` to the next."""
    m = (k + 1) % 3
    return (
        (1.0 - t) * (k == 0) + t * (m == 0),
        (1.0 - t) * (k == 1) + t * (m == 1),
        (1.0 - t) * (k == 2) + t * (m == 2),
    )


@inlined
def under_vertex(corners, first, p, depth, sign):
    """Weights of the point of a facet, from corner ``first`` on, that ``p`` touches at ``depth``.

    And how far that is from ``p``.
    """
    shifted = (p[0], p[1], p[2] - sign * depth)
    off, shares = nearest_of_triangle(
        sub(at(corners, first), shifted),
        sub(at(corners, first + 1), shifted),
        sub(at(corners, first + 2), shifted),
    )
    return norm(off), shares


@kernel
def write_touching(corners, depth, near, out, row):
    """Sum the weights of all points in which two facets touch when moved apart by ``depth``.

    Within ``near``. Returns how many points there are.
    """
    count = 0
    for k in range(3):
        off, shares = under_vertex(corners, 3, at(corners, k), depth, 1.0)
        if off <= near:
            add_point(out, row, lone(k), shares)
            count += 1
        off, shares = under_vertex(corners, 0, at(corners, 3 + k), depth, -1.0)
        if off <= near:
            add_point(out, row, shares, lone(k))
            count += 1
    for k in range(3):
        p, q = at(corners, k), at(corners, (k + 1) % 3)
        for m in range(3):
            r, s = at(corners, 3 + m), at(corners, 3 + (m + 1) % 3)
            d, e, w = sub(q, p), sub(s, r), sub(r, p)
            area = d[0] * e[1] - d[1] * e[0]
            if abs(area) <= SAME * norm(d) * norm(e):
                continue
            t, u = (w[0] * e[1] - w[1] * e[0]) / area, (w[0] * d[1] - w[1] * d[0]) / area
            # Ends are counted as vertices.
            if not (0.0 < t < 1.0 and 0.0 < u < 1.0):
                continue
            if abs((p[2] + t * d[2]) - (r[2] + u * e[2]) - depth) <= near:
                add_point(out, row, on_side(k, t), on_side(m, u))
                count += 1
    return count


@inlined
def dimension(out, row, first):
    """0, 1 or 2: the points are at a vertex, on a side, in the facet."""
    used = 0
    for k in range(3):
        used += out[row, first + k] > SAME
    return max(used - 1, 0)


@kernel
def describe_pairs(body_a, body_b, pairs, out, start, stop):
    """Fill rows (LAYOUT) for pairs of facets that meet; depths are in the unit of ``turned``.

    Bodies are (vertices, turned, faces): ``turned`` has the vertices in the frame of the contact,
    with heights of B negated.
    """
    vertices_a, turned_a, faces_a = body_a
    vertices_b, turned_b, faces_b = body_b
    corners = scratch_floats(18)
    for row in range(start, stop):
        for k in range(3):
            i, j = faces_a[pairs[row, 0], k], faces_b[pairs[row, 1], k]
            for axis in range(3):
                sign = -1.0 if axis == 2 else 1.0
                corners[3 * k + axis] = turned_a[i, axis]
                corners[9 + 3 * k + axis] = sign * turned_b[j, axis]
        size = 0.0
        for k in range(1, 6):
            size = max(size, norm(sub(at(corners, k), at(corners, 0))))
        for k in range(WIDTH):
            out[row, k] = 0.0
        _, depth, _ = slide_triangle_triangle(
            at(corners, 0), at(corners, 1), at(corners, 2),
            at(corners, 3), at(corners, 4), at(corners, 5),
        )  # fmt: skip
        # Facets that only just touch may miss each other by rounding, seen along the direction.
        depth = depth if depth > 0.0 else 0.0
        near = SAME * size
        count = write_touching(corners, depth, near, out, row)
        while count == 0:
            near = WIDER * near + SMALLEST
            count = write_touching(corners, depth, near, out, row)
        for k in range(3):
            out[row, WEIGHTS_A + k] /= count
            out[row, WEIGHTS_B + k] /= count
            i, j = faces_a[pairs[row, 0], k], faces_b[pairs[row, 1], k]
            for axis in range(3):
                share = out[row, WEIGHTS_A + k] * vertices_a[i, axis]
                other = out[row, WEIGHTS_B + k] * vertices_b[j, axis]
                out[row, POINT + axis] += 0.5 * share + 0.5 * other
        out[row, DEPTH] = depth
        out[row, NATURE] = 3 * dimension(out, row, WEIGHTS_A) + dimension(out, row, WEIGHTS_B)
