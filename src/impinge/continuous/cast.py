"""How far does a shape get along a line?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.continuous.impact import Cast
from impinge.continuous.options import TOLERANCE
from impinge.continuous.time_of_impact import time_of_impact
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses, given_ways
from impinge.core.poses import AT_REST
from impinge.motion import Motion
from impinge.narrow.posed import Pose


def cast(
    a: Any,
    b: Any,
    direction: ArrayLike,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    tolerance: float = TOLERANCE,
    margin: float = 0.0,
    solid: bool = False,
) -> Cast:
    """Move A along a line, without turning it, until it touches B.

    Parameters
    ----------
    a, b : shape
        Any shapes, or sequences of shapes, as of :func:`time_of_impact`.
    direction : (3,) or (n, 3) array_like
        The way that A goes, as a vector as long as it [m], world frame.
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        Where A begins, and where B is; identity if not given.
    tolerance, margin, solid : optional
        As of :func:`time_of_impact`.

    Returns
    -------
    Cast
        An :class:`~impinge.continuous.Impact` with ``distance``, how far A gets [m]; ``time`` is
        its share of the line. Both are infinite where nothing is in the way.

    Raises
    ------
    ImpingeError
        If a shape, a pose or a direction is not usable; the message names the argument.

    Examples
    --------
    A ball is dropped on a floor three metres below its centre:

    >>> import impinge as im
    >>> above = im.pose((0, 0, 3))
    >>> found = im.cast(im.Sphere(0.5), im.HalfSpace((0, 0, 1)), (0, 0, -10), above)
    >>> round(found.distance, 6), found.point_b.round(6).tolist()
    (2.5, [0.0, 0.0, 0.0])
    """
    start, place = given_poses(pose_a, "pose_a"), given_poses(pose_b, "pose_b")
    start = AT_REST if start is None else start
    ways, single = given_ways(direction, "direction")
    given = [len(ways), *(1 if p is None or p.ndim == 2 else len(p) for p in (start, place))]
    counts = {n for n in given if n != 1}
    if len(counts) > 1:
        raise ImpingeError(
            f"direction, pose_a and pose_b: {given[0]}, {given[1]} and {given[2]} rows, expected "
            "as many, or one"
        )
    if start.ndim == 2 and single:
        end = start.copy()
        end[:3, 3] += ways[0]
    else:
        n = counts.pop() if counts else 1
        start = np.array(np.broadcast_to(start.reshape(-1, 4, 4), (n, 4, 4)), order="C")
        end = start.copy()
        end[:, :3, 3] += ways
    found = time_of_impact(
        a, b, Motion(start, end), place, tolerance=tolerance, margin=margin, solid=solid
    )
    lengths = np.linalg.norm(ways, axis=1)
    return Cast.of(found, lengths[0] if single else lengths)
