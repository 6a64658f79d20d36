"""Polytopes as rows: faces, edges and vertices by their tables (``convex_row``)."""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, cross, dot, norm, sub
from impinge.geometry.kernels import convex_row as layout
from impinge.geometry.kernels.ray import cast_ray_triangle
from impinge.geometry.kernels.segment import closest_point_segment


@inlined
def vertex_at(rows, start, i):
    at = start + int(rows[start + layout.AT_VERTICES]) + i
    stride = int(rows[start + layout.STRIDE])
    return (rows[at], rows[at + stride], rows[at + 2 * stride])


@inlined
def plane_at(rows, start, face):
    """Unit normal, and offset."""
    at = start + int(rows[start + layout.AT_PLANES]) + 4 * face
    return (rows[at], rows[at + 1], rows[at + 2]), rows[at + 3]


@inlined
def loop_at(rows, start, face):
    """Where the vertices around a face begin and end, in ``rows``."""
    at = start + int(rows[start + layout.AT_LOOPS]) + face
    return start + int(rows[at]), start + int(rows[at + 1])


@inlined
def edge_between(rows, start, i, j):
    """Number of the edge between two vertices, among the features; -1 if there is none."""
    at = start + int(rows[start + layout.AT_NEIGHBOURS]) + i
    for k in range(start + int(rows[at]), start + int(rows[at + 1]), 2):
        if int(rows[k]) == j:
            return int(rows[start + layout.COUNT]) + int(rows[k + 1])
    return -1


@inlined
def face_feature(rows, start, face):
    """Number of a face, among the features."""
    return int(rows[start + layout.COUNT]) + int(rows[start + layout.EDGES]) + face


@inlined
def closest_point_side(rows, start, p, i, j):
    """(distance, point, feature): of the edge from vertex ``i`` to ``j``."""
    a, b = vertex_at(rows, start, i), vertex_at(rows, start, j)
    s = closest_point_segment(p, a, b)
    if s == 0.0:
        return norm(sub(p, a)), a, i
    if s == 1.0:
        return norm(sub(p, b)), b, j
    q = along(a, s, sub(b, a))
    return norm(sub(p, q)), q, edge_between(rows, start, i, j)


@kernel
def closest_point_face(rows, start, p, face):
    """(distance, point, feature): of a polygon, from ``p``.

    Where the point is over the polygon, straight down; else at one of the sides it is beyond.
    """
    n, offset = plane_at(rows, start, face)
    begin, end = loop_at(rows, start, face)
    best, nearest, feature = inf, p, -1
    i = int(rows[end - 1])
    for k in range(begin, end):
        j = int(rows[k])
        a = vertex_at(rows, start, i)
        if dot(cross(sub(vertex_at(rows, start, j), a), n), sub(p, a)) > 0.0:
            distance, point, number = closest_point_side(rows, start, p, i, j)
            if distance < best:
                best, nearest, feature = distance, point, number
        i = j
    if feature < 0:
        above = dot(n, p) - offset
        return abs(above), along(p, -above, n), face_feature(rows, start, face)
    return best, nearest, feature


@inlined
def highest_face(rows, start, p):
    """(height, face): the face whose plane the point is furthest above, or least below."""
    best, face = -inf, 0
    for f in range(int(rows[start + layout.FACES])):
        n, offset = plane_at(rows, start, f)
        above = dot(n, p) - offset
        if above > best:
            best, face = above, f
    return best, face


@kernel
def closest_point_polytope(rows, start, p):
    """(separation, point, feature): of the surface, from ``p``; negative inside.

    Inside, the nearest face is the one whose plane is. Outside, it is one of those whose planes the
    point is above. What is flat has no inside.
    """
    count, faces = int(rows[start + layout.COUNT]), int(rows[start + layout.FACES])
    if count == 1:
        a = vertex_at(rows, start, 0)
        return norm(sub(p, a)), a, 0
    if faces == 0:
        return closest_point_side(rows, start, p, 0, 1)
    top, face = highest_face(rows, start, p)
    n, _ = plane_at(rows, start, face)
    if faces > 2 and top <= 0.0:
        return top, along(p, -top, n), face_feature(rows, start, face)
    best, nearest, feature = closest_point_face(rows, start, p, face)
    for f in range(faces):
        n, offset = plane_at(rows, start, f)
        above = dot(n, p) - offset
        if f != face and 0.0 < above < best:
            distance, point, number = closest_point_face(rows, start, p, f)
            if distance < best:
                best, nearest, feature = distance, point, number
    return best, nearest, feature


@kernel
def intersect_line_polytope(rows, start, o, d):
    """(first, its face, last, its face): where the line is inside; faces from 0 on.

    Cyrus and Beck 1978 [Cyrus1978]_: between the last plane it comes in by and the first it goes
    out by. A flat one is met in one point, from both sides; a segment or a point never is.
    """
    faces = int(rows[start + layout.FACES])
    if faces <= 2:
        return intersect_line_flat(rows, start, o, d)
    first, enters, last, leaves = -inf, 0, inf, 0
    for f in range(faces):
        n, offset = plane_at(rows, start, f)
        above, rate = dot(n, o) - offset, dot(n, d)
        if rate == 0.0:
            if above > 0.0:
                return inf, 0, -inf, 0
        elif rate < 0.0:
            if -above / rate > first:
                first, enters = -above / rate, f
        elif -above / rate < last:
            last, leaves = -above / rate, f
    return first, enters, last, leaves


@inlined
def intersect_line_flat(rows, start, o, d):
    """The same of a polygon, by the triangles from its first corner; forward and backward."""
    if int(rows[start + layout.FACES]) == 0:
        return inf, 0, -inf, 0
    begin, end = loop_at(rows, start, 0)
    a = vertex_at(rows, start, int(rows[begin]))
    back = (-d[0], -d[1], -d[2])
    for k in range(begin + 1, end - 1):
        b = vertex_at(rows, start, int(rows[k]))
        c = vertex_at(rows, start, int(rows[k + 1]))
        t = cast_ray_triangle(o, d, a, b, c)
        if t == inf:
            t = -cast_ray_triangle(o, back, a, b, c)
        if t > -inf:
            n, _ = plane_at(rows, start, 0)
            face = 0 if dot(n, d) <= 0.0 else 1
            return t, face, t, 1 - face
    return inf, 0, -inf, 0
