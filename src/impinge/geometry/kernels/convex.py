"""Convex shapes and half spaces of every kind, as rows (``convex_row``), one measure for all.

Points and lines are given in the frame of the shape.
"""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, dot, unit_vector
from impinge.geometry.kernels import convex_row as layout
from impinge.geometry.kernels.axial import (
    closest_point_capsule,
    closest_point_cone,
    closest_point_cylinder,
    feature_of_capsule,
    intersect_line_capsule,
    intersect_line_cone,
    intersect_line_cylinder,
    normal_capsule,
    normal_cone,
    normal_cylinder,
)
from impinge.geometry.kernels.box import closest_point_box, intersect_line_box, normal_box
from impinge.geometry.kernels.chord import intersect_line_ball
from impinge.geometry.kernels.ellipsoid import (
    closest_point_ball,
    closest_point_ellipsoid,
    intersect_line_ellipsoid,
    normal_ellipsoid,
)
from impinge.geometry.kernels.polytope import (
    closest_point_polytope,
    edge_between,
    face_feature,
    intersect_line_polytope,
    plane_at,
)


@inlined
def sizes_of(rows, start):
    """The first three of them."""
    at = start + layout.SIZES
    return (rows[at], rows[at + 1], rows[at + 2])


@inlined
def feature_of_box(rows, start, q, h):
    """The vertex, edge or face of a box on which a point of its surface lies."""
    vertex, on, free, across = 0, 0, 0, 0
    for k in range(3):
        if q[k] > 0.0:
            vertex |= 1 << k
        if abs(q[k]) == h[k]:
            on += 1
            across = k
        else:
            free = k
    if on == 3:
        return vertex
    if on == 2:
        low = vertex & ~(1 << free)
        return edge_between(rows, start, low, low | 1 << free)
    return face_feature(rows, start, 2 * across + (vertex >> across & 1))


@kernel
def closest_point_convex(rows, start, p):
    """(separation, point, feature): of the surface, from ``p``; the separation is negative inside.

    Its magnitude is the distance of the point.
    """
    kind = int(rows[start + layout.KIND])
    r, h = rows[start + layout.SIZES], rows[start + layout.SIZES + 1]
    if kind == layout.POINT:
        return closest_point_ball(p, rows[start + layout.RADIUS])
    if kind == layout.SEGMENT:
        return closest_point_capsule(p, rows[start + layout.RADIUS], r)
    if kind == layout.BOX:
        sizes = sizes_of(rows, start)
        separation, q = closest_point_box(p, sizes)
        return separation, q, feature_of_box(rows, start, q, sizes)
    if kind == layout.CYLINDER:
        return closest_point_cylinder(p, r, h)
    if kind == layout.CONE:
        return closest_point_cone(p, r, h)
    if kind == layout.ELLIPSOID:
        separation, q = closest_point_ellipsoid(p, sizes_of(rows, start))
        return separation, q, 0
    if kind == layout.HALFSPACE:
        n = sizes_of(rows, start)
        above = dot(n, p) - rows[start + layout.SIZES + 3]
        return above, along(p, -above, n), 0
    return closest_point_polytope(rows, start, p)


@kernel
def intersect_line_convex(rows, start, o, d):
    """(first, its face, last, its face): the parameters between which ``o + t d`` is inside.

    ``(inf, .., -inf, ..)`` if it nowhere is; ends at infinity where it does not come in or go out.
    What a face is, :func:`normal_convex` says.
    """
    kind = int(rows[start + layout.KIND])
    r, h = rows[start + layout.SIZES], rows[start + layout.SIZES + 1]
    if kind == layout.BOX:
        return intersect_line_box(o, d, sizes_of(rows, start))
    if kind == layout.HULL:
        return intersect_line_polytope(rows, start, o, d)
    if kind == layout.CYLINDER:
        return intersect_line_cylinder(o, d, r, h)
    if kind == layout.CONE:
        return intersect_line_cone(o, d, r, h)
    first, last = -inf, inf
    if kind == layout.POINT:
        first, last = intersect_line_ball(o, d, rows[start + layout.RADIUS])
    elif kind == layout.SEGMENT:
        first, last = intersect_line_capsule(o, d, rows[start + layout.RADIUS], r)
    elif kind == layout.ELLIPSOID:
        first, last = intersect_line_ellipsoid(o, d, sizes_of(rows, start))
    else:
        n = sizes_of(rows, start)
        above, rate = dot(n, o) - rows[start + layout.SIZES + 3], dot(n, d)
        if rate < 0.0:
            first = -above / rate
        elif rate > 0.0:
            last = -above / rate
        elif above > 0.0:
            first, last = inf, -inf
    return first, 0, last, 0


@kernel
def normal_convex(rows, start, q, out, face):
    """(normal, feature): out of a face that :func:`intersect_line_convex` named.

    At the point ``q`` of it, from which ``out`` leads out of the shape.
    """
    kind = int(rows[start + layout.KIND])
    r, h = rows[start + layout.SIZES], rows[start + layout.SIZES + 1]
    if kind == layout.POINT:
        u, _ = unit_vector(q)
        return u, 0
    if kind == layout.SEGMENT:
        return normal_capsule(q, r), feature_of_capsule(q[2], r)
    if kind == layout.BOX:
        return normal_box(face), face_feature(rows, start, face)
    if kind == layout.CYLINDER:
        return normal_cylinder(q, face), face
    if kind == layout.CONE:
        return normal_cone(q, out, face, r, h), face
    if kind == layout.ELLIPSOID:
        return normal_ellipsoid(q, sizes_of(rows, start)), 0
    if kind == layout.HALFSPACE:
        return sizes_of(rows, start), 0
    n, _ = plane_at(rows, start, face)
    return n, face_feature(rows, start, face)


@inlined
def face_of_feature(rows, start, feature):
    """The face, as :func:`normal_convex` takes it, that a feature is; -1 for edges and vertices."""
    kind = int(rows[start + layout.KIND])
    if kind == layout.BOX or kind == layout.HULL:
        return max(feature - face_feature(rows, start, 0), -1)
    if kind == layout.CYLINDER or kind == layout.CONE:
        return feature if feature >= 2 else -1
    return 0
