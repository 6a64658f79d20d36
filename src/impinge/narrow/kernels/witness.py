"""From the closest pair of triangles to points, distance and normal in the world."""

from math import sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.mat import apply, moved, rotation_of, scaled, translation_of
from impinge.core.vec import cross, dot, scale, sub, unit_vector
from impinge.geometry.kernels.triangle import closest_triangle_triangle
from impinge.narrow.kernels.pair_row import FEATURE_A, FEATURE_B, GAP, NORMAL, POINT_A, POINT_B
from impinge.narrow.kernels.relation import moved_corners, relate, scaled_corners

INDISTINCT = 2.0**-46
"""In the common unit: gaps that are rounding, and have no direction."""
SMALLEST = 2.0**-1074
"""The distance [m] of what is apart by less than can be measured."""


@inlined
def normal_of_touching(x, y, z, p, q, r):
    """A direction from A to B where there is no gap: out of A's face, or into B's.

    The x axis, if both triangles have no area.
    """
    n, known = unit_vector(cross(sub(y, x), sub(z, x)))
    if known:
        return n
    n, known = unit_vector(cross(sub(q, p), sub(r, p)))
    return (-n[0], -n[1], -n[2]) if known else (1.0, 0.0, 0.0)


@inlined
def lies_above(n, foot, x, y, z):
    """1 if a triangle is above the plane of ``foot`` and ``n``, -1 if below, 0 if neither."""
    a, b, c = dot(n, sub(x, foot)), dot(n, sub(y, foot)), dot(n, sub(z, foot))
    if min(a, min(b, c)) >= -INDISTINCT:
        return 1.0
    return -1.0 if max(a, max(b, c)) <= INDISTINCT else 0.0


@kernel
def normal_of_resting(u, x, y, z, p, q, r):
    """A direction from A to B of triangles that are nearer than can be measured.

    Along the face that has the other on one side. If none has, ``u``, the direction of two points a
    rounding apart.
    """
    n, known = unit_vector(cross(sub(y, x), sub(z, x)))
    side = lies_above(n, x, p, q, r) if known else 0.0
    if side != 0.0:
        return scale(side, n)
    n, known = unit_vector(cross(sub(q, p), sub(r, p)))
    side = lies_above(n, p, x, y, z) if known else 0.0
    return scale(-side, n) if side != 0.0 else u


@kernel
def write_witness(tree_a, pose_a, tree_b, pose_b, i, j, touching, out):
    """Fill a packed answer for triangles ``i`` of A and ``j`` of B, places in leaf order."""
    triangles_a, triangles_b = tree_a.triangles, tree_b.triangles
    rotation, shift, unit, scale_a, scale_b = relate(tree_a.place, pose_a, tree_b.place, pose_b)
    x, y, z = scaled_corners(triangles_a, i, scale_a)
    p, q, r = moved_corners(triangles_b, j, scaled(scale_b, rotation), shift)
    d_sq, on_a, on_b = closest_triangle_triangle(x, y, z, p, q, r)
    normal, known = unit_vector(sub(on_b, on_a))
    if touching or not known:
        normal = normal_of_touching(x, y, z, p, q, r)
    elif d_sq <= INDISTINCT * INDISTINCT:
        normal = normal_of_resting(normal, x, y, z, p, q, r)
    turn, origin = rotation_of(pose_a), translation_of(pose_a)
    a, b = moved(turn, origin, scale(unit, on_a)), moved(turn, origin, scale(unit, on_b))
    n = apply(turn, normal)
    # Apart, but closer than can be measured: small, and not zero.
    out[GAP] = 0.0 if touching else max(sqrt(d_sq) * unit, SMALLEST)
    for k in range(3):
        out[POINT_A + k], out[POINT_B + k], out[NORMAL + k] = a[k], b[k], n[k]
    out[FEATURE_A], out[FEATURE_B] = triangles_a[i, 9], triangles_b[j, 9]
