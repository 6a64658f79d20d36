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
from impinge.core.lanes import FRAME, WIDTH
from impinge.core.simd import child_of
from impinge.core.vec import cross

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
def leaf_range(child):
    """First and last + 1 triangle of a leaf."""
    first = (-child - 1) // MAX_LEAF
    return first, first + (-child - 1) % MAX_LEAF + 1


@inlined
def child_at(nodes, slot):
    return child_of(nodes, slot >> 3, slot & 7)


@inlined
def centre_of(place):
    """Where boxes have their origin, in units."""
    return (place[CENTRE], place[CENTRE + 1], place[CENTRE + 2])


@inlined
def corners(triangles, k):
    """The three corners of triangle ``k``, in units."""
    return (
        (triangles[k, 0], triangles[k, 1], triangles[k, 2]),
        (triangles[k, 3], triangles[k, 4], triangles[k, 5]),
        (triangles[k, 6], triangles[k, 7], triangles[k, 8]),
    )


@inlined
def wide(x, y, z):
    """In float64; compiled float() leaves a float32 what it is."""
    return (np.float64(x), np.float64(y), np.float64(z))


@inlined
def frame_of(nodes, row):
    """The frame of a row in float64: two stored rows and their cross product."""
    a = wide(nodes[row, FRAME], nodes[row, FRAME + 1], nodes[row, FRAME + 2])
    b = wide(nodes[row, FRAME + 3], nodes[row, FRAME + 4], nodes[row, FRAME + 5])
    c = cross(a, b)
    return (a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2])


@inlined
def lane_at(nodes, row, at):
    """The centre of a lane's box in float64, or, ``HALF`` further on, its half extents."""
    return wide(nodes[row, at], nodes[row, at + WIDTH], nodes[row, at + 2 * WIDTH])
