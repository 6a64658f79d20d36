"""Exact answers for two things at one instant.

==============================  ==============================================================
:func:`overlap`                 do they touch, or come within a margin
:func:`distance`                how far apart, with witness points, normal and features
:func:`intersecting_pairs`      all pairs of triangles that meet
==============================  ==============================================================

Each takes single poses or batches on either side. Imports core, geometry, bounds, hierarchy.
Imported by continuous, contacts and above.
"""

from impinge.narrow.distance import Distance, distance
from impinge.narrow.overlap import overlap
from impinge.narrow.pairs import TrianglePairs, intersecting_pairs

__all__ = ["Distance", "TrianglePairs", "distance", "intersecting_pairs", "overlap"]
