"""What is known about two posed meshes after a given time?"""

from __future__ import annotations

from time import monotonic_ns
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.core.counters import add_cost, counting
from impinge.core.errors import ImpingeError, UnsupportedPairError
from impinge.core.poses import AT_REST
from impinge.core.rows import Field, Rows, flag, vector
from impinge.geometry import HeightField, Mesh
from impinge.hierarchy.tree import Tree, tree_of
from impinge.narrow.budget import Deadline, as_budget
from impinge.narrow.kernels import standing
from impinge.narrow.kernels.pair_row import BOX_TESTS, TRIANGLE_TESTS
from impinge.narrow.kernels.queue import BUCKETS
from impinge.narrow.kernels.step import stack_rows
from impinge.narrow.kernels.within import walk_within
from impinge.narrow.posed import Pose, Poses, as_shapes, as_two_poses

ROOM = 2**15
"""Pairs of boxes that may wait in a level; where more would, they are walked depth-first. Two
levels take a megabyte, which the system hands out as it is used: small enough that it never does so
in pages of two megabytes, each of which takes it some 100 us to clear."""
WAY_BACK = 2_000
"""Nanoseconds that a call takes before its clock is read and after the walk has ended."""

_READY: list[bool] = []
"""Not empty when the walk has been asked for in this process."""

COSTS = [BOX_TESTS, TRIANGLE_TESTS]

Walk = tuple[Tree, Tree, np.bool_, NDArray[np.int32]]
"""What a walk needs besides its row of numbers: both trees, whether it only looks for a touch, and
the pairs that wait."""


class Bounded(Rows):
    """What is known about two posed shapes after some time, and proved.

    Attributes
    ----------
    overlap : bool
        Whether they touch. What is not proved to be apart counts as touching.
    certain : bool
        Whether the question is answered: more time would not change ``overlap``, or, where the
        distance was asked for, ``lower`` and ``upper``, which are equal then.
    lower, upper : float
        The distance lies between them [m], both included; ``upper`` is always finite.
    point_a, point_b : (3,) float64
        Points of A and B that are ``upper`` apart [m], world frame.
    elapsed : float
        Time that the call took [s], without those it continues.
    """

    __slots__ = ("_walk",)

    _walk: list[Walk]

    def __init__(self, rows: Array, walk: Walk | None = None) -> None:
        object.__setattr__(self, "_rows", rows)
        # Whoever resumes takes it out: of two threads, one finds it.
        object.__setattr__(self, "_walk", [] if walk is None else [walk])

    _layout = standing.LAYOUT

    overlap, certain = flag(), flag()
    lower: Field[float] = Field(Rows._scalar)
    upper: Field[float] = Field(Rows._scalar, "gap")
    point_a, point_b = vector(), vector()
    elapsed: Field[float] = Field(Rows._scalar)

    def resume(self, budget: float) -> Bounded:
        """The answer after further time; the walk goes on where it stopped.

        Parameters
        ----------
        budget : float
            Further time [s].

        Returns
        -------
        Bounded
            No bound is worse than here. This object itself, if it is certain. At least one step is
            taken, so that resuming comes to an end with any budgets.

        Raises
        ------
        ImpingeError
            If the budget is no positive number. If this answer has been resumed already: there is
            one walk, and it belongs to the newest answer. Copies and pickles have none either.

        Examples
        --------
        >>> import impinge as im
        >>> knot, ball = im.torus_knot(), im.icosphere(0.2)
        >>> near = im.distance_within(knot, ball, budget=1e-5)
        >>> while not near.certain:
        ...     near = near.resume(1e-4)
        >>> near.lower == near.upper == im.distance(knot, ball).distance
        True
        """
        start = monotonic_ns()
        seconds = as_budget(budget)
        if self.certain:
            return self
        try:
            walk = self._walk.pop()
        except IndexError:
            raise ImpingeError(
                "resume: this answer was resumed before, or is a copy, and has no walk to go on "
                "with; resume the newest answer, or ask again"
            ) from None
        return _continued(walk, AT_REST, AT_REST, self._rows.copy(), start, seconds)


def overlap_within(
    a: Any, b: Any, pose_a: Pose = None, pose_b: Pose = None, *, budget: float
) -> Bounded:
    """Whether two posed shapes touch, as far as is known after a given time.

    Parameters
    ----------
    a, b : mesh
        Or height field, which is its surface; otherwise as for :func:`impinge.overlap`.
    pose_a, pose_b : (4, 4) array_like, optional
        Body to world; identity if not given. One pose each: a budget is for one question.
    budget : float
        Time for the whole call [s], more than 0; infinity waits for the answer. A tree that is
        still to be built, or a kernel still to be compiled, takes no part of it.

    Returns
    -------
    Bounded
        ``overlap`` is True unless they are proved apart, and equals :func:`overlap` where
        ``certain`` is set. ``lower`` and ``upper`` bound the distance; ``lower`` stays 0 until they
        are proved apart. ``resume(budget)`` goes on.

    Raises
    ------
    UnsupportedPairError
        If a shape is no mesh; queries without a budget take every shape.
    ImpingeError
        If a pose or the budget is not usable; the message names the argument.

    Notes
    -----
    Breadth-first over eight-wide oriented boxes, with probes straight down to a leaf in between,
    that find most touches early. The clock is looked at before each step, which opens one node or
    measures the triangles of two leaves. An answer that is not certain keeps about a megabyte for
    its ``resume``. Safe to call from many threads; a call that waits for the interpreter lock of
    others after its walk takes as much longer.

    Examples
    --------
    >>> import impinge as im
    >>> cube, away = im.box_mesh((1, 1, 1)), im.pose((3, 0, 0))
    >>> found = im.overlap_within(cube, cube, pose_b=away, budget=0.1)
    >>> found.overlap, found.certain, 0.0 < found.lower <= 2.0 <= found.upper
    (False, True, True)
    """
    return _asked(a, b, pose_a, pose_b, budget, np.True_)


def distance_within(
    a: Any, b: Any, pose_a: Pose = None, pose_b: Pose = None, *, budget: float
) -> Bounded:
    """Bounds of the distance of two posed shapes, as far as is known after a given time.

    Parameters are those of :func:`overlap_within`, and so are errors.

    Returns
    -------
    Bounded
        The distance lies between ``lower`` and ``upper``; where ``certain`` is set they are equal,
        and are the distance with the accuracy of :func:`distance`. ``point_a`` and ``point_b`` are
        ``upper`` apart. ``resume(budget)`` goes on.

    Notes
    -----
    As :func:`overlap_within`. Each bound may be wrong by the error of a distance, 1e-14 of
    the largest coordinate involved. Waiting for the end takes longer than :func:`distance`, whose
    order of visits needs fewer of them and has no answer before its last.

    Examples
    --------
    >>> import impinge as im
    >>> cube, away = im.box_mesh((1, 1, 1)), im.pose((3, 0, 0))
    >>> near = im.distance_within(cube, cube, pose_b=away, budget=0.1)
    >>> near.certain, near.lower, near.upper
    (True, 2.0, 2.0)
    """
    return _asked(a, b, pose_a, pose_b, budget, np.False_)


def _asked(a: Any, b: Any, pose_a: Pose, pose_b: Pose, budget: Any, touching: np.bool_) -> Bounded:
    s, t = (tree_of(mesh) for mesh in _two_meshes(*as_shapes(a, b), bool(touching)))
    # From here on: trees may have been built.
    start = monotonic_ns()
    seconds = as_budget(budget)
    checked_a, checked_b, count = as_two_poses(pose_a, pose_b)
    if count is not None:
        name = "pose_a" if pose_a is not None and np.ndim(pose_a) == 3 else "pose_b"
        raise ImpingeError(
            f"{name}: a batch of {count} poses, expected one (4, 4): a budget is for one question"
        )
    stack = stack_rows(s._place, t._place)
    front = np.empty((2 * BUCKETS + stack + 2 * ROOM, 4), np.int32)
    walk = s, t, touching, front
    if not _READY:
        # The first question of a process compiles the walk, or loads it: one step does that, and
        # the time begins then.
        _READY.append(True)
        walk_within(
            s._nodes, s._triangles, s._place, checked_a,
            t._nodes, t._triangles, t._place, checked_b,
            touching, 0, front, np.zeros(standing.ROW),
        )  # fmt: skip
        start = monotonic_ns()
    return _continued(walk, checked_a, checked_b, np.zeros(standing.ROW), start, seconds)


def _two_meshes(a: Any, b: Any, touching: bool) -> tuple[Mesh, Mesh]:
    """Both shapes as meshes; a height field is its surface."""
    meshes = [shape.mesh if isinstance(shape, HeightField) else shape for shape in (a, b)]
    if not all(isinstance(mesh, Mesh) for mesh in meshes):
        query = "overlap" if touching else "distance"
        advice = f"budgets are for meshes and height fields; {query} takes every shape"
        raise UnsupportedPairError(f"{query}_within", type(a), type(b), advice=advice)
    return meshes[0], meshes[1]


def _continued(
    walk: Walk, pose_a: Poses, pose_b: Poses, row: Poses, start: int, seconds: float
) -> Bounded:
    """Walk on until the time is over, and wrap up what is known then."""
    s, t, touching, front = walk
    deadline = Deadline(start, seconds, WAY_BACK)
    before = row[COSTS] if counting() else None
    while True:
        certain = walk_within(
            s._nodes, s._triangles, s._place, pose_a, t._nodes, t._triangles, t._place, pose_b,
            touching, deadline.pause(), front, row,
        )  # fmt: skip
        if deadline.is_over() or certain:
            break
    row[standing.ELAPSED] = 1e-9 * (deadline.now - start)
    if before is not None:
        boxes, triangles = (row[COSTS] - before).tolist()
        add_cost(0, int(boxes), int(triangles))
    return Bounded(row, None if certain else walk)
