"""Questions to two trees of any volume, walked in any order."""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import cache
from math import inf
from sys import maxsize
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array, as_scalar, as_whole, frozen
from impinge.core.counters import add_cost
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.options import as_choice
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.kernels.binary import SMALLEST_UNIT
from impinge.hierarchy.kernels.node import UNIT
from impinge.narrow.budget import LONGEST, as_budget
from impinge.narrow.filled import filled_cells
from impinge.narrow.kernels import volume_walk as walk
from impinge.narrow.kernels.probable import CELLS, tabulate
from impinge.narrow.kernels.queue import BEST_FIRST, BREADTH_FIRST, DEPTH_FIRST, PROBABLE_FIRST
from impinge.narrow.posed import Pose, as_two_poses

Order = Literal["depth", "breadth", "best", "probable"]

ORDERS = {
    "depth": DEPTH_FIRST,
    "breadth": BREADTH_FIRST,
    "best": BEST_FIRST,
    "probable": PROBABLE_FIRST,
}
LARGEST_RATIO = 2.0**500
"""Sizes, or a size and a distance, that differ by more have squares that float64 cannot hold."""
LEAST_CELLS = 4
"""Of 1 to 16, with shares of 0.1 to 1.2 for a cell to be well filled (``filled``), these were wrong
least often when a walk was cut short."""
FOREVER = 2**62
ROOM = 1 << 16
QUEUED = 1 << 16
"""Pairs of volumes that may wait; what does not fit is visited depth-first. The system hands out
their memory as it is used."""
STACKED = 7
"""Of eight children that a step finds, one is visited next and the others may wait."""
NO_CHANCES = np.empty(0, np.int32), np.empty(0, np.int32), np.empty((0, 0, 0), np.float32)
"""What orders other than the probable leave unread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeOverlap:
    """Whether two trees' triangles meet, how certain that is, and what it cost.

    Attributes
    ----------
    overlap : bool
        What is known, or else supposed.
    certain : bool
        Whether the walk was finished, or found a pair that meets.
    probability : float
        Of an overlap: 0 or 1 where it is certain; otherwise 0.5 for orders that do not know, and
        for ``order="probable"`` that any of the pairs of boxes still waiting meets, as if these
        were independent. It is not calibrated: too high at the beginning.
    updates, volume_tests, primitive_tests : int
        The numbers in F = N_u C_u + N_bv C_bv + N_p C_p.
    """

    overlap: bool
    certain: bool
    probability: float
    updates: int
    volume_tests: int
    primitive_tests: int

    def __bool__(self) -> bool:
        return self.overlap

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeDistance:
    """The distance of two trees' triangles, and what it cost.

    Attributes
    ----------
    distance : float
        [m]; 0 just where they meet.
    feature_a, feature_b : int
        The nearest triangles.
    updates, volume_tests, primitive_tests : int
        The numbers in F = N_u C_u + N_bv C_bv + N_p C_p.
    """

    distance: float
    feature_a: int
    feature_b: int
    updates: int
    volume_tests: int
    primitive_tests: int

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return asdict(self)


def overlap_trees(
    a: VolumeTree,
    b: VolumeTree,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    order: Order = "depth",
    budget: float | None = None,
    most_tests: int | None = None,
    confidence: float | None = None,
    least_cells: int = LEAST_CELLS,
) -> TreeOverlap:
    """Whether the triangles of two trees meet.

    Parameters
    ----------
    a, b : VolumeTree
        Of the same volume.
    pose_a, pose_b : (4, 4) array_like, optional
        Body to world; identity if not given.
    order : {"depth", "breadth", "best", "probable"}, optional
        Which pair of volumes is opened next: the last one found (the deepest overlap first among
        brothers), the first one found, the deepest overlap of all, or the one in which a meeting
        is most probable, for trees of ``"aabb"`` (Klein and Zachmann 2003 [Klein2003]_).
    budget : float, optional
        Seconds after which the walk stops; the answer is then a supposition. Cut short,
        ``"depth"`` supposes that what it has not found is not there, ``"breadth"`` and ``"best"``
        that what they could not part meets, ``"probable"`` what is more probable. On five pairs of
        meshes it was wrong least often of all, until the walks were nearly done. Building what
        ``"probable"`` needs to know of a tree, at its first use, takes no part of a budget.
    most_tests : int, optional
        The same as a number of volume tests: repeatable.
    confidence : float, optional
        For ``"probable"``: stop at a pair that meets with this probability, 0 to 1, and call it an
        overlap, which is then probable but not certain. Ask for more ``least_cells`` with it: with
        12 and a confidence of 0.99, between 2 and 20 % of answers were wrong on five pairs of
        meshes, after a third of the tests that certainty takes.
    least_cells : int, optional
        For ``"probable"``: two boxes meet if this many of 64 cells are well filled by both, 1 to
        64. More is more pessimistic.

    Examples
    --------
    >>> from impinge.geometry import icosphere, pose
    >>> from impinge.hierarchy import VolumeTree
    >>> ball = VolumeTree(icosphere(1.0, 2), volume="dop14")
    >>> overlap_trees(ball, ball, pose_b=pose((1.5, 0, 0))).overlap
    True
    """
    limits = _limits(order, budget, most_tests, confidence, least_cells)
    state = _walk(a, b, pose_a, pose_b, order, walk.FIRST_HIT, **limits)
    certain = bool(state[walk.DONE])
    guess = {"depth": False, "probable": state[walk.LIKELY] >= 0.5}.get(order, True)
    found = bool(state[walk.FOUND] if certain else guess)
    return TreeOverlap(
        overlap=found,
        certain=certain,
        probability=float(found) if certain else float(state[walk.LIKELY]),
        **_costs(state),
    )


def distance_trees(
    a: VolumeTree,
    b: VolumeTree,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    order: Literal["depth", "breadth", "best"] = "best",
) -> TreeDistance:
    """The distance of the triangles of two trees; parameters as for :func:`overlap_trees`."""
    as_choice(order, "order", ("depth", "breadth", "best"))
    state = _walk(a, b, pose_a, pose_b, order, walk.NEAREST)
    i, j = int(state[walk.PLACE_A]), int(state[walk.PLACE_B])
    return TreeDistance(
        distance=float(state[walk.DISTANCE]),
        feature_a=int(a._sources[i, 3]),
        feature_b=int(b._sources[j, 3]),
        **_costs(state),
    )


def pairs_trees(
    a: VolumeTree,
    b: VolumeTree,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    order: Literal["depth", "breadth", "best"] = "depth",
) -> Ids:
    """(m, 2) int64: all meeting triangles of two trees, sorted; parameters as above."""
    as_choice(order, "order", ("depth", "breadth", "best"))
    found = np.empty(ROOM, np.int64)
    count = int(_walk(a, b, pose_a, pose_b, order, walk.ALL_PAIRS, found)[walk.FOUND])
    if count > len(found):
        found = np.empty(count, np.int64)
        _walk(a, b, pose_a, pose_b, order, walk.ALL_PAIRS, found)
    codes = np.sort(found[:count])
    n = len(b._triangles)
    return frozen(np.stack([codes // n, codes % n], axis=1))


def _walk(
    a: VolumeTree, b: VolumeTree, pose_a: Pose, pose_b: Pose, order: str, task: int,
    found: Ids | None = None, *, seconds: float = inf, most_tests: int = FOREVER,
    confident: float = 2.0, least_cells: int = LEAST_CELLS,
) -> Array:  # fmt: skip
    """The state in which a walk ends; the last four are where it ends before it is done."""
    for name, tree in (("a", a), ("b", b)):
        if not isinstance(tree, VolumeTree):
            kind = type(tree).__name__
            raise ImpingeError(f"{name}: expected a VolumeTree, got {kind}; make one of the mesh")
    if a.volume != b.volume:
        raise ImpingeError(f"b: a tree of {b.volume}, and a is one of {a.volume}; use the same")
    here, there, count = as_two_poses(pose_a, pose_b)
    if count is not None:
        raise ImpingeError("pose_a, pose_b: expected one pose each, of shape (4, 4)")
    unit_a, unit_b = _units(a, b, here, there)
    chances: tuple[NDArray[Any], ...] = NO_CHANCES
    if order == "probable":
        if a.volume != "aabb":
            raise ImpingeError(f'order: "probable" is for trees of aabb, these are of {a.volume}')
        chances = filled_cells(a), filled_cells(b), _table(least_cells)
    deadline = time.monotonic_ns() + int(min(seconds * 1e9, FOREVER))
    deep = STACKED * (a.depth + b.depth + 1) + 2
    state = np.zeros(walk.STATE)
    state[walk.BEST_SQ] = inf
    state[walk.LIKELY] = 0.5
    arguments = (
        (a._kind, (a._directions, a._lengths, a._facets)),
        walk.PosedVolumes(a._kernel_arrays, a._place, here, unit_a),
        walk.PosedVolumes(b._kernel_arrays, b._place, there, unit_b),
        (np.empty_like(b._volumes), np.zeros(len(b._rows), np.bool_)), chances,
        (ORDERS[order], task), walk.Limits(confident, most_tests, deadline),
    )  # fmt: skip
    room = (
        walk.Waiting(
            np.empty((QUEUED, 2), np.int32), np.empty(QUEUED),
            np.empty((deep, 2), np.int32), np.empty(deep),
        ),
        np.empty(0, np.int64) if found is None else found, state,
    )  # fmt: skip
    with ExitStack() as held:
        if _held(held, (a, b), deadline):
            done = False
            # In slices, between which Ctrl-C is heard.
            while not done and not state[walk.STOPPED]:
                pause = time.monotonic_ns() + LONGEST
                done = walk.walk_volumes(*arguments, pause, *room)
        else:
            state[walk.STOPPED] = 1.0
    add_cost(*_costs(state).values())
    return state


def _held(held: ExitStack, trees: tuple[VolumeTree, ...], deadline: int) -> bool:
    """Hold the trees whose rows are fitted when they are visited: one walk at a time does that.

    Whether that was possible before the deadline.
    """
    for tree in sorted({id(tree): tree for tree in trees if tree._lazy}.values(), key=id):
        seconds = (deadline - time.monotonic_ns()) * 1e-9
        if not tree._lock.acquire(timeout=min(max(seconds, 0.0), threading.TIMEOUT_MAX)):
            return False
        held.callback(tree._lock.release)
    return True


def _limits(
    order: str, budget: Any, most_tests: Any, confidence: Any, least_cells: Any
) -> dict[str, Any]:
    """Options of :func:`overlap_trees` as :func:`_walk` takes them."""
    as_choice(order, "order", tuple(ORDERS))
    limits: dict[str, Any] = {"least_cells": as_whole(least_cells, "least_cells", 1, CELLS)}
    if confidence is not None:
        confidence = as_scalar(confidence, "confidence")
        if order != "probable" or not 0.0 < confidence <= 1.0:
            raise ImpingeError(
                'confidence: expected above 0 and up to 1, with order="probable", '
                f"got {confidence:g}"
            )
        limits["confident"] = confidence
    if budget is not None:
        limits["seconds"] = as_budget(budget)
    if most_tests is not None:
        limits["most_tests"] = min(as_whole(most_tests, "most_tests", 1, maxsize), FOREVER)
    return limits


def _units(a: VolumeTree, b: VolumeTree, pose_a: Array, pose_b: Array) -> tuple[float, float]:
    """The units of both trees' volumes [m]; of a mesh at the origin any, so that of the other."""
    units = [float(tree._place[UNIT]) for tree in (a, b) if not _is_at_origin(tree)] or [1.0]
    unit_a = units[-1] if _is_at_origin(a) else units[0]
    unit_b = units[0] if _is_at_origin(b) else units[-1]
    apart = max(float(np.abs(pose_a[:3, 3]).max()), float(np.abs(pose_b[:3, 3]).max()))
    if max(unit_a, unit_b, apart) / LARGEST_RATIO > min(unit_a, unit_b):
        raise ImpingeError(
            "a, b: their sizes, or a size and a distance, differ by more than 1e150; "
            "impinge.overlap and impinge.distance compare such meshes"
        )
    return unit_a, unit_b


def _is_at_origin(tree: VolumeTree) -> bool:
    """Whether all corners are."""
    return bool(tree._place[UNIT] == SMALLEST_UNIT and not tree._triangles[:, :9].any())


def _costs(out: Array) -> dict[str, int]:
    return {
        "updates": int(out[walk.UPDATES]),
        "volume_tests": int(out[walk.VOLUME_TESTS]),
        "primitive_tests": int(out[walk.TESTS]),
    }


@cache
def _table(least_cells: int) -> NDArray[np.float32]:
    table = np.zeros((CELLS + 1, CELLS + 1, CELLS + 1), np.float32)
    tabulate(least_cells, table)
    return table
