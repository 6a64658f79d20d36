"""Bounding spheres, as a centre and a radius."""

from math import frexp, inf, ldexp, sqrt

import numpy as np

from impinge.bounds.kernels.aabb import corner_at, middle_of_corners
from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, along, cross, dot, load, norm, norm_sq, scale, store, sub
from impinge.geometry.kernels.orientation import unit_scale

RADIUS_ROUNDING = 2.0**-50
"""Share by which a radius is made larger. A distance of points is a root of three squared
differences: it errs by 3.5 roundings, less than 2**-51 of itself, and a sum with radii, and this
product, by two more."""

GAP_ROUNDING = 2.0**-50
"""Share of its numbers that a gap is made smaller by: a distance errs by four roundings, the sum of
radii by one, and the two differences by two more of them: less than eight."""

VANISHED = 2.0**-536
"""Taken from a gap too: by this a distance may come out too long where its squares are subnormal,
each off by 2**-1075."""

SMALLEST = 2.0**-1074
"""The least positive number, added to a radius, whose share may vanish among subnormal numbers."""

INSIDE_ROUNDING = 2.0**-44
"""Share of the squared radius by which the furthest point may stick out for the search of the
smallest sphere to end. Smaller, and rounding would send it on; the radius is fitted to the points
in the end, 2**-45 above the least at most."""

PIVOTS = 64
"""Points that may be taken into account one after the other. One to seven were seen, on random,
stretched, rounded and spherical sets; the sphere holds all points after any number of them."""

VANISHING = 2.0**-900
"""Below this, points of a set of unit size are on a line, or in a plane, for the formulas of their
spheres: far below all rounding, and the reciprocal of it is still a number."""

LAST = 4
"""Place of the newest point beside the four that a sphere rests on."""


@inlined
def distance_point_point(p, q):
    """Distance of two points; neither overflows nor vanishes on the way."""
    d = sub(p, q)
    largest = max(abs(d[0]), max(abs(d[1]), abs(d[2])))
    if largest == 0.0:
        return 0.0
    # By a power of two: exact, so that scaled points are at scaled distances.
    _, exponent = frexp(largest)
    d = (ldexp(d[0], -exponent), ldexp(d[1], -exponent), ldexp(d[2], -exponent))
    return ldexp(norm(d), exponent)


@kernel
def furthest_corner(rows, first, count, per_row, centre, s):
    """The point furthest from the centre, and its squared distance in units of ``1 / s``."""
    far, far_sq = 0, -1.0
    for k in range(count):
        d_sq = norm_sq(scale(s, sub(corner_at(rows, first, k, per_row), centre)))
        if d_sq > far_sq:
            far, far_sq = k, d_sq
    return far, far_sq


@inlined
def offset_of_centre(points, chosen, count):
    """From the newest point to the centre of the smallest sphere through it and the chosen ones.

    Two, three or four points in all. Nearly on a line, or four nearly in a plane, they give any
    vector, and zero where they are: the caller measures what comes back.
    """
    p = load(points, LAST)
    a = sub(load(points, chosen[0]), p)
    if count == 1:
        return scale(0.5, a)
    b = sub(load(points, chosen[1]), p)
    ab = cross(a, b)
    aa, bb = norm_sq(a), norm_sq(b)
    if count == 2:
        # The circumcentre of a triangle.
        sums = cross(sub(scale(aa, b), scale(bb, a)), ab)
        size = norm_sq(ab)
    else:
        # That of a tetrahedron.
        c = sub(load(points, chosen[2]), p)
        sums = add(add(scale(aa, cross(b, c)), scale(bb, cross(c, a))), scale(norm_sq(c), ab))
        size = dot(c, ab)
    if abs(size) < VANISHING:
        return (0.0, 0.0, 0.0)
    return scale(0.5 / size, sums)


@kernel
def smallest_sphere_of_five(points, count):
    """The smallest sphere around up to four points and the newest, which lies on its surface.

    Returns the centre, the squared radius, and the points it rests on as bits. Each subset is
    tried, and measured by the distance to all points, so that no tolerance is needed: what rounding
    spoils is larger than another, and is not chosen.
    """
    best, best_sq, best_bits = load(points, LAST), inf, 0
    for bits in range(1, 1 << count):
        chosen, n = (0, 0, 0), 0
        for k in range(count):
            if bits & (1 << k):
                # The new one last: chosen[:n] are those in use.
                chosen = (
                    k if n == 0 else chosen[0],
                    k if n == 1 else chosen[1],
                    k if n == 2 else chosen[2],
                )
                n += 1
        if n > 3:
            continue
        centre = add(load(points, LAST), offset_of_centre(points, chosen, n))
        r_sq = norm_sq(sub(load(points, LAST), centre))
        for k in range(count):
            r_sq = max(r_sq, norm_sq(sub(load(points, k), centre)))
        if r_sq < best_sq:
            best, best_sq, best_bits = centre, r_sq, bits
    return best, best_sq, best_bits


@inlined
def sphere_around(centre, distance):
    """Centre and radius, where ``distance`` is the computed one to the furthest point."""
    radius = distance
    if radius > 0.0:
        radius += RADIUS_ROUNDING * radius + SMALLEST
    return centre, radius


@kernel
def bound_rows_sphere(rows, first, stop, per_row):
    """The smallest sphere around points in rows, ``per_row`` in each, one after the other.

    The sphere of a few points is widened to the furthest one outside, over and over (the pivot rule
    of Gaertner 1999 [Gartner1999]_, in place of Welzl's random order [Welzl1991]_): it grows each
    time, so the search ends. Deviation: the few are tried in all subsets, since there are at most
    five. The centre is the best one seen, and the radius is measured from it as it is returned;
    made larger by ``RADIUS_ROUNDING``, the sphere holds the points whatever was rounded. It is
    within 1e-12 of the smallest.
    """
    count = (stop - first) * per_row
    middle, size = middle_of_corners(rows, first, count, per_row)
    if size == 0.0:
        return middle, 0.0
    # From the middle, and by a power of two such that squares neither overflow nor vanish.
    s = unit_scale(size)
    points = np.empty((5, 3))
    far, best_sq = furthest_corner(rows, first, count, per_row, middle, s)
    best = middle
    centre, r_sq = scale(s, sub(corner_at(rows, first, far, per_row), middle)), 0.0
    store(points, 0, centre)
    n, grows = 1, True
    for _ in range(PIVOTS):
        world = along(middle, 1.0 / s, centre)
        far, far_sq = furthest_corner(rows, first, count, per_row, world, s)
        if far_sq < best_sq:
            best, best_sq = world, far_sq
        if not grows or far_sq <= r_sq + INSIDE_ROUNDING * r_sq:
            break
        p = scale(s, sub(corner_at(rows, first, far, per_row), middle))
        store(points, LAST, p)
        centre, next_sq, bits = smallest_sphere_of_five(points, n)
        # Where rounding hides the growth this is the last sphere, but it may be the best one: a
        # third point a hair outside the sphere of two shifts the centre by the hair's first power,
        # and the radius by its second.
        grows = next_sq > r_sq
        r_sq = next_sq
        kept = 0
        for k in range(n):
            if bits & (1 << k):
                store(points, kept, load(points, k))
                kept += 1
        store(points, kept, p)
        n = kept + 1
    return sphere_around(best, sqrt(best_sq) / s)


@kernel
def merge_sphere_sphere(centre_a, radius_a, centre_b, radius_b):
    """The smallest sphere around two, rounded outward; one of them, where it holds the other."""
    d = distance_point_point(centre_a, centre_b)
    if d == 0.0:
        return centre_a, max(radius_a, radius_b)
    if (d + radius_b) * (1.0 + RADIUS_ROUNDING) <= radius_a:
        return centre_a, radius_a
    if (d + radius_a) * (1.0 + RADIUS_ROUNDING) <= radius_b:
        return centre_b, radius_b
    # Between the far ends, the middle is (d + radius_b - radius_a) / 2 from A's centre towards B's.
    t = min(max(0.5 + 0.5 * (radius_b - radius_a) / d, 0.0), 1.0)
    centre = along(centre_a, t, sub(centre_b, centre_a))
    reach = max(
        distance_point_point(centre, centre_a) + radius_a,
        distance_point_point(centre, centre_b) + radius_b,
    )
    return sphere_around(centre, reach)


@inlined
def gap_sphere_sphere(centre_a, radius_a, centre_b, radius_b):
    """A lower bound of the distance of the spheres, whatever was rounded; negative where they
    overlap.

    Less than the distance by 2**-49 of the numbers in it at most. Distances below 1e-154 vanish in
    their squares, which only lowers it.
    """
    apart, reach = norm(sub(centre_b, centre_a)), radius_a + radius_b
    return apart - reach - (GAP_ROUNDING * (apart + reach) + VANISHED)


@kernel
def overlap_point_sphere_rows(points, centre, radius, out, start, stop):
    """Is each point in the closed ball? By the same distance as a fitted sphere was measured."""
    for i in range(start, stop):
        out[i] = distance_point_point(load(points, i), centre) <= radius


@kernel
def distance_point_sphere_rows(points, centre, radius, out, start, stop):
    for i in range(start, stop):
        out[i] = max(distance_point_point(load(points, i), centre) - radius, 0.0)
