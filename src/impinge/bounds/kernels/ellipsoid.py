"""Ellipsoids along axes of their own: centre, radii, and three unit axes as rows of nine.

**Apart** are two ellipsoids A and B, with v from centre to centre, just if ``d . v - h_A(d) -
h_B(d)`` is positive along some direction d, where h(d) is how far one reaches from its centre along
d. Over the length of d that is a lower bound of their distance, and the largest is the distance.
So a search may err: only what its last direction proves is returned.

**One parameter** finds a direction, or a common point (Perram and Wertheim 1985 [Perram1985]_,
Gilitschenski and Hanebeck 2012 [Gilitschenski2012]_). For shapes S with ``h(d)^2 = d^T S d`` and
0 < s < 1 let ``d = ((1 - s) S_A + s S_B)^-1 v``. The point ``c_A + (1 - s) S_A d = c_B - s S_B d``
is at level (1 - s) h_A(d) of A and s h_B(d) of B (0 at the centre, 1 on the surface): where neither
is above one, it is in both. At the best s they are equal; their difference falls with s.
"""

from math import hypot, inf, sqrt

from impinge.bounds.kernels.obb import axis_of
from impinge.bounds.kernels.obb_fit import square_axes
from impinge.bounds.kernels.principal import principal_axes
from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed, times, transposed
from impinge.core.vec import add, dot, load, norm, norm_sq, scale, sub, unit_vector
from impinge.geometry.kernels.orientation import unit_scale

GAP_ROUNDING = 2.0**-44
"""Share of radii and offset that a gap is made smaller by. Reaches are sums of products, off by
2**-49 of the radii; axes are square to each other to 3e-14, half of this, and points of the
ellipsoid along them are off by as much."""
BLUNT = 2.0**-50
"""Share of their squared size that is added to shapes where a direction is searched: flat ones have
no inverse, and rounding is not below that."""
LEAST_PART = 2.0**-8
"""Least s and 1 - s to begin with: with a point, all is left to the other one's shape."""
BISECTIONS = 30
"""Steps towards the best s. The reach depends on its error squared: 2**-60."""
LEAST_REACH = 2.0**-30
"""Share of the size below which a reach counts as this where its reciprocal is needed: it is zero
across a flat ellipsoid."""
CLOSED = 2.0**-46
"""Share of the size by which the distance of two points of the ellipsoids may be above the lower
bound for the search of the distance to end."""
WITHIN_ROUNDING = 2.0**-44
"""Share of an ellipsoid's offset and radii by which its points may be off in another's frame: see
``GAP_ROUNDING``."""
STEEP, STEEPEST, FLATTEST = 2.0**20, 2.0**60, 2.0**-100
"""Ratios p of the terms by which radii grow. For a margin of rounding, from the first on: longer
radii grow by 5e-7 of themselves at most, and the shortest to 1024 times the margin. At the second
the margin is lost in rounding, below the last the radii are."""


@inlined
def share(y, r):
    """A coordinate over a radius, which may be zero."""
    if y == 0.0:
        return 0.0
    return y / r if r > 0.0 else inf


@inlined
def in_unit_ball(y, radii):
    """A point along the axes in units of the radii: of length one on the surface."""
    return (share(y[0], radii[0]), share(y[1], radii[1]), share(y[2], radii[2]))


@inlined
def grown_radii(radii, margin, ratio):
    """Radii of an ellipsoid, along the same axes, around all within ``margin`` of one.

    ``(a + m)^2 <= (1 + 1/p) a^2 + (1 + p) m^2`` for any p, so for squared reaches too; ``ratio`` is
    p. Radii and margin added up would not do: the outline of what is near a disc is no ellipse.
    """
    p = min(ratio, STEEPEST)
    a, b = sqrt(1.0 + 1.0 / p), sqrt(1.0 + p) * margin
    x, y, z = hypot(a * radii[0], b), hypot(a * radii[1], b), hypot(a * radii[2], b)
    return scale(1.0 + 2.0**-50, (x, y, z))


@inlined
def pad_radii(radii, margin):
    """The same for a margin of rounding: a round ellipsoid grows by about the margin."""
    if margin == 0.0:
        return radii
    least = min(radii[0], min(radii[1], radii[2]))
    return grown_radii(radii, margin, max(least / margin, STEEP))


@inlined
def reach_along(d, radii, axes):
    """How far an ellipsoid reaches along ``d``, and its furthest point from the centre, times that.

    Both times the length of ``d``. By factors: their products would lose half of the digits.
    """
    y = apply(axes, d)
    z = (radii[0] * y[0], radii[1] * y[1], radii[2] * y[2])
    return norm(z), apply_transposed(axes, (radii[0] * z[0], radii[1] * z[1], radii[2] * z[2]))


@inlined
def squares(u, v, w):
    """``u u^T + v v^T + w w^T``, symmetric: xx, xy, xz, yy, yz, zz."""
    return (
        u[0] * u[0] + v[0] * v[0] + w[0] * w[0], u[0] * u[1] + v[0] * v[1] + w[0] * w[1],
        u[0] * u[2] + v[0] * v[2] + w[0] * w[2], u[1] * u[1] + v[1] * v[1] + w[1] * w[1],
        u[1] * u[2] + v[1] * v[2] + w[1] * w[2], u[2] * u[2] + v[2] * v[2] + w[2] * w[2],
    )  # fmt: skip


@inlined
def shape_of(radii, axes):
    u, v = scale(radii[0], axis_of(axes, 0)), scale(radii[1], axis_of(axes, 1))
    return squares(u, v, scale(radii[2], axis_of(axes, 2)))


@inlined
def mixed(s, m, t, n, e):
    """The symmetric matrix ``s m + t n``, with ``e`` added to the diagonal."""
    return (
        s * m[0] + t * n[0] + e, s * m[1] + t * n[1], s * m[2] + t * n[2],
        s * m[3] + t * n[3] + e, s * m[4] + t * n[4], s * m[5] + t * n[5] + e,
    )  # fmt: skip


@inlined
def solved(m, v):
    """A vector d and the determinant t of a symmetric matrix, with ``m d = t v``."""
    a, b, c = m[3] * m[5] - m[4] * m[4], m[2] * m[4] - m[1] * m[5], m[1] * m[4] - m[2] * m[3]
    e, f, g = m[0] * m[5] - m[2] * m[2], m[1] * m[2] - m[0] * m[4], m[0] * m[3] - m[1] * m[1]
    d = dot((a, b, c), v), dot((b, e, f), v), dot((c, f, g), v)
    return d, m[0] * a + m[1] * b + m[2] * c


@kernel
def part_ellipsoids(v, radii_a, axes_a, radii_b, axes_b, rounding):
    """A direction, of any length, along which two ellipsoids are apart, if they are.

    Else the last one tried. Sizes are about one.
    """
    d = v
    reach_a, _ = reach_along(d, radii_a, axes_a)
    reach_b, _ = reach_along(d, radii_b, axes_b)
    if reach_a + reach_b == 0.0 or dot(d, v) > reach_a + reach_b + rounding * norm(d):
        return d
    shape_a, shape_b = shape_of(radii_a, axes_a), shape_of(radii_b, axes_b)
    blunt = BLUNT * (shape_a[0] + shape_a[3] + shape_a[5] + shape_b[0] + shape_b[3] + shape_b[5])
    low, high, s = 0.0, 1.0, min(max(reach_a / (reach_a + reach_b), LEAST_PART), 1.0 - LEAST_PART)
    for _ in range(BISECTIONS):
        d, size = solved(mixed(1.0 - s, shape_a, s, shape_b, blunt), v)
        reach_a, _ = reach_along(d, radii_a, axes_a)
        reach_b, _ = reach_along(d, radii_b, axes_b)
        if dot(d, v) > reach_a + reach_b + rounding * norm(d):
            break
        level_a, level_b = (1.0 - s) * reach_a, s * reach_b
        if max(level_a, level_b) <= size:
            break
        low, high = (s, high) if level_a > level_b else (low, s)
        s = 0.5 * (low + high)
    return d


@kernel
def gap_ellipsoid_ellipsoid(a, b, steps):
    """A lower bound of the distance whatever was rounded, and its direction, a unit vector from A.

    Not positive where the ellipsoids overlap, positive where they are apart by more than
    ``GAP_ROUNDING`` of their size. A positive one is brought to the distance, in ``steps`` steps at
    most: two leave about 1e-3 of it, five rounding. They are Newton's on the unit sphere, for a
    concave function; where one does not gain, as across flat ellipsoids, the next is to the best
    direction for reaches replaced by the squares above them, and never loses.
    """
    centre_a, radii_a, axes_a = a
    centre_b, radii_b, axes_b = b
    v = sub(centre_b, centre_a)
    size = abs(v[0]) + abs(v[1]) + abs(v[2])
    size += radii_a[0] + radii_a[1] + radii_a[2] + radii_b[0] + radii_b[1] + radii_b[2]
    # By a power of two, such that products of six lengths neither overflow nor vanish.
    unit = unit_scale(size)
    v, radii_a, radii_b = scale(unit, v), scale(unit, radii_a), scale(unit, radii_b)
    size *= unit
    rounding = GAP_ROUNDING * size
    d, _ = unit_vector(part_ellipsoids(v, radii_a, axes_a, radii_b, axes_b, rounding))
    reach_a, end_a = reach_along(d, radii_a, axes_a)
    reach_b, end_b = reach_along(d, radii_b, axes_b)
    gap = dot(d, v) - (reach_a + reach_b)
    shape_a, shape_b = shape_of(radii_a, axes_a), shape_of(radii_b, axes_b)
    newton, left = True, steps if gap > rounding else 0
    while left > 0:
        part_a = 1.0 / max(reach_a, LEAST_REACH * size)
        part_b = 1.0 / max(reach_b, LEAST_REACH * size)
        p, q = scale(part_a, end_a), scale(part_b, end_b)
        between = sub(v, add(p, q))
        if norm(between) <= gap + CLOSED * size:
            break
        matrix = mixed(part_a, shape_a, part_b, shape_b, gap)
        if newton:
            bent = squares(scale(sqrt(part_a), p), scale(sqrt(part_b), q), (0.0, 0.0, 0.0))
            e, _ = solved(mixed(1.0, matrix, -1.0, bent, 0.0), between)
        else:
            e, _ = solved(matrix, v)
        e, _ = unit_vector(e)
        other_a, next_a = reach_along(e, radii_a, axes_a)
        other_b, next_b = reach_along(e, radii_b, axes_b)
        apart = dot(e, v) - (other_a + other_b)
        if apart > gap:
            d, gap, reach_a, end_a, reach_b, end_b = e, apart, other_a, next_a, other_b, next_b
            newton = True
            left -= 1
        elif newton:
            newton = False
        else:
            break
    return (gap - rounding) / unit, d


@kernel
def level_of_ellipsoid(a, b):
    """The least factor by which A must grow about its centre to contain B, from above.

    And what it may lack by rounding, and the point of B that needs it. With A a unit ball, B is
    ``t + M u`` for ``|u| <= 1``. In principal axes of ``M^T M``, with diagonal g and ``q = M^T t``,
    no squared length is above ``|t|^2 + s + sum q^2 / (s - g)``, for any s above g (the S-lemma);
    the least of these is the largest.
    """
    centre_a, radii_a, axes_a = a
    centre_b, radii_b, axes_b = b
    offset = sub(centre_b, centre_a)
    size = abs(offset[0]) + abs(offset[1]) + abs(offset[2])
    size = WITHIN_ROUNDING * (size + radii_b[0] + radii_b[1] + radii_b[2])
    rounding = norm(in_unit_ball((size, size, size), radii_a))
    y, turn = apply(axes_a, offset), times(axes_a, transposed(axes_b))
    t = in_unit_ball(y, radii_a)
    rows = (scaled_row(turn, 0, radii_a, radii_b), scaled_row(turn, 1, radii_a, radii_b),
            scaled_row(turn, 2, radii_a, radii_b))  # fmt: skip
    m = (*rows[0], *rows[1], *rows[2])
    u, v = principal_axes(*squares(rows[0], rows[1], rows[2]))
    axes = square_axes(u, v)
    x, y, z = apply(m, axis_of(axes, 0)), apply(m, axis_of(axes, 1)), apply(m, axis_of(axes, 2))
    g, q = (norm_sq(x), norm_sq(y), norm_sq(z)), (dot(x, t), dot(y, t), dot(z, t))
    low = max(g[0] + abs(q[0]), max(g[1] + abs(q[1]), g[2] + abs(q[2])))
    high = max(low, max(g[0], max(g[1], g[2])) + norm(q))
    for _ in range(BISECTIONS):
        s = 0.5 * (low + high)
        # Where neither is rounded, each q is at most s - g.
        w = (over(q[0], s - g[0]), over(q[1], s - g[1]), over(q[2], s - g[2]))
        low, high = (s, high) if norm_sq(w) > 1.0 else (low, s)
    w = (over(q[0], high - g[0]), over(q[1], high - g[1]), over(q[2], high - g[2]))
    # What the principal axes are off by, times two coordinates of a point in the unit ball.
    off = abs(dot(x, y)) + abs(dot(y, z)) + abs(dot(z, x))
    level = sqrt(norm_sq(t) + off + high + dot(w, q)) * (1.0 + WITHIN_ROUNDING)
    along_axes = apply_transposed(axes, w)
    far = (radii_b[0] * along_axes[0], radii_b[1] * along_axes[1], radii_b[2] * along_axes[2])
    return level, rounding, add(centre_b, apply_transposed(axes_b, far))


@inlined
def over(q, room):
    return q / max(room, abs(q)) if q != 0.0 else 0.0


@inlined
def scaled_row(turn, k, radii_a, radii_b):
    """Row ``k`` of the map from B's unit ball to A's."""
    d = axis_of(turn, k)
    r = radii_a[k]
    return (share(d[0] * radii_b[0], r), share(d[1] * radii_b[1], r), share(d[2] * radii_b[2], r))


@kernel
def overlap_point_ellipsoid_rows(points, ellipsoid, out, start, stop):
    centre, radii, axes = ellipsoid
    for i in range(start, stop):
        out[i] = norm(in_unit_ball(apply(axes, sub(load(points, i), centre)), radii)) <= 1.0


@kernel
def distance_point_ellipsoid_rows(points, ellipsoid, steps, out, start, stop):
    """As of an ellipsoid without radii."""
    _, _, axes = ellipsoid
    for i in range(start, stop):
        point = load(points, i), (0.0, 0.0, 0.0), axes
        out[i] = max(gap_ellipsoid_ellipsoid(ellipsoid, point, steps)[0], 0.0)
