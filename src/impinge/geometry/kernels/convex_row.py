"""How kernels see a convex shape: one row of numbers, with its tables behind the header.

A shape is its core, swollen by a ball of ``RADIUS``: a sphere's core is a point, a capsule's a
segment, all others have no ball. Kernels take ``(rows, start)``, and positions in the header are
relative to ``start``: rows of many shapes may stand one after the other in one array.

Features of a shape are numbered: vertices from 0 on, then edges, then faces, in the order of the
tables. Shapes without tables count what they have:

============  ====================================================================================
``POINT``     0 the surface
``SEGMENT``   0 the cap below, 1 the cap above, 2 the side
``CYLINDER``  0 the rim above, 1 the rim below, 2 the disc above, 3 the disc below, 4 the side
``CONE``      0 the apex, 1 the rim, 2 the disc, 3 the side
others        0 the surface
============  ====================================================================================
"""

KIND = 0
"""One of the kinds below."""
RADIUS = 1
"""Of the ball [m]."""
SIZES = 2
"""Four numbers. SEGMENT: half length. BOX: half edge lengths. CYLINDER, CONE: radius, half length.
ELLIPSOID: radii. HALFSPACE: unit normal, offset."""
REACH = 6
"""Radius of a ball about CENTRE that holds the shape [m]."""
CENTRE = 7
"""Three numbers: a point inside the shape."""
COUNT, STRIDE, EDGES, FACES = 10, 11, 12, 13
"""How many vertices, the same rounded up to a multiple of LANES, how many edges, faces."""
AT_VERTICES = 14
"""Where x of all vertices begins; y STRIDE later, z two STRIDE later. Vertex 0 fills up."""
AT_NEIGHBOURS = 15
"""COUNT + 1 places: where each vertex' list begins, and the last one ends. The lists: pairs
(neighbour, edge), sorted by neighbour."""
AT_VERTEX_FACES = 16
"""COUNT + 1 places likewise. The lists: faces, sorted."""
AT_LOOPS = 17
"""FACES + 1 places likewise. The lists: vertices, counter-clockwise seen from outside."""
AT_PLANES = 18
"""FACES rows of four: unit normal outward, and offset: normal . x = offset on the face."""
AT_EDGES = 19
"""EDGES rows of four: vertices i < j, the face that runs from i to j and the one that runs back,
-1 for none. Rows are sorted."""
AT_CELLS, ACROSS = 20, 21
"""The table of directions (:mod:`impinge.geometry.kernels.cells`): for each of 8 ACROSS^2 cells
the vertices it names, 64 bits; then lists of those that have more. ACROSS is 0 where there is no
table."""
LENGTH = 22
"""Numbers of the whole row."""
HEADER = 24
"""Numbers before the first table."""

LANES = 8
"""Vertices are looked at so many at a time."""

POINT, SEGMENT, BOX, HULL, CYLINDER, CONE, ELLIPSOID, HALFSPACE = range(8)
"""Kinds of rows."""
