"""Where does a ray hit a triangle, and how large does a triangle look from a point?"""

from math import atan2, inf

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, norm, sub
from impinge.geometry.kernels.expansion import two_product
from impinge.geometry.kernels.orientation import UNDERFLOW, UNIT_ROUNDOFF


@inlined
def upright(v, axis):
    """The vector with its coordinates turned until ``axis`` comes last."""
    if axis == 0:
        return (v[1], v[2], v[0])
    if axis == 1:
        return (v[2], v[0], v[1])
    return v


@inlined
def main_axis(direction):
    """The axis along which the direction is longest."""
    x, y, z = abs(direction[0]), abs(direction[1]), abs(direction[2])
    if z >= x and z >= y:
        return 2
    return 0 if x >= y else 1


@inlined
def sheared(v, axis, shear_x, shear_y):
    """The vector in a frame where the ray runs along the last axis."""
    u = upright(v, axis)
    return (u[0] - shear_x * u[2], u[1] - shear_y * u[2], u[2])


@kernel
def exact_edge_side(ax, ay, bx, by):
    """Sign of ``ax by - ay bx``, each product as an exact sum of two floats."""
    left, left_tail = two_product(ax, by)
    right, right_tail = two_product(ay, bx)
    # Rounding keeps order: the heads decide unless they are equal, and then the tails do.
    if left != right:
        return 1.0 if left > right else -1.0
    if left_tail != right_tail:
        return 1.0 if left_tail > right_tail else -1.0
    return 0.0


@inlined
def edge_side(ax, ay, bx, by):
    """``ax by - ay bx``, with the sign it would have without rounding."""
    left, right = ax * by, ay * bx
    side = left - right
    if abs(side) > 4.0 * UNIT_ROUNDOFF * (abs(left) + abs(right)) + UNDERFLOW:
        return side
    return abs(side) * exact_edge_side(ax, ay, bx, by)


@inlined
def cast_ray_triangle(origin, direction, a, b, c):
    """Parameter t >= 0 of the first point ``origin + t direction`` in the triangle, else inf.

    Woop, Benthin and Wald 2013 [Woop2013]_: the vertices are sheared until the ray runs along an
    axis, and three edges tell on which side it passes. Their signs are exact for the sheared
    vertices, and a vertex is sheared the same way in each of its triangles, so no ray slips between
    two triangles that share an edge or a vertex. Both count as hit there. A triangle seen edge on
    is not hit; neither is one without area.
    """
    axis = main_axis(direction)
    d = upright(direction, axis)
    if d[2] == 0.0:
        return inf
    shear_x, shear_y = d[0] / d[2], d[1] / d[2]
    a = sheared(sub(a, origin), axis, shear_x, shear_y)
    b = sheared(sub(b, origin), axis, shear_x, shear_y)
    c = sheared(sub(c, origin), axis, shear_x, shear_y)
    u = edge_side(c[0], c[1], b[0], b[1])
    v = edge_side(a[0], a[1], c[0], c[1])
    w = edge_side(b[0], b[1], a[0], a[1])
    if min(u, min(v, w)) < 0.0 and max(u, max(v, w)) > 0.0:
        return inf
    det = u + v + w
    if det == 0.0:
        return inf
    t = (u * a[2] + v * b[2] + w * c[2]) / det / d[2]
    return t if t >= 0.0 else inf


@inlined
def solid_angle_triangle(p, a, b, c):
    """Signed angle in [-2 pi, 2 pi] under which ``p`` sees the triangle.

    Van Oosterom and Strackee 1983 [VanOosterom1983]_. Positive where the triangle shows its back,
    that is seen from inside a mesh whose faces look outward: their sum is 4 pi there, and 0
    outside. 0 for a point in the triangle's plane outside of it, and where p is a vertex.
    """
    a, b, c = sub(a, p), sub(b, p), sub(c, p)
    la, lb, lc = norm(a), norm(b), norm(c)
    above = dot(a, cross(b, c))
    below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb
    return 2.0 * atan2(above, below)
