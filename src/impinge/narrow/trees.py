"""Questions to two trees of any volume, walked in any order."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import cache
from math import inf
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import as_scalar, frozen
from impinge.core.counters import add_cost
from impinge.core.errors import ImpingeError
from impinge.hierarchy import VolumeTree
from impinge.hierarchy.kernels.binary import SMALLEST_UNIT
from impinge.hierarchy.kernels.node import UNIT
from impinge.hierarchy.options import check_choice
from impinge.narrow.filled import filled_cells
from impinge.narrow.kernels import volume_walk as walk
from impinge.narrow.kernels.probable import CELLS, tabulate
from impinge.narrow.kernels.waiting import (
    BEST_FIRST,
    BREADTH_FIRST,
    DEPTH_FIRST,
    PROBABLE_FIRST,
)
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
        Of an overlap: 0 or 1 where it is certain; otherwise that of the likeliest pair of boxes for
        ``order="probable"``, and 0.5 for other orders, which do not know.
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
        that what they could not part meets, ``"probable"`` what is more probable: of the three,
        it was wrong least often after any number of tests.
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
    >>> from impinge.geometry import icosphere
    >>> from impinge.hierarchy import VolumeTree
    >>> ball = VolumeTree(icosphere(1.0, 2), volume="dop14")
    >>> near = np.eye(4)
    >>> near[0, 3] = 1.5
    >>> overlap_trees(ball, ball, pose_b=near).overlap
    True
    """
    limits = _limits(order, budget, most_tests, confidence, least_cells)
    count, out = _walk(a, b, pose_a, pose_b, order, walk.FIRST_HIT, *limits)
    certain = count > 0 or out[walk.STOPPED] == 0.0
    guess = {"depth": False, "probable": out[walk.LIKELY] >= 0.5}.get(order, True)
    found = count > 0 if certain else bool(guess)
    return TreeOverlap(
        overlap=bool(found),
        certain=bool(certain),
        probability=float(found) if certain else float(out[walk.LIKELY]),
        **_costs(out),
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
    check_choice("order", order, ("depth", "breadth", "best"))
    d, out = _walk(a, b, pose_a, pose_b, order, walk.NEAREST)
    return TreeDistance(
        distance=d,
        feature_a=int(a._sources[int(out[walk.PLACE_A]), 3]),
        feature_b=int(b._sources[int(out[walk.PLACE_B]), 3]),
        **_costs(out),
    )


def pairs_trees(
    a: VolumeTree,
    b: VolumeTree,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    order: Literal["depth", "breadth", "best"] = "depth",
) -> NDArray[np.int64]:
    """(m, 2) int64: all meeting triangles of two trees, sorted; parameters as above."""
    check_choice("order", order, ("depth", "breadth", "best"))
    found = np.empty(ROOM, np.int64)
    count, _ = _walk(a, b, pose_a, pose_b, order, walk.ALL_PAIRS, found=found)
    if count > len(found):
        found = np.empty(int(count), np.int64)
        count, _ = _walk(a, b, pose_a, pose_b, order, walk.ALL_PAIRS, found=found)
    codes = np.sort(found[: int(count)])
    n = len(b._triangles)
    return frozen(np.stack([codes // n, codes % n], axis=1))


def _walk(
    a: VolumeTree, b: VolumeTree, pose_a: Pose, pose_b: Pose, order: str, task: int,
    deadline: int = 0, most_tests: int = FOREVER, confident: float = 2.0,
    least_cells: int = LEAST_CELLS, found: NDArray[np.int64] | None = None,
) -> tuple[float, NDArray[np.float64]]:  # fmt: skip
    for name, tree in (("a", a), ("b", b)):
        if not isinstance(tree, VolumeTree):
            kind = type(tree).__name__
            raise ImpingeError(f"{name}: expected a VolumeTree, got {kind}; make one of the mesh")
    if a.volume != b.volume:
        raise ImpingeError(f"b: a tree of {b.volume}, and a is one of {a.volume}; use the same")
    checked_a, checked_b, count = as_two_poses(pose_a, pose_b)
    if count is not None:
        raise ImpingeError("pose_a, pose_b: expected one pose each, of shape (4, 4)")
    here, there = (np.eye(4) if pose is None else pose for pose in (checked_a, checked_b))
    unit_a, unit_b = _units(a, b, here, there)
    if order == "probable":
        if a.volume != "aabb":
            raise ImpingeError(f'order: "probable" is for trees of aabb, these are of {a.volume}')
        filled_a, filled_b, table = filled_cells(a), filled_cells(b), _table(least_cells)
    else:
        filled_a = filled_b = np.empty(0, np.int32)
        table = np.empty((0, 0, 0), np.float32)
    out = np.empty(walk.OUT)
    # Rows that wait for their first visit are fitted in the walk: one walk at a time.
    with ExitStack() as held:
        for tree in sorted({id(a): a, id(b): b}.values(), key=id):
            held.enter_context(tree._lock)
        answer = walk.walk_volumes(
            a._kind, a._directions, a._lengths, a._facets, unit_a, unit_b,
            a._rows, a._volumes, a._sizes, a._stale, a._triangles, a._place, here,
            b._rows, b._volumes, b._sizes, b._stale, b._triangles, b._place, there,
            np.empty_like(b._volumes), np.zeros(len(b._rows), np.int32), 1,
            filled_a, filled_b, table,
            ORDERS[order], task, inf, confident, most_tests, deadline,
            np.empty(0, np.int64) if found is None else found, out,
        )  # fmt: skip
    add_cost(*_costs(out).values())
    return answer, out


def _limits(
    order: str,
    budget: float | None,
    most_tests: int | None,
    confidence: float | None,
    least_cells: int,
) -> tuple[int, int, float, int]:
    check_choice("order", order, tuple(ORDERS))
    deadline = 0
    if budget is not None:
        seconds = as_scalar(budget, "budget")
        if not seconds > 0.0:
            raise ImpingeError(f"budget: expected seconds above 0, got {budget!r}")
        deadline = time.monotonic_ns() + int(min(seconds * 1e9, FOREVER))
    if most_tests is not None and (isinstance(most_tests, bool) or not most_tests >= 1):
        raise ImpingeError(f"most_tests: expected 1 or more, got {most_tests!r}")
    if confidence is not None and (order != "probable" or not 0.0 < confidence <= 1.0):
        raise ImpingeError(
            f'confidence: expected above 0 and up to 1, with order="probable", got {confidence!r}'
        )
    if isinstance(least_cells, bool) or least_cells not in range(1, CELLS + 1):
        raise ImpingeError(f"least_cells: expected 1 to {CELLS}, got {least_cells!r}")
    return (
        deadline,
        FOREVER if most_tests is None else int(most_tests),
        2.0 if confidence is None else float(confidence),
        int(least_cells),
    )


def _units(
    a: VolumeTree, b: VolumeTree, pose_a: NDArray[np.float64], pose_b: NDArray[np.float64]
) -> tuple[float, float]:
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


def _costs(out: NDArray[np.float64]) -> dict[str, int]:
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
