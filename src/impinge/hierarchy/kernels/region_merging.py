"""Regions of a surface, merged two by two or three by three into larger ones; their arrays.

Regions of all levels are nodes, numbered level by level, faces first; children of a node, its faces
and what is below them are next to each other in this order. Node n has the children
``children[n]`` to ``children[n + 1] - 1``, the faces at places ``spans[n, 0]`` to
``spans[n, 1] - 1`` of the order, the neighbours ``near[near_from[n]:near_from[n + 1]]`` across an
edge, and the half-edges ``outline[outline_from[n]:outline_from[n + 1]]`` on its outline.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.jit import inlined, kernel

LARGEST_GROUP = 3
Numbers = NDArray[np.int64]
Small = NDArray[np.int32]


class RegionArrays(NamedTuple):
    """What kernels see of a ``RegionTree``; nobody writes to these."""

    faces: Numbers
    """(m,): the face at each place of the order."""
    corners: Numbers
    """(m, 3): vertices of the face at each place. Half-edge 3 p + k runs from corner k to the next
    of the face at place p."""
    twins: Small
    """(3 m,): the half-edge that runs back, -1 at a border, -2 where the surface is none: more
    than two faces at the edge, or two that run the same way."""
    children: Numbers
    """(nodes + 1,): a face has none."""
    spans: Numbers
    """(nodes, 2)"""
    near_from: Numbers
    near: Small
    outline_from: Numbers
    outline: Small


@inlined
def shape_factor(area, contour):
    """sqrt(area) / contour, squared: larger for compact regions; a closed one has no contour."""
    return area / (contour * contour) if contour > 0.0 else 1e300


@kernel
def merge_regions(pairs, order, lengths, measures, starts, links, most, groups, joined):
    """Number the group of each region; how many groups there are.

    ``pairs`` of regions with a common border of ``lengths``, the best shape first in ``order``.
    ``measures`` has area and contour of each region. Pairs of regions become groups, the best
    first; those left over join the group of ``most - 1`` members at most that gets the best shape,
    or stay alone. ``links[starts[r]:starts[r + 1]]`` are the rows of ``pairs`` with region r.
    ``joined`` (one row a region) is filled with area, contour and members of each group.
    """
    for r in range(len(groups)):
        groups[r] = -1
    count = 0
    for k in order:
        a, b = pairs[k, 0], pairs[k, 1]
        if groups[a] < 0 and groups[b] < 0:
            groups[a] = groups[b] = count
            joined[count, 0] = measures[a, 0] + measures[b, 0]
            joined[count, 1] = measures[a, 1] + measures[b, 1] - 2.0 * lengths[k]
            joined[count, 2] = 2.0
            count += 1
    for r in range(len(groups)):
        if groups[r] >= 0:
            continue
        best, chosen, border = -1.0, -1, 0.0
        for i in range(starts[r], starts[r + 1]):
            g = groups[pairs[links[i], 0] + pairs[links[i], 1] - r]
            if g < 0 or joined[g, 2] >= most:
                continue
            length = 0.0
            for j in range(starts[r], starts[r + 1]):
                if groups[pairs[links[j], 0] + pairs[links[j], 1] - r] == g:
                    length += lengths[links[j]]
            contour = joined[g, 1] + measures[r, 1] - 2.0 * length
            shape = shape_factor(joined[g, 0] + measures[r, 0], contour)
            if shape > best:
                best, chosen, border = shape, g, length
        if chosen < 0:
            chosen = count
            joined[count, 0] = joined[count, 1] = joined[count, 2] = 0.0
            count += 1
        groups[r] = chosen
        joined[chosen, 0] += measures[r, 0]
        joined[chosen, 1] += measures[r, 1] - 2.0 * border
        joined[chosen, 2] += 1.0
    return count
