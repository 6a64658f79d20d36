"""The shortest way out of an overlap: the face of the difference B - A nearest to the origin.

The expanding polytope algorithm [Bergen2001]_: a polytope inside B - A grows by a supporting point
beyond the face that is nearest to the origin, until that face is one of B - A itself. The offset of
the nearest face bounds the depth from below at every step, the supporting plane from above.

Deviations. Offsets are signed and the start is any tetrahedron of B - A: where the origin is
outside by rounding or by a hair, the same loop finds the plane that separates. A new triangle
without area, which a corner in line with an edge makes, takes the plane of its neighbour: the
surface stays closed, and nothing is divided by zero. Where rounding would tear the surface, the
loop ends with the bounds it has.
"""

from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from impinge.core.jit import kernel, merged
from impinge.core.memory import natural, scratch_floats, scratch_ints
from impinge.core.vec import any_square_to, cross, dot, norm_sq, scale, sub
from impinge.narrow.kernels.corners import ROW, is_corner, set_corner, vector_at
from impinge.narrow.kernels.growing import (
    CORNERS,
    EDGE_LIST,
    FACE_TABLE,
    OFFSET,
    ROOM,
    SQUARE,
    begin_tetrahedron,
    close_hole,
    find_nearest,
    open_hole,
)
from impinge.narrow.kernels.support import RIM, difference_point, look_along


@kernel
def spread_corners(pair, touch, corners):
    """Four points of B - A far apart from each other in the first rows; returns their dimension.

    0 for a point ... 3 for a tetrahedron with room inside; less means that B - A has no thickness
    beyond ``touch`` in the directions left. The returned vector is the normal of a flat one.
    """
    n = (1.0, 0.0, 0.0)
    w, a, i, j = look_along(pair, n)
    set_corner(corners, 0, w, a, i, j)
    first = w
    best = -1.0
    x, y, z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    for d in (scale(-1.0, x), y, scale(-1.0, y), z, scale(-1.0, z)):
        w, a, i, j = look_along(pair, d)
        far = norm_sq(sub(w, first))
        if far > best:
            best = far
            set_corner(corners, 1, w, a, i, j)
    if not sqrt(best) > touch:
        return 0, n
    edge = scale(1.0 / sqrt(best), sub(vector_at(corners, ROW), first))
    u = any_square_to(edge)
    t = cross(edge, u)
    best = -1.0
    for d in (u, scale(-1.0, u), t, scale(-1.0, t)):
        w, a, i, j = look_along(pair, d)
        far = sqrt(norm_sq(cross(sub(w, first), edge)))
        if far > best:
            best = far
            set_corner(corners, 2, w, a, i, j)
    if not best > touch:
        return 1, u
    n = cross(edge, sub(vector_at(corners, 2 * ROW), first))
    n = scale(1.0 / sqrt(norm_sq(n)), n)
    best = -1.0
    for d in (n, scale(-1.0, n)):
        w, a, i, j = look_along(pair, d)
        far = abs(dot(sub(w, first), n))
        if far > best:
            best = far
            set_corner(corners, 3, w, a, i, j)
    return (3 if best > touch else 2), n


@kernel
def better_side(pair, n):
    """Of two opposite directions, the one with the greater gap, and that gap."""
    ahead = dot(n, look_along(pair, n)[0])
    back = scale(-1.0, n)
    behind = dot(back, look_along(pair, back)[0])
    if ahead >= behind:
        return n, ahead
    return back, behind


class WayOut(NamedTuple):
    """Where an expansion ended."""

    normal: tuple[float, ...]
    """Unit vector from A to B."""
    gap: float
    """Along it: minus the depth; positive where the shapes turn out to be apart."""
    lower: float
    """Lower bound of the depth."""
    tight: bool
    """Whether the nearest face is one of B - A, within what was asked for."""
    face: tuple[int, ...]
    """That face: three rows of the table of corners."""
    steps: int


@kernel
def grow(pair, touch, fine, corners):
    """Grow the tetrahedron of the first four corners.

    Returns (normal from A to B, least height of a supporting plane over the origin, lower bound of
    it, whether the face below that plane is tight, the face, corners used).
    """
    faces = scratch_ints(FACE_TABLE)
    planes = scratch_floats(FACE_TABLE)
    keys = scratch_floats(ROOM)
    waiting, rim, gone = scratch_ints(EDGE_LIST), scratch_ints(EDGE_LIST), scratch_ints(ROOM)
    begin_tetrahedron(corners, faces, planes, keys)
    tolerance_sq = 0.015625 * touch * touch
    used = 4
    count = 4
    least = inf
    lower = -inf
    n = (1.0, 0.0, 0.0)
    best_face = (0, 1, 2)
    under = -inf
    tight = False
    while used > 0:
        f = find_nearest(keys, used)
        if f < 0:
            break
        at = natural(ROW * f)
        out = vector_at(planes, at)
        w, a, i, j = difference_point(pair, (-out[0], -out[1], -out[2]))
        length = sqrt(planes[at + SQUARE])
        offset = planes[at + OFFSET] / length
        lower = max(lower, offset)
        above = dot(out, w) / length
        here = (faces[at], faces[at + 1], faces[at + 2])
        again = (i < RIM and j < RIM) and (
            is_corner(corners, here[0], i, j)
            or is_corner(corners, here[1], i, j)
            or is_corner(corners, here[2], i, j)
        )
        # Of faces below the same plane, the nearest to it: its corners are where it touches.
        if above < least or (above == least and offset > under):
            least = above
            under = offset
            n = (-out[0] / length, -out[1] / length, -out[2] / length)
            best_face = here
            tight = above - under <= fine or again
        if again or least - offset <= fine or count == CORNERS:
            break
        set_corner(corners, count, w, a, i, j)
        edges, removed = open_hole(faces, planes, keys, f, w, tolerance_sq, waiting, rim, gone)
        used = close_hole(corners, faces, planes, keys, used, rim, edges, gone, removed, count)
        count += 1
    if count == CORNERS and not tight:
        # No room left, as on a ring of ways out that are all as short: look at each face once.
        for f in range(used):
            if keys[f] < least * abs(least):
                out = scale(1.0 / sqrt(planes[ROW * f + SQUARE]), vector_at(planes, ROW * f))
                d = (-out[0], -out[1], -out[2])
                above = dot(out, look_along(pair, d)[0])
                if above < least:
                    least = above
                    n = d
                    best_face = (faces[ROW * f], faces[ROW * f + 1], faces[ROW * f + 2])
    return n, least, lower, tight, best_face, count


@merged
def expand(pair, touch, fine, room, corners):
    """The nearest face of B - A, until its bounds are within ``fine``.

    Begins with the tetrahedron of the first four ``corners``, where GJK ended, if it has ``room``
    inside, or else with points looked for; those found are added (CORNER_TABLE numbers). For B - A
    without thickness the gap is that across it, and the lower bound is 0.
    """
    if not room:
        dimension, flat = spread_corners(pair, touch, corners)
        if dimension < 3:
            n, gap = better_side(pair, flat)
            return WayOut(n, gap, 0.0, np.bool_(False), (0, 0, 0), 12)
    n, least, lower, tight, face, count = grow(pair, touch, fine, corners)
    return WayOut(n, -least, min(lower, least), tight, face, count)
