"""Pairs of features whose points are nearest to each other on the surfaces around them.

A vertex that slides over a flat floor comes near the edges of triangles ahead of it, along tilted
directions. Such pairs are no contacts: the floor between is nearer. Impulses along their normals
would stop the vertex.
"""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, along, dot, load, norm_sq, scale, sub

NOTHING = 1e-9
"""Weights below count as zero: the point is on the border of its feature."""
TILT = 1e-3
"""Sine of the angle by which a direction may lead along the surface: rounding of flat ones."""


@inlined
def place_at(start, end, i, time):
    """Where a vertex is at a time of the step."""
    p = load(start, i)
    return along(p, time, sub(load(end, i), p))


@inlined
def has_corner(vertices, row, vertex):
    found = False
    for k in range(4):
        found = found | (vertices[row, k] == vertex)
    return found


@kernel
def leads_along(surface, stencils, start, end, time, row, first, last):
    """Whether the other feature is nearer to the surface around a feature than to the feature.

    The feature has corners ``first ... last - 1`` of the row. Faces around its point are looked at.
    """
    faces, offsets, around = surface
    vertices, weights, normals = stencils
    point, lead = (0.0, 0.0, 0.0), 0
    size = 0.0
    for k in range(first, last):
        size += abs(weights[row, k])
        if abs(weights[row, k]) > NOTHING:
            lead = vertices[row, k]
        place = place_at(start, end, vertices[row, k], time)
        point = add(point, scale(abs(weights[row, k]), place))
    point = scale(1.0 / size, point)
    # Towards the other feature: normals lead from the first to the second.
    direction = load(normals, row) if first == 0 else scale(-1.0, load(normals, row))
    for place in range(offsets[lead], offsets[lead + 1]):
        face = around[place]
        whole = True
        for k in range(first, last):
            if abs(weights[row, k]) > NOTHING:
                corner = vertices[row, k]
                whole = whole & (
                    (faces[face, 0] == corner)
                    | (faces[face, 1] == corner)
                    | (faces[face, 2] == corner)
                )
        for c in range(3 if whole else 0):
            corner = faces[face, c]
            # The point is the nearest of its own feature, and a feature is no pair with itself.
            if has_corner(vertices, row, corner):
                continue
            arm = sub(place_at(start, end, corner, time), point)
            if dot(direction, arm) > TILT * sqrt(norm_sq(arm)):
                return True
    return False


@kernel
def mark_contacts(surface, stencils, split, start, end, times, contacts, begin, stop):
    """Whether the points of each row are nearest to each other, on the surfaces around them.

    The first ``split`` rows are of a vertex and a face, the others of two edges. ``surface`` are
    faces, and those around each vertex: ``around[offsets[i] : offsets[i + 1]]``.
    """
    weights = stencils[1]
    for row in range(begin, stop):
        cut = 1 if row < split else 2
        inside = cut == 1
        for k in range(1, 4):
            inside = inside & (abs(weights[row, k]) > NOTHING)
        # A vertex above the inside of a face is a contact whatever is beside it: the normal is that
        # of the face.
        tilted = False
        if not inside:
            tilted = leads_along(surface, stencils, start, end, times[row], row, 0, cut)
            if not tilted:
                tilted = leads_along(surface, stencils, start, end, times[row], row, cut, 4)
        contacts[row] = not tilted
