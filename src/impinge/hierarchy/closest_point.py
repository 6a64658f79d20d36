"""Which point of a shape is nearest?"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.counters import add_cost, counting
from impinge.core.rows import Rows, integer, scalar, vector
from impinge.core.table import KindTable
from impinge.geometry import Compound, Convex, HalfSpace, HeightField, Mesh, as_shape
from impinge.hierarchy.asking import as_one_pose, as_query_points, asked_rows, nearest_of_parts
from impinge.hierarchy.kernels import closest
from impinge.hierarchy.kernels.closest import closest_point_rows
from impinge.hierarchy.kernels.solids import closest_point_solid_rows
from impinge.hierarchy.tree import tree_of


class ClosestPoint(Rows):
    """The nearest points of a shape; one row a point asked for, or no batch axis at all.

    Attributes
    ----------
    point : (3,) or (n, 3) float64
        Nearest point of the surface [m], world frame. Read-only.
    distance : float, or (n,) float64
        Its distance [m], never negative; inside of solids too. Read-only.
    feature : int, or (n,) int64
        The feature on which it lies: of a mesh or a height field the face, of other shapes as they
        number them; where it lies on several, one of them. Read-only.
    """

    __slots__ = ()

    _layout = closest.LAYOUT

    point, distance, feature = vector(), scalar(), integer()


def closest_point(shape: Any, points: ArrayLike, pose: ArrayLike | None = None) -> ClosestPoint:
    """The point of a shape's surface nearest to each of some points.

    Parameters
    ----------
    shape : Shape, or anything that is a mesh
        Of any kind; an object with ``.vertices`` and ``.faces``, or such a pair, is a mesh.
    points : (3,) or (n, 3) array_like
        World frame [m].
    pose : (4, 4) array_like, optional
        Of the shape, body to world; identity if not given.

    Returns
    -------
    ClosestPoint
        One row a point; no batch axis for a single point. Of several nearest points, one, the
        same each time.

    Raises
    ------
    ImpingeError
        If the shape, a point or the pose is not usable; the message names argument and row.

    See Also
    --------
    impinge.hierarchy.kernels.closest.walk_closest : the same for one point and a mesh, for
        compiled code.
    impinge.geometry.kernels.convex.closest_point_convex : the same for a convex shape.

    Notes
    -----
    Of a mesh or a height field: depth-first over eight-wide boxes, the nearest first (Roussopoulos,
    Kelley, Vincent 1995 [Roussopoulos1995]_). About O(log n) a point, however far away. Of solids:
    formulas; for an ellipsoid the root of an equation, for a hull a look at each face. Of a
    compound: the nearest over its parts, so that a point inside of two of them may find the surface
    of one that lies inside the other.

    The error of the distance is below 1e-14 of the largest coordinate involved; with no pose, a
    point on a vertex has distance 0. Safe to call from many threads; batches use all cores, with
    the same bits for any number of them.

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> near = closest_point(box_mesh((2, 2, 2)), [3, 0, 0.5])
    >>> near.point, near.distance
    (array([1. , 0. , 0.5]), 2.0)
    """
    kind = as_shape(shape, "shape")
    p, single = as_query_points(points, "points")
    rows = CLOSEST(kind, p, as_one_pose(pose))
    if counting():
        add_cost(0, *rows[:, closest.BOX_TESTS :].sum(axis=0))
    return ClosestPoint(rows[0] if single else rows)


CLOSEST = KindTable("closest_point")
"""Answers for points (n, 3) and one pose: rows in the columns of ``kernels.closest``."""


@CLOSEST.answers(Mesh)
def closest_on_mesh(mesh: Mesh, points: Array, pose: Array) -> Array:
    arrays = tree_of(mesh)._arrays
    return asked_rows(closest_point_rows, closest.ROW, len(points), arrays, pose, points)


CLOSEST.reduces(HeightField, lambda field: field.mesh)


@CLOSEST.answers(Convex)
@CLOSEST.answers(HalfSpace)
def closest_on_solid(solid: Convex | HalfSpace, points: Array, pose: Array) -> Array:
    row = solid._packed
    return asked_rows(closest_point_solid_rows, closest.ROW, len(points), row, pose, points)


@CLOSEST.answers(Compound)
def closest_on_compound(compound: Compound, points: Array, pose: Array) -> Array:
    return nearest_of_parts(CLOSEST, closest.LAYOUT, compound, pose, points)
