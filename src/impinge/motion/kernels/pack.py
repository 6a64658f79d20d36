"""Rows of motions, from poses and velocities."""

from math import atan2, cos, sin, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, rotation_of, times, translation_of, transposed
from impinge.core.vec import add, along, cross, dot, load, neg, norm, scale, sub, unit_vector
from impinge.motion.kernels import motion_row as row


@inlined
def axis_and_angle(m):
    """Unit axis and angle, 0 to pi, of a rotation; angle 0 below ``NO_TURN``.

    By the quaternion, of which the largest component is found first [Shepperd1978]_: so small
    angles and half turns keep their digits alike. Of a half turn both axes are right, and the one
    is taken whose largest coordinate is positive.
    """
    trace = m[0] + m[4] + m[8]
    if trace >= m[0] and trace >= m[4] and trace >= m[8]:
        w = 1.0 + trace
        v = (m[7] - m[5], m[2] - m[6], m[3] - m[1])
    elif m[0] >= m[4] and m[0] >= m[8]:
        w = m[7] - m[5]
        v = (1.0 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6])
    elif m[4] >= m[8]:
        w = m[2] - m[6]
        v = (m[1] + m[3], 1.0 + m[4] - m[0] - m[8], m[5] + m[7])
    else:
        w = m[3] - m[1]
        v = (m[2] + m[6], m[5] + m[7], 1.0 + m[8] - m[0] - m[4])
    if w < 0.0:
        w, v = -w, neg(v)
    # Of the quaternion (v, w), of any length.
    angle = 2.0 * atan2(norm(v), w)
    if angle <= row.NO_TURN:
        return (1.0, 0.0, 0.0), 0.0
    return unit_vector(v)[0], angle


@inlined
def screw_swing(u, w, d):
    """The velocity at the start by which a turn of ``w`` about ``u`` shifts by ``d``, square to u.

    d = (sin(w) / w) v + ((1 - cos(w)) / w) u x v, solved for v. The axis goes through
    u x v / w [Chasles1831]_, which is the formula O = (d + cot(w / 2) u x d) / 2 of the textbooks;
    other than O, v has a limit for small angles: d.
    """
    half = 0.5 * w
    return sub(scale(half * cos(half) / sin(half), d), scale(half, cross(u, d)))


@kernel
def pack_between_rows(poses_t0, poses_t1, centres, kind, eases, rows, start, stop):
    """Fill row ``i`` with the motion of a kind from ``poses_t0[i]`` to ``poses_t1[i]``.

    ``centres`` are points of the body for ``CONSTANT``, and not looked at for ``SCREW``. ``eases``
    are the speeds of turning at start and end, and those of sliding, 1 being the mean.
    """
    for i in range(start, stop):
        pose_t0, pose_t1 = poses_t0[i], poses_t1[i]
        turn_t0, turn_t1 = rotation_of(pose_t0), rotation_of(pose_t1)
        u, w = axis_and_angle(times(turn_t1, transposed(turn_t0)))
        whole = sub(translation_of(pose_t1), translation_of(pose_t0))
        if kind == row.SCREW:
            if w == 0.0:
                u = unit_vector(whole)[0]
                slide, swing = whole, (0.0, 0.0, 0.0)
            else:
                slide = scale(dot(u, whole), u)
                swing = screw_swing(u, w, sub(whole, slide))
        else:
            centre = load(centres, i)
            arm_t0, arm_t1 = apply(turn_t0, centre), apply(turn_t1, centre)
            slide = add(whole, sub(arm_t1, arm_t0))
            swing = scale(-w, cross(u, arm_t0))
        fill_row(rows, i, kind, pose_t0, u, w, slide, swing)
        _fill_eases(rows, i, eases)


@kernel
def pack_velocity_rows(poses_t0, linear, angular, centres, rows, start, stop):
    """Fill row ``i`` with the motion of constant velocities from ``poses_t0[i]`` on.

    ``linear`` is that of the point ``centres`` of the body, both velocities are of the world frame.
    """
    for i in range(start, stop):
        pose_t0, spin = poses_t0[i], load(angular, i)
        largest = max(abs(spin[0]), abs(spin[1]), abs(spin[2]))
        w = 0.0
        if largest > row.NO_TURN:
            w = largest * norm(scale(1.0 / largest, spin))
        u = unit_vector(spin)[0]
        arm = apply(rotation_of(pose_t0), load(centres, i))
        fill_row(rows, i, row.CONSTANT, pose_t0, u, w, load(linear, i), scale(-w, cross(u, arm)))


@inlined
def fill_row(rows, i, kind, pose, u, w, slide, swing):
    """Write a row without easing: from ``pose``, turning by ``w`` about ``u``."""
    fill_turned(rows, i, kind, rotation_of(pose), translation_of(pose), u, w, slide, swing)


@kernel
def fill_turned(rows, i, kind, rotation, shift, u, w, slide, swing):
    """The same from a rotation and a translation."""
    for j in range(row.LENGTH):
        rows[i, j] = 0.0
    rows[i, row.KIND] = kind
    rows[i, row.START], rows[i, row.RATE] = 0.0, 1.0
    rows[i, row.TURN] = w
    # Unit to the last digit: its square is in A.
    u = scale(1.0 / sqrt(dot(u, u)), u)
    curve = cross(u, swing)
    for j in range(3):
        rows[i, row.AXIS + j] = u[j]
        rows[i, row.SHIFT + j] = shift[j]
        rows[i, row.SLIDE + j] = slide[j]
        rows[i, row.SWING + j] = swing[j]
        rows[i, row.CURVE + j] = curve[j]
        rows[i, row.EASE_TURN + j] = 1.0 if j == 0 else 0.0
        rows[i, row.EASE_SLIDE + j] = 1.0 if j == 0 else 0.0
    for j in range(3):
        column = (rotation[j], rotation[3 + j], rotation[6 + j])
        across = along(column, -dot(u, column), u)
        turned = cross(u, column)
        for k in range(3):
            rows[i, row.ROTATION + 3 * k + j] = column[k]
            # Without a turn nothing of them is used, and bounds see zeros.
            rows[i, row.TURN_A + 3 * k + j] = across[k] if w > 0.0 else 0.0
            rows[i, row.TURN_B + 3 * k + j] = turned[k] if w > 0.0 else 0.0


@inlined
def _fill_eases(rows, i, eases):
    """Cubics from 0 to 1 with these slopes at both ends; nothing where they are straight lines."""
    same = eases[0] == eases[2] and eases[1] == eases[3]
    straight = same and eases[0] == 1.0 and eases[1] == 1.0
    rows[i, row.EASED] = 0.0 if straight else (1.0 if same else 2.0)
    for k in range(2):
        at = row.EASE_TURN if k == 0 else row.EASE_SLIDE
        first, last = eases[2 * k], eases[2 * k + 1]
        rows[i, at] = first
        rows[i, at + 1] = 3.0 - 2.0 * first - last
        rows[i, at + 2] = first + last - 2.0
