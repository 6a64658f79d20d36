"""The signed gap of two convex shapes: distance where they are apart, depth where they overlap.

Both are one number: the greatest gap between supporting planes over all directions, positive or
not. Its direction is the contact normal, and it is continuous through contact. How it is found
depends on where the shapes are:

- spheres, capsules and half spaces by formula, overlapping boxes by their fifteen directions;
- apart: GJK on the cores;
- overlapping or touching: the expanding polytope;
- near contact, and for curved shapes, a better direction (``direction.py``).
"""

from math import inf, sqrt

import numpy as np

from impinge.core.jit import inlined, kernel, merged
from impinge.core.mat import apply_transposed, moved
from impinge.core.memory import scratch_floats
from impinge.core.vec import along, cross, dot, norm, norm_sq, scale, sub, unit_vector
from impinge.geometry.kernels.convex_row import (
    BOX,
    CENTRE,
    CYLINDER,
    HALFSPACE,
    KIND,
    RADIUS,
    REACH,
    SEGMENT,
)
from impinge.narrow.kernels.boxes import measure_boxes
from impinge.narrow.kernels.corners import (
    NUMBER_A,
    NUMBER_B,
    ON_A,
    W,
    blend,
    numbers_of,
    points_of,
    set_corner,
    vector_at,
)
from impinge.narrow.kernels.direction import best_direction, length_out, seen_from_outside
from impinge.narrow.kernels.epa import expand
from impinge.narrow.kernels.features import feature_of
from impinge.narrow.kernels.gjk import (
    APART,
    FIRST_THREE,
    INSIDE,
    SIMPLEX_TABLE,
    gjk,
    point_on_a,
    tetrahedron_of,
)
from impinge.narrow.kernels.growing import CORNER_TABLE
from impinge.narrow.kernels.pair_row import GAP, LOWER, NORMAL, POINT_B, write_pair
from impinge.narrow.kernels.polishing import gap_along, polished
from impinge.narrow.kernels.round_pairs import measure_capsules, measure_half_space
from impinge.narrow.kernels.simplex import CLEARLY, depth_in_tetrahedron
from impinge.narrow.kernels.support import Pair, look_along

TOUCH = 8.0 * 2.0**-52
"""Share of the largest coordinate below which a gap or a depth is none: rounding of coordinates."""
NEAR = 1e-5
"""Share of the largest coordinate below which a gap's direction is looked for by moving out."""
CONFIRMED = 1e-9
"""Share of the largest coordinate that a gap may be below the length of v to confirm it."""
ROUNDED = 1e-12
"""The same for curved shapes, of which v may be too long, and the gap that of a lower top."""
CURVED = 1e-11
"""Share of the largest coordinate within which the depth of curved shapes is enclosed."""
IN_FACE = 1e-12
"""Share of a face by which the foot of the origin may be beyond its edge: rounding."""
FAT_SQ = 1e-4
"""Squared sine of an angle of a face above which its normal is known within some roundings."""
FINE, FLAT_FINE = 1e-13, 1e-10
"""Share of the largest coordinate by which a distance and its bound may differ, for curved shapes
and for polytopes, whose bound follows rounding of the direction at first order."""


@inlined
def furthest_coordinate(rows, start):
    """An upper bound of a shape's coordinates; a half space counts with its plane's offset."""
    middle = norm(vector_at(rows, start + CENTRE))
    return middle if rows[start + KIND] == HALFSPACE else middle + rows[start + REACH]


@inlined
def largest_coordinate(pair):
    """Of both shapes, in the frame of A; an upper bound."""
    a = furthest_coordinate(pair.rows_a, pair.start_a)
    b = furthest_coordinate(pair.rows_b, pair.start_b)
    return max(a, b, abs(pair.shift[0]), abs(pair.shift[1]), abs(pair.shift[2]))


@inlined
def centre_of(rows, start):
    return vector_at(rows, start + CENTRE)


@inlined
def between_middles(pair):
    """From the middle of A to that of B."""
    middle = moved(pair.rotation, pair.shift, centre_of(pair.rows_b, pair.start_b))
    return sub(middle, centre_of(pair.rows_a, pair.start_a))


@inlined
def from_a_to_b(pair):
    """The same; any direction if they are one."""
    d = between_middles(pair)
    return d if d[0] != 0.0 or d[1] != 0.0 or d[2] != 0.0 else (0.0, 0.0, 1.0)


@inlined
def balls_of(pair):
    """The radii around both cores."""
    return pair.rows_a[pair.start_a + RADIUS], pair.rows_b[pair.start_b + RADIUS]


@merged
def finish(pair, gap, n, on_a, count, corners, face, lower, touch, out):
    """Add the balls around the cores, and write the answer.

    The gap is that at the first ``count`` corners of ``face``; ``lower`` bounds the magnitude of
    the cores' gap from below.
    """
    ra, rb = balls_of(pair)
    if ra > 0.0 or rb > 0.0:
        if gap < 0.0:
            lower += ra + rb
        elif gap < ra + rb:
            # The length of a connection is never below the distance: the balls overlap by more.
            lower = ra + rb - gap
        else:
            lower = max(lower - (ra + rb), 0.0)
        gap -= ra + rb
        on_a = along(on_a, ra, n)
    lower = min(lower, abs(gap))
    if abs(gap) <= touch:
        gap = 0.0
        lower = 0.0
    i, j = numbers_of(corners, face, NUMBER_A), numbers_of(corners, face, NUMBER_B)
    feature_a = feature_of(pair.rows_a, pair.start_a, count, i[0], i[1], i[2], n)
    inward = scale(-1.0, apply_transposed(pair.rotation, n))
    feature_b = feature_of(pair.rows_b, pair.start_b, count, j[0], j[1], j[2], inward)
    write_pair(out, gap, n, on_a, feature_a, feature_b, lower)


@kernel
def finish_from_outside(pair, n, gap, lower, touch, out):
    """The answer along a direction and gap that are known: only the points are looked for."""
    corners = scratch_floats(SIMPLEX_TABLE)
    found, way = seen_from_outside(pair, n, gap, length_out(pair, touch), touch, corners)
    if found.status == APART:
        # Both ends lie in their shapes, and are apart by the gap along n but for a little across
        # it, which they share.
        off = along(along(found.v, -way, n), -gap, n)
        on_a = along(point_on_a(found, corners), 0.5, off)
        finish(pair, gap, n, on_a, found.count, corners, FIRST_THREE, lower, touch, out)
    else:
        w, on_a, i, j = look_along(pair, n)
        set_corner(corners, 0, w, on_a, i, j)
        finish(pair, gap, n, on_a, 1, corners, (0, 0, 0), lower, touch, out)


@kernel
def measure_from_outside(pair, n, curved, ridge, lower, touch, out):
    """The gap along a direction near ``n``, the best one there, with points: B is moved out."""
    n, gap, _ = best_direction(pair, n, curved, ridge, touch)
    finish_from_outside(pair, n, gap, lower, touch, out)


@inlined
def is_fat(corners):
    """Whether a face's normal is known to nearly all digits."""
    ab, ac = sub(corners[1], corners[0]), sub(corners[2], corners[0])
    return norm_sq(cross(ab, ac)) > FAT_SQ * norm_sq(ab) * norm_sq(ac)


@inlined
def point_at_foot(corners, on_a):
    """The point of A for the foot of the origin on a face, and whether it is in the face."""
    a, b, c = corners
    n = cross(sub(b, a), sub(c, a))
    x, y, z = dot(n, cross(b, c)), dot(n, cross(c, a)), dot(n, cross(a, b))
    total = x + y + z
    if not (total > 0.0 and min(x, y, z) >= -IN_FACE * total):
        return on_a[0], False
    return blend((x / total, y / total, z / total), on_a), True


@merged
def measure_inside(pair, curved, size, touch, nearest, corners, out):
    """The depth of cores that overlap, or touch; ``nearest`` is where GJK ended."""
    room = False
    if nearest.status == INSIDE:
        w = tetrahedron_of(corners)
        room = depth_in_tetrahedron(w[0], w[1], w[2], w[3]) > CLEARLY * size
    found = expand(pair, touch, CURVED * size if curved else touch, room, corners)
    # Faces of a curved difference end up thin, and what they prove is off by some 1e-12.
    lower = max(found.lower - (CURVED * size if curved else 0.0), 0.0)
    face = points_of(corners, found.face, W)
    on_a, in_face = point_at_foot(face, points_of(corners, found.face, ON_A))
    if not curved and found.tight and not in_face and is_fat(face):
        # The foot is in another triangle of the same polygon.
        finish_from_outside(pair, found.normal, found.gap, lower, touch, out)
    elif curved or not (found.tight and in_face):
        # Bounds that did not meet: more faces are as near as this one than there was room for.
        ridge = curved and -found.gap - found.lower > 2.0 * CURVED * size
        measure_from_outside(pair, found.normal, curved, ridge, lower, touch, out)
    else:
        finish(pair, found.gap, found.normal, on_a, 3, corners, found.face, lower, touch, out)


@kernel
def measure_near(pair, curved, size, distance, touch, nearest, corners, out):
    """Apart by very little: the direction of v is mostly rounding, and is looked for from outside.

    Where no direction there confirms the length of v, the search has ended too early: a plane that
    separates better is looked for by the expanding polytope, which also knows what "outside" is.
    """
    n, gap, sure = best_direction(pair, unit_vector(nearest.v)[0], curved, np.bool_(False), touch)
    if not curved and gap >= distance - CONFIRMED * size:
        # Between polytopes a gap follows its direction at first order: v itself is better known.
        finish(
            pair, distance, n, point_on_a(nearest, corners), nearest.count, corners, FIRST_THREE,
            gap, touch, out,
        )  # fmt: skip
        return
    if gap < distance - (ROUNDED if curved else CONFIRMED) * size and not (sure and gap > 0.0):
        found = expand(pair, touch, CURVED * size if curved else touch, np.bool_(False), corners)
        if found.gap > gap:
            n = found.normal
    measure_from_outside(pair, n, curved, np.bool_(False), 0.0, touch, out)
    if out[GAP] > 0.0:
        out[LOWER] = out[GAP]


@merged
def measure_cores(pair, direction, size, touch, limit, out):
    """Any two convex shapes, by search; ``direction`` is where to begin."""
    corners = scratch_floats(CORNER_TABLE)
    nearest = gjk(pair, direction, touch, limit, corners)
    kind_a, kind_b = pair.rows_a[pair.start_a + KIND], pair.rows_b[pair.start_b + KIND]
    curved = kind_a >= CYLINDER or kind_b >= CYLINDER
    if nearest.status != APART:
        measure_inside(pair, curved, size, touch, nearest, corners, out)
        return
    if nearest.low_sq > limit * limit:
        out[GAP] = inf
        return
    distance = sqrt(norm_sq(nearest.v))
    if distance <= NEAR * size:
        measure_near(pair, curved, size, distance, touch, nearest, corners, out)
        return
    n = scale(1.0 / distance, nearest.v)
    if abs(distance - sqrt(nearest.low_sq)) > (FINE if curved else FLAT_FINE) * size:
        # Corners that have come too close together for the search to go on.
        measure_from_outside(pair, n, curved, np.bool_(False), 0.0, touch, out)
        out[LOWER] = abs(out[GAP])
        ra, rb = balls_of(pair)
        longer = distance - (out[GAP] + (ra + rb))
        if not curved and 0.0 < longer <= CONFIRMED * size:
            # A bound from below, and v from above, which is nearer: it errs at second order. Not
            # so of curved shapes, where v ends at corners and the direction is polished.
            out[GAP] += longer
            for k in range(3):
                out[POINT_B + k] += longer * out[NORMAL + k]
        return
    if curved:
        # A distance errs at second order in its direction, which is looked at once more.
        known = gap_along(pair, n)
        top, higher, _ = polished(pair, n, known, touch)
        if higher > known + touch:
            finish_from_outside(pair, top, distance, sqrt(nearest.low_sq), touch, out)
            return
    finish(
        pair, distance, n, point_on_a(nearest, corners), nearest.count, corners, FIRST_THREE,
        min(sqrt(nearest.low_sq), distance), touch, out,
    )  # fmt: skip


@kernel
def measure_pair_from(pair, size, warm, direction, limit, out):
    """As :func:`measure_pair`, with the largest coordinate of both as ``size``.

    If ``warm``, beginning with ``direction``, a guess of the normal. A gap proved to be larger than
    ``limit`` may be given as infinite, and nothing else then.
    """
    touch = TOUCH * size
    kind_a, kind_b = pair.rows_a[pair.start_a + KIND], pair.rows_b[pair.start_b + KIND]
    if kind_a <= SEGMENT and kind_b <= SEGMENT:
        measure_capsules(pair, touch, out)
        return
    if kind_a == HALFSPACE:
        measure_half_space(pair, touch, out)
        return
    if kind_a == BOX and kind_b == BOX:
        done, gap, n = measure_boxes(pair, touch, out)
        if done:
            return
        if gap > limit:
            out[GAP] = inf
            return
        if gap <= touch:
            finish_from_outside(pair, n, gap, max(-gap, 0.0), touch, out)
            return
        direction = n
    elif not warm:
        direction = from_a_to_b(pair)
    ra, rb = balls_of(pair)
    measure_cores(pair, direction, size, touch, limit + ra + rb, out)


@kernel
def measure_pair(rows_a, start_a, rows_b, start_b, rotation, shift, out):
    """Fill ``out`` (:mod:`impinge.narrow.kernels.pair_row`) for two convex shapes, frame of A.

    ``rotation`` and ``shift`` take coordinates of B to those of A. A may be a half space, B not.
    """
    pair = Pair(rows_a, start_a, rows_b, start_b, rotation, shift)
    measure_pair_from(pair, largest_coordinate(pair), np.bool_(False), shift, inf, out)
