"""Collision handling for Python: does anything touch, where, how far apart.

>>> import impinge as im
>>> im.overlap(im.box_mesh((1, 1, 1)), im.icosphere(0.6))
True

====================================================  =============================================
:func:`overlap`, :func:`distance`                     two shapes at one instant
:func:`overlap_within`, :func:`distance_within`       the same within a time budget
:func:`intersecting_pairs`                            all triangles in which two meshes meet
:func:`closest_point`, :func:`cast_ray`               one mesh, and points or rays
:func:`contains`                                      which points are inside a closed mesh
:class:`Mesh`, :func:`load`                           what shapes are, and files
:func:`box_mesh`, :func:`icosphere`                   shapes from formulas
:func:`torus_knot`
:func:`count`, :func:`use_threads`                    what queries cost, how many threads they use
====================================================  =============================================
"""

from impinge.core.counters import Cost, count
from impinge.core.errors import FileError, ImpingeError, UnsupportedPairError
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, box_mesh, icosphere, torus_knot
from impinge.hierarchy import ClosestPoint, RayHits, cast_ray, closest_point, contains
from impinge.io import load
from impinge.narrow import (
    Bounded,
    Distance,
    TrianglePairs,
    distance,
    distance_within,
    intersecting_pairs,
    overlap,
    overlap_within,
)

__version__ = "0.1.0"

__all__ = [
    "Bounded",
    "ClosestPoint",
    "Cost",
    "Distance",
    "FileError",
    "ImpingeError",
    "Mesh",
    "RayHits",
    "TrianglePairs",
    "UnsupportedPairError",
    "__version__",
    "box_mesh",
    "cast_ray",
    "closest_point",
    "contains",
    "count",
    "distance",
    "distance_within",
    "icosphere",
    "intersecting_pairs",
    "load",
    "overlap",
    "overlap_within",
    "torus_knot",
    "use_threads",
]
