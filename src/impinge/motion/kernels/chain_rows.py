"""The motion of one body of an articulation, as a chain of rows: only joints that move count.

Joints at rest are part of the frame of the next one that moves; those below the last, and the place
of the body in its link, are part of the last row, whose origin then swings (``motion_row``): a body
at (Q, q) in a frame (R, T) is at (R Q, T + R q).
"""

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, moved, rotation_of, times, translation_of
from impinge.core.vec import add, cross, scale
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.joint_tree import IDENTITY, NOWHERE
from impinge.motion.kernels.pack import fill_turned
from impinge.motion.kernels.pose_at import nine, triple

FORWARD = (1.0, 0.0, 0.0)


@inlined
def is_at_rest(rows, i):
    slide = triple(rows, i, row.SLIDE)
    return rows[i, row.TURN] == 0.0 and slide[0] == 0.0 and slide[1] == 0.0 and slide[2] == 0.0


@kernel
def write_chain(rows, first, parents, link, ancestor, place, path, out, at):
    """Write the chain of a body in the frame of an ancestor of its link; returns its last row.

    ``rows[first + k]`` is the motion of link k in its parent's frame (``joint_rows``), ``place``
    (4, 4) that of the body in ``link``. The chain begins at ``out[at]``. An ancestor of -1 is the
    world; ``path`` (links,) int64 is a workspace.
    """
    count, k = 0, link
    while k != ancestor:
        path[count] = k
        count += 1
        k = parents[k]
    outer, origin = IDENTITY, NOWHERE
    last, turn, shift, axis, w, slide = -1, IDENTITY, NOWHERE, FORWARD, 0.0, NOWHERE
    for step in range(count - 1, -1, -1):
        i = first + path[step]
        here, offset = nine(rows, i, row.ROTATION), triple(rows, i, row.SHIFT)
        inner, place_in = times(outer, here), moved(outer, origin, offset)
        if is_at_rest(rows, i):
            outer, origin = inner, place_in
            continue
        if last >= 0:
            fill_turned(out, at + last, row.CONSTANT, turn, shift, axis, w, slide, NOWHERE)
            out[at + last, row.ABOVE] = last
        last, turn, shift, w = last + 1, inner, place_in, rows[i, row.TURN]
        axis, slide = (
            apply(outer, triple(rows, i, row.AXIS)),
            apply(outer, triple(rows, i, row.SLIDE)),
        )
        outer, origin = IDENTITY, NOWHERE
    own = times(outer, rotation_of(place))
    arm = apply(turn, moved(outer, origin, translation_of(place)))
    last = max(last, 0)
    swing = scale(w, cross(axis, arm))
    fill_turned(
        out, at + last, row.CONSTANT, times(turn, own), add(shift, arm), axis, w, slide, swing
    )
    out[at + last, row.ABOVE] = last
    return at + last
