"""Columns of one contact, as kernels write it and :class:`impinge.contacts.Contacts` shows it."""

POINT_A, POINT_B, NORMAL, SEPARATION = 0, 3, 6, 9
"""In the world frame."""
FEATURE_A, FEATURE_B = 10, 11
"""The smallest features that the two points are on."""
SLOT = 12
"""Tells apart contacts of the same two features: which point of a rim, which of two crossings."""
NATURE = 13
"""``3 * dimension on A + dimension on B``: of vertex 0, edge 1, face 2."""
PART_A, PART_B = 14, 15
"""Parts of compounds, or -1."""
CONTACT_ROW = 16
