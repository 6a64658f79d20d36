"""Which facets can take part in a contact: the three criteria of [Joukhadar1999]_, section 3.

Vertices are given in the frame of the contact: two coordinates across the direction and the height
along it, for A; B is seen from the other side, with heights negated, so that one rule serves both.
A facet is dropped by criterion 1 if it looks away, by 2 if it lies below the slab, and by 3 if it
misses the disk around the other body's part of the slab.

Criteria 2 and 3 never drop a facet that meets the other body: heights, disk and slab are padded by
``PAD``, more than all rounding.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import load, scale, store, sub

PAD = 2.0**-44
"""Of coordinates that are at most one, whose rounding is below 2**-50."""
AWAY, BELOW, BESIDE = 1, 2, 4
"""Bits of a code: dropped by criterion 1, 2, 3. Zero is kept."""


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
