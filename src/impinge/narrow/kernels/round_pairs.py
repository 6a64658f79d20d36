"""Pairs with a formula of their own: spheres and capsules among themselves, and half spaces."""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, apply_transposed
from impinge.core.vec import along, any_square_to, cross, dot, norm_sq, scale, sub, unit_vector
from impinge.geometry.kernels.convex_row import KIND, POINT, RADIUS, SIZES
from impinge.geometry.kernels.segment import closest_segment_segment
from impinge.narrow.kernels.features import feature_of
from impinge.narrow.kernels.pair_row import write_pair
from impinge.narrow.kernels.support import furthest_of_core


@inlined
def part_of_capsule(rows, start, s):
    """Cap 0, cap 1 or side 2; a sphere has one face, 0."""
    if rows[start + KIND] == POINT:
        return 0
    return 0 if s <= 0.0 else (1 if s >= 1.0 else 2)


@inlined
def measure_capsules(pair, touch, out):
    """Two segments (or points) with balls around them: the distance of the segments decides."""
    rows_a, start_a, rows_b, start_b, rotation, shift = pair
    ha = 0.0 if rows_a[start_a + KIND] == POINT else rows_a[start_a + SIZES]
    hb = 0.0 if rows_b[start_b + KIND] == POINT else rows_b[start_b + SIZES]
    axis = (rotation[2], rotation[5], rotation[8])
    p, q = along(shift, -hb, axis), along(shift, hb, axis)
    s, t = closest_segment_segment((0.0, 0.0, -ha), (0.0, 0.0, ha), p, q)
    on_a = (0.0, 0.0, ha * (2.0 * s - 1.0))
    on_b = along(shift, hb * (2.0 * t - 1.0), axis)
    between = sub(on_b, on_a)
    distance = sqrt(norm_sq(between))
    if distance > touch:
        n = scale(1.0 / distance, between)
    else:
        # Axes that meet: square to both, or to the one there is.
        n, known = unit_vector(cross((0.0, 0.0, ha), scale(hb, axis)))
        if not known:
            n = any_square_to(axis if ha == 0.0 and hb > 0.0 else (0.0, 0.0, 1.0))
        elif dot(n, shift) < 0.0:
            n = scale(-1.0, n)
    ra, rb = rows_a[start_a + RADIUS], rows_b[start_b + RADIUS]
    gap = distance - (ra + rb)
    if abs(gap) <= touch:
        gap = 0.0
    write_pair(
        out, gap, n, along(on_a, ra, n),
        part_of_capsule(rows_a, start_a, s), part_of_capsule(rows_b, start_b, t), abs(gap),
    )  # fmt: skip


@kernel
def measure_half_space(pair, touch, out):
    """A half space A and a convex B: B's deepest point decides."""
    rows_a, start_a, rows_b, start_b, rotation, shift = pair
    n = (rows_a[start_a + SIZES], rows_a[start_a + SIZES + 1], rows_a[start_a + SIZES + 2])
    down = scale(-1.0, apply_transposed(rotation, n))
    b, i = furthest_of_core(rows_b, start_b, down)
    on_b = along(apply(rotation, b), -rows_b[start_b + RADIUS], n)
    # The offset of the plane and that of the shape may be large and nearly equal: subtract once.
    level = dot(n, shift) - rows_a[start_a + SIZES + 3]
    gap = level + dot(n, on_b)
    if abs(gap) <= touch:
        gap = 0.0
    on_a = along((on_b[0] + shift[0], on_b[1] + shift[1], on_b[2] + shift[2]), -gap, n)
    feature = feature_of(rows_b, start_b, 1, i, i, i, down)
    write_pair(out, gap, n, on_a, 0, feature, abs(gap))
