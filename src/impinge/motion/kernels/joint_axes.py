"""Directions in which joints move their links, world frame."""

from impinge.core.jit import inlined, uncounted
from impinge.core.mat import apply
from impinge.motion.kernels.joint_tree import (
    BALL,
    FIXED,
    FLOATING,
    NOWHERE,
    PLANAR,
    PRISMATIC,
    axis_at,
    joint_frame,
)


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
@uncounted
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
