"""Ways out of a closed mesh that lead outward.

The shortest way out of a face may lead into the mesh: a ball in a block, with its centre below the
top, leaves the top soonest by going down. Such faces are left together, by one of the ways that the
touched faces offer: the shortest way out of a face, if that leads out, else its normal. Of these,
the one counts along which the last of them is left soonest. A slab that lies on a post also
touches the sides of the post, just below their edges, and leaves them as it leaves the top; what
goes right through a plate leaves its lower face upward, as it came.
"""

from impinge.core.jit import inlined, kernel
from impinge.core.vec import dot, vector_of
from impinge.narrow.kernels.certificate import span_above
from impinge.narrow.kernels.directional import measure_directional
from impinge.narrow.kernels.mesh_convex import lowest_along
from impinge.narrow.kernels.pair_row import FEATURE_A, GAP, PAIR_ROW

LEVEL = 1e-4
"""Sine of the angle to a face up to which a way does not lead in. That of a slab over the edge of a
post is level with the sides but for rounding, and normals of curved shapes are found within 1e-5.
"""

ALIKE = 0.95
"""Cosine: of ways within 18 degrees of each other only the first is kept."""

WAYS = 64
"""Ways that are kept at most: so far apart, more than half of all directions."""


@inlined
def reach_into(x, y, z, rows, start, rotation, shift, u):
    """How far a triangle and a convex shape reach into each other along ``u``.

    They need not go further than that along it to part.
    """
    return span_above(u, x, y, z) - lowest_along(rows, start, rotation, shift, u)


@kernel
def is_new_way(ways, count, u):
    """Whether ``u`` is unlike the first ``count`` ways, and there is room for it."""
    new = count < len(ways)
    for k in range(count):
        new &= dot(vector_of(ways[k]), u) <= ALIKE
    return new


@kernel
def leave_by_all(pair, x, y, z, face, ways, count, longest, row):
    """Measure a triangle along each way; ``longest`` keeps the answer of the last to be left.

    GAP is minus the way, and infinite to begin with.
    """
    for k in range(count):
        u = vector_of(ways[k])
        reach = reach_into(x, y, z, pair.rows_b, pair.start_b, pair.rotation, pair.shift, u)
        if reach > -longest[k, GAP]:
            measure_directional(pair, u, row)
            if row[GAP] < longest[k, GAP]:
                for j in range(PAIR_ROW):
                    longest[k, j] = row[j]
                longest[k, FEATURE_A] = face
