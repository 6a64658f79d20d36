"""Proofs that a moving patch reaches the origin."""

from math import inf, sqrt

from impinge.continuous.kernels import patch
from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, sub

CLEAR = 2.0**-40
"""Distances above this, of a patch scaled to one, are what they seem: corners are off by six
roundings of 2**-53 each. Smaller would risk a wrong proof, larger proves fewer contacts."""
NOISE = 2.0**-46
"""Of a triple product of c, q and s, relative to |c| (|q| + |s|) + |q| |s|: each of the three is
off by some ten roundings, and so is the product."""


@inlined
def height_of(c):
    """The origin's height over the plane of a patch, times the normal's length; the normal.

    Zero where rounding decides.
    """
    q, s = sub(c[1], c[0]), sub(c[2], c[0])
    n = cross(q, s)
    height = dot(n, c[0])
    size_q, size_s = sqrt(dot(q, q)), sqrt(dot(s, s))
    noise = NOISE * (sqrt(dot(c[0], c[0])) * (size_q + size_s) + size_q * size_s)
    return (height if abs(height) > noise else 0.0), n


@inlined
def largest_speed(start, end):
    """Of all corners, and so of all points of the patch."""
    most = 0.0
    for k in range(4):
        w = sub(end[k], start[k])
        most = max(most, dot(w, w))
    return sqrt(most)


@kernel
def reached_by(start, end, square, t, direction, gap, u, v, apart, max_time):
    """A time by which the patch has come within ``apart`` of the origin, or infinity.

    ``t`` is about when it does, with the nearest point (u, v) in ``direction`` of length one.
    With ``apart`` above zero it is enough to look at a later time: distances change continuously.

    At zero something must pass through. Take the patch before and after, and all its places in
    between as a solid with two caps and a wall. The line from the origin along the first cap's
    normal pierces that cap; if it pierces neither wall nor second cap, the solid holds the origin.
    The wall is never further from the first cap's border than a corner moves, the line is as far
    from that border as the cap's nearest point is; the second cap is on the other side.
    """
    speed = -dot(direction, patch.velocity_at(start, end, u, v))
    reach = (gap - apart + 2.0 * CLEAR) / speed
    later = t + 2.0 * reach
    if not speed > 0.0 or later > max_time:
        return inf
    after = patch.patch_at(start, end, later)
    if apart > 0.0:
        near = patch.nearest_on_patch(after, square)[1]
        return later if near + CLEAR < apart else inf
    earlier = max(0.0, t - 2.0 * reach)
    before = patch.patch_at(start, end, earlier)
    moved = (later - earlier) * largest_speed(start, end)
    return later if passes_through(before, after, square, moved) else inf


@kernel
def passes_through(before, after, square, moved):
    """Whether a patch passes through the origin on its way from one place to another.

    ``moved`` bounds how far its corners get from where they were before: the argument is that of
    :func:`reached_by`, and holds for any motion.
    """
    _, near, _, _, inside = patch.nearest_on_patch(before, square)
    rim = patch.nearest_on_border(before, square)[1]
    height_a, normal_a = height_of(before)
    height_b, normal_b = height_of(after)
    passed = height_a * height_b < 0.0 and dot(normal_a, normal_b) > 0.0
    clear = rim * rim - near * near > (moved + CLEAR) * (moved + CLEAR)
    return inside and passed and clear
