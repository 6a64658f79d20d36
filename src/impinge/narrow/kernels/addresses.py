"""Arrays named by their addresses: one kernel call takes any number of shapes.

The only kernels that turn an address into an array. ``narrow.shape_table`` writes the table and
keeps the arrays alive.
"""

from impinge.core.jit import inlined, merged
from impinge.core.memory import lent
from impinge.geometry.kernels.convex_row import HEADER, LENGTH
from impinge.hierarchy.kernels.tree_arrays import TreeArrays

NODES, NODE_COUNT, TRIANGLES, TRIANGLE_COUNT, PLACE, STACK = range(6)
"""Columns of the table, one row a shape: where the arrays of a mesh's tree begin, how many rows
they have, and the capacity that a walk needs."""
BOUNDS, POINTS, POINT_COUNT, CLOSED, ORIENTED = range(6, 11)
"""The same of its inside: bounds and points of its components, and whether it is closed and
oriented. A convex shape has a point, and no bounds."""
ADDRESS_ROW = 11


@merged
def row_at(address, like):
    """The packed row of a convex shape; ``like`` is any row of numbers."""
    return lent(like, address, int(lent(like, address, HEADER)[LENGTH]))


@merged
def tree_at(meshes, k):
    """The tree of mesh ``k``.

    ``meshes`` are the table, and arrays of any mesh, which have the types of all: nodes, triangles
    and place; where the inside counts, also bounds and points.
    """
    table, nodes, triangles, place = meshes[0], meshes[1], meshes[2], meshes[3]
    return TreeArrays(
        lent(nodes, table[k, NODES], table[k, NODE_COUNT]),
        lent(triangles, table[k, TRIANGLES], table[k, TRIANGLE_COUNT]),
        lent(place, table[k, PLACE], len(place)),
    )


@inlined
def is_mesh(meshes, k):
    """Whether shape ``k`` is a mesh, and not convex."""
    return meshes[0][k, BOUNDS] != 0


@merged
def points_at(meshes, k):
    """A point of each component of mesh ``k``, or of the whole convex shape."""
    table, points = meshes[0], meshes[5]
    return lent(points, table[k, POINTS], table[k, POINT_COUNT])


@merged
def body_at(meshes, k):
    """The body of mesh ``k`` (``kernels.mesh_pairs``)."""
    table, bounds = meshes[0], meshes[4]
    closed, oriented = table[k, CLOSED] != 0, table[k, ORIENTED] != 0
    bounds = lent(bounds, table[k, BOUNDS], len(bounds))
    return tree_at(meshes, k), closed, oriented, bounds, points_at(meshes, k)
