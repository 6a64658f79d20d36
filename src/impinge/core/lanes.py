"""Where the fields of an eight-wide node lie: shared by the SIMD code and the trees.

A node is one row of 64 float32 (256 bytes, four cache lines). Eight children lie side by side,
so that one load brings the same number of all eight:

=======  ===========================================================================
columns  what
=======  ===========================================================================
0 - 23   centres of the children's boxes: 8 times x, 8 times y, 8 times z
24 - 47  half extents, likewise; an empty lane has ``EMPTY``
48 - 55  what each child is, as the bits of an int32 (see ``hierarchy.kernels.node``)
56 - 61  the first two rows of the frame in which all eight boxes are axis-aligned
62 - 63  unused
=======  ===========================================================================
"""

WIDTH = 8
ROW = 64
HALF = 24
CHILD = 48
FRAME = 56
EMPTY = -1.0e18
"""Half extent of a lane without a child: its box is apart from everything, and its square is
still a finite float32."""
