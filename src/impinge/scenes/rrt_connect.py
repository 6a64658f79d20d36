"""A small planner, RRT-Connect, that checks edges at way-points: its paths are to be certified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, as_scalar, as_whole
from impinge.core.errors import ImpingeError
from impinge.motion.kinematics import as_rows
from impinge.scene import Robot

RESOLUTION = 1.0 / 32.0
"""Largest distance between way-points of an edge [rad], over all joints together."""
STRIDE = 8
"""Every so many way-points are checked first: most edges that collide are found out by them."""
IsFree = Callable[[Array], NDArray[np.bool_]]
"""Which of some configurations (n, dof) are free."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What :func:`plan` found.

    Attributes
    ----------
    path : (k, dof) float64
        Configurations from start to goal, straight lines between them; empty if none was found.
    iterations : int
    checked : int
        Configurations that were checked.
    """

    path: Array
    iterations: int
    checked: int

    @property
    def solved(self) -> bool:
        return len(self.path) > 0


def plan(
    robot: Robot,
    start: ArrayLike,
    goal: ArrayLike,
    is_free: IsFree,
    *,
    step: float = 1.0,
    seed: int = 0,
    limit: int = 20_000,
) -> Plan:
    """A path from start to goal that is free at way-points, by two trees that grow together.

    Nothing is known between way-points: an edge may collide there. As [KuffnerLaValle2000]_, with
    samples spread evenly within the limits of joints; the smaller tree grows.

    Parameters
    ----------
    robot : Robot
        Only its limits are used.
    start, goal : (dof,) array_like
    is_free : callable
        Given (n, dof) configurations, returns (n,) bool.
    step : float, optional
        Longest edge of a tree: Euclidean length over all joints [rad].
    seed : int, optional
    limit : int, optional
        Most iterations: samples towards which a tree grows.

    Returns
    -------
    Plan

    Raises
    ------
    ImpingeError
        If start or goal have too many or few numbers, or a joint has no limits.

    Examples
    --------
    >>> from impinge.geometry import Articulation, Joint, Link
    >>> slide = [Joint(axis, "prismatic", parent, child, axis=direction, lower=-1, upper=1)
    ...          for axis, parent, child, direction in
    ...          (("x", "base", "cart", (1, 0, 0)), ("y", "cart", "tool", (0, 1, 0)))]
    >>> gantry = Robot(Articulation([Link("base"), Link("cart"), Link("tool")], slide))
    >>> wall = lambda q: (abs(q[:, 0]) > 0.1) | (q[:, 1] > 0.5)
    >>> found = plan(gantry, [-0.9, 0.0], [0.9, 0.0], wall, step=0.2)
    >>> found.solved, bool(found.path[:, 1].max() > 0.5)
    (True, True)
    """
    low, high = robot.limits
    if not np.isfinite([low, high]).all():
        raise ImpingeError("robot: a joint has no limits, and configurations cannot be spread")
    most = as_scalar(step, "step")
    if most <= 0.0:
        raise ImpingeError(f"step: {step!r}, expected a length above zero")
    rng = np.random.default_rng(as_whole(seed, "seed", 0, 2**63))
    ends = [
        as_rows(q, robot.dof, name, robot.joints)[0][0]
        for q, name in ((start, "start"), (goal, "goal"))
    ]
    edges = _Edges(is_free)
    if not edges.ask(np.stack(ends)).all():
        return Plan(np.zeros((0, robot.dof)), 0, edges.checked)
    here, there = (_Tree(q) for q in ends)
    begins_here = True
    for iteration in range(1, as_whole(limit, "limit", 1, 2**31) + 1):
        # The first sample is the goal itself: many problems need no tree.
        target = there.nodes[0] if iteration == 1 else rng.uniform(low, high)
        at = here.nearest(target)
        new = _toward(here.nodes[at], target, most)
        if edges.free(here.nodes[at], new):
            at = here.add(new, at)
            other = _connect(there, new, most, edges)
            if other is not None:
                path = [*here.path(at)[::-1], *there.path(other)[1:]]
                return Plan(np.array(path if begins_here else path[::-1]), iteration, edges.checked)
        if len(there) < len(here):
            here, there, begins_here = there, here, not begins_here
    return Plan(np.zeros((0, robot.dof)), limit, edges.checked)


def shortened(path: Array, is_free: IsFree) -> Array:
    """A path without the corners that a straight line, free at way-points, can leave out."""
    edges, kept, at = _Edges(is_free), [0], 0
    while at < len(path) - 1:
        at = next(
            k for k in range(len(path) - 1, at, -1)
            if k == at + 1 or edges.free(path[at], path[k])
        )  # fmt: skip
        kept.append(at)
    return path[kept]


def way_points(a: Array, b: Array, resolution: float = RESOLUTION) -> Array:
    """(n, dof) float64: configurations after ``a`` on the line to ``b``, which is the last.

    Examples
    --------
    >>> way_points(np.zeros(1), np.ones(1), 0.25).ravel().tolist()
    [0.25, 0.5, 0.75, 1.0]
    """
    count = max(1, int(np.ceil(np.linalg.norm(b - a) / resolution)))
    return a + (np.arange(1, count + 1) / count)[:, None] * (b - a)


class _Tree:
    """Configurations, each with the number of the one it was reached from."""

    def __init__(self, root: Array) -> None:
        self._nodes = np.empty((64, len(root)))
        self._parents: list[int] = []
        self.add(root, -1)

    def __len__(self) -> int:
        return len(self._parents)

    @property
    def nodes(self) -> Array:
        return self._nodes[: len(self)]

    def add(self, q: Array, parent: int) -> int:
        if len(self) == len(self._nodes):
            self._nodes = np.concatenate([self._nodes, np.empty_like(self._nodes)])
        self._nodes[len(self)] = q
        self._parents.append(parent)
        return len(self) - 1

    def nearest(self, q: Array) -> int:
        away = self.nodes - q
        return int(np.argmin(np.einsum("ij,ij->i", away, away)))

    def path(self, node: int) -> list[Array]:
        """From a node to the root."""
        found = []
        while node >= 0:
            found.append(self._nodes[node].copy())
            node = self._parents[node]
        return found


class _Edges:
    """Way-points of edges, checked some at a time."""

    def __init__(self, is_free: IsFree) -> None:
        self._is_free = is_free
        self.checked = 0

    def ask(self, rows: Array) -> NDArray[np.bool_]:
        self.checked += len(rows)
        return np.asarray(self._is_free(rows))

    def free(self, a: Array, b: Array) -> bool:
        """Whether all way-points after ``a`` are free, ``b`` among them."""
        rows = way_points(a, b)
        first = np.arange(len(rows))[::-1] % STRIDE == 0
        if not self.ask(rows[first]).all():
            return False
        return bool(first.all() or self.ask(rows[~first]).all())


def _toward(a: Array, b: Array, most: float) -> Array:
    """The point on the line from a to b that is at most so far from a; b itself if it is."""
    away = float(np.linalg.norm(b - a))
    return b if away <= most else a + (most / away) * (b - a)


def _connect(tree: _Tree, target: Array, most: float, edges: _Edges) -> int | None:
    """Grow a tree straight towards a configuration; the node that reaches it, if one does."""
    at = tree.nearest(target)
    while True:
        new = _toward(tree.nodes[at], target, most)
        if not edges.free(tree.nodes[at], new):
            return None
        at = tree.add(new, at)
        if new is target:
            return at
