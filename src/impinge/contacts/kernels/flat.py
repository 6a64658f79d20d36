"""The flat part that a convex shape turns to a contact: a face, an edge, a disc, or a point.

Everything is seen in the **frame of the contact**: the origin midway between both surfaces, the
third axis the normal from A to B. A flat part is then a figure in the plane of the first two axes,
with a height over each of its points.

``head`` describes the part, ``corners`` holds its corners (x, y, height, feature), which run
counter-clockwise for both shapes. How a place on it is named, its *code*, depends on its form:

===========  ============================================================================
``DOT``      0
``LINE``     0, 1 the ends, 2 between them
``POLYGON``  0 ... n - 1 the corners, n + k the side from corner k on, 2 n the inside
``DISC``     0 the rim, 1 the inside
``PLANE``    0
===========  ============================================================================
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, moved
from impinge.core.vec import along, dot, neg, norm, scale, sub
from impinge.geometry.kernels import convex_row as packed
from impinge.narrow.kernels.corners import vector_at
from impinge.narrow.kernels.features import edge_between
from impinge.narrow.kernels.support import furthest_of_core

STEEP = 0.8660254037844387
"""Cosine of 30 degrees: the most that a face may be turned from the normal and still be the part
that touches.

Which points of it are contacts, their separations decide. The bound only keeps apart the cases in
which two parts would do equally well: below 45 degrees no two faces of a box come into question,
and above some 20 degrees the far end of a face is out of reach unless the shapes lie deep in each
other.
"""
SLANT = 0.5
"""Sine of 30 degrees: the same for edges, which may rise by this share of their length."""

DOT, LINE, POLYGON, DISC, PLANE = range(5)
"""Forms of a flat part."""

FORM, CORNERS, FACE = 0, 1, 2
"""What it is, how many corners it has, and the feature of its inside (of a LINE: between its ends;
of a DISC: of its inside, the rim is ``RIM``)."""
RISE_X, RISE_Y, LEVEL = 3, 4, 5
"""Height over (x, y): ``LEVEL + RISE_X x + RISE_Y y``."""
EXTENT = 6
"""Its size [m]: the diagonal of the box around it; of a point, the size of the shape; infinite for
a plane."""
MIDDLE, TO_X, TO_Y = 7, 10, 13
"""Of a disc: its centre, and from there to two points of the rim a quarter turn apart."""
RIM, RADIUS_OF_DISC = 16, 17
"""Of a disc: the feature of its rim, and its radius."""
HEAD = 18
"""Numbers of a head."""

X, Y, HEIGHT, FEATURE = 0, 1, 2, 3
"""Columns of corners."""


@inlined
def seen(turn, offset, frame, p):
    """A point of a shape, in the frame of the contact."""
    return apply(frame, moved(turn, offset, p))


@inlined
def set_corner(corners, k, q, feature):
    corners[k, X], corners[k, Y], corners[k, HEIGHT] = q
    corners[k, FEATURE] = feature


@inlined
def height_at(head, x, y):
    return head[LEVEL] + head[RISE_X] * x + head[RISE_Y] * y


@inlined
def set_plane(head, normal, q):
    """The plane through ``q`` with a normal that is not level."""
    head[RISE_X], head[RISE_Y] = -normal[0] / normal[2], -normal[1] / normal[2]
    head[LEVEL] = q[2] - head[RISE_X] * q[0] - head[RISE_Y] * q[1]


@inlined
def set_line(head, corners, p, feature_p, q, feature_q, between):
    set_corner(corners, 0, p, feature_p)
    set_corner(corners, 1, q, feature_q)
    head[FORM], head[CORNERS], head[FACE] = LINE, 2, between


@inlined
def set_dot(head, corners, p, feature):
    set_corner(corners, 0, p, feature)
    head[FORM], head[CORNERS] = DOT, 1


@inlined
def vertex_of(rows, start, k):
    x = start + int(rows[start + packed.AT_VERTICES]) + k
    stride = int(rows[start + packed.STRIDE])
    return (rows[x], rows[x + stride], rows[x + 2 * stride])


@inlined
def facing(rows, start, vertex, d):
    """The face around a vertex that looks most along ``d``, and how much (a cosine)."""
    lists = start + int(rows[start + packed.AT_VERTEX_FACES])
    planes = start + int(rows[start + packed.AT_PLANES])
    best = -2.0
    found = -1
    for k in range(start + int(rows[lists + vertex]), start + int(rows[lists + vertex + 1])):
        face = int(rows[k])
        at = planes + 4 * face
        cosine = d[0] * rows[at] + d[1] * rows[at + 1] + d[2] * rows[at + 2]
        if cosine > best:
            best = cosine
            found = face
    return found, best


@inlined
def flattest(rows, start, vertex, d):
    """The neighbour to which the edge from a vertex falls least along ``d``, the edge, the fall."""
    lists = start + int(rows[start + packed.AT_NEIGHBOURS])
    p = vertex_of(rows, start, vertex)
    best = inf
    found = -1
    edge = -1
    for k in range(start + int(rows[lists + vertex]), start + int(rows[lists + vertex + 1]), 2):
        q = vertex_of(rows, start, int(rows[k]))
        way = sub(p, q)
        length = norm(way)
        fall = dot(way, d) / length if length > 0.0 else inf
        if fall < best:
            best = fall
            found = int(rows[k])
            edge = int(rows[k + 1])
    return found, edge, best


@kernel
def flat_of_polytope(rows, start, d, turn, offset, frame, clockwise, head, corners):
    _, vertex = furthest_of_core(rows, start, d)
    count = int(rows[start + packed.COUNT])
    edges = int(rows[start + packed.EDGES])
    face, cosine = -1, -2.0
    if rows[start + packed.FACES] > 0.0:
        face, cosine = facing(rows, start, vertex, d)
    if cosine >= STEEP:
        lists = start + int(rows[start + packed.AT_LOOPS])
        first = start + int(rows[lists + face])
        n = start + int(rows[lists + face + 1]) - first
        for k in range(n):
            v = int(rows[first + (n - 1 - k if clockwise else k)])
            set_corner(corners, k, seen(turn, offset, frame, vertex_of(rows, start, v)), v)
        at = start + int(rows[start + packed.AT_PLANES]) + 4 * face
        normal = apply(frame, apply(turn, (rows[at], rows[at + 1], rows[at + 2])))
        set_plane(head, normal, seen(turn, offset, frame, vertex_of(rows, start, vertex)))
        head[FORM], head[CORNERS], head[FACE] = POLYGON, n, count + edges + face
        return
    other, edge, fall = -1, -1, inf
    if edges > 0:
        other, edge, fall = flattest(rows, start, vertex, d)
    if fall <= SLANT:
        i, j = min(vertex, other), max(vertex, other)
        p = seen(turn, offset, frame, vertex_of(rows, start, i))
        q = seen(turn, offset, frame, vertex_of(rows, start, j))
        set_line(head, corners, p, i, q, j, count + edge)
        return
    p = seen(turn, offset, frame, vertex_of(rows, start, vertex))
    set_dot(head, corners, p, vertex)


@inlined
def set_disc(head, turn, offset, frame, radius, z, inside, rim):
    middle = seen(turn, offset, frame, (0.0, 0.0, z))
    to_x = apply(frame, apply(turn, (radius, 0.0, 0.0)))
    to_y = apply(frame, apply(turn, (0.0, radius, 0.0)))
    for k in range(3):
        head[MIDDLE + k], head[TO_X + k], head[TO_Y + k] = middle[k], to_x[k], to_y[k]
    set_plane(head, apply(frame, apply(turn, (0.0, 0.0, 1.0))), middle)
    head[FORM], head[CORNERS], head[FACE] = DISC, 0, inside
    head[RIM], head[RADIUS_OF_DISC] = rim, radius


@inlined
def across(d):
    """The direction of ``d`` across the z axis, the x axis if it has none; and how much it has."""
    length = sqrt(d[0] * d[0] + d[1] * d[1])
    if length > 0.0:
        return d[0] / length, d[1] / length, length
    return 1.0, 0.0, 0.0


@kernel
def flat_of_round(rows, start, d, turn, offset, frame, head, corners):
    """The flat part of a cylinder or a cone."""
    r, h = rows[start + packed.SIZES], rows[start + packed.SIZES + 1]
    x, y, level = across(d)
    if rows[start + packed.KIND] == packed.CYLINDER:
        above = d[2] > 0.0
        if abs(d[2]) >= STEEP:
            z = h if above else -h
            set_disc(head, turn, offset, frame, r, z, 2 if above else 3, 0 if above else 1)
            return
        top = seen(turn, offset, frame, (r * x, r * y, h))
        bottom = seen(turn, offset, frame, (r * x, r * y, -h))
        if abs(d[2]) <= SLANT:
            set_line(head, corners, top, 0, bottom, 1, 4)
            return
        set_dot(head, corners, top if above else bottom, 0 if above else 1)
        return
    side = (level * 2.0 * h + d[2] * r) / sqrt(4.0 * h * h + r * r)
    if -d[2] >= STEEP and -d[2] >= side:
        set_disc(head, turn, offset, frame, r, -h, 2, 1)
        return
    apex = seen(turn, offset, frame, (0.0, 0.0, h))
    foot = seen(turn, offset, frame, (r * x, r * y, -h))
    if side >= STEEP:
        set_line(head, corners, apex, 0, foot, 1, 3)
        return
    above = h * d[2] > r * level - h * d[2]
    set_dot(head, corners, apex if above else foot, 0 if above else 1)


@inlined
def flat_of_capsule(rows, start, d, turn, offset, frame, head, corners):
    r, h = rows[start + packed.RADIUS], rows[start + packed.SIZES]
    if abs(d[2]) <= SLANT:
        # Across the axis, so that both ends are on the surface, however the capsule leans.
        x, y, _ = across(d)
        p = seen(turn, offset, frame, (r * x, r * y, -h))
        q = seen(turn, offset, frame, (r * x, r * y, h))
        set_line(head, corners, p, 0, q, 1, 2)
        return
    above = d[2] > 0.0
    end = along((0.0, 0.0, h if above else -h), r, d)
    set_dot(head, corners, seen(turn, offset, frame, end), 1 if above else 0)


@inlined
def flat_of_half_space(rows, start, turn, offset, frame, head):
    at = start + packed.SIZES
    q = seen(turn, offset, frame, scale(rows[at + 3], vector_at(rows, at)))
    # The contact's normal is this plane's: it is level, also far from its own origin.
    head[RISE_X], head[RISE_Y], head[LEVEL] = 0.0, 0.0, q[2]
    head[FORM], head[CORNERS], head[FACE] = PLANE, 0, 0


@inlined
def extent_of(head, corners):
    form = int(head[FORM])
    if form == PLANE:
        return inf
    if form == DISC:
        return 2.0 * head[RADIUS_OF_DISC]
    least_x, least_y, most_x, most_y = inf, inf, -inf, -inf
    for k in range(int(head[CORNERS])):
        x, y = corners[k, X], corners[k, Y]
        least_x, most_x = min(least_x, x), max(most_x, x)
        least_y, most_y = min(least_y, y), max(most_y, y)
    return sqrt((most_x - least_x) ** 2 + (most_y - least_y) ** 2)


@kernel
def find_flat(rows, start, normal, turn, offset, frame, is_b, head, corners):
    """Describe the part of a shape that looks along ``normal``, or against it where it is B.

    ``turn`` and ``offset`` lead from the shape's frame to that in which ``normal`` is given, moved
    to the origin of the contact; the rows of ``frame`` are the contact's axes there.
    """
    d = apply_transposed(turn, normal)
    if is_b:
        d = neg(d)
    kind = int(rows[start + packed.KIND])
    if kind == packed.BOX or kind == packed.HULL:
        flat_of_polytope(rows, start, d, turn, offset, frame, is_b, head, corners)
    elif kind == packed.CYLINDER or kind == packed.CONE:
        flat_of_round(rows, start, d, turn, offset, frame, head, corners)
    elif kind == packed.SEGMENT:
        flat_of_capsule(rows, start, d, turn, offset, frame, head, corners)
    elif kind == packed.HALFSPACE:
        flat_of_half_space(rows, start, turn, offset, frame, head)
    else:
        p, _ = furthest_of_core(rows, start, d)
        set_dot(
            head, corners, seen(turn, offset, frame, along(p, rows[start + packed.RADIUS], d)), 0
        )
    head[EXTENT] = extent_of(head, corners)
    if head[FORM] == DOT:
        head[EXTENT] = 2.0 * rows[start + packed.REACH]


@inlined
def feature_of_code(rows, start, head, corners, code):
    """The feature of the shape that a place on its flat part belongs to."""
    form = int(head[FORM])
    if form == PLANE:
        return int(head[FACE])
    if form == DISC:
        return int(head[FACE]) if code == 1 else int(head[RIM])
    n = int(head[CORNERS])
    if code < n:
        return int(corners[code, FEATURE])
    if form == LINE or code == 2 * n:
        return int(head[FACE])
    i, j = int(corners[code - n, FEATURE]), int(corners[(code - n + 1) % n, FEATURE])
    return int(rows[start + packed.COUNT]) + edge_between(rows, start, i, j)
