"""Volumes that move in an interval of time: what they stay within, and until when they are apart.

**Along a direction** d a point of a body is at c + s b + (sin(y) / w) v + ((1 - cos(y)) / w) e, the
form of :mod:`impinge.motion.kernels.enclose`, whose range is known; those of all points of a
volume, which lies between its corners at each time, have their hull.

**Two oriented boxes** on an interval: the fifteen axes of [Gottschalk1996]_, with intervals for the
rotation between the boxes and the offset of their centres (Eq. 24 of [Redon2006]_). In the frame of
A, whose half sides are a, with half sides b of B, rotation R and offset T they are apart for the
whole interval if the least |left| is above the greatest right on one of

    T_i                                     a_i + sum_j b_j |R_ij|
    sum_i T_i R_ij                          b_j + sum_i a_i |R_ij|
    T_{i+2} R_{i+1,j} - T_{i+1} R_{i+2,j}   a_{i+1} |R_{i+2,j}| + a_{i+2} |R_{i+1,j}|
                                            + b_{j+1} |R_{i,j+2}| + b_{j+2} |R_{i,j+1}|

**Two ellipsoids** are apart if they are along one direction, that of their gap in the middle of the
interval: the offset of their centres and their axes have ranges along it.

**Until when**: intervals are halved, the first half first, where bodies turn by more than half a
radian, and where nothing is proved.
"""

from math import sqrt

import numpy as np

from impinge.bounds.kernels.ellipsoid import GAP_ROUNDING, gap_ellipsoid_ellipsoid
from impinge.bounds.kernels.obb_fit import square_axes
from impinge.core.jit import inlined, kernel
from impinge.core.vec import load
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.enclose import arc_of, enclose_point, enclose_vector, range_coordinate
from impinge.motion.kernels.interval import absolute, magnitude, mul, sub
from impinge.motion.kernels.interval_vectors import dot, sub_vectors
from impinge.motion.kernels.pose_at import progress_at

LARGEST_TURN = 0.5
"""Angle [rad] in an interval above which it is halved at once: products of intervals of a rotation
are then as wide as what they are to tell."""
POINTS, BALLS, BOXES, ELLIPSOIDS = range(4)
"""Kinds of volumes: what lies between points, balls, oriented boxes and ellipsoids."""
GAP_STEPS = 2
"""Steps towards the widest gap of two ellipsoids: the wider, the longer it lasts."""
DEEPEST = 64
"""Halves that may wait for the ones before them."""
OUTWARD = 1.0 + 2.0**-44
"""On half sides and radii: corners and axes of volumes are off by rounding."""


@kernel
def range_along(motions, i, p, d, arc):
    """Range of d . x for a point ``p`` of the body, over an arc."""
    w = motions[i, row.TURN]
    c = s = v = e = size = 0.0
    for k in range(3):
        x, y, z, u = (
            motions[i, row.SHIFT + k], motions[i, row.SLIDE + k], motions[i, row.SWING + k],
            motions[i, row.CURVE + k],
        )  # fmt: skip
        size += (abs(x) + abs(y) + abs(z) + abs(u)) * abs(d[k])
        for m in range(3):
            at = 3 * k + m
            r, b = motions[i, row.ROTATION + at], motions[i, row.TURN_B + at]
            a = motions[i, row.TURN_A + at]
            x += r * p[m]
            z += w * b * p[m]
            u -= w * a * p[m]
            size += (abs(r) + w * (abs(b) + abs(a))) * abs(p[m]) * abs(d[k])
        c += d[k] * x
        s += d[k] * y
        v += d[k] * z
        e += d[k] * u
    return range_coordinate(c, s, v, e, size, w, motions[i, row.EASED], arc)


@kernel
def sweep_points(points, directions, motions, i, t0, t1, low, high):
    """Fill lowest and highest d . x of all points of a body, for each direction d."""
    arc = arc_of(motions, i, t0, t1)
    for k in range(len(directions)):
        d = load(directions, k)
        low[k], high[k] = range_along(motions, i, load(points, 0), d, arc)
        for m in range(1, len(points)):
            least, most = range_along(motions, i, load(points, m), d, arc)
            low[k], high[k] = min(low[k], least), max(high[k], most)


@kernel
def points_apart(balls, a, b, directions, t0, t1, ends):
    """Whether two sets of points are apart, along one direction, for a whole interval of time.

    A radius is what each point is blurred by. Of ``balls`` the directions are three axes, and the
    gap is that of both ways' boxes.
    """
    points_a, radius_a, motions_a, i = a
    points_b, radius_b, motions_b, j = b
    low_a, high_a, low_b, high_b = ends[0], ends[1], ends[2], ends[3]
    sweep_points(points_a, directions, motions_a, i, t0, t1, low_a, high_a)
    sweep_points(points_b, directions, motions_b, j, t0, t1, low_b, high_b)
    radius = (radius_a + radius_b) * OUTWARD
    square = 0.0
    for k in range(len(directions)):
        gap = max(max(low_a[k] - high_b[k], low_b[k] - high_a[k]), 0.0)
        # Directions are shorter than two.
        if gap > 2.0 * radius and not balls:
            return True
        square += gap * gap
    return balls and sqrt(square) > radius


@kernel
def _product(a, b):
    """Of two vectors of intervals: called, since eighteen of them built in compile for seconds."""
    return dot(a, b)


@kernel
def boxes_apart(box_a, motions_a, i, box_b, motions_b, j, t0, t1):
    """Whether two moving boxes are apart, along one axis, for a whole interval of time.

    A box is a centre, three half sides and three unit axes, fifteen numbers, in its body's frame.
    """
    centre_a, u = _enclosed(box_a, motions_a, i, t0, t1)
    centre_b, v = _enclosed(box_b, motions_b, j, t0, t1)
    between = sub_vectors(centre_b, centre_a)
    a = (box_a[3] * OUTWARD, box_a[4] * OUTWARD, box_a[5] * OUTWARD)
    b = (box_b[3] * OUTWARD, box_b[4] * OUTWARD, box_b[5] * OUTWARD)
    t = (_product(u[0], between), _product(u[1], between), _product(u[2], between))
    r = (
        (_product(u[0], v[0]), _product(u[0], v[1]), _product(u[0], v[2])),
        (_product(u[1], v[0]), _product(u[1], v[1]), _product(u[1], v[2])),
        (_product(u[2], v[0]), _product(u[2], v[1]), _product(u[2], v[2])),
    )
    q = (
        (magnitude(r[0][0]), magnitude(r[0][1]), magnitude(r[0][2])),
        (magnitude(r[1][0]), magnitude(r[1][1]), magnitude(r[1][2])),
        (magnitude(r[2][0]), magnitude(r[2][1]), magnitude(r[2][2])),
    )
    for k in range(3):
        right = (a[k] + (b[0] * q[k][0] + b[1] * q[k][1] + b[2] * q[k][2])) * OUTWARD
        if absolute(t[k])[0] > right:
            return True
        right = (b[k] + (a[0] * q[0][k] + a[1] * q[1][k] + a[2] * q[2][k])) * OUTWARD
        if absolute(_product(v[k], between))[0] > right:
            return True
    for k in range(3):
        k1, k2 = (k + 1) % 3, (k + 2) % 3
        for m in range(3):
            m1, m2 = (m + 1) % 3, (m + 2) % 3
            left = sub(mul(t[k2], r[k1][m]), mul(t[k1], r[k2][m]))
            right = a[k1] * q[k2][m] + a[k2] * q[k1][m] + b[m1] * q[k][m2] + b[m2] * q[k][m1]
            if absolute(left)[0] > right * OUTWARD:
                return True
    return False


@kernel
def ellipsoids_apart(row_a, motions_a, i, row_b, motions_b, j, t0, t1):
    """Whether two moving ellipsoids are apart, along one direction, for a whole interval of time.

    An ellipsoid is a centre, three radii and three unit axes, fifteen numbers, in its body's frame.
    """
    centre_a, u = _enclosed(row_a, motions_a, i, t0, t1)
    centre_b, v = _enclosed(row_b, motions_b, j, t0, t1)
    radii_a, radii_b = (row_a[3], row_a[4], row_a[5]), (row_b[3], row_b[4], row_b[5])
    _, d = gap_ellipsoid_ellipsoid(
        (_middle(centre_a), radii_a, square_axes(_middle(u[0]), _middle(u[1]))),
        (_middle(centre_b), radii_b, square_axes(_middle(v[0]), _middle(v[1]))),
        GAP_STEPS,
    )
    e = ((d[0], d[0]), (d[1], d[1]), (d[2], d[2]))
    reach = _reach(radii_a, u, e) + _reach(radii_b, v, e)
    return _product(e, sub_vectors(centre_b, centre_a))[0] > reach * OUTWARD


@inlined
def _enclosed(box, motions, i, t0, t1):
    """Intervals of a volume's centre and axes."""
    arc = arc_of(motions, i, t0, t1)
    centre = enclose_point(motions, i, (box[0], box[1], box[2]), t0, t1)
    u, v = _axis(box, 0, motions, i, arc), _axis(box, 1, motions, i, arc)
    return centre, (u, v, _axis(box, 2, motions, i, arc))


@inlined
def _axis(box, k, motions, i, arc):
    at = 6 + 3 * k
    return enclose_vector(motions, i, (box[at], box[at + 1], box[at + 2]), arc)


@inlined
def _middle(v):
    return (
        0.5 * (v[0][0] + v[0][1]), 0.5 * (v[1][0] + v[1][1]), 0.5 * (v[2][0] + v[2][1])
    )  # fmt: skip


@inlined
def _reach(radii, axes, d):
    """How far an ellipsoid reaches along ``d`` at most."""
    x = radii[0] * magnitude(_product(axes[0], d))
    y = radii[1] * magnitude(_product(axes[1], d))
    z = radii[2] * magnitude(_product(axes[2], d))
    return sqrt(x * x + y * y + z * z) + GAP_ROUNDING * (radii[0] + radii[1] + radii[2])


@inlined
def turned_by(motions, i, t0, t1):
    """The angle by which a body turns from one time to another."""
    return motions[i, row.TURN] * (progress_at(motions, i, t1)[0] - progress_at(motions, i, t0)[0])


@kernel
def apart_until_kind(kind, a, b, directions, t0, t1, finest):
    """The time until which two volumes are proved to be apart, ``t1`` if that is all of it.

    ``a`` and ``b`` are (points, radius, motions, row of the motion). The points of ``BOXES``
    and ``ELLIPSOIDS`` are rows of fifteen numbers.
    """
    points_a, _, motions_a, i = a
    points_b, _, motions_b, j = b
    waiting = np.empty(DEEPEST)
    ends = np.empty((4, len(directions)))
    start, end, top = t0, t1, 0
    while start < t1:
        turned = max(turned_by(motions_a, i, start, end), turned_by(motions_b, j, start, end))
        apart = False
        if turned <= LARGEST_TURN or end - start <= finest:
            if kind == BOXES:
                apart = boxes_apart(
                    points_a[0], motions_a, i, points_b[0], motions_b, j, start, end
                )
            elif kind == ELLIPSOIDS:
                apart = ellipsoids_apart(
                    points_a[0], motions_a, i, points_b[0], motions_b, j, start, end
                )
            else:
                apart = points_apart(kind == BALLS, a, b, directions, start, end, ends)
        if apart:
            start = end
            if top > 0:
                top -= 1
                end = waiting[top]
            continue
        middle = 0.5 * (start + end)
        if end - start <= finest or top == DEEPEST or not start < middle < end:
            return start
        waiting[top] = end
        top += 1
        end = middle
    return t1
