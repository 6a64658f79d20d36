"""The rows of a tree: nodes, triangles and place, and how to read them.

``nodes``      (m, 64) float32, one row a node of eight children (:mod:`impinge.core.lanes`). Row 0
               is the entry: its lane 0 holds the box around everything and leads to row 1.
``triangles``  (n, 10) float64, in the order of the leaves: nine coordinates divided by the unit,
               and the number of the face.
``place``      (8,) float64: see the constants below.

A slot is a lane of a node, ``8 * row + lane``. What it leads to is a *child*: a row if it is not
negative, otherwise a leaf with one to eight triangles.
"""

import numpy as np

from impinge.core.jit import inlined
from impinge.core.lanes import FRAME
from impinge.core.simd import child_of

UNIT = 0
"""Power of two above the greatest coordinate: triangles are stored divided by it, exactly."""
CENTRE = 1
"""Three numbers: where boxes have their origin, in units."""
EXTENT = 4
"""Power of two above the half size of the mesh, in units: boxes are stored divided by it."""
LEAF_SIZE = 5
"""Greatest diameter of the box of a leaf, in units."""
DEPTH = 6
"""Nodes on the longest way from the entry to a leaf."""
PLACE = 8

MAX_LEAF = 8
MAX_FACES = 2**27
"""A leaf's first triangle and count, and a slot, must fit into an int32."""
MAX_VERTICES = 2**31 - 1


@inlined
def leaf_code(first, count):
    return -(1 + first * MAX_LEAF + (count - 1))


@inlined
def leaf_first(child):
    return (-child - 1) // MAX_LEAF


@inlined
def leaf_count(child):
    return (-child - 1) % MAX_LEAF + 1


@inlined
def child_at(nodes, slot):
    return child_of(nodes, slot >> 3, slot & 7)


@inlined
def corners(triangles, k):
    """The three corners of triangle ``k``, in units."""
    return (
        (triangles[k, 0], triangles[k, 1], triangles[k, 2]),
        (triangles[k, 3], triangles[k, 4], triangles[k, 5]),
        (triangles[k, 6], triangles[k, 7], triangles[k, 8]),
    )


@inlined
def frame_of(nodes, row):
    """The frame of a row in float64: two stored rows and their cross product."""
    # np.float64, since compiled float() leaves a float32 what it is.
    a = (
        np.float64(nodes[row, FRAME]),
        np.float64(nodes[row, FRAME + 1]),
        np.float64(nodes[row, FRAME + 2]),
    )
    b = (
        np.float64(nodes[row, FRAME + 3]),
        np.float64(nodes[row, FRAME + 4]),
        np.float64(nodes[row, FRAME + 5]),
    )
    return (
        a[0], a[1], a[2], b[0], b[1], b[2],
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )  # fmt: skip
