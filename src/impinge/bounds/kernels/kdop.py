"""k-DOPs: polytopes between pairs of planes across fixed directions.

A k-DOP is a row of k numbers: for m = k/2 directions D the lowest values of ``D . x``, then the
highest. A signed direction is a number below k: s < m is D_s, from m on it is -D_(s - m).
"""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply_transposed
from impinge.core.vec import cross, dot, load, neg, scale

PROJECTION_ROUNDING = 2.0**-50
"""Share of its terms by which an end is moved outward. A sum of three products errs by three
roundings of the terms' magnitudes, moving it by one more: half of this."""

TURN_ROUNDING = 2.0**-44
"""Share of the ends involved by which a turned k-DOP is made larger. Weights are quotients of
determinants of directions that are never nearly in a plane: the worst of them err by 2**-49 (seen:
2**-50), the sum of their products with three ends and a shift by less."""

SMALLEST = 2.0**-1071
"""Added to that: below 2**-1022 each of the three products errs by up to 2**-1075, whatever its
size, and so does the share above."""

GAP_ROUNDING = 2.0**-50
"""Share by which a gap is made smaller: a difference, a length and a quotient are rounded."""


@inlined
def project(d, p):
    """``d . p`` and a bound of its rounding, with what moving an end by it adds; 0 along an axis.

    Along an axis there is one term, and nothing is rounded: a 6-DOP is as exact as a box.
    """
    x, y, z = d[0] * p[0], d[1] * p[1], d[2] * p[2]
    terms = abs(x) + abs(y) + abs(z)
    rounding = 0.0
    # A product may vanish; one with a zero is exact.
    if (
        (d[0] != 0.0 and p[0] != 0.0)
        or (d[1] != 0.0 and p[1] != 0.0)
        or (d[2] != 0.0 and p[2] != 0.0)
    ):
        rounding = PROJECTION_ROUNDING * terms + SMALLEST
    if abs(d[0]) + abs(d[1]) + abs(d[2]) == 1.0:
        rounding = 0.0
    return x + y + z, rounding


@kernel
def bound_corners_kdop(points, first, stop, directions, volumes, row):
    """Write the k-DOP around the points of rows ``first`` to ``stop - 1``, rounded outward.

    A row is one point, or begins with the three of a triangle. Point by point, so that the k-DOP of
    all is the merged one of the parts, to the bit.
    """
    m = len(directions)
    for i in range(m):
        d = load(directions, i)
        low, high = inf, -inf
        for t in range(first, stop):
            for c in range(0, min(points.shape[1], 9), 3):
                p = (points[t, c], points[t, c + 1], points[t, c + 2])
                value, rounding = project(d, p)
                low = min(value - rounding, low)
                high = max(value + rounding, high)
        volumes[row, i] = low
        volumes[row, m + i] = high


@inlined
def merge_kdop_kdop(volumes_a, row_a, volumes_b, row_b, out, row):
    """Write the smallest k-DOP around two; exact."""
    m = volumes_a.shape[1] // 2
    for i in range(m):
        out[row, i] = min(volumes_a[row_a, i], volumes_b[row_b, i])
        out[row, m + i] = max(volumes_a[row_a, m + i], volumes_b[row_b, m + i])


@inlined
def gap_kdop_kdop(volumes_a, row_a, volumes_b, row_b, lengths):
    """The largest gap along a direction, negative where the intervals overlap along all.

    Where positive, a lower bound of the distance whatever was rounded. ``lengths`` are those of the
    directions.
    """
    m = len(lengths)
    best = -inf
    for i in range(m):
        ahead = volumes_b[row_b, i] - volumes_a[row_a, m + i]
        behind = volumes_a[row_a, i] - volumes_b[row_b, m + i]
        best = max(best, max(ahead, behind) / lengths[i])
    return best - GAP_ROUNDING * abs(best)


@kernel
def overlap_kdop_kdop(volumes_a, row_a, volumes_b, row_b):
    """Do the intervals overlap along all directions? Exact; left at the first that does not."""
    m = volumes_a.shape[1] // 2
    for i in range(m):
        if volumes_b[row_b, i] > volumes_a[row_a, m + i]:
            return False
        if volumes_a[row_a, i] > volumes_b[row_b, m + i]:
            return False
    return True


@inlined
def signed_direction(directions, s):
    m = len(directions)
    return load(directions, s) if s < m else neg(load(directions, s - m))


@kernel
def turn_directions(directions, facets, rotation, sides, weights):
    """Write each turned direction as a sum of three signed ones, with weights not below zero.

    ``R^T D_i = weights[i, 0] S_0 + weights[i, 1] S_1 + weights[i, 2] S_2``, where S_j is the signed
    direction ``sides[i, j]``. ``facets`` are the triangles of the hull of the signed directions:
    the sum is over the corners of the one that the turned direction passes through. On an edge
    rounding may leave a weight below zero in all; of the largest of the least weights it is 0.
    """
    for i in range(len(directions)):
        w = apply_transposed(rotation, load(directions, i))
        best = -inf
        for f in range(len(facets)):
            a = signed_direction(directions, facets[f, 0])
            b = signed_direction(directions, facets[f, 1])
            c = signed_direction(directions, facets[f, 2])
            bc = cross(b, c)
            s = 1.0 / dot(a, bc)
            u = scale(s, (dot(w, bc), dot(w, cross(c, a)), dot(w, cross(a, b))))
            least = min(u[0], min(u[1], u[2]))
            if least > best:
                best = least
                for j in range(3):
                    sides[i, j] = facets[f, j]
                    weights[i, j] = max(u[j], 0.0)


@kernel
def bound_moved_kdop(volumes, row, sides, weights, shifts, pad, out, out_row):
    """Write a k-DOP around a moved one, without its corners: Zachmann 1998 [Zachmann1998]_.

    ``D_i . (R x + t)`` is ``shifts[i]`` plus a sum of three values within their ends, with the
    weights of :func:`turn_directions`: the sum of the three ends is not exceeded. For k = 6 this is
    Arvo's box. Each end is widened by ``pad`` (``TURN_ROUNDING``) of the largest values involved:
    what the weights err by is a vector r, which is a sum of the same three directions with weights
    as small, and so ``r . x`` is that share of the three values at most. A shift errs by a share of
    its terms, which may cancel in it, but not in the largest shift.
    """
    m = volumes.shape[1] // 2
    furthest = 0.0
    for i in range(m):
        furthest = max(furthest, abs(shifts[i]))
    for i in range(m):
        low = high = shifts[i]
        size = furthest
        for j in range(3):
            s, weight = sides[i, j], weights[i, j]
            if s < m:
                a, b = volumes[row, s], volumes[row, m + s]
            else:
                a, b = -volumes[row, s], -volumes[row, s - m]
            low += weight * a
            high += weight * b
            size += max(abs(a), abs(b))
        out[out_row, i] = low - pad * size
        out[out_row, m + i] = high + pad * size


@kernel
def overlap_point_kdop_rows(points, directions, volumes, row, out, start, stop):
    """Is each point between all pairs of planes? One that rounding cannot tell apart is."""
    m = len(directions)
    for k in range(start, stop):
        inside = True
        for i in range(m):
            value, rounding = project(load(directions, i), load(points, k))
            inside &= value + rounding >= volumes[row, i]
            inside &= value - rounding <= volumes[row, m + i]
        out[k] = inside
