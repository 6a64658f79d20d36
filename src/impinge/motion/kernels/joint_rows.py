"""How each joint moves its link between two configurations: a motion row relative to the parent.

A link's motion is a chain of such rows. Each turns at a constant rate about an axis that is fixed
in the parent's frame, while the origin of the link's frame moves straight on; so SWING and CURVE
(``motion_row``) are zero, and the row of the root is at rest.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, moved, rotation_of, times, translation_of
from impinge.core.vec import norm, scale, sub, unit_vector
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.joint_tree import (
    BALL,
    FIXED,
    FLOATING,
    NOWHERE,
    PLANAR,
    PRISMATIC,
    as_joints,
    axis_at,
    between,
    joint_value,
    move_joint,
)
from impinge.motion.kernels.pack import fill_turned


@inlined
def spin_of(joints, k, q0, q1):
    """The turn of joint ``k`` from one configuration to the other, angle times axis, joint frame.

    Angles are differences of numbers, so that they may be beyond a turn; between two quaternions
    it is the shortest turn.
    """
    kind, at = joints.kinds[k], joints.columns[k, 0]
    if kind == FIXED or kind == PRISMATIC:
        return NOWHERE
    if kind == BALL:
        return between(q0, q1, at)
    if kind == FLOATING:
        return between(q0, q1, at + 3)
    if kind == PLANAR:
        return scale(q1[at + 2] - q0[at + 2], axis_at(joints, k, 0))
    return scale(joint_value(joints, k, q1) - joint_value(joints, k, q0), axis_at(joints, k, 0))


@kernel
def write_joint_rows(joints, q0, q1, rows, first):
    """Fill ``rows[first + k]`` with the motion of link k in its parent's frame, from q0 to q1."""
    for k in range(len(joints.parents)):
        turn, shift = rotation_of(joints.origins[k]), translation_of(joints.origins[k])
        slide = spin = NOWHERE
        if joints.kinds[k] != FIXED:
            own, begin = move_joint(joints, k, q0)
            _, end = move_joint(joints, k, q1)
            slide = apply(turn, sub(end, begin))
            spin = apply(turn, spin_of(joints, k, q0, q1))
            shift = moved(turn, shift, begin)
            turn = times(turn, own)
        w = norm(spin)
        w = w if w > row.NO_TURN else 0.0
        axis = unit_vector(spin)[0]
        fill_turned(rows, first + k, row.CONSTANT, turn, shift, axis, w, slide, NOWHERE)


@kernel
def pack_joint_rows(joints, q0, q1, rows, start, stop):
    """Fill ``rows[i * links + k]`` with the motion of link k in its parent's frame, of row i."""
    tree = as_joints(joints)
    for i in range(start, stop):
        write_joint_rows(tree, q0[i], q1[i], rows, i * len(tree.parents))
