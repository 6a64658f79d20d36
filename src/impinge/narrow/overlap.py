"""Do two posed shapes touch?"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import as_scalar, frozen
from impinge.core.counters import add_cost, counting
from impinge.core.table import PairTable
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.hierarchy.tree import tree_of
from impinge.narrow.kernels.rows import answer_overlap, overlap_rows
from impinge.narrow.posed import Pose, Poses, as_shapes, as_two_poses

OVERLAP = PairTable("overlap", swap=lambda answer: answer)


def overlap(
    a: Any, b: Any, pose_a: Pose = None, pose_b: Pose = None, *, margin: float = 0.0
) -> bool | NDArray[np.bool_]:
    """Whether two posed shapes touch, or come within a margin of each other.

    Parameters
    ----------
    a, b : shape
        A :class:`~impinge.Mesh`, anything with ``.vertices`` and ``.faces``, or such a pair. Make
        it a Mesh to ask more than once: a Mesh keeps its tree, others build one at each call.
    pose_a, pose_b : (4, 4) or (n, 4, 4) array_like, optional
        Body to world; identity if not given. Batches pair row i with row i, and one pose goes
        with every row of the other side.
    margin : float, optional
        Distance [m] up to which shapes count as touching.

    Returns
    -------
    bool, or (n,) bool for a batch
        Touching counts. Meshes are surfaces: one inside another, without touching, is free.

    Raises
    ------
    ImpingeError
        If a shape, a pose or the margin is not usable; the message names argument and row.

    Notes
    -----
    Exact for the coordinates in the frame of A, rounded once to float64: triangles are compared
    by exact predicates, and boxes only leave out what is provably apart. A coordinate below
    5e-88 of the largest on its axis, among the two triangles compared, counts as zero.
    Safe to call from many threads; batches use all cores (:func:`impinge.use_threads`), with the
    same answer.

    Examples
    --------
    >>> import numpy as np
    >>> import impinge as im
    >>> cube = im.box_mesh((1, 1, 1))
    >>> poses = np.stack([np.eye(4)] * 3)
    >>> poses[:, 0, 3] = 0.5, 1.0, 1.5
    >>> im.overlap(cube, cube, pose_b=poses)
    array([ True,  True, False])
    >>> im.overlap(cube, cube, pose_b=poses[2], margin=0.6)
    True
    """
    margin = as_scalar(margin, "margin")
    a, b = as_shapes(a, b)
    return OVERLAP(a, pose_a, b, pose_b, margin=margin)  # type: ignore[no-any-return]


@OVERLAP.answers(Mesh, Mesh)
def overlap_mesh_mesh(
    a: Mesh, pose_a: Pose, b: Mesh, pose_b: Pose, *, margin: float
) -> bool | NDArray[np.bool_]:
    checked_a, checked_b, count = as_two_poses(pose_a, pose_b)
    s, t = tree_of(a), tree_of(b)
    if count is None:
        cost = np.empty(2, np.int64)
        answer: bool = answer_overlap(
            s._nodes, s._triangles, s._place, checked_a,
            t._nodes, t._triangles, t._place, checked_b, margin, cost,
        )  # fmt: skip
        if counting():
            add_cost(0, int(cost[0]), int(cost[1]))
        return answer
    return _batch(s, t, checked_a, checked_b, count, margin)


def _batch(s: Any, t: Any, poses_a: Poses, poses_b: Poses, n: int, margin: float) -> Any:
    answers = np.empty(n, np.bool_)
    costs = np.empty((n, 2), np.int64)
    run_rows(
        overlap_rows, n,
        s._nodes, s._triangles, s._place, t._nodes, t._triangles, t._place,
        poses_a, poses_b, margin, answers, costs,
    )  # fmt: skip
    if counting():
        add_cost(0, int(costs[:, 0].sum()), int(costs[:, 1].sum()))
    return frozen(answers)
