"""Contacts of sphere trees within a budget: stopped at any moment, and nothing left out."""

from __future__ import annotations

from functools import cached_property
from math import inf
from sys import maxsize
from time import monotonic_ns
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array, as_whole, frozen
from impinge.core.counters import add_cost
from impinge.core.errors import ImpingeError
from impinge.core.given import given_poses
from impinge.core.ids import Ids
from impinge.core.options import as_choice, shown
from impinge.hierarchy.kernels.sphere_update import Now, Rig, update_rows
from impinge.hierarchy.reduced_body import ReducedBody
from impinge.hierarchy.sphere_rig import posed_now, posed_rig
from impinge.hierarchy.sphere_tree import SphereTree, first_row
from impinge.narrow.budget import Deadline, as_budget
from impinge.narrow.kernels.sphere_walk import (
    DONE,
    FOUND,
    FULL,
    HEAD,
    STATE,
    TAIL,
    TESTS,
    walk_spheres,
)
from impinge.narrow.posed import Pose

CAPACITY = 2**16
"""Pairs that lists have room for at first; it is doubled when needed, which takes some 100 us. They
take a megabyte, which the system hands out as it is used, and never in pages of two megabytes."""
WAY_BACK = 3_000
"""Nanoseconds that a call takes before its clock is read and after the walk has ended."""
ORDERS = ("breadth", "depth")
FALLBACK = (0.0, 1.0, 0.0)
"""Normal of concentric spheres."""

_READY: list[bool] = []
"""Not empty when the walk has been asked for in this process."""


class Side(NamedTuple):
    """One of two bodies: spheres at rest and now."""

    body: ReducedBody | SphereTree
    rig: Rig
    now: Now

    @property
    def levels(self) -> int:
        body = self.body
        return body.tree.levels if isinstance(body, ReducedBody) else body.levels

    def spheres(self, rows: Ids) -> tuple[Array, Array]:
        """Centres and radii of some rows, where they are now."""
        # A copy: kernels take writable arrays.
        rows = np.array(rows, np.int64)
        update_rows(self.rig, self.now, rows, np.empty(len(self.rig.rest)), np.empty((8, 4)))
        return self.now.centres[rows], self.now.radii[rows]


class Walk(NamedTuple):
    """Two sides, and pairs that wait or were found, in lists that only grow."""

    a: Side
    b: Side
    queue: NDArray[np.int64]
    found: NDArray[np.int64]
    breadth: bool


class SphereContacts:
    """Pairs of spheres of two bodies after some time; made by :func:`contacts_within`.

    Attributes
    ----------
    complete : bool
        Whether no pair waits: ``found`` are all overlapping leaf pairs that the walk can reach.
    tests : int
        Overlap tests so far, of this walk and of those it continues.
    level : float
        Mean level of the spheres of all pairs, waiting and found; that of the leaves if there is
        none.
    elapsed : float
        Time that the call took [s], without those it continues.
    """

    _walk: Walk
    _state: NDArray[np.int64]
    _free: list[bool]
    complete: bool
    tests: int
    elapsed: float

    def __init__(self) -> None:
        raise ImpingeError("SphereContacts: made by contacts_within(a, b)")

    @classmethod
    def _of(
        cls, walk: Walk, state: NDArray[np.int64], lost: bool, elapsed: float
    ) -> SphereContacts:
        made = object.__new__(cls)
        made.__dict__.update(
            _walk=walk,
            _state=state,
            # Whoever resumes first goes on in the same lists; others in copies.
            _free=[True],
            complete=not lost and bool(state[HEAD] == state[TAIL]),
            tests=int(state[TESTS]),
            elapsed=elapsed,
        )
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"SphereContacts: {name} cannot be set")

    def __repr__(self) -> str:
        waiting, found = int(self._state[TAIL] - self._state[HEAD]), int(self._state[FOUND])
        return f"SphereContacts({waiting} waiting, {found} found, level {self.level:.2f})"

    @cached_property
    def waiting(self) -> Ids:
        """(p, 2) int64: pairs not tested yet, oldest first; sphere of A, sphere of B. Read-only."""
        rows = self._walk.queue[self._state[HEAD] : self._state[TAIL]]
        is_a, first, second = rows[:, 0] & 1, rows[:, 0] >> 1, rows[:, 1]
        a, b = np.where(is_a == 1, first, second), np.where(is_a == 1, second, first)
        return frozen(np.stack([a, b], axis=1))

    @property
    def found(self) -> Ids:
        """(c, 2) int64: leaf pairs that overlap, in the order they were found. Read-only."""
        return frozen(self._walk.found[: self._state[FOUND]])

    @property
    def level(self) -> float:
        rows = np.concatenate([self.waiting, self.found])
        if len(rows) == 0:
            return 0.5 * (self._walk.a.levels + self._walk.b.levels)
        return float(level_of(rows).mean())

    @property
    def pairs(self) -> Ids:
        """(m, 2) int64: found pairs, then waiting ones that overlap. Read-only."""
        return self._contacts[0]

    @property
    def point(self) -> Array:
        """(m, 3) float64: middle of what the spheres have in common on their axis [m]."""
        return self._contacts[1]

    @property
    def normal(self) -> Array:
        """(m, 3) float64: unit vectors from A to B. Read-only."""
        return self._contacts[2]

    @property
    def depth(self) -> Array:
        """(m,) float64: sum of radii minus distance of centres [m]. Read-only."""
        return self._contacts[3]

    def resume(self, budget: float = inf, max_tests: int | None = None) -> SphereContacts:
        """The contacts after further time; the walk goes on where it stopped.

        Parameters
        ----------
        budget : float, optional
            Further time [s].
        max_tests : int, optional
            Further tests.

        Returns
        -------
        SphereContacts
            This object itself, if it is complete. At least one test is made.

        Raises
        ------
        ImpingeError
            If the walk was depth-first: pairs that it had not visited are lost.
        """
        start = monotonic_ns()
        seconds, most = as_budget(budget), _as_tests(max_tests)
        if self.complete:
            return self
        if not self._walk.breadth:
            raise ImpingeError("resume: a depth-first walk keeps no waiting pairs; use breadth")
        walk, state = self._walk, self._state.copy()
        try:
            self._free.pop()
        except IndexError:
            walk = walk._replace(queue=walk.queue.copy(), found=walk.found.copy())
        return _walked(walk, state, start, seconds, most)

    @cached_property
    def _contacts(self) -> tuple[Ids, Array, Array, Array]:
        rows = np.concatenate([self.found, self.waiting])
        (p, r), (q, s) = self._walk.a.spheres(rows[:, 0]), self._walk.b.spheres(rows[:, 1])
        between = q - p
        apart = np.linalg.norm(between, axis=1)
        meets = apart <= r + s
        # The walk compares squares: what it found counts, however its depth is rounded.
        meets[: len(self.found)] = True
        rows, p, r, s = rows[meets], p[meets], r[meets], s[meets]
        between, apart = between[meets], apart[meets]
        clear = (apart > 0.0)[:, None]
        normal = np.where(clear, between / np.where(clear, apart[:, None], 1.0), FALLBACK)
        middle = 0.5 * (np.maximum(-r, apart - s) + np.minimum(r, apart + s))
        point, depth = p + middle[:, None] * normal, np.maximum(r + s - apart, 0.0)
        return frozen(rows), frozen(point), frozen(normal), frozen(depth)


def contacts_within(
    a: ReducedBody | SphereTree,
    b: ReducedBody | SphereTree,
    pose_a: Pose = None,
    pose_b: Pose = None,
    *,
    budget: float = inf,
    max_tests: int | None = None,
    order: str = "breadth",
) -> SphereContacts:
    """Contacts of two bodies by their sphere trees, as far as there is time.

    Parameters
    ----------
    a, b : ReducedBody or SphereTree
        Bodies that deform, or rigid ones.
    pose_a, pose_b : (4, 4) array_like, optional
        Of trees, body to world. A reduced body is where its vertices are, and has none.
    budget : float, optional
        Time for the call [s], more than 0.
    max_tests : int, optional
        Stop after so many overlap tests: the same on every machine.
    order : str, optional
        ``"breadth"``, or ``"depth"`` for comparison: stopped early, it has lost what it had not
        visited.

    Returns
    -------
    SphereContacts
        Any point where the surfaces cross lies in both spheres of some pair of ``waiting`` or
        ``found``, whenever the walk stopped (breadth-first; conservative spheres).

    Raises
    ------
    ImpingeError
        If an argument is not usable, or a pose is given for a reduced body.

    Notes
    -----
    Mendoza and O'Sullivan 2005 [1]_, Fig. 7: pairs wait in a queue; the oldest is tested, and if
    its spheres overlap the second is opened, and its children wait with the first, the other way
    round. So both trees are descended in turns. The clock is read before each test. A sphere of a
    reduced body is updated when it is first visited. Safe to call from many threads.

    References
    ----------
    .. [1] C. Mendoza, C. O'Sullivan, An Interruptible Algorithm for Collision Detection between
       Deformable Objects, VRIPHYS 2005. [Mendoza2005]_

    Examples
    --------
    >>> import impinge as im
    >>> from impinge.hierarchy import sphere_tree
    >>> tree = sphere_tree(im.box_mesh((1, 1, 1)), levels=1)
    >>> found = contacts_within(tree, tree, pose_b=im.pose((0.9, 0, 0)), max_tests=3)
    >>> found.complete, found.tests
    (False, 3)
    >>> found.resume().complete
    True
    """
    start = monotonic_ns()
    side_a, side_b = _side(a, pose_a, "a"), _side(b, pose_b, "b")
    seconds, most = as_budget(budget), _as_tests(max_tests)
    breadth = as_choice(order, "order", ORDERS) == "breadth"
    queue = np.empty((CAPACITY, 2), np.int64)
    queue[0] = 1, 0
    walk = Walk(side_a, side_b, queue, np.empty((CAPACITY, 2), np.int64), breadth)
    state = np.zeros(STATE, np.int64)
    state[TAIL] = 1
    if not _READY:
        # The first call of a process compiles the walk, or loads it; its time begins then.
        _READY.append(True)
        _run(walk, state, 0, 0)
        start = monotonic_ns()
    return _walked(walk, state, start, seconds, most)


def level_of(rows: Ids) -> Ids:
    """The level of each row of a sphere tree."""
    return np.searchsorted(FIRST_ROWS, rows, side="right") - 1


FIRST_ROWS = np.array([first_row(level) for level in range(7)])


def _side(body: Any, pose: Pose, name: str) -> Side:
    if isinstance(body, ReducedBody):
        if pose is not None:
            raise ImpingeError(f"pose_{name}: a ReducedBody is where its vertices are; use moved()")
        return Side(body, body._rig, body._now)
    if not isinstance(body, SphereTree):
        raise ImpingeError(f"{name}: expected a ReducedBody or a SphereTree, got {shown(body)}")
    checked = None if pose is None else given_poses(pose, f"pose_{name}", single=True)
    return Side(body, posed_rig(body), posed_now(body, checked))


def _as_tests(max_tests: Any) -> int:
    return maxsize if max_tests is None else as_whole(max_tests, "max_tests", 1, maxsize)


def _run(walk: Walk, state: NDArray[np.int64], most: int, deadline: int) -> int:
    a, b = walk.a, walk.b
    spaces = np.empty(max(len(a.rig.rest), len(b.rig.rest))), np.empty((8, 4))
    return walk_spheres(  # type: ignore[no-any-return]
        (a.rig, a.now), (b.rig, b.now), walk.queue, walk.found, state,
        walk.breadth, most, deadline, spaces,
    )  # fmt: skip


def _walked(
    walk: Walk, state: NDArray[np.int64], start: int, seconds: float, most: int
) -> SphereContacts:
    deadline, before = Deadline(start, seconds, WAY_BACK), int(state[TESTS])
    while True:
        left = most - (int(state[TESTS]) - before)
        status = _run(walk, state, left, deadline.pause())
        over = deadline.is_over() or int(state[TESTS]) - before >= most
        if status == FULL:
            walk = _roomier(walk, state)
        elif status == DONE or over:
            break
    lost = not walk.breadth and status != DONE
    if lost:
        state[HEAD] = state[TAIL] = 0
    add_cost(0, int(state[TESTS]) - before, 0)
    return SphereContacts._of(walk, state, lost, 1e-9 * (monotonic_ns() - start))


def _roomier(walk: Walk, state: NDArray[np.int64]) -> Walk:
    """The same lists with twice the room; the old ones stay as earlier results know them."""
    head, tail, count = (int(state[k]) for k in (HEAD, TAIL, FOUND))
    queue = np.empty((max(2 * (tail - head), CAPACITY), 2), np.int64)
    queue[: tail - head] = walk.queue[head:tail]
    state[HEAD], state[TAIL] = 0, tail - head
    found = np.empty((max(2 * count, CAPACITY), 2), np.int64)
    found[:count] = walk.found[:count]
    return walk._replace(queue=queue, found=found)
