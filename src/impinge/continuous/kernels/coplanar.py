"""When four moving points are in one plane: f(t) of two features that move with two bodies.

Eqs 21 and 22 of Redon's chapter [Redon2006]_: with points p of a vertex, a, b, c of a face, and
with edges from a to b and from c to d,

    f(t) = (p - a) . ((b - a) x (c - a))        vertex and face
    f(t) = (c - a) . ((b - a) x (d - c))        edge and edge

The features touch only where f is zero; and are further apart than m while |f| is above m times the
length of the product, which of a rigid face is a number, and of edges at most that of theirs.

Here the normal of the face, and the edges, are vectors that turn with their bodies, so that f is
the product of one or two of them with one difference of moving points. Each is one wave, and where
only one body turns, about an axis that stays in place, all of f is: its roots are then known.
"""

from math import acos, atan2, ceil, cos, inf, pi

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, moved
from impinge.core.vec import add, cross, dot, norm, sub
from impinge.motion.kernels import interval_vectors as boxes
from impinge.motion.kernels import motion_row as row
from impinge.motion.kernels.enclose import arc_of, enclose_on_arc, enclose_vector
from impinge.motion.kernels.pose_at import nine, progress_at, triple
from impinge.motion.kernels.waves import amplitude

TWO_PI = 2.0 * pi
ROUNDING = 2.0**-42
"""Share of the sum of its terms by which a wave may be off, and that of its angle."""


@inlined
def is_still(motions, i):
    """Whether the body does not move."""
    s = triple(motions, i, row.SLIDE)
    return (
        motions[i, row.TURN] == 0.0
        and dot(s, s) == 0.0
        and dot(triple(motions, i, row.SWING), triple(motions, i, row.SWING)) == 0.0
    )


@inlined
def turns_in_place(motions, i):
    """Whether the body turns, evenly, about an axis that stays where it is."""
    s = triple(motions, i, row.SLIDE)
    return motions[i, row.TURN] > 0.0 and dot(s, s) == 0.0 and motions[i, row.EASED] == 0.0


@inlined
def bar_of(points, square, apart):
    """The features are more than ``apart`` apart where |f| is above this number."""
    p, q, r, s = points
    if square:
        return apart * norm(sub(q, p)) * norm(sub(s, r)) * (1.0 + ROUNDING)
    return apart * norm(cross(sub(r, q), sub(s, q))) * (1.0 + ROUNDING)


@kernel
def range_of_f(points, square, motions_a, i, motions_b, j, t0, t1):
    """Range of f over [t0, t1], and the boxes around both features' ways, if they have a gap.

    ``(low, high, gap)``: the gap is that between the boxes around all points of each feature.
    """
    p, q, r, s = points
    arc_a, arc_b = arc_of(motions_a, i, t0, t1), arc_of(motions_b, j, t0, t1)
    first, second = enclose_on_arc(motions_a, i, p, arc_a), enclose_on_arc(motions_b, j, r, arc_b)
    last = enclose_on_arc(motions_b, j, s, arc_b)
    around_b = boxes.hull_vectors(second, last)
    if square:
        around_a = boxes.hull_vectors(first, enclose_on_arc(motions_a, i, q, arc_a))
        edge = enclose_vector(motions_a, i, sub(q, p), arc_a)
        other = enclose_vector(motions_b, j, sub(s, r), arc_b)
        f = boxes.dot(boxes.sub_vectors(second, first), boxes.cross(edge, other))
    else:
        around_a = first
        corner = enclose_on_arc(motions_b, j, q, arc_b)
        around_b = boxes.hull_vectors(around_b, corner)
        normal = enclose_vector(motions_b, j, cross(sub(r, q), sub(s, q)), arc_b)
        f = boxes.dot(normal, boxes.sub_vectors(first, corner))
    gap = -inf
    for k in range(3):
        gap = max(gap, max(around_a[k][0] - around_b[k][1], around_b[k][0] - around_a[k][1]))
    return f[0], f[1], gap


@inlined
def _axis_point(motions, i):
    """A point of the axis, in the world and in the body: that next to the body's origin."""
    w = motions[i, row.TURN]
    e, t = triple(motions, i, row.CURVE), triple(motions, i, row.SHIFT)
    x = (e[0] / w, e[1] / w, e[2] / w)
    return add(t, x), apply_transposed(nine(motions, i, row.ROTATION), x)


@inlined
def _placed(motions, j, p):
    """A point of a body that does not move."""
    return moved(nine(motions, j, row.ROTATION), triple(motions, j, row.SHIFT), p)


@kernel
def wave_of_f(points, square, motions_a, i, motions_b, j):
    """``(known, which, k, p, q, size)``: f is k + p sin(y) + q (1 - cos(y)), y the angle turned.

    Known where one body turns in place and the other is still; ``which`` is 0 if A turns. ``size``
    is the sum of what the numbers are summed from.
    """
    a_turns = turns_in_place(motions_a, i) and is_still(motions_b, j)
    b_turns = turns_in_place(motions_b, j) and is_still(motions_a, i)
    if not (a_turns or b_turns):
        return False, 0, 0.0, 0.0, 0.0, 0.0
    p, q, r, s = points
    # Vectors that turn, each with the vector that it is multiplied by: f is the sum of two products
    # and a number.
    if a_turns:
        motions, at = motions_a, i
        centre, body = _axis_point(motions_a, i)
        p = sub(p, body)
        if square:
            g = sub(sub(q, body), p)
            still = _placed(motions_b, j, r)
            edge = sub(_placed(motions_b, j, s), still)
            x, m = g, cross(edge, sub(still, centre))
            y, n = cross(p, g), (-edge[0], -edge[1], -edge[2])
            rest = 0.0
        else:
            q, r, s = _placed(motions_b, j, q), _placed(motions_b, j, r), _placed(motions_b, j, s)
            m = cross(sub(r, q), sub(s, q))
            x, y, n = p, p, (0.0, 0.0, 0.0)
            rest = dot(m, sub(centre, q))
    else:
        motions, at = motions_b, j
        centre, body = _axis_point(motions_b, j)
        r, s = sub(r, body), sub(s, body)
        if square:
            g = sub(s, r)
            start = _placed(motions_a, i, p)
            edge = sub(_placed(motions_a, i, q), start)
            # (c - a) . (e x g) with c = o + R r turning: (o - a) x e . Rg + e . R (g x r)
            x, m = g, cross(sub(centre, start), edge)
            y, n = cross(g, r), edge
            rest = 0.0
        else:
            q = sub(q, body)
            g = cross(sub(r, q), sub(s, q))
            x, m = g, sub(_placed(motions_a, i, p), centre)
            y, n = g, (0.0, 0.0, 0.0)
            rest = -dot(g, q)
    turn, along = nine(motions, at, row.ROTATION), nine(motions, at, row.TURN_B)
    back = nine(motions, at, row.TURN_A)
    k = dot(apply(turn, x), m) + dot(apply(turn, y), n) + rest
    sine = dot(apply(along, x), m) + dot(apply(along, y), n)
    versed = -(dot(apply(back, x), m) + dot(apply(back, y), n))
    size = 4.0 * (norm(x) * norm(m) + norm(y) * norm(n)) + abs(rest)
    return True, 0 if a_turns else 1, k, sine, versed, size


@kernel
def next_root(motions, i, k, p, q, bar, t, t1):
    """From ``t`` on, the first time at which |k + p sin(y) + q (1 - cos(y))| is not above ``bar``.

    A little early, never late; ``t`` where it is not above it there; infinite if there is none
    until ``t1``.
    """
    w = motions[i, row.TURN]
    a, _ = progress_at(motions, i, t)
    y0 = w * a
    middle, swing = k + q, amplitude(p, q)
    # middle + p sin(y) - q cos(y) = middle + swing cos(y - crest)
    crest = atan2(p, -q)
    if middle < 0.0:
        middle, crest = -middle, crest + pi
    if abs(middle + swing * cos(y0 - crest)) <= bar:
        return t
    first = inf
    for side in range(2):
        level = bar - middle if side == 0 else -bar - middle
        if abs(level) <= swing:
            opening = acos(level / swing)
            for turn in (crest - opening, crest + opening):
                y = turn + ceil((y0 - turn) / TWO_PI) * TWO_PI
                first = min(first, y)
    if first == inf:
        return inf if middle - swing > bar else t
    reached = motions[i, row.START] + first / w / motions[i, row.RATE]
    reached -= ROUNDING * (1.0 + abs(reached))
    return inf if reached > t1 else max(reached, t)
