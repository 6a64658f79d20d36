"""How far apart are two posed shapes, and where?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.counters import add_cost, counting
from impinge.core.rows import Rows
from impinge.core.table import PairTable
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.kernels import witness
from impinge.narrow.kernels.rows import answer_distance, distance_rows
from impinge.narrow.posed import Pose, as_shapes, as_two_poses

Vectors = NDArray[np.float64]

SWAPPED = np.array([0, 4, 5, 6, 1, 2, 3, 7, 8, 9, 11, 10, 12, 13])


class Distance(Rows):
    """The shortest connection of two shapes; one row a pair of poses, or no batch axis at all.

    Attributes
    ----------
    distance : float, or (n,) float64
        [m], never negative; 0 just where the shapes overlap.
    point_a, point_b : (3,) or (n, 3) float64
        Its ends on A and on B [m], world frame; the same point where the shapes overlap.
    normal : (3,) or (n, 3) float64
        Unit vector from A to B. Where they overlap, that of a face of A at the common point.
    feature_a, feature_b : int, or (n,) int64
        The triangles that ``point_a`` and ``point_b`` lie on.
    """

    __slots__ = ()

    _names = ("distance", "point_a", "point_b", "normal", "feature_a", "feature_b")

    @property
    def distance(self) -> float | Vectors:
        return self._scalar(witness.DISTANCE)  # type: ignore[no-any-return]

    @property
    def point_a(self) -> Vectors:
        return self._vector(witness.POINT_A)

    @property
    def point_b(self) -> Vectors:
        return self._vector(witness.POINT_B)

    @property
    def normal(self) -> Vectors:
        return self._vector(witness.NORMAL)

    @property
    def feature_a(self) -> int | NDArray[np.int64]:
        return self._id(witness.FEATURE_A)  # type: ignore[no-any-return]

    @property
    def feature_b(self) -> int | NDArray[np.int64]:
        return self._id(witness.FEATURE_B)  # type: ignore[no-any-return]

    def swapped(self) -> Distance:
        """The same answer, asked as (B, A)."""
        rows = self._rows[..., SWAPPED]
        rows[..., witness.NORMAL : witness.NORMAL + 3] *= -1.0
        return Distance(rows)


DISTANCE = PairTable("distance", swap=Distance.swapped)


def distance(a: Any, b: Any, pose_a: Pose = None, pose_b: Pose = None) -> Distance:
    """The distance of two posed shapes, with the points where they are closest.

    Parameters
    ----------
    a, b : shape
        A :class:`~impinge.Mesh`, anything with ``.vertices`` and ``.faces``, or such a pair. Make
        it a Mesh to ask more than once: a Mesh keeps its tree, others build one at each call.
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        Body to world; identity if not given. Batches pair row i with row i, and one pose goes
        with every row of the other side.

    Returns
    -------
    Distance
        With ``distance``, ``point_a``, ``point_b``, ``normal``, ``feature_a`` and ``feature_b``:
        one row for each pair of poses, no batch axis for a single query. Where several pairs of
        points are equally close, one of them, the same each time.

    Raises
    ------
    ImpingeError
        If a shape or a pose is not usable; the message names argument and row.

    Notes
    -----
    The error of the distance is below 1e-14 of the largest coordinate involved. Best-first over
    eight-wide oriented boxes. Zero just where :func:`overlap` is True. Safe to call from many
    threads; batches use all cores, with the same bits for any number of them.

    Examples
    --------
    >>> import numpy as np
    >>> import impinge as im
    >>> cube = im.box_mesh((1, 1, 1))
    >>> pose = np.eye(4)
    >>> pose[0, 3] = 3.0
    >>> near = im.distance(cube, cube, pose_b=pose)
    >>> near.distance, near.normal
    (2.0, array([1., 0., 0.]))
    """
    a, b = as_shapes(a, b)
    return DISTANCE(a, pose_a, b, pose_b)  # type: ignore[no-any-return]


@DISTANCE.answers(Mesh, Mesh)
def distance_mesh_mesh(a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose) -> Distance:
    checked_a, checked_b, count = as_two_poses(pose_a, pose_b)
    s, t = tree_of(a), tree_of(b)
    if count is None:
        rows = np.empty(witness.ROW)
        answer_distance(
            s._nodes, s._triangles, s._place, checked_a,
            t._nodes, t._triangles, t._place, checked_b, rows,
        )  # fmt: skip
    else:
        rows = np.empty((count, witness.ROW))
        run_rows(
            distance_rows, count,
            s._nodes, s._triangles, s._place, t._nodes, t._triangles, t._place,
            checked_a, checked_b, rows,
        )  # fmt: skip
    if counting():
        tests = rows.reshape(-1, witness.ROW)[:, witness.BOX_TESTS :].sum(axis=0)
        add_cost(0, int(tests[0]), int(tests[1]))
    return Distance(rows)
