"""How much room a tetrahedron has around the origin."""

from math import inf, sqrt

from impinge.core.jit import inlined, kernel
from impinge.core.vec import cross, dot, norm_sq, sub

CLEARLY = 1e-6
"""A tetrahedron that holds the origin this share of the largest coordinate deep proves overlap.

Its faces are known to some 1e-8 of it in the worst case seen, thin ones. Below, the depth decides.
"""


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
