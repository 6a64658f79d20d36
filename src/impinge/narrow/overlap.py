"""Do two posed shapes touch?"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numpy import ndarray
from numpy.typing import NDArray

from impinge.core.arrays import as_scalar, frozen
from impinge.core.counters import add_cost, counting
from impinge.core.linking import OtherLayoutError
from impinge.core.poses import AT_REST
from impinge.core.table import PairTable
from impinge.geometry import Convex, HalfSpace
from impinge.narrow.convex import gaps_half_spaces, overlaps
from impinge.narrow.kernels.convex_overlap import answer_overlap_convex, overlap_convex_rows
from impinge.narrow.kernels.mesh_pairs import A_UNKNOWN, NEITHER, WHO
from impinge.narrow.kernels.pair_row import GAP
from impinge.narrow.posed import Pose, as_one_layout, as_shapes
from impinge.narrow.posed_shapes import PosedPairs, has_many, posed_lists
from impinge.narrow.solid import as_solid

OVERLAP = PairTable("overlap", swap=lambda answer: answer)


def overlap(
    a: Any,
    b: Any,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    margin: float = 0.0,
    solid: bool = False,
) -> bool | NDArray[np.bool_]:
    """Whether two posed shapes touch, or come within a margin of each other.

    Parameters
    ----------
    a, b : shape
        Any shapes; also anything with ``.vertices`` and ``.faces``, or such a pair. Make that a
        Mesh to ask more than once: a Mesh keeps its tree, others build one at each call. Or
        sequences of shapes: row i with row i, one with all.
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        Body to world; identity if not given. Batches pair row i with row i, and one pose goes
        with every row of the other side.
    margin : float, optional
        Distance [m] up to which shapes count as touching.
    solid : bool, optional
        Meshes have an inside, and must be closed: what is inside of one overlaps it, and below the
        surface of a height field too. Other shapes are solid in any case.

    Returns
    -------
    bool, or (n,) bool for a batch
        Touching counts. Meshes are surfaces unless ``solid``: one inside another, without touching,
        is free.

    Raises
    ------
    ImpingeError
        If a shape, a pose or the margin is not usable, or ``solid`` is asked of an open mesh; the
        message names argument and row.

    Notes
    -----
    Meshes: exact for the coordinates in the frame of A, rounded once to float64: triangles are
    compared by exact predicates, and boxes only leave out what is provably apart. A coordinate
    below 5e-88 of the largest on its axis, among the two triangles compared, counts as zero.
    Convex shapes: a gap of up to 8 roundings (2e-15) of the largest coordinate is touching.
    Safe to call from many threads; batches use all cores (:func:`impinge.use_threads`), with the
    same answer.

    Examples
    --------
    >>> import impinge as im
    >>> cube = im.box_mesh((1, 1, 1))
    >>> poses = im.pose([[0.5, 0, 0], [1, 0, 0], [1.5, 0, 0]])
    >>> im.overlap(cube, cube, pose_b=poses)
    array([ True,  True, False])
    >>> im.overlap(cube, cube, pose_b=poses[2], margin=0.6)
    True
    """
    if margin.__class__ is not float or not 0.0 <= margin < inf:
        margin = as_scalar(margin, "margin")
    if solid is not False:
        solid = as_solid(solid, a, b)
    # The path of single queries, as in `distance`.
    try:
        row_a, row_b = a._row_address, b._row_address
    except AttributeError:
        # Several shapes, or meshes of other libraries.
        row_a = row_b = None
    if row_a is not None and row_b is not None:
        one_a = AT_REST if pose_a is None else pose_a
        one_b = AT_REST if pose_b is None else pose_b
        if type(one_a) is type(one_b) is ndarray and one_a.ndim == one_b.ndim == 2:
            try:
                found = answer_overlap_convex(row_a, one_a, row_b, one_b, margin)
            except OtherLayoutError:
                one_a, one_b = as_one_layout(one_a, one_b)
                found = answer_overlap_convex(row_a, one_a, row_b, one_b, margin)
            if found >= 0:
                if counting():
                    add_cost(primitive_tests=1)
                return found == 1  # type: ignore[no-any-return]
    if has_many(a, b):
        return frozen(overlaps_of(posed_lists(a, b, pose_a, pose_b, margin), solid))
    a, b = as_shapes(a, b)
    return OVERLAP(a, pose_a, b, pose_b, margin, solid)  # type: ignore[no-any-return]


def overlaps_of(pairs: PosedPairs, solid: bool) -> NDArray[np.bool_]:
    """(m,) bool: which pairs come within their margin."""
    found = np.zeros(len(pairs), np.bool_)
    convex = pairs.convex()
    if len(convex):
        pairs.run_convex(overlap_convex_rows, convex, pairs.margins, found)
    for rows, some, gaps in pairs.measure_meshes(True):
        found[rows] = gaps[:, GAP] <= 0.0
        if solid:
            apart = np.flatnonzero(~found[rows])
            found[rows[apart]] = _held(some.some(apart))
    for a, pose_a, b, pose_b, part in pairs.buckets(pairs.others(meshes=False), pairs.margins):
        found[part] = OVERLAP(a, pose_a, b, pose_b, float(pairs.margins[part[0]]), solid)
    return found


def _held(pairs: PosedPairs) -> NDArray[np.bool_]:
    """(m,) bool: which pairs of a mesh and another shape, that do not touch, hold each other."""
    who = pairs.held()[:, WHO]
    for a, pose_a, b, pose_b, _ in pairs.buckets(np.flatnonzero(who >= A_UNKNOWN)[:1]):
        # A mesh that is open has no inside: asked alone, the pair is refused in so many words.
        OVERLAP(a, pose_a[0], b, pose_b[0], 0.0, True)
    return who != NEITHER


OVERLAP.answers(Convex, Convex)(overlaps)
OVERLAP.answers(HalfSpace, Convex)(overlaps)


@OVERLAP.answers(HalfSpace, HalfSpace)
def overlap_half_spaces(
    a: HalfSpace, pose_a: Pose, b: HalfSpace, pose_b: Pose, margin: float, _solid: bool = False
) -> bool | NDArray[np.bool_]:
    gaps = gaps_half_spaces(a, pose_a, b, pose_b)[..., 0]
    return frozen(gaps <= margin) if gaps.ndim else bool(gaps <= margin)
