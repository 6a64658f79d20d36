"""How far apart are two posed shapes, and where?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import empty, ndarray
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.counters import add_cost, counting
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.linking import OtherLayoutError
from impinge.core.options import as_flag
from impinge.core.poses import AT_REST
from impinge.core.rows import NEW, SET_ROWS
from impinge.core.table import PairTable
from impinge.core.threads import run_rows
from impinge.geometry import Convex, HalfSpace, Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.convex import gaps, gaps_half_spaces
from impinge.narrow.kernels.convex_rows import AS_DISTANCE, answer_convex, gap_rows
from impinge.narrow.kernels.pair_row import FEATURE_A, FEATURE_B, PAIR_ROW
from impinge.narrow.kernels.rows import distance_rows_from
from impinge.narrow.pair_rows import Distance, widened, with_gradient
from impinge.narrow.posed import Pose, as_batches, as_one_layout, as_shapes
from impinge.narrow.posed_shapes import PosedPairs, count_tests, has_many, posed_lists
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
    a, b : shape, or sequence of shapes
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        As for :func:`overlap`.
    gradient : bool, optional
        Also the derivatives with respect to both poses: ``gradient_a`` and ``gradient_b``.
    solid : bool, optional
        As for :func:`overlap`: what is inside of a mesh, or below a height field, overlaps it.
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


def gaps_from(a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose, earlier: Array) -> Array:
    """Rows of :mod:`~impinge.narrow.kernels.pair_row`; ``earlier`` is one, or one for each.

    Faces that one of the meshes does not have begin nowhere.
    """
    poses_a, poses_b, n, single = as_batches(pose_a, pose_b)
    known = earlier.reshape(-1, earlier.shape[-1])
    if len(known) not in (1, n):
        raise ImpingeError(f"start: {len(known)} rows, expected {n} or one for all")
    starts = np.stack([_places(a, known[:, FEATURE_A]), _places(b, known[:, FEATURE_B])], axis=1)
    rows = np.empty((n, PAIR_ROW))
    trees = tree_of(a)._arrays, tree_of(b)._arrays
    run_rows(distance_rows_from, n, trees[0], poses_a, trees[1], poses_b, starts, rows)
    count_tests(rows)
    return rows[0] if single else rows


def _places(mesh: Mesh, features: Array) -> Ids:
    """Where faces are in the tree, -1 for numbers of none."""
    places = derived(mesh, "places", lambda: np.argsort(tree_of(mesh).faces))
    faces = features.astype(np.int64)
    known = (faces >= 0) & (faces < len(places))
    return np.where(known, places[np.where(known, faces, 0)], -1)
