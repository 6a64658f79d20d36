"""How far must one mesh move along a direction until it is free of another?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.narrow.kernels.pair_row import FEATURE_A, FEATURE_B, KIND, NORMAL, PAIR_ROW, POINT_A
from impinge.narrow.kernels.slide_rows import slide_rows
from impinge.narrow.mesh_regions import as_surface
from impinge.narrow.meshes import distance_mesh
from impinge.narrow.penetration import KINDS, Penetration, as_units, row_count
from impinge.narrow.posed import Pose, as_batches, as_shapes, poses_of
from impinge.narrow.posed_shapes import count_costs
from impinge.narrow.solid import as_solid, body_of


def directional_depth(
    a: Any,
    b: Any,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    direction: ArrayLike,
    solid: bool = False,
) -> Penetration:
    """The shortest translation of B along a direction that frees it from A.

    Parameters
    ----------
    a, b : mesh
        Or height field, which is its surface; otherwise as for :func:`impinge.overlap`.
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        As for :func:`impinge.overlap`.
    direction : (3,) or (n, 3) array_like
        World frame, of any length but zero. Several of them make a batch of a single query.
    solid : bool, optional
        Whether the meshes, which must be closed then, are filled: a body inside the other has to
        leave it. Otherwise surfaces may rest inside each other.

    Returns
    -------
    Penetration
        Of kind ``"directional"``. ``point_a`` and ``point_b`` are where the surfaces meet last, at
        first ``depth`` apart; where nothing has to move, the closest points.

    Raises
    ------
    ImpingeError
        If a mesh, a pose or the direction is not usable, or a mesh is open and ``solid`` is asked.

    See Also
    --------
    impinge.narrow.regions_of : depths along normals that the surfaces choose themselves.

    Notes
    -----
    Two triangles are in each other's way for an interval of times. All intervals are followed from
    zero to their first gap: after the depth, B is free, or touches, and there is no shorter way out
    along this direction. (It may meet A again further on: pulled out of a drawer, a box is free
    before it passes the next one.) For solids, a gap in which one body is inside the other is none.

    Exact signs decide who meets whom, for coordinates rounded once into a frame whose last axis is
    the direction; times err by about 1e-13 of the largest coordinate, and free gaps narrower than
    that are not seen. Deterministic; the same bits for any number of threads.

    Examples
    --------
    >>> from impinge.geometry import box_mesh, pose
    >>> from impinge.narrow import directional_depth
    >>> near = pose((0.9, 0.2, 0))
    >>> ways = [[1, 0, 0], [-1, 0, 0], [0, 1, 0]]
    >>> directional_depth(box_mesh(), box_mesh(), pose_b=near, direction=ways).depth.round(12)
    array([0.1, 1.9, 0.8])
    """
    a, b = as_shapes(a, b)
    a, b = as_surface(a, "a"), as_surface(b, "b")
    filled = as_solid(solid, a, b)
    return slide_mesh_mesh(a, pose_a, b, pose_b, as_units(direction), filled)


def slide_mesh_mesh(
    a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose, units: Array, solid: bool
) -> Penetration:
    """The same for meshes and directions of length one, (n, 3)."""
    poses_a, poses_b, count, single = as_batches(pose_a, pose_b)
    n = row_count(count, units)
    rows, costs = np.empty((n, PAIR_ROW)), np.empty((n, 2), np.int64)
    bodies = body_of(a), body_of(b)
    run_rows(
        slide_rows, n, bodies[0], poses_a, bodies[1], poses_b, units, solid, rows, costs, grain=1
    )
    count_costs(costs)
    free = np.flatnonzero(rows[:, FEATURE_A] < 0.0)
    if len(free):
        # Nothing has to move there: they touch at most.
        near = distance_mesh(a, poses_of(poses_a, free), b, poses_of(poses_b, free))
        columns = [*range(POINT_A, NORMAL), FEATURE_A, FEATURE_B]
        rows[np.ix_(free, columns)] = near._rows[:, columns]
    rows[:, KIND] = KINDS.index("directional")
    return Penetration(rows[0] if single and len(units) == 1 else rows)
