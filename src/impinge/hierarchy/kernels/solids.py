"""Points and rays asked of one convex shape or half space, row by row."""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, rotation_of, translation_of
from impinge.core.vec import along, dot, load, neg, norm, sub, unit_vector
from impinge.geometry.kernels.convex import (
    closest_point_convex,
    face_of_feature,
    intersect_line_convex,
    normal_convex,
)
from impinge.geometry.kernels.convex_row import CENTRE, HALFSPACE, KIND, REACH, SIZES
from impinge.hierarchy.kernels.closest import write_closest
from impinge.hierarchy.kernels.one_tree import largest_of, to_body, to_world
from impinge.hierarchy.kernels.ray import BOX_TESTS, TESTS, write_hit

ON_SURFACE = 2.0**-49
"""Points this close to the surface are on it, as a share of the largest coordinate involved: of the
point, the shape and its pose. A point that was moved into the shape's frame is off by up to 2**-51
of that, and its distance from a curved surface is rounded as much again. Less would make a matter
of chance of whether a point that was put on a surface is inside; more would swell the shape."""

FAR = 16.0
"""Reaches of the shape from which on the origin of a ray is moved nearer."""


@inlined
def centre_of(row):
    return (row[CENTRE], row[CENTRE + 1], row[CENTRE + 2])


@inlined
def extent_of(row):
    """No coordinate of the shape is larger; of a half space, its distance from the origin."""
    if int(row[KIND]) == HALFSPACE:
        return abs(row[SIZES + 3])
    return row[REACH] + largest_of(centre_of(row))


@inlined
def rounding_of(row, pose, p):
    """How far [m] from the surface a point of the world is still on it."""
    return ON_SURFACE * max(max(extent_of(row), largest_of(p)), largest_of(translation_of(pose)))


@kernel
def closest_point_solid_rows(row, pose, points, rows, start, stop):
    """Row ``i`` of ``rows`` answers point ``i``, in the world frame (columns of ``closest``)."""
    for i in range(start, stop):
        separation, nearest, feature = closest_point_convex(row, 0, to_body(pose, load(points, i)))
        write_closest(rows, i, to_world(pose, nearest), abs(separation), feature, 0, 1)


@kernel
def contains_solid_rows(row, pose, points, answers, start, stop):
    for i in range(start, stop):
        p = load(points, i)
        separation, _, _ = closest_point_convex(row, 0, to_body(pose, p))
        answers[i] = separation <= rounding_of(row, pose, p)


@inlined
def nearer_start(row, o, d):
    """The parameter to which the origin of a ray from far away may be moved."""
    w = sub(o, centre_of(row))
    reach = row[REACH]
    # Infinite for a half space, and zero for a point.
    if not FAR * reach < norm(w) or not reach < inf:
        return 0.0
    return max(-dot(w, d) - 4.0 * reach, 0.0)


@kernel
def cast_ray_solid(row, o, d, rounding):
    """(distance, normal, feature) of the first point of the surface; inf and -1 for none.

    A ray that begins on the surface, within ``rounding``, hits it there. One that begins inside
    hits where it goes out.
    """
    none = (inf, (0.0, 0.0, 0.0), -1)
    outside, touching = True, False
    feature = -1
    if not norm(sub(o, centre_of(row))) > row[REACH] + rounding:
        separation, _, feature = closest_point_convex(row, 0, o)
        outside, touching = separation > 0.0, abs(separation) <= rounding
    moved = nearer_start(row, o, d)
    o = along(o, moved, d)
    first, enters, last, leaves = intersect_line_convex(row, 0, o, d)
    hits = first <= last
    face = face_of_feature(row, 0, feature) if touching else -1
    if touching and face < 0 and not hits:
        # On an edge, past everything.
        return 0.0, neg(d), feature
    if touching:
        t = 0.0
        if face < 0:
            face = enters if abs(first) <= abs(last) else leaves
    elif not hits:
        return none
    elif outside:
        t, face = first, enters
    else:
        t, face = max(last, 0.0), leaves
    if not 0.0 <= moved + t < inf:
        return none
    n, feature = normal_convex(row, 0, along(o, t, d), neg(d) if outside else d, face)
    # Not by its direction alone, which is lost in rounding where the ray is tangent.
    inward = dot(n, d) > 0.0 if touching else not outside
    return moved + t, neg(n) if inward else n, feature


@inlined
def answer_ray_solid(row, pose, origin, direction, rows, i):
    """Row ``i`` of ``rows`` answers a ray with a unit direction, in the world frame."""
    rotation = rotation_of(pose)
    d, rounding = apply_transposed(rotation, direction), rounding_of(row, pose, origin)
    distance, n, feature = cast_ray_solid(row, to_body(pose, origin), d, rounding)
    write_hit(rows, i, origin, direction, distance, apply(rotation, n), feature)
    rows[i, BOX_TESTS], rows[i, TESTS] = 0, 1


@kernel
def cast_ray_solid_rows(row, pose, origins, directions, rows, start, stop):
    """Row ``i`` of ``rows`` answers ray ``i``, in the world frame (columns of ``ray``)."""
    for i in range(start, stop):
        direction, _ = unit_vector(load(directions, i))
        answer_ray_solid(row, pose, load(origins, i), direction, rows, i)
