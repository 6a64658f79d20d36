"""Volumes that enclose: what lies inside is never outside, whatever was rounded.

Each volume is a small immutable value that can be fitted to points or a mesh, merged, inflated,
moved, measured, and asked whether it holds, overlaps, or how far it is. Each has a module of its
own, and compiled measures in ``kernels``: on tuples, and for k-DOPs on rows of an array.

==========================  ======================================================================
:class:`BoundingSphere`     a ball: nothing to do under rotation; loose around what is long
:class:`BoundingEllipsoid`  the smallest ellipsoid: tight around what is round, dear to test
:class:`Aabb`               a box along the axes: the cheapest to fit and to test
:class:`Obb`                a box along axes of its own: tighter, and rigid motions keep it as it is
:class:`Kdop`               between planes across k/2 fixed directions: the tightest for larger k
:class:`TurningHull`        a body's hull, to bound it by k-DOPs at one pose after the other
:class:`Climb`              what climbing its vertices gives: a k-DOP and where the climb ended
:class:`KdopSequence`       k-DOPs of a sequence of poses
:func:`swept_sphere`        a ball that a moving body does not leave in an interval of time
:func:`swept_aabb`          the same as a box, of points or of a volume around them
:func:`swept_kdop`          the same as a k-DOP
:func:`apart_until`         the time until which two moving volumes are proved to be apart
:func:`dop_directions`      the directions of k-DOPs
:func:`dop_facets`          the triangles between them
==========================  ======================================================================

The verbs are the same for all: ``of``, ``merged``, ``inflated``, ``moved``, ``contains``,
``overlaps``, ``distance``, ``volume``. A k-DOP has ``gap``, a lower bound, for ``distance``.

Trees keep boxes of their own, in float32 and eight at a time (``hierarchy``); these are float64,
one at a time, for scenes, broad phases, and people. Imports core, geometry and motion. Imported by
hierarchy, partition and above.
"""

from impinge.bounds.aabb import Aabb
from impinge.bounds.directions import dop_directions, dop_facets
from impinge.bounds.ellipsoid import BoundingEllipsoid
from impinge.bounds.kdop import Kdop
from impinge.bounds.obb import Obb
from impinge.bounds.sphere import BoundingSphere
from impinge.bounds.swept import apart_until, swept_aabb, swept_kdop, swept_sphere
from impinge.bounds.turning import Climb, KdopSequence, TurningHull

__all__ = [
    "Aabb",
    "BoundingEllipsoid",
    "BoundingSphere",
    "Climb",
    "Kdop",
    "KdopSequence",
    "Obb",
    "TurningHull",
    "apart_until",
    "dop_directions",
    "dop_facets",
    "swept_aabb",
    "swept_kdop",
    "swept_sphere",
]
