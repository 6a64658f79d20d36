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
    """How far the origin is behind the face (p, q, r), towards the opposite corner."""
    n = cross(sub(q, p), sub(r, p))
    length = sqrt(norm_sq(n))
    if not length > 0.0:
        return -inf
    height = -dot(n, p) / length
    return height if dot(n, sub(opposite, p)) >= 0.0 else -height


@kernel
def depth_in_tetrahedron(a, b, c, d):
    """The least distance of the origin to a face from inside; negative outside."""
    return min(
        depth_under(a, b, c, d),
        depth_under(a, b, d, c),
        depth_under(b, c, d, a),
        depth_under(c, a, d, b),
    )
