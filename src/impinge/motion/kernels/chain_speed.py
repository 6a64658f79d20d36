"""How fast points of links can approach each other: bounds along chains of joints.

For a point p of link i, with the joints 1 ... i from the first that moves, o_k the origin of frame
k, v_k and w_k the constant rates of joint k in the frame of its parent, and R_k rotations,

    p' = sum over k of R_{k-1} v_k + (R_{k-1} w_k) x (p - o_k)

Joint 1 has constant rates in the frame that everything is measured in, so that for a unit vector n
of that frame its part is at most n . v_1 + |n x w_1| rho_1. Of later joints only lengths are known:
|v_k| + |w_k| rho_k. The lever arm rho_k bounds |p - o_k|: the offsets |T_j| of the frames between
k and i, and how far p is from the origin of frame i. T_j moves on a line, so that its length is
convex, and at most the greater of those at both ends of the time. With sums from the root on,

    V = sum |v_k|,   W = sum |w_k|,   D = sum |T_k|,   Z = sum |w_k| D_k

the part of joints below joint f is V_i - V_f + (W_i - W_f) (D_i + radius) - (Z_i - Z_f).

Motion that two links have in common changes no distance: both are measured in the frame of their
lowest common ancestor, and only joints below it count. The printed bound of [Zhang2007]_ multiplies
rates by offsets in another order, and can be too low; this one is derived from p' above.

Sums and differences are off by less than ``ROUNDING`` of V + W (D + radius).
"""

import numpy as np

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, rotation_of
from impinge.core.vec import along, cross, dot, load, neg, norm, scale
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.pose_at import triple

SLIDES, TURNS, ARMS, MOMENTS, MOVES = range(5)
"""Columns of sums: V, W, D, Z, and 1 where the joint itself moves."""
SUMS = 5
ROUNDING = 2.0**-44
"""Argued above: chains of up to a hundred joints, a few roundings each."""


@kernel
def write_sums(rows, first, parents, t0, t1, out):
    """Write the sums of all links, (links, SUMS), for the time from ``t0`` to ``t1``.

    ``rows[first + k]`` is the motion of link k in its parent's frame.
    """
    for k in range(len(parents)):
        i, p = first + k, parents[k]
        slide, turn = triple(rows, i, row.SLIDE), rows[i, row.TURN]
        speed, shift = norm(slide), triple(rows, i, row.SHIFT)
        arm = max(norm(along(shift, t0, slide)), norm(along(shift, t1, slide)))
        out[k, MOVES] = 1.0 if speed > 0.0 or turn > 0.0 else 0.0
        if p < 0:
            # Arms are measured from the origin of the root: its own offset is never part of one.
            out[k, SLIDES], out[k, TURNS], out[k, ARMS], out[k, MOMENTS] = speed, turn, 0.0, 0.0
        else:
            out[k, SLIDES] = out[p, SLIDES] + speed
            out[k, TURNS] = out[p, TURNS] + turn
            out[k, ARMS] = out[p, ARMS] + arm
            out[k, MOMENTS] = out[p, MOMENTS] + turn * out[k, ARMS]


@inlined
def common_ancestor(parents, a, b):
    """The lowest link that both are below, or are; -1, the world, if one of them is."""
    while a != b:
        # Parents come before children.
        if a > b:
            a = parents[a]
        else:
            b = parents[b]
    return a


@inlined
def bound_below(sums, link, top, radius):
    """What joints below ``top`` down to ``link`` add to the speed of a point, in any direction."""
    reach = sums[link, ARMS] + radius
    slides, turns, moments = sums[link, SLIDES], sums[link, TURNS], sums[link, MOMENTS]
    pad = ROUNDING * (slides + turns * reach)
    if top >= 0:
        slides -= sums[top, SLIDES]
        turns -= sums[top, TURNS]
        moments -= sums[top, MOMENTS]
    return slides + turns * reach - moments + pad


@kernel
def bound_approach(rows, first, parents, sums, poses, link, ancestor, n, radius):
    """How fast points of ``link`` can move along ``n``, in the frame of one of its ancestors.

    Of all points within ``radius`` of the link's origin, during the time of ``sums``. ``n`` is a
    unit vector, world frame, where links are at ``poses`` at some time of it; it turns with the
    ancestor. Negative where they all move away. -1 is the world.
    """
    k, top = link, -1
    while k != ancestor:
        if sums[k, MOVES] > 0.0:
            top = k
        k = parents[k]
    if top < 0:
        return 0.0
    v = triple(rows, first + top, row.SLIDE)
    w = scale(rows[first + top, row.TURN], triple(rows, first + top, row.AXIS))
    if parents[top] >= 0:
        # Frames between the ancestor and this joint are at rest in it.
        turn = rotation_of(poses[parents[top]])
        v, w = apply(turn, v), apply(turn, w)
    arm = sums[link, ARMS] - sums[top, ARMS] + radius
    return dot(n, v) + norm(cross(n, w)) * arm + bound_below(sums, link, top, radius)


@kernel
def bound_closing(rows, first, parents, sums, poses, links, n, radii):
    """How fast points of two links can approach each other; ``n`` points from the first on.

    ``links`` and ``radii`` are two each; -1 is the world, at rest.
    """
    a, b = links
    top = common_ancestor(parents, a, b)
    closing = 0.0
    if a >= 0:
        closing += bound_approach(rows, first, parents, sums, poses, a, top, n, radii[0])
    if b >= 0:
        closing += bound_approach(rows, first, parents, sums, poses, b, top, neg(n), radii[1])
    return closing


@kernel
def closing_rows(rows, parents, poses, links, directions, radii, times, out, start, stop):
    """Fill ``out[i]`` with :func:`bound_closing` of row i from ``times[i, 0]`` to ``times[i, 1]``.

    ``links`` (n, 2) int64, ``directions`` (n, 3), ``radii`` (n, 2), ``poses`` (n, links, 4, 4).
    """
    sums = np.empty((len(parents), SUMS))
    for i in range(start, stop):
        first = i * len(parents)
        write_sums(rows, first, parents, times[i, 0], times[i, 1], sums)
        pair, sizes = (links[i, 0], links[i, 1]), (radii[i, 0], radii[i, 1])
        n = load(directions, i)
        out[i] = bound_closing(rows, first, parents, sums, poses[i], pair, n, sizes)
