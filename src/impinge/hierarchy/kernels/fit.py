"""Boxes that enclose: from triangles to the float32 lanes of the nodes, rounded outward.

**Frames.** The axes along which the corners below a node spread most, less, least; or those of the
mesh.

**Enclosure.** A box of lane l is (F, c, h): the frame F, two float32 rows and their cross
product, the centre c and the half extents h, all float32. For every corner x below it, with
y = (x - centre) / extent, fitting guarantees ``|F y - c| <= h`` in exact arithmetic, F's third row
being the cross product rounded in any way to within 2**-22. In doubles, F y is computed with an
error below 2**-50, and h is enlarged by 2**-22 of itself and 2**-21 absolutely: the first covers
the rounding of h to float32, the second the third row's (|y| < 2) and the doubles'.
"""

import numpy as np

from impinge.bounds.kernels.principal import principal_axes
from impinge.core.jit import inlined, kernel
from impinge.core.lanes import CHILD, EMPTY, FRAME, HALF, WIDTH
from impinge.core.mat import apply, scaled, single9, times, transposed
from impinge.core.simd import span8
from impinge.core.vec import add, load, lower, neg, scale, sub, upper
from impinge.hierarchy.kernels import node
from impinge.hierarchy.kernels.node import centre_of, corners, frame_of, leaf_code, leaf_range

MOMENTS = 10
"""Count, three sums, six sums of products of the corners below a node."""
GROW = 1.0 + 2.0**-22
GROW_ABSOLUTE = 2.0**-21
CORNER = (1.7321, 1.7321, 1.7321)
"""More than sqrt(3): no corner of a mesh is further from the centre, in box units. Boxes around
boxes end here, so that their centres and half extents stay below 3 in the 2-norm."""
TURN_GROW = 2.0**-17
"""What turning boxes into the frame of a parent may err by, in box units: 128 u, u = 2**-24.

With |c| and |h| below 3 in the 2-norm: 48 u for F F'^T in place of F F'^-1 (8 u apart), 12 u for
rounding the turn, 18 u for the products, 6 u for their difference; 84 u in all.
"""


@kernel
def sum_moments(links, count, triangles, place, moments):
    """Moments of all binary nodes, bottom-up, about the centre of the mesh."""
    c, s = centre_of(place), 1.0 / place[node.EXTENT]
    for row in range(count - 1, -1, -1):
        first, leaf = links[row, 0], links[row, 1]
        if leaf == 0:
            for k in range(MOMENTS):
                moments[row, k] = moments[first, k] + moments[first + 1, k]
            continue
        sums = of_x = others = (0.0, 0.0, 0.0)
        for i in range(first, first + leaf):
            for p in corners(triangles, i):
                x, y, z = scale(s, sub(p, c))
                sums = add(sums, (x, y, z))
                of_x, others = add(of_x, (x * x, x * y, x * z)), add(others, (y * y, y * z, z * z))
        moments[row, 0] = 3.0 * leaf
        for k in range(3):
            moments[row, 1 + k], moments[row, 4 + k] = sums[k], of_x[k]
            moments[row, 7 + k] = others[k]


@kernel
def orient_nodes(moments, sources, rows, nodes):
    """Write the frame of every row: two principal axes of the corners below it."""
    for row in range(rows):
        m = moments[sources[row, 0]]
        n = m[0]
        u, v = principal_axes(
            m[4] - m[1] * m[1] / n, m[5] - m[1] * m[2] / n, m[6] - m[1] * m[3] / n,
            m[7] - m[2] * m[2] / n, m[8] - m[2] * m[3] / n, m[9] - m[3] * m[3] / n,
        )  # fmt: skip
        for k in range(3):
            nodes[row, FRAME + k], nodes[row, FRAME + 3 + k] = u[k], v[k]


@kernel
def align_nodes(rows, nodes):
    """Write the axes of the mesh as the frame of every row: a tree of AABBs."""
    for row in range(rows):
        for k in range(6):
            nodes[row, FRAME + k] = np.float32(1.0) if k in {0, 4} else np.float32(0.0)


@inlined
def store_box(nodes, row, lane, low, high):
    for k in range(3):
        c = np.float32(0.5 * (low[k] + high[k]))
        h = max(high[k] - np.float64(c), np.float64(c) - low[k])
        nodes[row, WIDTH * k + lane] = c
        nodes[row, HALF + WIDTH * k + lane] = h * GROW + GROW_ABSOLUTE


@inlined
def bound_corners(triangles, first, stop, f, centre):
    """Lowest and highest coordinates of the corners of some triangles in the frame ``f``."""
    low, high = (np.inf, np.inf, np.inf), (-np.inf, -np.inf, -np.inf)
    for i in range(first, stop):
        for p in corners(triangles, i):
            q = apply(f, sub(p, centre))
            low, high = lower(q, low), upper(q, high)
    return low, high


@inlined
def diagonal_sq(low, high):
    x, y, z = high[0] - low[0], high[1] - low[1], high[2] - low[2]
    return x * x + y * y + z * z


@kernel
def gather_triangles(vertices, faces, order, place, sources, triangles):
    """Triangles in the order of the leaves, divided by the unit.

    The unit is a power of two: quotients are exact down to 2**-1022.
    ``sources`` (n, 4) int32 receives the vertices and the face that each is made of.
    """
    s = 1.0 / place[node.UNIT]
    for i in range(len(order)):
        face = order[i]
        for corner in range(3):
            v = faces[face, corner]
            sources[i, corner] = v
            for k in range(3):
                triangles[i, 3 * corner + k] = vertices[v, k] * s
        sources[i, 3] = face
        triangles[i, 9] = face


@kernel
def fit_nodes(links, ranges, sources, rows, triangles, place, nodes, children):
    """Children and boxes of every lane, each fitted to all triangles below it.

    ``children`` is the same memory as ``nodes``, seen as int32.
    """
    centre, s = centre_of(place), 1.0 / place[node.EXTENT]
    leaf_size_sq = 0.0
    next_row = 1
    for row in range(rows):
        fs = scaled(s, frame_of(nodes, row))
        for lane in range(WIDTH):
            source = sources[row, 1 + lane]
            if source < 0:
                for k in range(3):
                    nodes[row, WIDTH * k + lane], nodes[row, HALF + WIDTH * k + lane] = 0.0, EMPTY
                # Never followed; but if it were, a walk would end here, not turn in a circle.
                children[row, CHILD + lane] = leaf_code(0, 1)
                continue
            first, stop = ranges[source, 0], ranges[source, 1]
            low, high = bound_corners(triangles, first, stop, fs, centre)
            store_box(nodes, row, lane, low, high)
            if links[source, 1] > 0 and row > 0:
                children[row, CHILD + lane] = leaf_code(first, stop - first)
                leaf_size_sq = max(leaf_size_sq, diagonal_sq(low, high))
            else:
                children[row, CHILD + lane] = next_row
                next_row += 1
    place[node.LEAF_SIZE] = np.sqrt(leaf_size_sq) * place[node.EXTENT]


@inlined
def gather_and_bound(vertices, sources, first, stop, unit_scale, f, centre, triangles):
    """Triangles of a leaf from new vertices, and their bounds in the frame ``f``."""
    low, high = (np.inf, np.inf, np.inf), (-np.inf, -np.inf, -np.inf)
    for i in range(first, stop):
        for corner in range(3):
            p = scale(unit_scale, load(vertices, sources[i, corner]))
            for k in range(3):
                triangles[i, 3 * corner + k] = p[k]
            q = apply(f, sub(p, centre))
            low, high = lower(q, low), upper(q, high)
        triangles[i, 9] = sources[i, 3]
    return low, high


@kernel
def refit_tree(vertices, sources, place, triangles, nodes, children):
    """Triangles and boxes for new vertices, bottom-up, in the frames the nodes have.

    Leaves are fitted to their triangles; above, a box encloses the boxes of its eight children
    (``TURN_GROW``). Triangles are written and bounded in one pass: reading them again costs as much
    as computing.
    """
    centre, s = centre_of(place), 1.0 / place[node.EXTENT]
    unit_scale = 1.0 / place[node.UNIT]
    leaf_size_sq = 0.0
    for row in range(len(nodes) - 1, -1, -1):
        f = frame_of(nodes, row)
        fs = scaled(s, f)
        for lane in range(WIDTH):
            if nodes[row, HALF + lane] < 0.0:
                continue
            child = children[row, CHILD + lane]
            if child < 0:
                first, stop = leaf_range(child)
                low, high = gather_and_bound(
                    vertices, sources, first, stop, unit_scale, fs, centre, triangles
                )
                leaf_size_sq = max(leaf_size_sq, diagonal_sq(low, high))
            else:
                turn = times(f, transposed(frame_of(nodes, child)))
                x0, y0, z0, x1, y1, z1 = span8(nodes, child, single9(turn))
                low = upper(neg(CORNER), (x0 - TURN_GROW, y0 - TURN_GROW, z0 - TURN_GROW))
                high = lower(CORNER, (x1 + TURN_GROW, y1 + TURN_GROW, z1 + TURN_GROW))
            store_box(nodes, row, lane, low, high)
    place[node.LEAF_SIZE] = np.sqrt(leaf_size_sq) * place[node.EXTENT]
