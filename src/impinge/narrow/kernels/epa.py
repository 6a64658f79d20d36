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
from typing import Any, NamedTuple

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.vec import any_square_to, cross, dot, load, norm_sq, scale, store, sub
from impinge.narrow.kernels.simplex import THIN_SQ
from impinge.narrow.kernels.support import RIM, difference_point

CORNERS = 512
"""Corners there is room for; as many steps less four."""
ROOM = 2 * CORNERS
"""Faces there is room for: a closed surface of n corners has 2 n - 4."""


@inlined
def set_plane(corners, faces, planes, keys, f, like):
    """The plane of face ``f``, out of the polytope; that of ``like`` if the face has no area.

    Planes are rows (normal, offset, square of the normal's length), without a root. ``keys`` are
    the squares of distances to the origin, with the sign of the offset, for the faces that may be
    the nearest, and inf for those without area and those taken away.
    """
    a = load(corners, faces[f, 0])
    ab = sub(load(corners, faces[f, 1]), a)
    ac = sub(load(corners, faces[f, 2]), a)
    n = cross(ab, ac)
    nn = norm_sq(n)
    if nn > THIN_SQ * norm_sq(ab) * norm_sq(ac):
        offset = dot(n, a)
        store(planes, f, n)
        planes[f, 3] = offset
        planes[f, 4] = nn
        keys[f] = offset * abs(offset) / nn
    else:
        for k in range(5):
            planes[f, k] = planes[like, k]
        keys[f] = inf


@inlined
def sees(planes, f, w, tolerance_sq):
    """Whether face ``f`` can be seen from ``w``, by more than the tolerance."""
    over = planes[f, 0] * w[0] + planes[f, 1] * w[1] + planes[f, 2] * w[2] - planes[f, 3]
    return over > 0.0 and over * over > tolerance_sq * planes[f, 4]


@inlined
def find_nearest(keys, used):
    """The face with the least key, or -1."""
    best = inf
    nearest = -1
    for f in range(used):
        if keys[f] < best:
            best = keys[f]
            nearest = f
    return nearest


@kernel
def remove_visible(planes, keys, faces, beside, alive, first, w, tolerance_sq, rim, gone):
    """Take away what can be seen from ``w``, from face ``first`` on; list the rim around the hole.

    Rim rows are (from corner, to corner, face beyond); ``gone`` lists the faces taken away.
    Returns how many there are of each.
    """
    alive[first] = 0
    keys[first] = inf
    gone[0] = first
    removed = 1
    looked = 0
    count = 0
    while looked < removed:
        f = gone[looked]
        looked += 1
        for e in range(3):
            g = beside[f, e]
            if not alive[g]:
                continue
            if sees(planes, g, w, tolerance_sq):
                alive[g] = 0
                keys[g] = inf
                gone[removed] = g
                removed += 1
            else:
                rim[count, 0] = faces[f, e]
                rim[count, 1] = faces[f, (e + 1) % 3]
                rim[count, 2] = g
                count += 1
    return count, removed


@kernel
def close_hole(
    corners, faces, beside, planes, keys, alive, used, rim, count, gone, removed, tip, fan
):
    """Triangles from the rim to corner ``tip``; returns faces used, -1 for a rim of two loops.

    They take the places of the faces that were removed, and then new ones.
    """
    for k in range(count):
        fan[rim[k, 0]] = -1
    for k in range(count):
        if fan[rim[k, 0]] >= 0:
            return -1
        slot = gone[k] if k < removed else used
        if slot == used:
            used += 1
        if used > ROOM:
            return -1
        alive[slot] = 1
        fan[rim[k, 0]] = slot
        g = rim[k, 2]
        faces[slot, 0] = rim[k, 0]
        faces[slot, 1] = rim[k, 1]
        faces[slot, 2] = tip
        beside[slot, 0] = g
        for e in range(3):
            if faces[g, e] == rim[k, 1] and faces[g, (e + 1) % 3] == rim[k, 0]:
                beside[g, e] = slot
        set_plane(corners, faces, planes, keys, slot, g)
    for k in range(count):
        f = fan[rim[k, 0]]
        g = fan[rim[k, 1]]
        if g < 0:
            return -1
        beside[f, 1] = g
        beside[g, 2] = f
    return used


@inlined
def add_corner(corners, on_a, numbers, k, w, a, i, j):
    store(corners, k, w)
    store(on_a, k, a)
    numbers[k, 0] = i
    numbers[k, 1] = j


@kernel
def begin_tetrahedron(corners, on_a, numbers, faces, beside, planes, keys, alive):
    """Four faces over the first four corners, looking out."""
    a = load(corners, 0)
    n = cross(sub(load(corners, 1), a), sub(load(corners, 2), a))
    if dot(n, sub(load(corners, 3), a)) > 0.0:
        # (0, 1, 2) must look away from the fourth.
        for c in range(3):
            corners[1, c], corners[2, c] = corners[2, c], corners[1, c]
            on_a[1, c], on_a[2, c] = on_a[2, c], on_a[1, c]
        for c in range(2):
            numbers[1, c], numbers[2, c] = numbers[2, c], numbers[1, c]
    for f, (i, j, k) in enumerate(((0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0))):
        faces[f, 0], faces[f, 1], faces[f, 2] = i, j, k
        alive[f] = 1
        set_plane(corners, faces, planes, keys, f, f)
    for f in range(4):
        for e in range(3):
            for g in range(4):
                for h in range(3):
                    if (
                        faces[f, e] == faces[g, (h + 1) % 3]
                        and faces[f, (e + 1) % 3] == faces[g, h]
                    ):
                        beside[f, e] = g


@kernel
def spread_corners(pair, touch, corners, on_a, numbers):
    """Four points of B - A far apart from each other in the first rows; returns their dimension.

    0 for a point ... 3 for a tetrahedron with room inside; less means that B - A has no thickness
    beyond ``touch`` in the directions left. The returned vector is the normal of a flat one.
    """
    n = (1.0, 0.0, 0.0)
    w, a, i, j = difference_point(pair, n)
    add_corner(corners, on_a, numbers, 0, w, a, i, j)
    first = w
    best = -1.0
    for k in range(5):
        d = (
            (-1.0, 0.0, 0.0) if k == 0
            else (0.0, 1.0, 0.0) if k == 1
            else (0.0, -1.0, 0.0) if k == 2
            else (0.0, 0.0, 1.0) if k == 3
            else (0.0, 0.0, -1.0)
        )  # fmt: skip
        w, a, i, j = difference_point(pair, d)
        far = norm_sq(sub(w, first))
        if far > best:
            best = far
            add_corner(corners, on_a, numbers, 1, w, a, i, j)
    if not sqrt(best) > touch:
        return 0, n
    edge = scale(1.0 / sqrt(best), sub(load(corners, 1), first))
    u = any_square_to(edge)
    t = cross(edge, u)
    best = -1.0
    for k in range(4):
        d = u if k == 0 else scale(-1.0, u) if k == 1 else t if k == 2 else scale(-1.0, t)
        w, a, i, j = difference_point(pair, d)
        far = sqrt(norm_sq(cross(sub(w, first), edge)))
        if far > best:
            best = far
            add_corner(corners, on_a, numbers, 2, w, a, i, j)
    if not best > touch:
        return 1, u
    n = cross(edge, sub(load(corners, 2), first))
    n = scale(1.0 / sqrt(norm_sq(n)), n)
    best = -1.0
    for k in range(2):
        d = n if k == 0 else scale(-1.0, n)
        w, a, i, j = difference_point(pair, d)
        far = abs(dot(sub(w, first), n))
        if far > best:
            best = far
            add_corner(corners, on_a, numbers, 3, w, a, i, j)
    return (3 if best > touch else 2), n


@kernel
def better_side(pair, n):
    """Of two opposite directions, the one with the greater gap, and that gap."""
    ahead = dot(n, difference_point(pair, n)[0])
    back = scale(-1.0, n)
    behind = dot(back, difference_point(pair, back)[0])
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
    corners: tuple[Any, ...]
    """That face: three points w of B - A, their points of A, and numbers."""
    on_a: tuple[Any, ...]
    ids_a: tuple[int, ...]
    ids_b: tuple[int, ...]
    steps: int


@kernel
def grow(pair, touch, fine, corners, on_a, numbers):
    """Grow the tetrahedron of the first four corners.

    Returns (normal from A to B, least height of a supporting plane over the origin, lower bound of
    it, whether the face below that plane is tight, the face, corners used).
    """
    numbers_of_faces = np.empty(11 * ROOM + CORNERS, np.int64)
    faces = numbers_of_faces[: 3 * ROOM].reshape(ROOM, 3)
    beside = numbers_of_faces[3 * ROOM : 6 * ROOM].reshape(ROOM, 3)
    rim = numbers_of_faces[6 * ROOM : 9 * ROOM].reshape(ROOM, 3)
    gone = numbers_of_faces[9 * ROOM : 10 * ROOM]
    alive = numbers_of_faces[10 * ROOM : 11 * ROOM]
    fan = numbers_of_faces[11 * ROOM :]
    measures = np.empty(6 * ROOM)
    planes = measures[: 5 * ROOM].reshape(ROOM, 5)
    keys = measures[5 * ROOM :]
    begin_tetrahedron(corners, on_a, numbers, faces, beside, planes, keys, alive)
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
        length = sqrt(planes[f, 4])
        out = (planes[f, 0] / length, planes[f, 1] / length, planes[f, 2] / length)
        offset = planes[f, 3] / length
        lower = max(lower, offset)
        d = (-out[0], -out[1], -out[2])
        w, a, i, j = difference_point(pair, d)
        above = dot(out, w)
        here = (faces[f, 0], faces[f, 1], faces[f, 2])
        again = False
        if i < RIM and j < RIM:
            for c in here:
                again = again or (numbers[c, 0] == i and numbers[c, 1] == j)
        # Of faces below the same plane, the nearest to it: its corners are where it touches.
        if above < least or (above == least and offset > under):
            least = above
            under = offset
            n = d
            best_face = here
            tight = above - under <= fine or again
        if again or least - offset <= fine or count == CORNERS:
            break
        add_corner(corners, on_a, numbers, count, w, a, i, j)
        hole, removed = remove_visible(
            planes, keys, faces, beside, alive, f, w, 0.015625 * touch * touch, rim, gone
        )
        used = close_hole(
            corners, faces, beside, planes, keys, alive, used, rim, hole, gone, removed,
            count, fan,
        )  # fmt: skip
        count += 1
    if count == CORNERS and not tight:
        # No room left, as on a ring of ways out that are all as short: look at each face once.
        for f in range(used):
            if keys[f] < least * abs(least):
                out = scale(1.0 / sqrt(planes[f, 4]), load(planes, f))
                d = (-out[0], -out[1], -out[2])
                above = dot(out, difference_point(pair, d)[0])
                if above < least:
                    least = above
                    n = d
                    best_face = (faces[f, 0], faces[f, 1], faces[f, 2])
    return n, least, lower, tight, best_face, count


@inlined
def way_out(n, gap, lower, tight, corners, on_a, numbers, face, steps):
    f, g, h = face
    return WayOut(
        n, gap, lower, tight,
        (load(corners, f), load(corners, g), load(corners, h)),
        (load(on_a, f), load(on_a, g), load(on_a, h)),
        (numbers[f, 0], numbers[g, 0], numbers[h, 0]),
        (numbers[f, 1], numbers[g, 1], numbers[h, 1]),
        steps,
    )  # fmt: skip


@kernel
def expand(pair, touch, fine, room, nearest):
    """The nearest face of B - A, until its bounds are within ``fine``.

    Begins with the tetrahedron where GJK ended if it has ``room`` inside, or else with points
    looked for. For B - A without thickness the gap is that across it, and the lower bound is 0.
    """
    points = np.empty((2 * CORNERS, 3))
    corners, on_a = points[:CORNERS], points[CORNERS:]
    numbers = np.empty((CORNERS, 2), np.int64)
    if room:
        for k in range(4):
            add_corner(
                corners, on_a, numbers, k,
                nearest.corners[k], nearest.on_a[k], nearest.ids_a[k], nearest.ids_b[k],
            )  # fmt: skip
    else:
        dimension, flat = spread_corners(pair, touch, corners, on_a, numbers)
        if dimension < 3:
            n, gap = better_side(pair, flat)
            return way_out(n, gap, 0.0, np.bool_(False), corners, on_a, numbers, (0, 0, 0), 12)
    n, least, lower, tight, face, count = grow(pair, touch, fine, corners, on_a, numbers)
    return way_out(n, -least, min(lower, least), tight, corners, on_a, numbers, face, count)
