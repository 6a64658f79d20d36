"""The top of the gap near a direction, by Newton's method.

The gap between supporting planes across a unit vector n is a function on the sphere of directions;
its slope is the supporting point w of the difference, less what is along n. Where w changes
smoothly the top is Newton's; where it jumps along a line, on a crease of that function, the top is
Newton's along the crease.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, along, any_square_to, cross, dot, norm_sq, scale, sub, unit_vector
from impinge.geometry.kernels.convex_row import REACH
from impinge.narrow.kernels.support import difference_point

NEWTON_STEPS, NEWTON_TURN, PROBE = 8, 0.7, 1e-5
"""Newton's steps, the largest of them [rad], and how far [rad] derivatives are looked for."""
CREASE = 1e-3
"""Share of the larger reach by which a supporting point jumps across a crease: a curved surface
moves it by its radius times the probe."""


@inlined
def gap_along(pair, n):
    """What a direction proves: the gap between the supporting planes across it."""
    return dot(n, difference_point(pair, n)[0])


@inlined
def slope_along(pair, n, u, v):
    """The gap's derivative at unit ``n`` in directions ``u`` and ``v``: w, less what is along n."""
    w = difference_point(pair, n)[0]
    across = along(w, -dot(w, n), n)
    return dot(across, u), dot(across, v), dot(w, n)


@kernel
def newton_direction(pair, n, gap, touch):
    """The top of the gap near ``n`` where it is smooth; (n, gap, whether it was found).

    Newton's method on the two directions across n, with differences of supporting points for the
    second derivatives. Where a flat or straight part is in contact these vanish or jump, and where
    they are not those of a top it is not approached: then nothing is claimed.
    """
    found = False
    for _ in range(NEWTON_STEPS):
        u = any_square_to(n)
        v = cross(n, u)
        f, g, _ = slope_along(pair, n, u, v)
        if f * f + g * g <= touch * touch:
            found = True
            break
        f1, g1, _ = slope_along(pair, unit_vector(along(n, PROBE, u))[0], u, v)
        f2, g2, _ = slope_along(pair, unit_vector(along(n, -PROBE, u))[0], u, v)
        f3, g3, _ = slope_along(pair, unit_vector(along(n, PROBE, v))[0], u, v)
        f4, g4, _ = slope_along(pair, unit_vector(along(n, -PROBE, v))[0], u, v)
        s = 0.5 / PROBE
        a, b, c = s * (f1 - f2), 0.5 * s * (g1 - g2 + f3 - f4), s * (g3 - g4)
        determinant = a * c - b * b
        if not (a < 0.0 and determinant > 1e-9 * a * c and determinant > 0.0):
            break
        x, y = (b * g - c * f) / determinant, (b * f - a * g) / determinant
        if not x * x + y * y <= NEWTON_TURN * NEWTON_TURN:
            break
        turned = unit_vector(along(along(n, x, u), y, v))[0]
        higher = gap_along(pair, turned)
        if not higher >= gap - touch:
            break
        n, gap = turned, higher
    return n, gap, found


@inlined
def jump_across(pair, n, d):
    """How a supporting point changes from one side of ``n`` to the other: A's or B's, the larger.

    Not that of the difference: the other shape's point moves a little as well.
    """
    w, a, _, _ = difference_point(pair, unit_vector(along(n, PROBE, d))[0])
    v, b, _, _ = difference_point(pair, unit_vector(along(n, -PROBE, d))[0])
    of_a = sub(a, b)
    of_b = sub(add(w, a), add(v, b))
    return of_a if norm_sq(of_a) > norm_sq(of_b) else of_b


@inlined
def on_crease(pair, n, e):
    """The crease along ``e`` near ``n``: its own line, the direction square to it, the way on.

    And how the gap rises that way, along the crease.
    """
    line = unit_vector(jump_across(pair, unit_vector(along(n, -dot(n, e), e))[0], e))[0]
    line = line if dot(line, e) > 0.0 else scale(-1.0, line)
    n = unit_vector(along(n, -dot(n, line), line))[0]
    t = cross(line, n)
    return line, n, t, dot(difference_point(pair, n)[0], t)


@kernel
def edge_direction(pair, n, gap, touch):
    """The top of the gap near ``n`` on a crease; (n, gap, whether it was found).

    Where an edge, or a straight line of a cylinder or cone, is in contact, the supporting point
    jumps along it: the best direction is square to the jump. Square to it the gap is smooth, and
    its top is Newton's; or there is a second such line, and the direction is square to both.
    """
    large = CREASE * max(pair.rows_a[pair.start_a + REACH], pair.rows_b[pair.start_b + REACH])
    u = any_square_to(n)
    first, second = jump_across(pair, n, u), jump_across(pair, n, cross(n, u))
    if norm_sq(second) > norm_sq(first):
        first = second
    if norm_sq(first) <= large * large:
        return n, gap, False
    e = unit_vector(first)[0]
    found = False
    for _ in range(NEWTON_STEPS):
        e, n, t, slope = on_crease(pair, n, e)
        second = jump_across(pair, n, t)
        second = along(second, -dot(second, e), e)
        if norm_sq(second) > large * large:
            turned = unit_vector(cross(e, second))[0]
            n = turned if dot(turned, n) > 0.0 else scale(-1.0, turned)
            found = True
            break
        if abs(slope) <= touch:
            found = True
            break
        ahead = on_crease(pair, unit_vector(along(n, PROBE, t))[0], e)[3]
        behind = on_crease(pair, unit_vector(along(n, -PROBE, t))[0], e)[3]
        bend = (ahead - behind) / (2.0 * PROBE)
        if not (bend < 0.0 and abs(slope) <= NEWTON_TURN * -bend):
            break
        n = unit_vector(along(n, -slope / bend, t))[0]
    return n, gap_along(pair, n), found


@inlined
def polished(pair, n, gap, touch):
    """A better direction near ``n``, by Newton's method; and whether it is the top."""
    top, higher, found = newton_direction(pair, n, gap, touch)
    if not found:
        top, higher, found = edge_direction(
            pair, top if higher > gap else n, max(higher, gap), touch
        )
    return top, higher, found
