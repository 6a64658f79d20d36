"""Regions of crossing triangles; what the pieces of their contours add up to, and the normal.

Pairs of crossing triangles are connected where the contour can run from one to the other: two
pairs share one triangle, and their other triangles share an edge. Each connected set is a region,
a piece of the contour that closes, or ends at borders. (Where it runs through a vertex, all the
triangles around it are among the pairs, and connect it step by step: touching counts.)

For a closed contour that runs along n_A x n_B, the area vector S = 1/2 sum p x q is the integral
of n_A over the part of A's surface that lies behind B, and minus that of n_B over the part of B's
behind A: both parts have the contour for their border. When B moves by x, the volume that both
bodies share changes by -S . x: along S it shrinks fastest. That makes S / |S| the normal from A
to B: it does not depend on how the surfaces are cut into triangles, it changes smoothly with the
poses, and it flips when A and B change places. (Where faces lie in one plane, the volume has a kink
there, and S is the mean of two sides of it.)

S vanishes where a contour encloses nothing (surfaces that touch), where it goes round a body that
passes through another, and it means little for a contour that is not closed (sheets that cross).
What takes its place, in this order:

- faces that lie on each other, looking at each other: the mean of n_A - n_B over their common area;
- the mean of n_A - n_B over the length of the contour;
- if the contour has no length, their mean over the pairs of triangles;
- n_A - n_B of the longest piece, n_A, or the x axis, where all of these cancel.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, cross, norm, norm_sq, sub, unit_vector
from impinge.narrow.kernels.corners import vector_at

AREA, GAP, CUT_LENGTH = 0, 3, 6
"""Sums over cuts: the area vector, the vector from the first to the last point, the length."""
LENGTH, MIDDLE, POINTS, COUNT = 7, 8, 11, 14
"""Over all pairs: the length, points weighted by length, plain points, their number."""
FACING, ACROSS, APART = 15, 18, 21
"""n_A - n_B weighted by common area, by length, and not at all."""
LONGEST, LONGEST_NORMAL = 24, 25
"""The longest piece, and its n_A - n_B."""
ORIGIN = 28
"""The point of the first pair: the others are taken from there, lest an offset eat their digits."""
SHARED = 31
"""Common area of faces that lie on each other."""
SUMS = 32

CLOSED = 2.0**-10
"""A contour whose ends are this share of its length apart, or closer, counts as closed.

Rounding leaves 1e-12 or so; triangles that meet in the middle of an edge of others, as in many
files, leave gaps where pieces are told apart by neighbours.
"""
VANISHING = 2.0**-30
"""Share of the squared length below which an area vector has no direction.

A circle has 0.08; an edge that dips into a face by a millionth of its length has 1e-7. Rounding
leaves 1e-15.
"""
CANCELLED = 2.0**-20
"""Share of the sum of magnitudes below which a sum of normals has no direction."""


@kernel
def add_piece(sums, length, area, point, away):
    """Add what two triangles share: its length, common area, mean point, and n_A - n_B."""
    longest = length > sums[LONGEST] and norm_sq(away) > 0.0
    for k in range(3):
        if sums[COUNT] == 0.0:
            sums[ORIGIN + k] = point[k]
        p = point[k] - sums[ORIGIN + k]
        sums[MIDDLE + k] += length * p
        sums[POINTS + k] += p
        sums[FACING + k] += area * away[k]
        sums[ACROSS + k] += length * away[k]
        sums[APART + k] += away[k]
        if longest:
            sums[LONGEST_NORMAL + k] = away[k]
    if longest:
        sums[LONGEST] = length
    sums[COUNT] += 1.0
    sums[LENGTH] += length
    sums[SHARED] += area


@kernel
def add_cut(sums, start, end, times):
    """Add a piece of the contour from start to end, so many times; backward if negative."""
    origin = vector_at(sums, ORIGIN)
    p, q = sub(start, origin), sub(end, origin)
    area = cross(p, q)
    for k in range(3):
        sums[AREA + k] += 0.5 * times * area[k]
        sums[GAP + k] += times * (q[k] - p[k])
    sums[CUT_LENGTH] += abs(times) * norm(sub(q, p))


@kernel
def is_closed(sums):
    return norm(vector_at(sums, GAP)) <= CLOSED * sums[CUT_LENGTH]


@kernel
def mean_point(sums):
    """The mean over the length of the contour, or over the pairs where it has none."""
    if sums[LENGTH] > 0.0:
        return along(vector_at(sums, ORIGIN), 1.0 / sums[LENGTH], vector_at(sums, MIDDLE))
    return along(vector_at(sums, ORIGIN), 1.0 / sums[COUNT], vector_at(sums, POINTS))


@kernel
def direction_of(v, size):
    """(unit vector, True), or False where it is not longer than ``size``."""
    n, known = unit_vector(v)
    return n, known and norm(v) > size


@kernel
def region_normal(sums):
    """The normal of a region, a unit vector from A to B (see above)."""
    length = sums[CUT_LENGTH]
    if is_closed(sums):
        n, known = direction_of(vector_at(sums, AREA), VANISHING * length * length)
        if known:
            return n
    # FACING, ACROSS and APART, which stand one behind the other, and what each was weighted by.
    sizes = (sums[SHARED], sums[LENGTH], sums[COUNT])
    for k in range(3):
        n, known = direction_of(vector_at(sums, FACING + 3 * k), CANCELLED * sizes[k])
        if known:
            return n
    n, known = direction_of(vector_at(sums, LONGEST_NORMAL), CANCELLED)
    return n if known else (1.0, 0.0, 0.0)


@inlined
def find_pair(pairs, low, high, a, b):
    """Where the pair (a, b) is among sorted rows low ... high - 1, or -1."""
    while low < high:
        middle = (low + high) >> 1
        if pairs[middle, 0] < a or (pairs[middle, 0] == a and pairs[middle, 1] < b):
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def root_of(parents, i):
    """The lowest member of the set of ``i``; halves the path to it (path halving).

    ``parents`` (n,) int64: each set is a tree whose root is its lowest member, so that the answer
    does not depend on the order in which pairs are joined.
    """
    while parents[i] != i:
        parents[i] = parents[parents[i]]
        i = parents[i]
    return i


@inlined
def join(parents, i, j):
    i, j = root_of(parents, i), root_of(parents, j)
    if i < j:
        parents[j] = i
    else:
        parents[i] = j


@kernel
def label_rows(pairs, offsets, next_a, next_b, labels, counts, start, stop):
    """Number the regions of each row, by their first pair; ``counts`` receives how many there are.

    ``labels`` holds 0, 1, 2 ... at first.
    """
    for row in range(start, stop):
        first, last = offsets[row], offsets[row + 1]
        for i in range(first, last):
            a, b = pairs[i, 0], pairs[i, 1]
            for k in range(3):
                if next_a[a, k] >= 0:
                    j = find_pair(pairs, first, last, next_a[a, k], b)
                    if j < last and pairs[j, 0] == next_a[a, k] and pairs[j, 1] == b:
                        join(labels, i, j)
                if next_b[b, k] >= 0:
                    j = find_pair(pairs, first, last, a, next_b[b, k])
                    if j < last and pairs[j, 0] == a and pairs[j, 1] == next_b[b, k]:
                        join(labels, i, j)
        count = 0
        for i in range(first, last):
            # Roots are lowest members: those before i have their numbers already, negated.
            if labels[i] == i:
                count += 1
                labels[i] = -count
            else:
                labels[i] = labels[labels[i]]
        for i in range(first, last):
            labels[i] = -labels[i] - 1
        counts[row] = count


@kernel
def join_faces(faces, parents):
    """Join the vertices of each face."""
    for i in range(len(faces)):
        join(parents, faces[i, 0], faces[i, 1])
        join(parents, faces[i, 0], faces[i, 2])
