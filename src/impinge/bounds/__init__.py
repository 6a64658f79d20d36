"""Volumes that enclose: what lies inside is never outside, whatever was rounded.

Each volume is a small immutable value that can be fitted to points or a mesh, merged, inflated,
moved, measured, and asked whether it holds, overlaps, or how far it is. Each has a module of its
own, and compiled measures on tuples in ``kernels``; spheres and k-DOPs take their places beside
these two.

===================  =============================================================================
:class:`Aabb`        a box along the axes: the cheapest to fit and to test
:class:`Obb`         a box along axes of its own: tighter, and rigid motions keep it as it is
===================  =============================================================================

Trees keep boxes of their own, in float32 and eight at a time (``hierarchy``); these are float64,
one at a time, for scenes, broad phases, and people. Imports core and geometry. Imported by
hierarchy, partition and above.
"""

from impinge.bounds.aabb import Aabb
from impinge.bounds.obb import Obb

__all__ = ["Aabb", "Obb"]
