"""A point that two overlapping convex shapes have in common."""

from math import inf

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, cross, dot, scale
from impinge.narrow.kernels.convex_pair import TOUCH, from_a_to_b, largest_coordinate
from impinge.narrow.kernels.gjk import INSIDE, gjk, point_on_a
from impinge.narrow.kernels.support import Pair


@inlined
def volume_of(a, b, c):
    """Six times the volume of a tetrahedron with the origin, whatever its sign."""
    return abs(dot(a, cross(b, c)))


@kernel
def common_point(rows_a, start_a, rows_b, start_b, rotation, shift):
    """A point of A's core that is in B, or within the radii of it; in the frame of A.

    GJK ends with corners of the difference B - A around the origin. The weights that make the
    origin of them make one and the same point of their ends on A and on B.
    """
    pair = Pair(rows_a, start_a, rows_b, start_b, rotation, shift)
    nearest = gjk(pair, from_a_to_b(pair), TOUCH * largest_coordinate(pair), inf)
    if nearest.status != INSIDE:
        return point_on_a(nearest)
    w, points = nearest.corners, nearest.on_a
    x, y = volume_of(w[1], w[2], w[3]), volume_of(w[0], w[2], w[3])
    z, t = volume_of(w[0], w[1], w[3]), volume_of(w[0], w[1], w[2])
    total = x + y + z + t
    if not total > 0.0:
        return points[0]
    p = along(scale(x / total, points[0]), y / total, points[1])
    return along(along(p, z / total, points[2]), t / total, points[3])
