"""Where two flat parts lie on each other: the corners of the figure that both cover.

Those are corners of one part inside the other, and crossings of their sides. Exactly aligned
parts, a box on another of its size, are the rule in stacks and the hard case for clipping: rounding
would decide which corners exist. So what is nearer than ``snap`` is taken for touching: a corner at
a side is on it, a corner at a corner is one with it, and sides cross only where no corner is that
near to the other's line. Should it be, that corner is found itself: where a side s crosses a line
at X and ends within ``snap`` of it at V, either V is over the other side, or that side's end W lies
between X and V, and then within ``snap`` of s.
"""

from math import inf, sqrt

from impinge.contacts.kernels import flat
from impinge.contacts.kernels.flat import height_at
from impinge.contacts.kernels.found import CROSSING, add_found, add_ordered
from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, clamp01, sub


@inlined
def corner(corners, k):
    return (corners[k, flat.X], corners[k, flat.Y], corners[k, flat.HEIGHT])


@inlined
def following(head, k):
    """The corner after ``k``."""
    return k + 1 if k + 1 < head[flat.CORNERS] else 0


@inlined
def side_count(head):
    return 1 if head[flat.FORM] == flat.LINE else int(head[flat.CORNERS])


@inlined
def between(p, t, q):
    return along(p, t, sub(q, p))


@inlined
def far_sq(x, y, p):
    return (x - p[0]) ** 2 + (y - p[1]) ** 2


@kernel
def locate(head, corners, x, y, snap):
    """The place of (x, y) on a line or polygon, and its nearest point there; -1 if it is off it."""
    n = int(head[flat.CORNERS])
    inside = head[flat.FORM] == flat.POLYGON
    wide = False
    nearest_sq = inf
    side = 0
    at = 0.0
    for k in range(side_count(head)):
        p, q = corner(corners, k), corner(corners, following(head, k))
        dx, dy = q[0] - p[0], q[1] - p[1]
        rx, ry = x - p[0], y - p[1]
        length_sq = dx * dx + dy * dy
        # A side of no length has no outside, and a polygon of such sides no inside.
        if length_sq > 0.0:
            wide = True
            inside = inside and dx * ry - dy * rx > 0.0
        t = clamp01((rx * dx + ry * dy) / length_sq) if length_sq > 0.0 else 0.0
        d_sq = (rx - t * dx) ** 2 + (ry - t * dy) ** 2
        if d_sq < nearest_sq:
            nearest_sq, side, at = d_sq, k, t
    inside = inside and wide
    here = (x, y, height_at(head, x, y))
    if nearest_sq > snap * snap:
        return (2 * n if inside else -1), here
    i, j = side, following(head, side)
    p, q = corner(corners, i), corner(corners, j)
    p_sq, q_sq = far_sq(x, y, p), far_sq(x, y, q)
    code = n + side
    if min(p_sq, q_sq) <= snap * snap:
        code = i if p_sq <= q_sq else j
    return code, (here if inside else between(p, at, q))


@inlined
def same_place(p, x, y):
    return p[0] == x and p[1] == y


@inlined
def meet_corner(head_a, corners_a, head_b, corners_b, i, snap, found, count):
    """Corner ``i`` of A on B."""
    a = corner(corners_a, i)
    code, b = locate(head_b, corners_b, a[0], a[1], snap)
    if code < 0:
        return count
    if code < head_b[flat.CORNERS] and not same_place(b, a[0], a[1]):
        # Two corners that are one: the point both parts cover, if one of them is such.
        q = corner(corners_b, code)
        _, p = locate(head_a, corners_a, q[0], q[1], snap)
        if same_place(p, q[0], q[1]):
            a = p
        b = q
    return add_found(found, count, a, b, i, code, CROSSING)


@inlined
def beside(p, q, x):
    """How far ``x`` is to the left of the line from ``p`` to ``q``."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = sqrt(dx * dx + dy * dy)
    cross = dx * (x[1] - p[1]) - dy * (x[0] - p[0])
    return cross / length if length > 0.0 else 0.0


@inlined
def astride(s, t, snap):
    return (s > snap and t < -snap) or (s < -snap and t > snap)


@inlined
def meet_sides(head_a, corners_a, head_b, corners_b, i, j, snap, found, count):
    """The crossing of side ``i`` of A with side ``j`` of B."""
    p, q = corner(corners_a, i), corner(corners_a, following(head_a, i))
    r, s = corner(corners_b, j), corner(corners_b, following(head_b, j))
    before, after = beside(r, s, p), beside(r, s, q)
    if not astride(before, after, snap):
        return count
    begin, end = beside(p, q, r), beside(p, q, s)
    if not astride(begin, end, snap):
        return count
    a = between(p, before / (before - after), q)
    b = between(r, begin / (begin - end), s)
    code_a, code_b = int(head_a[flat.CORNERS]) + i, int(head_b[flat.CORNERS]) + j
    return add_found(found, count, a, b, code_a, code_b, CROSSING)


@kernel
def meet_on_plane(head, corners, plane, part_is_b, found):
    """All corners, on a plane that has no end."""
    count = 0
    for i in range(int(head[flat.CORNERS])):
        p = corner(corners, i)
        q = (p[0], p[1], height_at(plane, p[0], p[1]))
        count = add_ordered(found, count, p, q, i, 0, CROSSING, part_is_b)
    return count


@kernel
def meet_polygons(head_a, corners_a, head_b, corners_b, snap, found):
    """Corners of the figure that two lines or polygons both cover; how many."""
    count = 0
    for i in range(int(head_a[flat.CORNERS])):
        count = meet_corner(head_a, corners_a, head_b, corners_b, i, snap, found, count)
    for j in range(int(head_b[flat.CORNERS])):
        b = corner(corners_b, j)
        code, a = locate(head_a, corners_a, b[0], b[1], snap)
        # Two corners that are one have been found from the other side.
        if code >= head_a[flat.CORNERS]:
            count = add_found(found, count, a, b, code, j, CROSSING)
    for i in range(side_count(head_a)):
        for j in range(side_count(head_b)):
            count = meet_sides(head_a, corners_a, head_b, corners_b, i, j, snap, found, count)
    return count
