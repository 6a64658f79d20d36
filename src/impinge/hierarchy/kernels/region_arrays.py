"""Regions of a surface as arrays: what kernels see of a ``RegionTree``.

Regions of all levels are nodes, numbered level by level, faces first; children of a node, its faces
and what is below them are next to each other in this order. Node n has the children
``children[n]`` to ``children[n + 1] - 1``, the faces at places ``spans[n, 0]`` to
``spans[n, 1] - 1`` of the order, the neighbours ``near[near_from[n]:near_from[n + 1]]`` across an
edge, and the half-edges ``outline[outline_from[n]:outline_from[n + 1]]`` on its outline.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]


class RegionArrays(NamedTuple):
    """Nobody writes to these."""

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
