"""How far apart are two posed shapes, and where?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import empty, ndarray
from numpy.typing import NDArray

from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError
from impinge.core.linking import OtherLayoutError
from impinge.core.options import as_flag
from impinge.core.poses import AT_REST
from impinge.core.rows import NEW, SET_ROWS
from impinge.core.table import PairTable
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.narrow.coherent import gaps_from
from impinge.narrow.convex import gaps
from impinge.narrow.distance_rows import Distance
from impinge.narrow.gradient import with_gradient
from impinge.narrow.half_spaces import gaps_half_spaces
from impinge.narrow.kernels.convex_rows import AS_DISTANCE, answer_convex, gap_rows
from impinge.narrow.kernels.pair_row import PAIR_ROW
from impinge.narrow.pair_rows import widened
from impinge.narrow.posed import Pose, as_one_layout, as_shapes
from impinge.narrow.posed_shapes import (
    PosedPairs,
    has_many,
    posed_lists,
)
from impinge.narrow.solid import as_solid

DISTANCE = PairTable("distance", swap=Distance.swapped)


def distance(
    a: Any,
    b: Any,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    gradient: bool = False,
    solid: bool = False,
    start: Distance | None = None,
) -> Distance:
    """The distance of two posed shapes, with the points where they are closest.

    Parameters
    ----------
    a, b : shape
        Any shapes; also anything with ``.vertices`` and ``.faces``, or such a pair. Make that a
        Mesh to ask more than once: a Mesh keeps its tree, others build one at each call. Or
        sequences of shapes: row i with row i, one with all.
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        Body to world; identity if not given. Batches pair row i with row i, and one pose goes
        with every row of the other side.
    gradient : bool, optional
        Also the derivatives with respect to both poses: ``gradient_a`` and ``gradient_b``.
    solid : bool, optional
        Meshes have an inside, and must be closed: what is inside of one overlaps it, and below the
        surface of a height field too. Other shapes are solid in any case.
    start : Distance, optional
        An earlier answer about the same shapes, as at the last time step: where the search begins.
        It saves steps where shapes moved little, and changes the answer by rounding at most. Used
        for two convex shapes, and for two meshes that are not ``solid``.

    Returns
    -------
    Distance
        With ``distance``, ``point_a``, ``point_b``, ``normal``, ``feature_a`` and ``feature_b``:
        one row for each pair of poses, no batch axis for a single query. Where several pairs of
        points are equally close, one of them, the same each time.

    Raises
    ------
    ImpingeError
        If a shape or a pose is not usable, or ``solid`` is asked of an open mesh; the message names
        argument and row.

    Notes
    -----
    The error of the distance is below 1e-13 of the largest coordinate involved, for cylinders,
    cones and ellipsoids below 1e-10. Zero just where :func:`overlap` is True. Meshes: best-first
    over eight-wide oriented boxes; convex shapes: GJK [Gilbert1988]_, or a formula where there is
    one. Safe to call from many threads; batches use all cores, with the same bits for any number
    of them.

    Examples
    --------
    >>> import impinge as im
    >>> cube = im.box_mesh((1, 1, 1))
    >>> near = im.distance(cube, cube, pose_b=im.pose((3, 0, 0)))
    >>> near.distance, near.normal
    (2.0, array([1., 0., 0.]))
    """
    if solid is not False:
        solid = as_solid(solid, a, b)
    if gradient is not False:
        gradient = as_flag(gradient, "gradient")
    # The path of single queries on convex shapes, where every tenth of a microsecond counts: hence
    # no functions of its own. `overlap` and `penetration` begin with the same lines.
    try:
        row_a, row_b = a._row_address, b._row_address
    except AttributeError:
        # Several shapes, or meshes of other libraries.
        row_a = row_b = None
    if row_a is not None and row_b is not None and start is None:
        one_a = AT_REST if pose_a is None else pose_a
        one_b = AT_REST if pose_b is None else pose_b
        if type(one_a) is type(one_b) is ndarray and one_a.ndim == one_b.ndim == 2:
            row = empty(PAIR_ROW)
            try:
                known = answer_convex(row_a, one_a, row_b, one_b, AS_DISTANCE, row)
            except OtherLayoutError:
                one_a, one_b = as_one_layout(one_a, one_b)
                known = answer_convex(row_a, one_a, row_b, one_b, AS_DISTANCE, row)
            if known:
                if counting():
                    add_cost(primitive_tests=1)
                found = NEW(Distance)
                SET_ROWS(found, row)
                return with_gradient(found, pose_a, pose_b) if gradient else found
    if start is not None:
        found = _from_start(a, b, pose_a, pose_b, solid, start)
    elif has_many(a, b):
        found = Distance(distances_of(posed_lists(a, b, pose_a, pose_b), solid))
    else:
        a, b = as_shapes(a, b)
        found = DISTANCE(a, pose_a, b, pose_b, solid)
    return with_gradient(found, pose_a, pose_b) if gradient else found


def _from_start(
    a: Any, b: Any, pose_a: Pose, pose_b: Pose, solid: bool, start: Distance
) -> Distance:
    if not isinstance(start, Distance):
        raise ImpingeError(f"start: expected a Distance, got {type(start).__name__}")
    if isinstance(a, Mesh) and isinstance(b, Mesh) and not solid:
        return Distance(gaps_from(a, pose_a, b, pose_b, start._rows))
    if not all(isinstance(s, (Convex, HalfSpace)) for s in (a, b)) or (
        isinstance(a, HalfSpace) and isinstance(b, HalfSpace)
    ):
        return distance(a, b, pose_a, pose_b, solid=solid)
    return Distance(gaps(a, pose_a, b, pose_b, AS_DISTANCE, start._rows))


def distances_of(pairs: PosedPairs, solid: bool) -> NDArray[np.float64]:
    """(m, PAIR_ROW) float64: distances of all pairs; wider where compounds are among them."""
    rows = np.empty((len(pairs), PAIR_ROW))
    convex = pairs.convex()
    if len(convex):
        pairs.run_convex(gap_rows, convex, AS_DISTANCE, False, rows)
    for some, _, found in () if solid else pairs.measure_meshes(False):
        rows[some] = found
    for a, pose_a, b, pose_b, part in pairs.buckets(pairs.others(meshes=solid)):
        found = DISTANCE(a, pose_a, b, pose_b, solid)._rows
        rows = widened(rows) if found.shape[-1] > rows.shape[-1] else rows
        rows[part, : found.shape[-1]] = found
    return rows


@DISTANCE.answers(Convex, Convex)
@DISTANCE.answers(HalfSpace, Convex)
def distance_convex_convex(
    a: Any, pose_a: Pose, b: Any, pose_b: Pose, _solid: bool = False
) -> Distance:
    return Distance(gaps(a, pose_a, b, pose_b, AS_DISTANCE))


@DISTANCE.answers(HalfSpace, HalfSpace)
def distance_half_spaces(
    a: HalfSpace, pose_a: Pose, b: HalfSpace, pose_b: Pose, _solid: bool = False
) -> Distance:
    return Distance(gaps_half_spaces(a, pose_a, b, pose_b))
