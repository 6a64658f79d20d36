"""Which point of a mesh is nearest?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.counters import add_cost, counting
from impinge.core.rows import Rows
from impinge.core.threads import run_rows
from impinge.hierarchy.asking import as_one_pose, as_query_points, as_shape
from impinge.hierarchy.kernels import closest
from impinge.hierarchy.kernels.closest import closest_point_rows
from impinge.hierarchy.tree import tree_of


class ClosestPoint(Rows):
    """The nearest points of a shape; one row a point asked for, or no batch axis at all.

    Attributes
    ----------
    point : (3,) or (n, 3) float64
        Nearest point of the surface [m], world frame. Read-only.
    distance : float, or (n,) float64
        Its distance [m], never negative; inside a closed mesh too. Read-only.
    feature : int, or (n,) int64
        The face on which it lies; where it lies on several, one of them. Read-only.
    """

    __slots__ = ()

    _names = ("point", "distance", "feature")

    @property
    def point(self) -> NDArray[np.float64]:
        return self._vector(closest.POINT)

    @property
    def distance(self) -> float | NDArray[np.float64]:
        return self._scalar(closest.DISTANCE)  # type: ignore[no-any-return]

    @property
    def feature(self) -> int | NDArray[np.int64]:
        return self._id(closest.FEATURE)  # type: ignore[no-any-return]


def closest_point(shape: Any, points: ArrayLike, pose: ArrayLike | None = None) -> ClosestPoint:
    """The point of a shape's surface nearest to each of some points.

    Parameters
    ----------
    shape : Mesh, or anything that is one
        An object with ``.vertices`` and ``.faces``, or such a pair.
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
    impinge.hierarchy.kernels.closest.walk_closest : the same for one point, for compiled code.

    Notes
    -----
    Depth-first over eight-wide boxes, the nearest first (Roussopoulos, Kelley, Vincent 1995 [1]_).
    About O(log n) a point, however far away. The error of the distance is below 1e-14 of the
    largest coordinate involved; with no pose, a point on a vertex has distance 0. Safe to call
    from many threads; batches use all cores, with the same bits for any number of them.

    References
    ----------
    .. [1] N. Roussopoulos, S. Kelley, F. Vincent, Nearest Neighbor Queries, SIGMOD 1995.
       [Roussopoulos1995]_

    Examples
    --------
    >>> from impinge.geometry import box_mesh
    >>> near = closest_point(box_mesh((2, 2, 2)), [3, 0, 0.5])
    >>> near.point, near.distance
    (array([1. , 0. , 0.5]), 2.0)
    """
    mesh = as_shape(shape)
    p, single = as_query_points(points, "points")
    t = as_one_pose(pose)
    tree = tree_of(mesh)
    rows = np.empty((len(p), closest.ROW))
    run_rows(closest_point_rows, len(p), tree._nodes, tree._triangles, tree._place, t, p, rows)
    if counting():
        add_cost(0, *rows[:, closest.BOX_TESTS :].sum(axis=0))
    return ClosestPoint(rows[0] if single else rows)
