"""Points in hashed cells, and tetrahedra that walk over these cells.

A slot of the table has a stamp: what older steps left is not cleared, but skipped (Teschner et al.
2003 [Teschner2003]_). Deviations: points of a slot lie side by side (a counting sort), so that
eight are tested at once; a point is reported from its own cell only, so two cells that share a slot
report it once; exact signs decide where rounding could. Tetrahedra of too many cells wait for a
table of cells four times as long.
"""

from typing import NamedTuple

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.simd_points import above_plane8, append8, in_tet8
from impinge.core.vec import cross, dot, load, lower, scale, sub, upper
from impinge.geometry.kernels.orientation import EPSILON, UNDERFLOW, orient3d_sign
from impinge.partition.kernels.cells import PRIMES, SHIFT, at_level, cell_count

STAMP, START, COUNT, SLOT = 0, 1, 2, 4
"""Columns of a slot, and how many there are (one is unused: a row of 16 bytes)."""
MOST_CELLS = 512
"""Cells that a tetrahedron visits, at most; larger ones go to a table of larger cells."""
CANDIDATES = 64
"""Points near a tetrahedron that are looked at more closely together."""
CELL = 40
PLACE = (1 << CELL) - 1
"""A candidate is the place of a point in the sorted list, and above these bits the number of the
cell among those that the tetrahedron visits."""
LAST = 2.0**40
"""Number of the last cell along an axis: what is beyond belongs to it."""
PRIMES_HASH, SUM_HASH, MIXED_HASH = 0, 1, 2
BARYCENTRIC, HALF_SPACE = 0, 1
ROUNDED = 160.0 * EPSILON
"""Bound on the error of a distance, for a point of a tetrahedron's box, times its extent cubed:
four determinants, each off by less than 25 (``orient_bound`` in ``geometry.kernels.orientation``),
and three differences of numbers up to 24 times that cube."""


class Cells(NamedTuple):
    """The table: slots, points in the order of slots (x, y, z), and the row of each."""

    slots: np.ndarray
    sorted: np.ndarray
    rows: np.ndarray
    points: np.ndarray
    frame: np.ndarray
    """Lowest corner of all points (3), cells a metre along each axis (3)."""


class Tets(NamedTuple):
    """Tetrahedra of all objects, whose vertices are numbered through."""

    vertices: np.ndarray
    tets: np.ndarray
    object_of: np.ndarray
    """Of each tetrahedron."""
    levels: np.ndarray
    """At which table of larger cells each is found."""


class Options(NamedTuple):
    stamp: int
    level: int
    hash: int
    test: int
    corners: int
    """1 if points are the vertices: corners of a tetrahedron are not reported."""
    own: int
    """1 if vertices are reported in tetrahedra of their own object."""


@inlined
def cell_along(x, k, frame):
    """Number of the cell along axis ``k``; never decreases with ``x``."""
    return int(min(max((x - frame[k]) * frame[3 + k], 0.0), LAST))


@inlined
def cell_of(p, frame, level):
    s = SHIFT * level
    return (
        cell_along(p[0], 0, frame) >> s,
        cell_along(p[1], 1, frame) >> s,
        cell_along(p[2], 2, frame) >> s,
    )


@inlined
def is_long(r):
    """Whether cells ``r`` are too many; the product of three large numbers would overflow."""
    longest = max(r[3] - r[0], max(r[4] - r[1], r[5] - r[2]))
    return longest >= MOST_CELLS or cell_count(r) > MOST_CELLS


@inlined
def mix(h):
    """A good mix of 64 bits (splitmix64's)."""
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))


@inlined
def slot_of(x, y, z, kind, slots):
    if kind == PRIMES_HASH:
        h = np.uint64((x * PRIMES[0]) ^ (y * PRIMES[1]) ^ (z * PRIMES[2]))
    elif kind == SUM_HASH:
        h = np.uint64(x + y + z)
    else:
        h = mix(mix(mix(np.uint64(x)) ^ np.uint64(y)) ^ np.uint64(z))
    if slots & (slots - 1) == 0:
        return np.int64(h & np.uint64(slots - 1))
    return np.int64(h % np.uint64(slots))


@kernel
def set_origin(points, frame):
    """The lowest coordinates of all points: where cells are counted from."""
    x, y, z = points[0, 0], points[0, 1], points[0, 2]
    for i in range(1, len(points)):
        x, y, z = min(x, points[i, 0]), min(y, points[i, 1]), min(z, points[i, 2])
    frame[0], frame[1], frame[2] = x, y, z


@kernel
def fill_cells(cells, options, slot_of_point):
    """Sorts points by slot, in order of first use; how many slots are used."""
    cells, options = Cells(*cells), Options(*options)
    slots, stamp, level = len(cells.slots), options.stamp, options.level
    used = 0
    for i in range(len(cells.points)):
        x, y, z = cell_of(load(cells.points, i), cells.frame, level)
        slot = slot_of(x, y, z, options.hash, slots)
        slot_of_point[i] = slot
        if cells.slots[slot, STAMP] != stamp:
            cells.slots[slot, STAMP], cells.slots[slot, COUNT] = stamp, 0
            cells.slots[slot, START] = -1
            used += 1
        cells.slots[slot, COUNT] += 1
    free = 0
    for i in range(len(cells.points)):
        slot = slot_of_point[i]
        if cells.slots[slot, START] < 0:
            cells.slots[slot, START] = free
            free += cells.slots[slot, COUNT]
            cells.slots[slot, COUNT] = 0
        at = cells.slots[slot, START] + cells.slots[slot, COUNT]
        cells.slots[slot, COUNT] += 1
        cells.rows[at] = i
        for k in range(3):
            cells.sorted[k, at] = cells.points[i, k]
    return used


@inlined
def in_box(p, low, high):
    return (
        (low[0] <= p[0]) & (p[0] <= high[0]) & (low[1] <= p[1])
        & (p[1] <= high[1]) & (low[2] <= p[2]) & (p[2] <= high[2])
    )  # fmt: skip


@inlined
def faces_at(a, b, c, d, sign):
    """Inward normals of the faces at ``a``, opposite to b, c and d, times six areas' sign."""
    u, v, w = sub(b, a), sub(c, a), sub(d, a)
    n_b, n_c, n_d = cross(v, w), cross(w, u), cross(u, v)
    return (*scale(sign, n_b), *scale(sign, n_c), *scale(sign, n_d))


@inlined
def above8(cells, at, tet, b, opposite):
    """As ``in_tet8``, one half space after the other until none of the eight is left."""
    points, least = cells.sorted, tet[13]
    a = (tet[0], tet[1], tet[2])
    mask = above_plane8(points, at, (*a, tet[3], tet[4], tet[5], least))
    if mask != 0:
        mask &= above_plane8(points, at, (*a, tet[6], tet[7], tet[8], least))
    if mask != 0:
        mask &= above_plane8(points, at, (*a, tet[9], tet[10], tet[11], least))
    if mask != 0:
        mask &= above_plane8(points, at, (*b, *opposite, least))
    return mask


@kernel
def in_tet_exact(p, a, b, c, d):
    """Whether a point is in a closed tetrahedron of any orientation, by exact signs."""
    sign = orient3d_sign(a, b, c, d)
    return (
        sign != 0
        and sign * orient3d_sign(p, b, c, d) >= 0
        and sign * orient3d_sign(a, p, c, d) >= 0
        and sign * orient3d_sign(a, b, p, d) >= 0
        and sign * orient3d_sign(a, b, c, p) >= 0
    )


@inlined
def surely_in(p, tet):
    """Whether a point of the tetrahedron's box is inside, beyond doubt by rounding."""
    q = (p[0] - tet[0], p[1] - tet[1], p[2] - tet[2])
    x = dot((tet[3], tet[4], tet[5]), q)
    y = dot((tet[6], tet[7], tet[8]), q)
    z = dot((tet[9], tet[10], tet[11]), q)
    rest = tet[12] - x - y - z
    return (x > -tet[13]) & (y > -tet[13]) & (z > -tet[13]) & (rest > -tet[13])


@kernel
def find_in_tets(cells, tets, options, object_of_point, found, start, stop):
    """Fills ``found`` with point * number of tets + tet; where it ended, hits, visits and tests.

    Tetrahedra ``start ... stop - 1`` of the level of this table; ends early when there is no room.
    """
    options = Options(*options)
    cells, tets = Cells(*cells), Tets(*tets)
    slots, frame, level = len(cells.slots), cells.frame, options.level
    at, left = np.empty(MOST_CELLS, np.int64), np.empty(MOST_CELLS, np.int64)
    near = np.empty(CANDIDATES + 16, np.int64)
    hits, visits, tests = 0, 0, 0
    for t in range(start, stop):
        if level > 0 and tets.levels[t] != level:
            continue
        i_a, i_b, i_c, i_d = tets.tets[t, 0], tets.tets[t, 1], tets.tets[t, 2], tets.tets[t, 3]
        a, b = load(tets.vertices, i_a), load(tets.vertices, i_b)
        c, d = load(tets.vertices, i_c), load(tets.vertices, i_d)
        low, high = lower(lower(a, b), lower(c, d)), upper(upper(a, b), upper(c, d))
        begin, end = cell_of(low, frame, level), cell_of(high, frame, level)
        if level == 0:
            needed = 0
            while is_long(at_level((*begin, *end), needed)):
                needed += 1
            tets.levels[t] = needed
            if needed > 0:
                continue
        extent = max(high[0] - low[0], max(high[1] - low[1], high[2] - low[2]))
        bound = ROUNDED * extent * extent * extent + UNDERFLOW
        u, v, w = sub(b, a), sub(c, a), sub(d, a)
        volume = dot(u, cross(v, w))
        sign = 1.0 if volume > 0.0 else -1.0
        if not abs(volume) > bound:
            # Exactly; 0 if the tetrahedron is flat.
            sign = -float(orient3d_sign(a, b, c, d))
            if sign == 0.0:
                continue
        tet = (*a, *faces_at(a, b, c, d, sign), sign * volume, -bound)
        opposite = scale(sign, cross(sub(d, b), sub(c, b)))
        rows, layers = end[1] - begin[1] + 1, end[2] - begin[2] + 1
        # No branches from here on that a processor could guess wrong, but for rare ones: that took
        # half of the time.
        visited, tested, lists = 0, 0, 0
        for x in range(begin[0], end[0] + 1):
            for y in range(begin[1], end[1] + 1):
                for z in range(begin[2], end[2] + 1):
                    slot = slot_of(x, y, z, options.hash, slots)
                    count = np.int64(cells.slots[slot, COUNT])
                    filled = np.int64(cells.slots[slot, STAMP] == options.stamp)
                    at[lists] = np.int64(cells.slots[slot, START]) + (visited << CELL)
                    left[lists] = count
                    visited += 1
                    tested += count * filled
                    lists += filled
        first, k = hits, 0
        while k < lists:
            n = 0
            while k < lists and n < CANDIDATES:
                if options.test == BARYCENTRIC:
                    mask = in_tet8(cells.sorted, at[k] & PLACE, tet)
                else:
                    mask = above8(cells, at[k] & PLACE, tet, b, opposite)
                mask &= np.int32((1 << min(left[k], 8)) - 1)
                n = append8(mask, at[k], near, n)
                at[k] += 8
                left[k] -= 8
                k += np.int64(left[k] <= 0)
            m = 0
            for j in range(n):
                i = cells.rows[near[j] & PLACE]
                near[m] = near[j]
                other = (i != i_a) & (i != i_b) & (i != i_c) & (i != i_d)
                m += np.int64(other | (options.corners == 0))
            for j in range(m):
                i = cells.rows[near[j] & PLACE]
                if options.own == 0 and object_of_point[i] == tets.object_of[t]:
                    continue
                p = load(cells.points, i)
                if not in_box(p, low, high):
                    continue
                x, y, z = sub(cell_of(p, frame, level), begin)
                if (x * rows + y) * layers + z != near[j] >> CELL:
                    continue
                if not (surely_in(p, tet) or in_tet_exact(p, a, b, c, d)):
                    continue
                if hits == len(found):
                    return t, first, visits, tests
                found[hits] = i * len(tets.tets) + t
                hits += 1
        visits += visited
        tests += tested
    return stop, hits, visits, tests
