"""The frame of a node: the axes along which its corners spread most, less, least."""

import numpy as np

from impinge.bounds.kernels.principal import principal_axes
from impinge.core.jit import kernel
from impinge.core.lanes import FRAME
from impinge.hierarchy.kernels.node import CENTRE, EXTENT

MOMENTS = 10
"""Count, three sums, six sums of products of the corners below a node."""


@kernel
def sum_moments(links, count, triangles, place, moments):
    """Moments of all binary nodes, bottom-up, about the centre of the mesh."""
    c = (place[CENTRE], place[CENTRE + 1], place[CENTRE + 2])
    s = 1.0 / place[EXTENT]
    for node in range(count - 1, -1, -1):
        first, leaf = links[node, 0], links[node, 1]
        if leaf == 0:
            for k in range(MOMENTS):
                moments[node, k] = moments[first, k] + moments[first + 1, k]
            continue
        n = sx = sy = sz = xx = xy = xz = yy = yz = zz = 0.0
        for i in range(first, first + leaf):
            for corner in range(0, 9, 3):
                x = (triangles[i, corner] - c[0]) * s
                y = (triangles[i, corner + 1] - c[1]) * s
                z = (triangles[i, corner + 2] - c[2]) * s
                n += 1.0
                sx += x
                sy += y
                sz += z
                xx += x * x
                xy += x * y
                xz += x * z
                yy += y * y
                yz += y * z
                zz += z * z
        moments[node, 0] = n
        moments[node, 1] = sx
        moments[node, 2] = sy
        moments[node, 3] = sz
        moments[node, 4] = xx
        moments[node, 5] = xy
        moments[node, 6] = xz
        moments[node, 7] = yy
        moments[node, 8] = yz
        moments[node, 9] = zz


@kernel
def orient_nodes(moments, sources, rows, nodes):
    """Write the frame of every row: two principal axes of the corners below it."""
    for row in range(rows):
        m = moments[sources[row, 0]]
        n = m[0]
        u, v = principal_axes(
            m[4] - m[1] * m[1] / n,
            m[5] - m[1] * m[2] / n,
            m[6] - m[1] * m[3] / n,
            m[7] - m[2] * m[2] / n,
            m[8] - m[2] * m[3] / n,
            m[9] - m[3] * m[3] / n,
        )
        for k in range(3):
            nodes[row, FRAME + k] = u[k]
            nodes[row, FRAME + 3 + k] = v[k]


@kernel
def align_nodes(rows, nodes):
    """Write the axes of the mesh as the frame of every row: a tree of AABBs."""
    for row in range(rows):
        for k in range(6):
            nodes[row, FRAME + k] = np.float32(1.0) if k in {0, 4} else np.float32(0.0)
