"""Triangles and planes: on which side, and the parts on either side of those that are cut.

Planes are thick: what is within ``THICKNESS`` lies on them, so that corners which several triangles
share are never cut off by rounding. Coordinates are those of the tree, about one in size.
"""

from impinge.core.jit import inlined
from impinge.core.vec import along, sub
from impinge.partition.kernels.scan import corner_of

THICKNESS = 1e-9
"""Half the thickness of a plane, as a share of the mesh's extent. Rounding is a millionth of it, so
that a corner that lies on a plane is always found there. Larger makes ON mean more, smaller only
adds thin parts."""
ON_PLANE, FRONT, BACK, CUT = 0, 1, 2, 3
"""Sides of a plane as bits: cut triangles are on both."""


@inlined
def put_piece(pieces, i, a, b, c):
    for k in range(3):
        pieces[i, k], pieces[i, k + 3], pieces[i, k + 6] = a[k], b[k], c[k]


@inlined
def height(plane, p):
    """Distance of a point above the plane."""
    return plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] - plane[3]


@inlined
def heights(pieces, i, plane):
    return (
        height(plane, corner_of(pieces, i, 0)),
        height(plane, corner_of(pieces, i, 1)),
        height(plane, corner_of(pieces, i, 2)),
    )


@inlined
def side_of(h):
    """Sides of a triangle whose corners have these heights."""
    highest, lowest = max(max(h[0], h[1]), h[2]), min(min(h[0], h[1]), h[2])
    return FRONT * (highest > THICKNESS) | BACK * (lowest < -THICKNESS)


@inlined
def cut_point(p, h, q, k):
    """Where an edge meets the plane; from the front, so that both its triangles get one point."""
    if h > 0.0:
        return along(p, h / (h - k), sub(q, p))
    return along(q, k / (k - h), sub(p, q))


@inlined
def cut_piece(pieces, i, h, fresh):
    """Cut triangle ``i`` along a plane; the sides of its two or three parts.

    The first part takes its place, the others go to rows ``fresh`` on. The third side is 0 if there
    are two.
    """
    # Turn the triangle until the corner that is alone on its side, or on the plane, is first.
    first = 0
    for k in range(3):
        one, two, three = h[k], h[(k + 1) % 3], h[(k + 2) % 3]
        if abs(one) <= THICKNESS or (
            (one > 0.0) != (two > 0.0)
            and (one > 0.0) != (three > 0.0)
            and abs(two) > THICKNESS
            and abs(three) > THICKNESS
        ):
            first = k
    second, third = (first + 1) % 3, (first + 2) % 3
    a, b, c = corner_of(pieces, i, first), corner_of(pieces, i, second), corner_of(pieces, i, third)
    side = FRONT if h[second] > 0.0 else BACK
    other = FRONT + BACK - side
    if abs(h[first]) <= THICKNESS:
        m = cut_point(b, h[second], c, h[third])
        put_piece(pieces, i, a, b, m)
        put_piece(pieces, fresh, a, m, c)
        return side, other, 0
    m = cut_point(a, h[first], b, h[second])
    n = cut_point(a, h[first], c, h[third])
    put_piece(pieces, i, a, m, n)
    put_piece(pieces, fresh, m, b, c)
    put_piece(pieces, fresh + 1, m, c, n)
    return other, side, side
