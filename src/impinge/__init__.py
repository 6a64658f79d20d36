"""Collision handling for Python: does anything touch, where, how far apart, how deep.

>>> import impinge as im
>>> im.overlap(im.Box((1, 1, 1)), im.Sphere(0.6))
True

====================================================  =============================================
:func:`overlap`, :func:`distance`                     two shapes at one instant
:func:`penetration`, :func:`collide`                  how deep they are, and their contacts
:func:`overlap_within`, :func:`distance_within`       the first two within a time budget
:func:`time_of_impact`, :func:`stay_free`              when two moving shapes first touch, if at all
:func:`cast`                                          how far a shape gets along a line
:func:`intersecting_pairs`                            all triangles in which two meshes meet
:func:`closest_point`, :func:`cast_ray`               one shape, and points or rays
:func:`contains`                                      which points are inside a shape
:class:`Sphere`, :class:`Box`, :class:`Capsule`       solid shapes
:class:`Cylinder`, :class:`Cone`, :class:`Ellipsoid`
:class:`Hull`, :class:`HalfSpace`
:class:`Mesh`, :class:`HeightField`                   surfaces
:class:`Compound`                                     shapes made of shapes
:func:`pose`                                          where a body is: position and rotation
:class:`Motion`, :class:`ScrewMotion`                  how a body moves in a step
:class:`PiecewiseMotion`
:func:`collision_free_step`                           how much of it a mesh that deforms can take
:class:`Scene`                                        named things that move: what touches what
:class:`Recording`, :class:`Recorder`                 poses, vertices, points, numbers over time
:func:`show`, :class:`View`                           pages on which to look at all of it
:func:`load`, :func:`save`                            meshes, points, scenes, recordings as files
:class:`TetMesh`, :class:`PointCloud`                 solids that deform, and points of files
:func:`box_mesh`, :func:`icosphere`                   meshes from formulas
:func:`torus_knot`
:func:`count`, :func:`use_threads`                    what queries cost, how many threads they use
====================================================  =============================================
"""

from impinge.contacts import Nature, collide
from impinge.continuous import (
    FreedomStatus,
    ImpactStatus,
    cast,
    collision_free_step,
    stay_free,
    time_of_impact,
)
from impinge.core.counters import count
from impinge.core.errors import FileError, ImpingeError, UnsupportedPairError
from impinge.core.threads import use_threads
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Hull,
    Mesh,
    PointCloud,
    Sphere,
    TetMesh,
    box_mesh,
    icosphere,
    pose,
    torus_knot,
)
from impinge.hierarchy import cast_ray, closest_point, contains
from impinge.io import load, save
from impinge.motion import Motion, PiecewiseMotion, ScrewMotion
from impinge.narrow import (
    distance,
    distance_within,
    intersecting_pairs,
    overlap,
    overlap_within,
    penetration,
)
from impinge.scene import Recorder, Recording, Scene
from impinge.viewer import View, show

__version__ = "0.1.0"

__all__ = [
    "Box",
    "Capsule",
    "Compound",
    "Cone",
    "Cylinder",
    "Ellipsoid",
    "FileError",
    "FreedomStatus",
    "HalfSpace",
    "HeightField",
    "Hull",
    "ImpactStatus",
    "ImpingeError",
    "Mesh",
    "Motion",
    "Nature",
    "PiecewiseMotion",
    "PointCloud",
    "Recorder",
    "Recording",
    "Scene",
    "ScrewMotion",
    "Sphere",
    "TetMesh",
    "UnsupportedPairError",
    "View",
    "__version__",
    "box_mesh",
    "cast",
    "cast_ray",
    "closest_point",
    "collide",
    "collision_free_step",
    "contains",
    "count",
    "distance",
    "distance_within",
    "icosphere",
    "intersecting_pairs",
    "load",
    "overlap",
    "overlap_within",
    "penetration",
    "pose",
    "save",
    "show",
    "stay_free",
    "time_of_impact",
    "torus_knot",
    "use_threads",
]
