"""The point of a segment, triangle or tetrahedron that is nearest to the origin; room around it.

Ericson 2005, section 5.1 [Ericson2005]_, with the areas of sub-triangles taken from cross products,
which keep twice the digits of his differences of products where a triangle is thin. Answers are
(point, weights of the corners); a weight of exactly zero says that the corner is not needed.
"""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import along, cross, dot, norm_sq, scale, sub

THIN_SQ = 1e-30
"""A triangle whose squared area is below this share of the product of two squared sides is a line.

Its normal would be rounding. Larger would treat honest needles as lines, and lose their width."""
CLEARLY = 1e-6
"""A tetrahedron that holds the origin this share of the largest coordinate deep proves overlap.

Its faces are known to some 1e-8 of it in the worst case seen, thin ones. Below, the depth decides.
"""


@inlined
def nearest_of_segment(a, b):
    ab = sub(b, a)
    length_sq = norm_sq(ab)
    t = -dot(a, ab)
    if not t > 0.0:
        return a, (1.0, 0.0)
    if t >= length_sq:
        return b, (0.0, 1.0)
    s = t / length_sq
    return along(a, s, ab), (1.0 - s, s)


@kernel
def nearest_of_thin(a, b, c):
    """Of a triangle without area: the nearest of its three sides."""
    best, w = nearest_of_segment(a, b)
    weights = (w[0], w[1], 0.0)
    p, w = nearest_of_segment(b, c)
    if norm_sq(p) < norm_sq(best):
        best = p
        weights = (0.0, w[0], w[1])
    p, w = nearest_of_segment(a, c)
    if norm_sq(p) < norm_sq(best):
        best = p
        weights = (w[0], 0.0, w[1])
    return best, weights


@inlined
def nearest_of_triangle(a, b, c):
    ab = sub(b, a)
    ac = sub(c, a)
    n = cross(ab, ac)
    nn = norm_sq(n)
    if not nn > THIN_SQ * norm_sq(ab) * norm_sq(ac):
        return nearest_of_thin(a, b, c)
    d1 = -dot(ab, a)
    d2 = -dot(ac, a)
    if d1 <= 0.0 and d2 <= 0.0:
        return a, (1.0, 0.0, 0.0)
    d3 = -dot(ab, b)
    d4 = -dot(ac, b)
    if d3 >= 0.0 and d4 <= d3:
        return b, (0.0, 1.0, 0.0)
    d5 = -dot(ab, c)
    d6 = -dot(ac, c)
    if d6 >= 0.0 and d5 <= d6:
        return c, (0.0, 0.0, 1.0)
    # Twice the areas of the three parts, times |n|.
    in_c = dot(n, cross(a, b))
    if in_c <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        s = d1 / (d1 - d3)
        return along(a, s, ab), (1.0 - s, s, 0.0)
    in_b = dot(n, cross(c, a))
    if in_b <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        s = d2 / (d2 - d6)
        return along(a, s, ac), (1.0 - s, 0.0, s)
    in_a = dot(n, cross(b, c))
    bc = sub(c, b)
    from_b = -dot(bc, b)
    from_c = dot(bc, c)
    if in_a <= 0.0 and from_b >= 0.0 and from_c >= 0.0:
        s = from_b / (from_b + from_c)
        return along(b, s, bc), (0.0, 1.0 - s, s)
    total = in_a + in_b + in_c
    if not (total > 0.0 and in_a >= 0.0 and in_b >= 0.0 and in_c >= 0.0):
        return nearest_of_thin(a, b, c)
    # The plane's offset at the corner next to its foot: at another one the rounding of a thin
    # triangle's normal is multiplied by its length.
    at = a if in_a >= in_b and in_a >= in_c else b if in_b >= in_c else c
    return scale(dot(n, at) / nn, n), (in_a / total, in_b / total, in_c / total)


@inlined
def depth_under(p, q, r, opposite):
    """How far the origin is behind the face (p, q, r), towards the opposite corner.

    Not behind it if the corner is not as far: on which side of a flat tetrahedron's face that is
    may be rounding.
    """
    n = cross(sub(q, p), sub(r, p))
    length = sqrt(norm_sq(n))
    if not length > 0.0:
        return -inf
    height, room = -dot(n, p) / length, dot(n, sub(opposite, p)) / length
    if room < 0.0:
        height, room = -height, -room
    return height if height <= room else -inf


@kernel
def depth_in_tetrahedron(a, b, c, d):
    """The least distance of the origin to a face from inside; negative outside."""
    return min(
        depth_under(a, b, c, d),
        depth_under(a, b, d, c),
        depth_under(b, c, d, a),
        depth_under(c, a, d, b),
    )
