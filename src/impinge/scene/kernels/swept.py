"""Boxes that hold a whole motion, and when two things that move can be in one place.

**Swept boxes.** A body that turns by a small angle is looked at at some times; between two of them,
h apart, each of its points stays within c h^2 / 8 of its chord (``motion.kernels.curve``), and so
the body within the hull of the two boxes, wider by that. A translation has c = 0: its box is as
tight as those at its ends. Where the turn is large the corners of the body's own box are followed
instead, each coordinate being one function of time whose range is known to rounding
(``motion.kernels.enclose``), and a ball around it beside them: what turns many times is held by the
box of the ring that it fills.

**Windows.** No point of a body is faster along an axis than the range of speeds of a ball around it
says. So its box at time t lies within the one at the start, moved on by these, and two boxes can
meet along the axis from or until a time that a division gives. Six of them, two for each axis,
leave an interval of time, or none: two things whose swept boxes meet, but that are not there at the
same time, are no pair. For translations that is the exact test of boxes in motion.
"""

from math import inf, sqrt

import numpy as np

from impinge.continuous.kernels.convex_proof import ball_of_row
from impinge.core.jit import inlined, kernel
from impinge.motion.kernels.chain import bound_curve, bound_shift
from impinge.motion.kernels.enclose import arc_of, range_point_coordinate
from impinge.motion.kernels.interval import up
from impinge.motion.kernels.motion_row import TURN
from impinge.motion.kernels.pose_at import progress_at, write_pose
from impinge.motion.kernels.speed import range_speed_along
from impinge.scene.kernels import boxes

CUT = 0.25
"""Turn [rad] between two times at which a body is looked at: its points leave their chords by less
than a hundredth of its size then. Smaller costs more boxes than it makes tighter."""
WIDE = 1.5
"""Turn [rad] from which corners are followed: eight of them cost as much as seven boxes."""
OUTWARD = 1.0 + 2.0**-40
"""On lengths and times: larger than the true ones. Each is rounded some ten times."""
EARLIER = 1.0 - 2.0**-40


@inlined
def ball_of_shape(packed, begins, holds, k):
    """A ball around a shape, as of ``convex_proof.ball_of_row``."""
    begin = begins[k]
    if begin < 0:
        x, y, z = holds[k, boxes.HALF], holds[k, boxes.HALF + 1], holds[k, boxes.HALF + 2]
        radius = min(holds[k, boxes.BALL], sqrt(x * x + y * y + z * z))
        return (
            holds[k, boxes.MIDDLE],
            holds[k, boxes.MIDDLE + 1],
            holds[k, boxes.MIDDLE + 2],
        ), radius * OUTWARD
    p, radius = ball_of_row(packed, begin)
    return p, radius * OUTWARD


@inlined
def axis_vector(c):
    return (1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0)


@inlined
def own_side(packed, begins, holds, k, c):
    """How low and how high a shape reaches along an axis of its own frame."""
    begin = begins[k]
    if begin < 0:
        middle, half = holds[k, boxes.MIDDLE + c], holds[k, boxes.HALF + c]
        return middle - half, middle + half
    d = axis_vector(c)
    return -boxes.reach_of_convex(packed, begin, (-d[0], -d[1], -d[2])), boxes.reach_of_convex(
        packed, begin, d
    )


@kernel
def sweep_corners(shapes, k, ball, motions, i, t0, t1, pad, lower, upper):
    """The box around the paths of a shape's corners, and of a ball around it."""
    packed, begins, holds = shapes
    p, radius = ball
    arc = arc_of(motions, i, t0, t1)
    x = own_side(packed, begins, holds, k, 0)
    y = own_side(packed, begins, holds, k, 1)
    z = own_side(packed, begins, holds, k, 2)
    for c in range(3):
        low, high = inf, -inf
        for corner in range(8):
            point = (
                x[1] if corner & 1 else x[0],
                y[1] if corner & 2 else y[0],
                z[1] if corner & 4 else z[0],
            )
            least, most = range_point_coordinate(motions, i, c, point, arc)
            low, high = min(low, least), max(high, most)
        least, most = range_point_coordinate(motions, i, c, p, arc)
        lower[c] = max(low, least - radius) - pad
        upper[c] = min(high, most + radius) + pad


@kernel
def sweep_hulls(shapes, k, margin, motions, i, t0, t1, count, bend, lower, upper):
    """The hull of the boxes at ``count + 1`` times, wider by ``bend``."""
    packed, begins, holds = shapes
    pose, low, high = np.empty((4, 4)), np.empty(3), np.empty(3)
    for c in range(3):
        lower[c], upper[c] = inf, -inf
    for step in range(count + 1):
        t = t1 if step == count else t0 + (t1 - t0) * step / count
        write_pose(motions, i, t, pose)
        boxes.fit_box(packed, begins, holds, k, pose, margin, low, high)
        for c in range(3):
            lower[c], upper[c] = min(lower[c], low[c]), max(upper[c], high[c])
    for c in range(3):
        lower[c] -= bend
        upper[c] += bend


@kernel
def sweep_boxes(
    shapes, kinds, margins, slots, motions, places, times, lower, upper, rates, start, stop
):
    """Leg ``j`` is thing ``slots[j]`` moved by row ``places[j]`` from ``times[j, 0]`` to
    ``times[j, 1]``: its box, and the range of its points' speeds along each axis. What has no end
    does not turn. ``shapes`` is (packed rows, where they begin, their bounds).
    """
    packed, begins, holds = shapes
    for j in range(start, stop):
        i, m = slots[j], places[j]
        k, margin = kinds[i], margins[i]
        t0, t1 = times[j, 0], times[j, 1]
        p, radius = ball_of_shape(packed, begins, holds, k)
        for c in range(3):
            low, high = range_speed_along(motions, m, p, radius, axis_vector(c), t0, t1)
            rates[j, c, 0], rates[j, c, 1] = low, high
        # What a pose may be off by, and is not seen in its own coordinates.
        pad = boxes.PAD * bound_shift(motions, m)
        turn = motions[m, TURN] * (progress_at(motions, m, t1)[0] - progress_at(motions, m, t0)[0])
        if turn > WIDE:
            pad += margin + boxes.PAD * (boxes.size_of_shape(packed, begins, holds, k) + margin)
            sweep_corners(shapes, k, (p, radius), motions, m, t0, t1, pad, lower[j], upper[j])
            continue
        count = 1 + int(turn / CUT)
        h = (t1 - t0) / count * OUTWARD
        bend = bound_curve(motions, m, p, radius, t0, t1) * h * h / 8.0 * OUTWARD + pad
        sweep_hulls(shapes, k, margin, motions, m, t0, t1, count, bend, lower[j], upper[j])


@kernel
def meet_windows(lower, upper, rates, pairs, windows, start, stop):
    """Times from and until which the boxes of pairs can meet; ``windows[k, 1]`` is given.

    Boxes are those at time 0, rates the speeds of their sides; the second time is not made later.
    """
    for k in range(start, stop):
        enter, leave = 0.0, windows[k, 1]
        for side in range(2):
            a, b = pairs[k, side], pairs[k, 1 - side]
            for c in range(3):
                gap = lower[b, c] - upper[a, c]
                closing = up(rates[a, c, 1] - rates[b, c, 0])
                if gap > 0.0:
                    enter = max(enter, gap / closing * EARLIER) if closing > 0.0 else inf
                elif closing < 0.0:
                    leave = min(leave, gap / closing * OUTWARD)
        windows[k, 0], windows[k, 1] = enter, leave
