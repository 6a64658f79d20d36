"""Boxes of posed things in the world frame; never too small.

A convex shape's box is tight: its furthest points along the axes are found. Of meshes and others a
row of measures is kept, from which five volumes around them are known in the shape's own frame: a
box, a ball, and a cylinder about each axis. How far each reaches along an axis of the world is a
short formula, and the least of the five counts: a long bolt, a flat gear and a round knob all have
a good one among them.
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, rotation_of
from impinge.core.vec import dot
from impinge.geometry.kernels.convex_row import CENTRE, HALFSPACE, KIND, RADIUS, REACH, SIZES
from impinge.narrow.kernels.support import furthest_of_core

MIDDLE, HALF, BALL, ROUND = 0, 3, 6, 7
"""Columns of a row of measures: middle and half sizes of the box, radius of the ball about the
middle, radii of the cylinders through it along x, y and z."""
HOLD_ROW = 10

PAD = 2.0**-42
"""Share of the largest coordinate by which boxes are wider than computed.

Poses are rotations within 1e-14, shapes touch within 8 roundings, and the sums here round some ten
times: together below 4e-14 of the coordinates. This is 2.3e-13; wider would add pairs that are
never near, but no others.
"""


@inlined
def reach_of_convex(rows, start, d):
    """How far a convex shape reaches along a unit vector of its own frame."""
    return dot(furthest_of_core(rows, start, d)[0], d) + rows[start + RADIUS]


@inlined
def reach_of_hold(holds, k, d):
    """The least that one of the five volumes reaches along a unit vector, from their middle."""
    x, y, z = abs(d[0]), abs(d[1]), abs(d[2])
    hx, hy, hz = holds[k, HALF], holds[k, HALF + 1], holds[k, HALF + 2]
    box = x * hx + y * hy + z * hz
    about_x = x * hx + holds[k, ROUND] * sqrt(y * y + z * z)
    about_y = y * hy + holds[k, ROUND + 1] * sqrt(z * z + x * x)
    about_z = z * hz + holds[k, ROUND + 2] * sqrt(x * x + y * y)
    return min(min(box, holds[k, BALL]), min(about_x, min(about_y, about_z)))


@inlined
def plane_across(n):
    """The only axis along which a vector has a component, -1 if there are several."""
    for k in range(3):
        if n[k] != 0.0 and n[(k + 1) % 3] == 0.0 and n[(k + 2) % 3] == 0.0:
            return k
    return -1


@kernel
def fit_half_space(rows, start, pose, margin, lower, upper):
    """Without end, but across the one axis that the plane may be square to."""
    at = start + SIZES
    for k in range(3):
        lower[k] = -inf
        upper[k] = inf
    n = apply(rotation_of(pose), (rows[at], rows[at + 1], rows[at + 2]))
    k = plane_across(n)
    if k >= 0:
        shift = pose[k, 3]
        offset = rows[at + 3]
        pad = margin + PAD * (abs(shift) + abs(offset) + margin)
        if n[k] > 0.0:
            upper[k] = shift + offset + pad
        else:
            lower[k] = shift - offset - pad


@kernel
def fit_box(packed, begins, holds, k, pose, margin, lower, upper):
    """The box of shape ``k`` in a pose, wider by a margin.

    It has a packed row that begins at ``begins[k]``, or, where that is negative, measures in
    ``holds[k]``.
    """
    begin = begins[k]
    if begin >= 0 and packed[begin + KIND] == HALFSPACE:
        fit_half_space(packed, begin, pose, margin, lower, upper)
        return
    size = size_of_shape(packed, begins, holds, k)
    for c in range(3):
        d = (pose[c, 0], pose[c, 1], pose[c, 2])
        shift = pose[c, 3]
        if begin >= 0:
            high = reach_of_convex(packed, begin, d)
            low = -reach_of_convex(packed, begin, (-d[0], -d[1], -d[2]))
        else:
            middle = dot(d, (holds[k, MIDDLE], holds[k, MIDDLE + 1], holds[k, MIDDLE + 2]))
            reach = reach_of_hold(holds, k, d)
            high = middle + reach
            low = middle - reach
        pad = margin + PAD * (abs(shift) + size + margin)
        lower[c] = shift + low - pad
        upper[c] = shift + high + pad


@inlined
def size_of_shape(packed, begins, holds, k):
    """No coordinate of a shape's point is larger, in its own frame; half spaces have no size."""
    begin = begins[k]
    if begin >= 0:
        at = begin + CENTRE
        size = packed[begin + REACH] + abs(packed[at]) + abs(packed[at + 1])
        return size + abs(packed[at + 2])
    size = 0.0
    for c in range(3):
        size += abs(holds[k, MIDDLE + c]) + holds[k, HALF + c]
    return size


@kernel
def fit_boxes(packed, begins, holds, kinds, poses, margins, ids, lower, upper, start, stop):
    """Boxes of things ``ids[start:stop]``, each wider by its margin."""
    for j in range(start, stop):
        i = ids[j]
        fit_box(packed, begins, holds, kinds[i], poses[i], margins[i], lower[i], upper[i])
