"""What a motion stays within over an interval of time: poses, points and velocities.

Each coordinate of a moving point, and each entry of its rotation, is of one form,

    f(a) = c + s a + (sin(w a) / w) v + ((1 - cos(w a)) / w) e
    f'(a) = s + v cos(w a) + e sin(w a)

The slope is one wave, whose range is known to rounding (``waves``). Where it does not change its
sign the values at both ends are the range of f. Otherwise the interval is cut where the slope
vanishes, which need not be known well: between two cuts f stays under the lines that rise from both
as fast as f may, up to where they meet, whatever the cuts, and the better they are the less is
given away. What turns without sliding has its range from its amplitude.

**Rounding.** Ends of f are computed in floats, with an error below ``ROUNDING`` times
|c| + |a| (|s| + |v| + |e|): the angle w a is rounded once, which counts as much as a rounding of a;
sine and cosine are good to four units in the last place, the quotient by w keeps that, since its
size is at most |a|; the remaining products and sums are fewer than ten. c, v and e of a point are
sums of three or four products, bounded the same way by the sums of their absolute values. Of the 64
halves of a unit in the last place that ``ROUNDING`` allows, these and the lines take less than 30,
so that 30 are left for what :func:`~impinge.motion.kernels.pose_at.pose_at` rounds: an enclosure
holds the exact formula of the row, and its floats.

A full turn and more counts as all angles; less is cut into parts below half a turn.
"""

from math import acos, atan2, ceil, cos, pi, sin

from impinge.core.jit import inlined, kernel
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.interval import add, hull, mul, scaled, shifted, up, widened
from impinge.motion.kernels.pose_at import local_time, progress_at, swings, triple
from impinge.motion.kernels.waves import PART, SLACK, amplitude, range_wave
from impinge.motion.kernels.waves import TURN as FULL_TURN

TWO_PI = 2.0 * pi
ROUNDING = 2.0**-47
"""Share of the sum of its terms by which a coordinate may be off, argued above."""
EASED_ROUNDING = 2.0**-44
"""The same for eased rows: their progress is a cubic whose coefficients sum up to 13 at most, off
by less than 100 halves of a unit in the last place."""
TIME_ERROR = 2.0**-51
"""By which the progress of a row may be off, counting the rounding of its angle: that of a piece of
a path is a difference and a product."""
EASED_ERROR = 2.0**-46
"""The same for eased rows."""


@inlined
def arc_of(rows, i, t0, t1):
    """What all coordinates of row ``i`` need of the time from ``t0`` to ``t1``.

    The number of parts (1, 3, or 0 for all angles), what sliding needs, and up to four knots:
    progress of turning, sin(y) / w, (1 - cos(y)) / w, cos(y), sin(y) each. Sliding: progress at
    both ends, and where it differs from that of turning, length of time and ranges of both rates.
    """
    w = rows[i, row.TURN]
    a0, b0 = progress_at(rows, i, t0)
    a1, b1 = progress_at(rows, i, t1)
    angle = up(w * up(a1 - a0))
    first, last = _knot(w, a0), _knot(w, a1)
    sliding = (b0, b1, 0.0, 0.0, 0.0, 0.0, 0.0)
    if rows[i, row.EASED] == 2.0:
        turn, slide = enclose_rates(rows, i, t0, t1)
        sliding = (b0, b1, up(t1 - t0), turn[0], turn[1], slide[0], slide[1])
    if angle <= PART:
        return 1, sliding, first, first, last, last
    if angle >= FULL_TURN:
        return 0, sliding, first, first, last, last
    third = (a1 - a0) / 3.0
    return 3, sliding, first, _knot(w, a0 + third), _knot(w, a1 - third), last


@inlined
def _knot(w, a):
    p, q, c, s, _ = swings(w, a)
    return (a, p, q, c, s)


@inlined
def range_arc_wave(w, eased, arc, v, e):
    """Range of ``v cos(y) + e sin(y)`` over an arc, the rounding of its angles included."""
    parts, _, p, q, r, s = arc
    if parts == 0:
        most = amplitude(v, e)
        wave = (-most, most)
    elif parts == 1:
        wave = range_wave(v, e, p[3], p[4], s[3], s[4], up(w * up(s[0] - p[0])))
    else:
        wave = hull(
            hull(
                range_wave(v, e, p[3], p[4], q[3], q[4], PART),
                range_wave(v, e, q[3], q[4], r[3], r[4], PART),
            ),
            range_wave(v, e, r[3], r[4], s[3], s[4], PART),
        )
    error = (TIME_ERROR if eased == 0.0 else EASED_ERROR) * w
    return widened(wave, (ROUNDING + error) * (abs(v) + abs(e)))


@kernel
def range_part(c, s, v, e, w, k, m):
    """Range of f between two knots less than half a turn apart, but for the rounding of f."""
    least, most = shifted(range_wave(v, e, k[3], k[4], m[3], m[4], up(w * up(m[0] - k[0]))), s)
    low, high = range_lines(c, s, v, e, k, m, least, most)
    if least >= 0.0 or most <= 0.0 or w == 0.0:
        return low, high
    swing = amplitude(v, e)
    if s == 0.0:
        # A crest is as high as the wave, a quotient that small angles have no digits for.
        slack, spare = SLACK * (abs(v) + abs(e)), ROUNDING * swing / w
        slope_k, slope_m = v * k[3] + e * k[4], v * m[3] + e * m[4]
        f_k, f_m = k[1] * v + k[2] * e, m[1] * v + m[2] * e
        top, bottom = max(f_k, f_m), min(f_k, f_m)
        if slope_k > -slack and slope_m < slack:
            top = (e + swing) / w + spare
        if slope_k < slack and slope_m > -slack:
            bottom = (e - swing) / w - spare
        return max(low, c + bottom), min(high, c + top)
    if not abs(s) < swing:
        return low, high
    # Cut where the slope vanishes, as well as that is known: any cut is allowed.
    middle, opening = atan2(e, v), acos(-s / swing)
    p = _stationary(s, v, e, w, k[0], m[0], middle - opening)
    q = _stationary(s, v, e, w, k[0], m[0], middle + opening)
    first, last = _knot(w, min(p, q)), _knot(w, max(p, q))
    return hull(
        hull(_range_lines_of(c, s, v, e, w, k, first), _range_lines_of(c, s, v, e, w, first, last)),
        _range_lines_of(c, s, v, e, w, last, m),
    )


@inlined
def _stationary(s, v, e, w, low, high, angle):
    """Progress between two ends where the slope s + v cos y + e sin y is about zero, else an end.

    ``angle`` is a zero of it, up to whole turns. A step of Newton's method mends its last digits.
    """
    y = angle + ceil((w * low - angle) / TWO_PI) * TWO_PI
    bend = e * cos(y) - v * sin(y)
    if bend != 0.0:
        y -= (s + v * cos(y) + e * sin(y)) / bend
    return min(max(y / w, low), high)


@kernel
def _range_lines_of(c, s, v, e, w, k, m):
    """:func:`range_lines` between two knots, with the range of the slope between them."""
    least, most = shifted(range_wave(v, e, k[3], k[4], m[3], m[4], up(w * up(m[0] - k[0]))), s)
    return range_lines(c, s, v, e, k, m, least, most)


@inlined
def range_lines(c, s, v, e, k, m, least, most):
    """Range of f between two knots where its slope is not below ``least`` nor above ``most``."""
    f_k, f_m = c + s * k[0] + (k[1] * v + k[2] * e), c + s * m[0] + (m[1] * v + m[2] * e)
    if least >= 0.0 or most <= 0.0:
        return min(f_k, f_m), max(f_k, f_m)
    return _between_lines(f_k, f_m, m[0] - k[0], least, most)


@inlined
def _between_lines(f_k, f_m, length, least, most):
    """The range between two values so far apart, with such slopes, of which one rises, one falls.

    Under both lines: f_k + most x from the one end, f_m - least (length - x) from the other.
    """
    gain, span = f_m - f_k, most - least
    high = f_k + most * clamp_to((gain - least * length) / span, length)
    low = f_k + least * clamp_to((most * length - gain) / span, length)
    return min(low, min(f_k, f_m)), max(high, max(f_k, f_m))


@inlined
def clamp_to(x, length):
    """``x`` moved into [0, length]: rounding may have led it out."""
    return min(max(x, 0.0), length)


@kernel
def range_coordinate(c, s, v, e, size, w, eased, arc):
    """Range of c + s b + (sin(y) / w) v + ((1 - cos(y)) / w) e over an arc.

    ``size`` is a bound on |c| + |s| + |v| + |e| before anything was summed up.
    """
    parts, _, p, q, r, k = arc
    # Where sliding and turning go together both are functions of one progress.
    joint = 0.0 if eased == 2.0 else s
    if parts == 1:
        low, high = range_part(c, joint, v, e, w, p, k)
    elif parts == 3:
        low, high = hull(
            hull(range_part(c, joint, v, e, w, p, q), range_part(c, joint, v, e, w, q, r)),
            range_part(c, joint, v, e, w, r, k),
        )
    else:
        swing = amplitude(v, e)
        ends = (joint * p[0], joint * k[0])
        low = c + min(ends[0], ends[1]) + (e - swing) / w
        high = c + max(ends[0], ends[1]) + (e + swing) / w
    if eased == 2.0:
        low, high = _range_apart(low, high, c, s, v, e, w, eased, arc)
    pad = (ROUNDING if eased == 0.0 else EASED_ROUNDING) * size
    return widened((low, high), pad)


@inlined
def _range_apart(low, high, c, s, v, e, w, eased, arc):
    """The range where turning, with its own given, and sliding go each at its own pace.

    Under the sum of both, and under lines over time that rise as fast as both together.
    """
    b0, b1, length, turn_low, turn_high, slide_low, slide_high = arc[1]
    k, m = arc[2], arc[5]
    wave = mul((turn_low, turn_high), range_arc_wave(w, eased, arc, v, e))
    least, most = add(wave, scaled(s, (slide_low, slide_high)))
    f_k, f_m = c + s * b0 + (k[1] * v + k[2] * e), c + s * b1 + (m[1] * v + m[2] * e)
    if least >= 0.0 or most <= 0.0:
        return min(f_k, f_m), max(f_k, f_m)
    under, above = _between_lines(f_k, f_m, length, least, most)
    return max(low + min(s * b0, s * b1), under), min(high + max(s * b0, s * b1), above)


@kernel
def range_rotation(rows, i, j, arc):
    """Range of entry ``j`` of the rotation, counted row by row, over an arc."""
    w = rows[i, row.TURN]
    c, v, e = rows[i, row.ROTATION + j], w * rows[i, row.TURN_B + j], -w * rows[i, row.TURN_A + j]
    size = abs(c) + abs(v) + abs(e)
    return range_coordinate(c, 0.0, v, e, size, w, rows[i, row.EASED], arc)


@kernel
def range_shift(rows, i, j, arc):
    """Range of coordinate ``j`` of the body's origin over an arc."""
    c, s = rows[i, row.SHIFT + j], rows[i, row.SLIDE + j]
    v, e = rows[i, row.SWING + j], rows[i, row.CURVE + j]
    size = abs(c) + abs(s) + abs(v) + abs(e)
    return range_coordinate(c, s, v, e, size, rows[i, row.TURN], rows[i, row.EASED], arc)


@kernel
def range_point_coordinate(rows, i, j, p, arc):
    """Range of coordinate ``j`` of the body's point ``p`` over an arc."""
    w = rows[i, row.TURN]
    c, v, e = rows[i, row.SHIFT + j], rows[i, row.SWING + j], rows[i, row.CURVE + j]
    s = rows[i, row.SLIDE + j]
    size = abs(c) + abs(s) + abs(v) + abs(e)
    c, v, e, size = _add_turned(rows, i, j, p, c, v, e, size)
    return range_coordinate(c, s, v, e, size, w, rows[i, row.EASED], arc)


@inlined
def _add_turned(rows, i, j, p, c, v, e, size):
    """What coordinate ``j`` of a turning vector adds to c, v, e and the bound of their terms."""
    w = rows[i, row.TURN]
    for k in range(3):
        at = 3 * j + k
        x, y, z = rows[i, row.ROTATION + at], rows[i, row.TURN_B + at], rows[i, row.TURN_A + at]
        c += x * p[k]
        v += w * y * p[k]
        e -= w * z * p[k]
        size += (abs(x) + w * (abs(y) + abs(z))) * abs(p[k])
    return c, v, e, size


@inlined
def enclose_pose(rows, i, t0, t1):
    """Intervals of rotation, nine row by row, and translation, three, from ``t0`` to ``t1``."""
    arc = arc_of(rows, i, t0, t1)
    rotation = (
        range_rotation(rows, i, 0, arc), range_rotation(rows, i, 1, arc),
        range_rotation(rows, i, 2, arc), range_rotation(rows, i, 3, arc),
        range_rotation(rows, i, 4, arc), range_rotation(rows, i, 5, arc),
        range_rotation(rows, i, 6, arc), range_rotation(rows, i, 7, arc),
        range_rotation(rows, i, 8, arc),
    )  # fmt: skip
    shift = (
        range_shift(rows, i, 0, arc),
        range_shift(rows, i, 1, arc),
        range_shift(rows, i, 2, arc),
    )
    return rotation, shift


@inlined
def enclose_point(rows, i, p, t0, t1):
    """The box around the way of the body's point ``p`` from ``t0`` to ``t1``.

    Much tighter than the intervals of the pose times p: each coordinate is one function of time.
    """
    return enclose_on_arc(rows, i, p, arc_of(rows, i, t0, t1))


@inlined
def enclose_on_arc(rows, i, p, arc):
    """The same over an arc."""
    return (
        range_point_coordinate(rows, i, 0, p, arc),
        range_point_coordinate(rows, i, 1, p, arc),
        range_point_coordinate(rows, i, 2, p, arc),
    )


@kernel
def enclose_vector(rows, i, v, arc):
    """Intervals of a vector that turns with the body, over an arc."""
    return (
        _range_turned(rows, i, 0, v, arc),
        _range_turned(rows, i, 1, v, arc),
        _range_turned(rows, i, 2, v, arc),
    )


@inlined
def _range_turned(rows, i, j, p, arc):
    c, v, e, size = _add_turned(rows, i, j, p, 0.0, 0.0, 0.0, 0.0)
    return range_coordinate(c, 0.0, v, e, size, rows[i, row.TURN], rows[i, row.EASED], arc)


@inlined
def enclose_rates(rows, i, t0, t1):
    """Ranges of da/dt and db/dt from ``t0`` to ``t1``; never below zero."""
    rate = rows[i, row.RATE]
    if rows[i, row.EASED] == 0.0:
        return (rate, rate), (rate, rate)
    x0, x1 = local_time(rows, i, t0), local_time(rows, i, t1)
    turning = _range_slope(triple(rows, i, row.EASE_TURN), x0, x1)
    sliding = _range_slope(triple(rows, i, row.EASE_SLIDE), x0, x1)
    turning, sliding = scaled(rate, turning), scaled(rate, sliding)
    return (max(turning[0], 0.0), turning[1]), (max(sliding[0], 0.0), sliding[1])


@inlined
def _range_slope(cubic, x0, x1):
    """Range of the slope of a cubic that never falls."""
    p, q, r = cubic
    slope_0, slope_1 = p + x0 * (2.0 * q + x0 * 3.0 * r), p + x1 * (2.0 * q + x1 * 3.0 * r)
    low, high = min(slope_0, slope_1), max(slope_0, slope_1)
    if r != 0.0:
        vertex = -q / (3.0 * r)
        if x0 <= vertex <= x1:
            value = p - q * q / (3.0 * r)
            low, high = min(low, value), max(high, value)
    # Beside a vertex that rounding has let slip out the slope is the same to rounding.
    return widened((low, high), EASED_ERROR)


@inlined
def enclose_velocity(rows, i, t0, t1):
    """Intervals of the velocity of the body's origin, three."""
    arc = arc_of(rows, i, t0, t1)
    turning, sliding = enclose_rates(rows, i, t0, t1)
    return (
        _range_velocity(rows, i, 0, arc, turning, sliding),
        _range_velocity(rows, i, 1, arc, turning, sliding),
        _range_velocity(rows, i, 2, arc, turning, sliding),
    )


@kernel
def _range_velocity(rows, i, j, arc, turning, sliding):
    wave = range_arc_wave(
        rows[i, row.TURN], rows[i, row.EASED], arc, rows[i, row.SWING + j], rows[i, row.CURVE + j]
    )
    return add(scaled(rows[i, row.SLIDE + j], sliding), mul(turning, wave))


@kernel
def enclose_rows(rows, places, times, out, start, stop):
    """Fill ``out[k]``, (2, 4, 4), with lowest and highest entries of row ``places[k]``'s pose.

    From ``times[k, 0]`` to ``times[k, 1]``.
    """
    for k in range(start, stop):
        i = places[k]
        rotation, shift = enclose_pose(rows, i, times[k, 0], times[k, 1])
        for end in range(2):
            for j in range(3):
                out[k, end, j, 0] = rotation[3 * j][end]
                out[k, end, j, 1] = rotation[3 * j + 1][end]
                out[k, end, j, 2] = rotation[3 * j + 2][end]
                out[k, end, j, 3] = shift[j][end]
                out[k, end, 3, j] = 0.0
            out[k, end, 3, 3] = 1.0
