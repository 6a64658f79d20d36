"""The frame of a node: the axes along which its corners spread most, less, least."""

import numpy as np

from impinge.bounds.kernels.principal import principal_axes
from impinge.core.jit import kernel
from impinge.core.lanes import FRAME
from impinge.core.vec import add, scale, sub
from impinge.hierarchy.kernels.node import EXTENT, centre_of, corners

MOMENTS = 10
"""Count, three sums, six sums of products of the corners below a node."""


@kernel
def sum_moments(links, count, triangles, place, moments):
    """Moments of all binary nodes, bottom-up, about the centre of the mesh."""
    c, s = centre_of(place), 1.0 / place[EXTENT]
    for node in range(count - 1, -1, -1):
        first, leaf = links[node, 0], links[node, 1]
        if leaf == 0:
            for k in range(MOMENTS):
                moments[node, k] = moments[first, k] + moments[first + 1, k]
            continue
        sums = of_x = others = (0.0, 0.0, 0.0)
        for i in range(first, first + leaf):
            for p in corners(triangles, i):
                x, y, z = scale(s, sub(p, c))
                sums = add(sums, (x, y, z))
                of_x, others = add(of_x, (x * x, x * y, x * z)), add(others, (y * y, y * z, z * z))
        moments[node, 0] = 3.0 * leaf
        for k in range(3):
            moments[node, 1 + k], moments[node, 4 + k] = sums[k], of_x[k]
            moments[node, 7 + k] = others[k]


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
