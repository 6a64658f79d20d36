"""The top of the gap near a direction, by Newton's method.

The gap between supporting planes across a unit vector n is a function on the sphere of directions;
its slope is the supporting point w of the difference, less what is along n. Where w changes
smoothly the top is Newton's; where it jumps along a line, on a crease of that function, the top is
Newton's along the crease.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import add, along, any_square_to, cross, dot, norm_sq, scale, sub, unit_vector
from impinge.geometry.kernels.convex_row import REACH
from impinge.narrow.kernels.support import look_along

NEWTON_STEPS, NEWTON_TURN, PROBE = 8, 0.7, 1e-5
"""Newton's steps, the largest of them [rad], and how far [rad] derivatives are looked for."""
CLOSE, BESIDE = 1e-8, 1e-11
"""As PROBE, where two creases cross, and how far [rad] beside a crease it is proved to be the top:
what is off by less costs less than 1e-11 of the size."""
CREASE = 1e-3
"""Share of the larger reach by which a supporting point jumps across a crease: a curved surface
moves it by its radius times the probe."""


@inlined
def gap_along(pair, n):
    """What a direction proves: the gap between the supporting planes across it."""
    return dot(n, look_along(pair, n)[0])


@inlined
def slope_along(pair, n, u, v):
    """The gap's derivative at unit ``n`` in directions ``u`` and ``v``: w, less what is along n."""
    w = look_along(pair, n)[0]
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
def jump_across(pair, n, d, probe):
    """How a supporting point changes from one side of ``n`` to the other: A's or B's, the larger.

    Not that of the difference: the other shape's point moves a little as well.
    """
    w, a, _, _ = look_along(pair, unit_vector(along(n, probe, d))[0])
    v, b, _, _ = look_along(pair, unit_vector(along(n, -probe, d))[0])
    of_a = sub(a, b)
    of_b = sub(add(w, a), add(v, b))
    return of_a if norm_sq(of_a) > norm_sq(of_b) else of_b


@inlined
def falls_beside(pair, n, d, touch):
    """Whether the gap rises neither way from ``n``, along ``d`` and against it."""
    ahead = dot(look_along(pair, unit_vector(along(n, BESIDE, d))[0])[0], d)
    behind = dot(look_along(pair, unit_vector(along(n, -BESIDE, d))[0])[0], d)
    return ahead <= touch and behind >= -touch


@inlined
def on_crease(pair, n, e):
    """The crease along ``e`` near ``n``: its own line, the direction square to it, the way on.

    And how the gap rises that way, along the crease.
    """
    line = unit_vector(jump_across(pair, unit_vector(along(n, -dot(n, e), e))[0], e, PROBE))[0]
    line = line if dot(line, e) > 0.0 else scale(-1.0, line)
    n = unit_vector(along(n, -dot(n, line), line))[0]
    t = cross(line, n)
    return line, n, t, dot(look_along(pair, n)[0], t)


@inlined
def square_to_both(e, f, n):
    """The direction square to two lines, on the side of ``n``."""
    turned = unit_vector(cross(e, f))[0]
    return turned if dot(turned, n) > 0.0 else scale(-1.0, turned)


@kernel
def crossing(pair, n, e, second, large, touch):
    """Where two creases cross, along ``e`` and ``second``, and whether that is a top.

    Lines of curved shapes are seen anew from next to where they cross. Where both end beside each
    other, the gap rises towards where they meet: no top.
    """
    n = square_to_both(e, second, n)
    across = unit_vector(cross(n, second))[0]
    line = jump_across(pair, n, across, CLOSE)
    other = jump_across(pair, n, unit_vector(cross(n, e))[0], CLOSE)
    if norm_sq(line) > large * large and norm_sq(other) > large * large:
        e = unit_vector(line)[0]
        across = along(other, -dot(other, e), e)
        if norm_sq(across) > large * large:
            second = across
            n = square_to_both(e, second, n)
    found = falls_beside(pair, n, unit_vector(cross(n, e))[0], touch) and falls_beside(
        pair, n, unit_vector(cross(n, second))[0], touch
    )
    return n, found


@kernel
def edge_direction(pair, n, gap, touch):
    """The top of the gap near ``n`` on a crease; (n, gap, whether it was found).

    Where an edge, or a straight line of a cylinder or cone, is in contact, the supporting point
    jumps along it: the best direction is square to the jump. Square to it the gap is smooth, and
    its top is Newton's; or there is a second such line, and the direction is square to both.
    """
    large = CREASE * max(pair.rows_a[pair.start_a + REACH], pair.rows_b[pair.start_b + REACH])
    u = any_square_to(n)
    first, second = jump_across(pair, n, u, PROBE), jump_across(pair, n, cross(n, u), PROBE)
    if norm_sq(second) > norm_sq(first):
        first = second
    if norm_sq(first) <= large * large:
        return n, gap, False
    e = unit_vector(first)[0]
    found = False
    for _ in range(NEWTON_STEPS):
        e, n, t, slope = on_crease(pair, n, e)
        second = jump_across(pair, n, t, PROBE)
        second = along(second, -dot(second, e), e)
        if norm_sq(second) > large * large:
            n, found = crossing(pair, n, e, second, large, touch)
            break
        if abs(slope) <= touch:
            found = falls_beside(pair, n, e, touch)
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
