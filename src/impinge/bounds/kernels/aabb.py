"""Boxes along the axes, as two tuples: lowest and highest coordinates."""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, load, lower, sub, upper

MOVE_ROUNDING = 2.0**-49
"""Share of the numbers involved that a moved box grows by: a coordinate of it is a sum of seven
terms, each rounded at most eight times, which errs by 2**-50 of the sum of their magnitudes."""


@kernel
def bound_points(points):
    """Lowest and highest coordinates of the rows; (inf, -inf) for none."""
    low, high = (inf, inf, inf), (-inf, -inf, -inf)
    for i in range(len(points)):
        p = load(points, i)
        low, high = lower(low, p), upper(high, p)
    return low, high


@inlined
def corner_at(rows, first, k, per_row):
    """Point ``k`` of those that follow each other in rows, ``per_row`` in each."""
    i, c = first + k // per_row, 3 * (k % per_row)
    return (rows[i, c], rows[i, c + 1], rows[i, c + 2])


@inlined
def middle_of_corners(rows, first, count, per_row):
    """The middle of the box around such points, and its longest side."""
    low = high = corner_at(rows, first, 0, per_row)
    for k in range(1, count):
        p = corner_at(rows, first, k, per_row)
        low, high = lower(low, p), upper(high, p)
    size = max(high[0] - low[0], max(high[1] - low[1], high[2] - low[2]))
    return along(low, 0.5, sub(high, low)) if size > 0.0 else low, size


@inlined
def merge_aabb_aabb(lower_a, upper_a, lower_b, upper_b):
    """The smallest box around two."""
    return lower(lower_b, lower_a), upper(upper_b, upper_a)


@inlined
def overlap_aabb_aabb(lower_a, upper_a, lower_b, upper_b):
    """Do the closed boxes meet? Exact; bitwise ``&`` lets a loop over boxes be vectorised."""
    return (
        (lower_a[0] <= upper_b[0]) & (lower_b[0] <= upper_a[0])
        & (lower_a[1] <= upper_b[1]) & (lower_b[1] <= upper_a[1])
        & (lower_a[2] <= upper_b[2]) & (lower_b[2] <= upper_a[2])
    )  # fmt: skip


@inlined
def gap(low_a, high_a, low_b, high_b):
    """Distance of two intervals."""
    return max(max(low_b - high_a, low_a - high_b), 0.0)


@inlined
def length_of_gaps(x, y, z):
    """Length of a vector of coordinates not below zero; nothing overflows on the way."""
    largest = max(x, max(y, z))
    if largest == 0.0:
        return 0.0
    x, y, z = x / largest, y / largest, z / largest
    return largest * sqrt(x * x + y * y + z * z)


@kernel
def distance_aabb_aabb(lower_a, upper_a, lower_b, upper_b):
    """Distance of two boxes; 0 just where they overlap. Nothing overflows on the way."""
    x = gap(lower_a[0], upper_a[0], lower_b[0], upper_b[0])
    y = gap(lower_a[1], upper_a[1], lower_b[1], upper_b[1])
    z = gap(lower_a[2], upper_a[2], lower_b[2], upper_b[2])
    return length_of_gaps(x, y, z)


@inlined
def moved_interval(r0, r1, r2, shift, centre, half):
    """Lowest and highest coordinate along one row of a rotation, rounded outward."""
    c0, c1, c2 = r0 * centre[0], r1 * centre[1], r2 * centre[2]
    h0, h1, h2 = abs(r0) * half[0], abs(r1) * half[1], abs(r2) * half[2]
    middle = c0 + c1 + c2 + shift
    reach = h0 + h1 + h2
    size = abs(c0) + abs(c1) + abs(c2) + abs(shift) + reach
    reach += MOVE_ROUNDING * size
    return middle - reach, middle + reach


@kernel
def bound_moved_aabb(centre, half, rotation, shift):
    """The box along the axes around a moved one (Arvo 1990 [Arvo1990]_), rounded outward."""
    x0, x1 = moved_interval(rotation[0], rotation[1], rotation[2], shift[0], centre, half)
    y0, y1 = moved_interval(rotation[3], rotation[4], rotation[5], shift[1], centre, half)
    z0, z1 = moved_interval(rotation[6], rotation[7], rotation[8], shift[2], centre, half)
    return (x0, y0, z0), (x1, y1, z1)


@kernel
def overlap_point_aabb_rows(points, lower_b, upper_b, out, start, stop):
    for i in range(start, stop):
        p = load(points, i)
        out[i] = overlap_aabb_aabb(p, p, lower_b, upper_b)


@kernel
def distance_point_aabb_rows(points, lower_b, upper_b, out, start, stop):
    for i in range(start, stop):
        p = load(points, i)
        out[i] = distance_aabb_aabb(p, p, lower_b, upper_b)
