"""Windows of time in which two moving trees are seen from each other.

The step is halved again and again: window 1 is all of it, 2k and 2k + 1 are the halves of window k.
In a window of length h the points of each body, *seen from the other*, keep to their chords up to
K h^2 / 8, where K bounds their acceleration there. Seen from body A, whose point o is its centre, a
point x has the velocity x' - o' - w x (x - o), in the turning frame of A, and from that

    K = |x''| + |o''| + 2 |w| |x' - o'| + (|w|^2 + |w'|) |x - o|

(A box may reach out of the ball that bounds |x - o|: only points of the surface count, and boxes
are seen whole at both ends.) So the boxes of one tree move linearly past those of the other, padded
by what they are not linear by: offsets along any axis fixed in a body change linearly, and the
reach of a box along it, the greatest of numbers that do, is not above the line between its values
at both ends.

Poses at both ends are kept as float32, in box units of the tree whose eight boxes are looked at
(:mod:`impinge.narrow.kernels.relation`, which argues the pad for their rounding), in a small table:
a walk comes back to the same few windows.
"""

from math import inf

import numpy as np

from impinge.continuous.kernels.convex_proof import PAD, TIME
from impinge.core.jit import inlined, kernel
from impinge.core.lanes import HALF, WIDTH
from impinge.core.mat import apply_transposed, moved
from impinge.core.vec import add, along, dot, norm, scale, sub
from impinge.hierarchy.kernels.binary import power_of_two_above
from impinge.hierarchy.kernels.node import CENTRE, EXTENT, UNIT, frame_of
from impinge.motion.kernels.chain import bound_curve, bound_shift, bound_speed, bound_turn
from impinge.motion.kernels.motion_row import ABOVE, EASED, TURN
from impinge.motion.kernels.pose_at import pose_at
from impinge.motion.kernels.speed import swing_of
from impinge.narrow.kernels import relation

SLOTS = 64
"""Windows that are kept, a power of two."""
CODE, BEGIN, END, BENT, IDLE = range(5)
"""Columns of the exact part: number of the window (0 for none), its times, by how much points leave
their chords (common unit), and whether the bodies stay apart in it."""
TIMES = 5
ROTATION_T0, ROTATION_T1, SEEN_A, SEEN_B, PAD_A, PAD_B = 0, 9, 18, 24, 30, 31
"""Columns of the float32 part: rotation of B in A at both ends, offset for A's boxes at both ends,
that for B's, and what half extents of a single box of B, and of A, grow by."""
VIEWS = 32
ROUNDED = 2.0**-47
"""Share of the sum of its terms by which a velocity may be off (``motion.kernels.enclose``)."""
OUTWARD = 1.0 + 2.0**-40
"""On bounds whose own roundings are few: distances, speeds, accelerations."""


@inlined
def lane_of(nodes, row, at):
    """Three numbers of a lane, centre or half extents, in float64."""
    return (
        np.float64(nodes[row, at]),
        np.float64(nodes[row, at + WIDTH]),
        np.float64(nodes[row, at + 2 * WIDTH]),
    )


@inlined
def ball_of(nodes, place):
    """A ball around all of a tree: its centre and radius [m], body frame."""
    f = frame_of(nodes, 0)
    c, h = lane_of(nodes, 0, 0), lane_of(nodes, 0, HALF)
    box = place[UNIT] * place[EXTENT]
    centre = scale(place[UNIT], (place[CENTRE], place[CENTRE + 1], place[CENTRE + 2]))
    # Rounding of the box's corners in float32, and of its frame.
    return add(centre, scale(box, apply_transposed(f, c))), box * (norm(h) + 2.0**-18)


@inlined
def orbit_of(motions, i, p):
    """Twice the radius of the circle about which the point ``p`` of a body turns, while its middle
    slides evenly; infinite where it does not.
    """
    if motions[i, EASED] != 0.0 or motions[i, ABOVE] > 0.0:
        return inf
    w = motions[i, TURN]
    if w == 0.0:
        return 0.0
    v, e, size = swing_of(motions, i, p)
    return 2.0 * (max(norm(v), norm(e)) + ROUNDED * size) / w * OUTWARD


@inlined
def meeting_of(pair, t0, t1, margin):
    """What all windows of two moving trees have in common: lengths in a common unit, as tuples.

    ``scales``   the common unit [m], what the triangles of A and B are scaled by, and by how much
                 points may be off
    ``sights``   the extents of both trees' boxes, then scale and ratio of ``relation.see`` for A's
                 boxes, and those for B's
    ``balls``    of A and B: centre [m], radius
    ``bounds``   of accelerations of all points of A, of B, of both centres together; angular
                 velocity of A, and how fast that changes; the same of B; how far off the way of
                 both centres against each other can be from a straight one
    ``speed``    at which any points of both can approach each other
    """
    motions_a, i, motions_b, j = pair.motions_a, pair.i, pair.motions_b, pair.j
    place_a, place_b = pair.tree_a.place, pair.tree_b.place
    centre_a, radius_a = ball_of(pair.tree_a.nodes, place_a)
    centre_b, radius_b = ball_of(pair.tree_b.nodes, place_b)
    size = bound_shift(motions_a, i) + bound_shift(motions_b, j) + margin
    size += norm(centre_a) + radius_a + norm(centre_b) + radius_b
    unit = power_of_two_above(max(size, max(place_a[UNIT], place_b[UNIT])))
    extent_a = place_a[EXTENT] * place_a[UNIT] / unit
    extent_b = place_b[EXTENT] * place_b[UNIT] / unit
    s_a = min(1.0 / extent_a, min(relation.LARGEST_RATIO / extent_b, relation.FINEST))
    s_b = min(1.0 / extent_b, min(relation.LARGEST_RATIO / extent_a, relation.FINEST))
    bent_a = bound_curve(motions_a, i, centre_a, radius_a, t0, t1)
    bent_b = bound_curve(motions_b, j, centre_b, radius_b, t0, t1)
    bent = bound_curve(motions_a, i, centre_a, 0.0, t0, t1)
    bent += bound_curve(motions_b, j, centre_b, 0.0, t0, t1)
    spin_a, change_a = bound_turn(motions_a, i, t0, t1)
    spin_b, change_b = bound_turn(motions_b, j, t0, t1)
    speed = bound_speed(motions_a, i, centre_a, radius_a, t0, t1)
    speed += bound_speed(motions_b, j, centre_b, radius_b, t0, t1)
    off = PAD * size + TIME * speed
    scales = unit, place_a[UNIT] / unit, place_b[UNIT] / unit, off / unit
    sights = extent_a, extent_b, s_a, extent_b * s_a, s_b, extent_a * s_b
    balls = centre_a, radius_a / unit, centre_b, radius_b / unit
    orbits = orbit_of(motions_a, i, centre_a) + orbit_of(motions_b, j, centre_b)
    bounds = (
        bent_a / unit, bent_b / unit, bent / unit, spin_a, change_a, spin_b, change_b,
        orbits / unit,
    )  # fmt: skip
    return scales, sights, balls, bounds, speed / unit


@inlined
def relative_at(pair, t, scales, balls):
    """At a time: rotation of B in A, from the one's boxes to the other's, and from ball to ball.

    The first difference in the frame of A, the second in the world's.
    """
    unit, scale_a, scale_b, _ = scales
    turn_a, shift_a = pose_at(pair.motions_a, pair.i, t)
    turn_b, shift_b = pose_at(pair.motions_b, pair.j, t)
    rotation = relation.rotated_into(turn_a, turn_b)
    apart = scale(1.0 / unit, sub(shift_b, shift_a))
    shift = apply_transposed(turn_a, apart)
    between = relation.between_centres(
        rotation, shift, pair.tree_a.place, scale_a, pair.tree_b.place, scale_b
    )
    centres = sub(moved(turn_b, shift_b, balls[2]), moved(turn_a, shift_a, balls[0]))
    return rotation, between, scale(1.0 / unit, centres)


@inlined
def length_of_nearest(p, q):
    """Distance from the origin to the segment from p to q."""
    e = sub(q, p)
    ee, ahead = dot(e, e), -dot(p, e)
    if not ahead > 0.0:
        return norm(p)
    if ahead >= ee:
        return norm(q)
    return norm(along(p, ahead / ee, e))


@inlined
def put_view(views, k, end, rotation, between, s_a, s_b):
    at = ROTATION_T0 if end == 0 else ROTATION_T1
    for m in range(9):
        views[k, at + m] = rotation[m]
    back = apply_transposed(rotation, between)
    for m in range(3):
        views[k, SEEN_A + 3 * end + m] = -s_a * back[m]
        views[k, SEEN_B + 3 * end + m] = s_b * between[m]


@inlined
def times_of(code, t0, t1):
    """Begin and end of a window."""
    whole = 1.0
    while code >= 2.0 * whole:
        whole *= 2.0
    share = code - whole
    begin = t0 + (t1 - t0) * (share / whole)
    return begin, (t1 if share + 1.0 == whole else t0 + (t1 - t0) * ((share + 1.0) / whole))


@kernel
def fetch_window(code, times, views, pair, t0, t1, meeting, margin):
    """The row of a window in the table, which is made if it is not there.

    ``meeting`` is (scales, sights, balls, bounds) of ``meeting_of``.
    """
    k = code & (SLOTS - 1)
    if times[k, CODE] == code:
        return k
    begin, end = times_of(np.float64(code), t0, t1)
    scales, sights, balls, bounds = meeting
    _, _, s_a, ratio_a, s_b, ratio_b = sights
    bent_a, bent_b, bent, spin_a, change_a, spin_b, change_b, orbits = bounds
    rotation, between, apart_t0 = relative_at(pair, begin, scales, balls)
    put_view(views, k, 0, rotation, between, s_a, s_b)
    far = norm(between)
    rotation, between, apart_t1 = relative_at(pair, end, scales, balls)
    put_view(views, k, 1, rotation, between, s_a, s_b)
    far = max(far, norm(between))

    h = end - begin
    # Centres that turn stay within their circles, however often: at most two radii off.
    off = min(bent * h * h / 8.0, orbits)
    reach = max(norm(apart_t0), norm(apart_t1)) + off
    # The mean velocity is that of the chord, and no other is further from it than this.
    moving = norm(sub(apart_t1, apart_t0)) / h + 0.5 * bent * h
    seen_a = bent_b + bent + 2.0 * spin_a * (moving + spin_b * balls[3])
    seen_a += (spin_a * spin_a + change_a) * (reach + balls[3])
    seen_b = bent_a + bent + 2.0 * spin_b * (moving + spin_a * balls[1])
    seen_b += (spin_b * spin_b + change_b) * (reach + balls[1])
    leaves = max(seen_a, seen_b) * h * h / 8.0 * OUTWARD
    room = leaves + margin * OUTWARD + 4.0 * scales[3]
    length_a = relation.ROUNDING * (384.0 + 64.0 * ratio_a)
    length_b = relation.ROUNDING * (384.0 + 64.0 * ratio_b)
    views[k, PAD_A] = (length_a + s_a * (32.0 * relation.ROUNDING * far + room)) * (1.0 + 2.0**-20)
    views[k, PAD_B] = (length_b + s_b * (32.0 * relation.ROUNDING * far + room)) * (1.0 + 2.0**-20)
    nearest = length_of_nearest(apart_t0, apart_t1) - off - 4.0 * scales[3]
    times[k, IDLE] = 1.0 if nearest > (balls[1] + balls[3] + margin) * OUTWARD else 0.0
    times[k, CODE], times[k, BEGIN], times[k, END], times[k, BENT] = code, begin, end, leaves
    return k
