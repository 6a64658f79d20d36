"""A tree of joints as arrays, and how each joint moves its link.

Link k hangs on joint k. Its frame is ``parent frame * origin * motion(q)``, the root's is the base
times nothing.
"""

from math import atan2, cos, sin, sqrt
from typing import Any, NamedTuple

from impinge.core.jit import inlined, merged
from impinge.core.mat import apply, moved, rotation_of, times, translation_of
from impinge.core.vec import load, scale

FIXED, REVOLUTE, CONTINUOUS, PRISMATIC, PLANAR, FLOATING, BALL = range(7)
"""Kinds of joints, as ``geometry.joint.KINDS`` lists them."""
IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
NOWHERE = (0.0, 0.0, 0.0)
SMALL = 1e-4
"""Angles [rad] below which quotients of sines are series: the next term is below rounding."""


class JointTree(NamedTuple):
    """What kernels take of an articulation; a row for each link.

    ``parents``  (n,) int64, -1 for the root, which comes first; parents come before children.
    ``kinds``    (n,) int64, of the joint to each link.
    ``columns``  (n, 2) int64: where its numbers begin in q, and among speeds; -1 for none.
    ``mimic``    (n, 2) float64: multiplier and offset.
    ``origins``  (n, 4, 4) float64: joint frame in the parent's frame; of the root, its pose.
    ``axes``     (n, 9) float64: unit axis, and two unit vectors square to it.
    """

    parents: Any
    kinds: Any
    columns: Any
    mimic: Any
    origins: Any
    axes: Any


@merged
def as_joints(arrays):
    """The tree that Python handed over as a plain tuple."""
    return JointTree(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], arrays[5])


@inlined
def axis_at(joints, k, which):
    """Unit vector 0, 1 or 2 of joint ``k``: its axis, or one of the two square to it."""
    a = 3 * which
    return (joints.axes[k, a], joints.axes[k, a + 1], joints.axes[k, a + 2])


@inlined
def turn_about(axis, angle):
    """The rotation about a unit axis."""
    x, y, z = axis
    s, c = sin(angle), cos(angle)
    half = sin(0.5 * angle)
    v = 2.0 * half * half
    return (
        c + v * x * x, v * x * y - s * z, v * x * z + s * y,
        v * x * y + s * z, c + v * y * y, v * y * z - s * x,
        v * x * z - s * y, v * y * z + s * x, c + v * z * z,
    )  # fmt: skip


@inlined
def turn_of_quaternion(q, at):
    """The rotation of the quaternion (x, y, z, w) that begins at ``at``, of about unit length."""
    x, y, z, w = q[at], q[at + 1], q[at + 2], q[at + 3]
    s = 2.0 / (x * x + y * y + z * z + w * w)
    return (
        1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w),
        s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w),
        s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y),
    )  # fmt: skip


@inlined
def joint_value(joints, k, q):
    """The number of a joint that has one, through its mimic rule."""
    return joints.mimic[k, 0] * q[joints.columns[k, 0]] + joints.mimic[k, 1]


@inlined
def move_joint(joints, k, q):
    """Rotation and translation of joint ``k``, in its own frame."""
    kind, at = joints.kinds[k], joints.columns[k, 0]
    if kind == FIXED:
        return IDENTITY, NOWHERE
    axis = axis_at(joints, k, 0)
    if kind == PRISMATIC:
        return IDENTITY, scale(joint_value(joints, k, q), axis)
    if kind == PLANAR:
        u, v, x, y = axis_at(joints, k, 1), axis_at(joints, k, 2), q[at], q[at + 1]
        t = (x * u[0] + y * v[0], x * u[1] + y * v[1], x * u[2] + y * v[2])
        return turn_about(axis, q[at + 2]), t
    if kind == FLOATING:
        return turn_of_quaternion(q, at + 3), (q[at], q[at + 1], q[at + 2])
    if kind == BALL:
        return turn_of_quaternion(q, at), NOWHERE
    return turn_about(axis, joint_value(joints, k, q)), NOWHERE


@inlined
def joint_frame(joints, k, poses):
    """Rotation and origin of joint ``k`` before it moves, world frame."""
    turn, origin = rotation_of(joints.origins[k]), translation_of(joints.origins[k])
    parent = joints.parents[k]
    if parent < 0:
        return turn, origin
    outer, shift = rotation_of(poses[parent]), translation_of(poses[parent])
    return times(outer, turn), moved(outer, shift, origin)


@inlined
def write_pose(pose, turn, origin):
    for i in range(3):
        for j in range(3):
            pose[i, j] = turn[3 * i + j]
            pose[3, j] = 0.0
        pose[i, 3] = origin[i]
    pose[3, 3] = 1.0


@inlined
def pose_links(joints, q, poses):
    """Write the poses of all links at configuration ``q`` to ``poses (n, 4, 4)``, world frame."""
    for k in range(len(joints.parents)):
        turn, origin = joint_frame(joints, k, poses)
        if joints.kinds[k] != FIXED:
            own, shift = move_joint(joints, k, q)
            origin = moved(turn, origin, shift)
            turn = times(turn, own)
        write_pose(poses[k], turn, origin)


@inlined
def compose(p, q):
    """The quaternion of turning by ``q`` first, then by ``p``; (x, y, z, w)."""
    return (
        p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
        p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
        p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
        p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
    )


@inlined
def unit_quaternion(q, at):
    x, y, z, w = q[at], q[at + 1], q[at + 2], q[at + 3]
    s = 1.0 / sqrt(x * x + y * y + z * z + w * w)
    return (s * x, s * y, s * z, s * w)


@inlined
def quaternion_of_turn(v):
    """The quaternion of turning by the angle ``|v|`` about ``v``."""
    angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    half = 0.5 * angle
    # sin(half) / angle
    s = sin(half) / angle if angle > SMALL else 0.5 - angle * angle / 48.0
    return (s * v[0], s * v[1], s * v[2], cos(half))


@inlined
def turn_of_unit(q):
    """The turn, angle times axis with an angle of at most pi, of a unit quaternion."""
    x, y, z, w = q
    if w < 0.0:
        x, y, z, w = -x, -y, -z, -w
    length = sqrt(x * x + y * y + z * z)
    # angle / sin(angle / 2)
    s = 2.0 * atan2(length, w) / length if length > SMALL else 2.0 + length * length / 3.0
    return (s * x, s * y, s * z)


@inlined
def between(q0, q1, at):
    """The turn, in the joint's frame, from the quaternion of ``q0`` to that of ``q1``."""
    p, q = unit_quaternion(q0, at), unit_quaternion(q1, at)
    return turn_of_unit(compose(q, (-p[0], -p[1], -p[2], p[3])))


@inlined
def add_turn(q, at, v, out):
    """Write the quaternion of ``q`` turned further by ``v``, at unit length."""
    turned = compose(quaternion_of_turn(v), unit_quaternion(q, at))
    s = 1.0 / sqrt(
        turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2]
        + turned[3] * turned[3]
    )  # fmt: skip
    for i in range(4):
        out[at + i] = s * turned[i]


@inlined
def point_of_link(poses, k, points, row):
    """A point given in a link's frame, in the world."""
    return moved(rotation_of(poses[k]), translation_of(poses[k]), load(points, row))


@inlined
def unit_at(turn, c):
    """Column ``c`` of a rotation."""
    return (turn[c], turn[3 + c], turn[6 + c])


@inlined
def write_axis(axes, c, linear, angular):
    for i in range(3):
        axes[c, i] = linear[i]
        axes[c, 3 + i] = angular[i]


@inlined
def write_axes(joints, k, poses, axes):
    """Write linear and angular axes of joint ``k`` to rows of ``axes (6, 6)``; returns how many.

    A row times its speed and the mimic multiplier is the velocity of the link's origin, and its
    spin, relative to the parent. Axes are fixed in the parent.
    """
    kind = joints.kinds[k]
    if kind == FIXED:
        return 0
    turn, _ = joint_frame(joints, k, poses)
    axis = apply(turn, axis_at(joints, k, 0))
    if kind == PRISMATIC:
        write_axis(axes, 0, axis, NOWHERE)
        return 1
    if kind == PLANAR:
        write_axis(axes, 0, apply(turn, axis_at(joints, k, 1)), NOWHERE)
        write_axis(axes, 1, apply(turn, axis_at(joints, k, 2)), NOWHERE)
        write_axis(axes, 2, NOWHERE, axis)
        return 3
    if kind == FLOATING or kind == BALL:
        first = 3 if kind == FLOATING else 0
        for c in range(3):
            e = unit_at(turn, c)
            write_axis(axes, c, e, NOWHERE)
            write_axis(axes, first + c, NOWHERE, e)
        return first + 3
    write_axis(axes, 0, NOWHERE, axis)
    return 1
