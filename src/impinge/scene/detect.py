"""Contacts during a step, looked for at some instants only: the baseline that misses some.

Most collision detection asks, again and again, whether things touch just now. What comes and goes
between two samples is not seen: the faster and the thinner, the more of it (Ericson 2005, section
5.5 [Ericson2005]_).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import as_whole, frozen
from impinge.core.errors import ImpingeError
from impinge.core.options import as_flag, as_kind
from impinge.core.poses import as_poses
from impinge.core.rows import plain_values
from impinge.motion import Motion
from impinge.scene.filters import pairs_of
from impinge.scene.scene import Scene
from impinge.scene.things import check_name, check_pose

MOST = 1 << 20
"""Samples of one step: more would run for hours."""

Motions = Mapping[str, ArrayLike | None] | ArrayLike | None


class Detected:
    """Pairs that touched at a sample, and the first sample at which each did. Immutable.

    Attributes
    ----------
    pairs : tuple of pairs of names
        Each in alphabetical order, and sorted.
    time : (m,) float64
        From 0 to 1, a multiple of ``1 / substeps``. The contact began in the interval before it.
    substeps : int
    """

    __slots__ = ("_rows", "pairs", "substeps", "time")

    _rows: dict[tuple[str, str], int]
    pairs: tuple[tuple[str, str], ...]
    time: NDArray[np.float64]
    substeps: int

    def __init__(
        self, pairs: Sequence[tuple[str, str]], time: NDArray[np.float64], substeps: int
    ) -> None:
        rows = {pair: i for i, pair in enumerate(pairs)}
        values = rows, tuple(pairs), substeps, frozen(time)
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Detected cannot be changed ({name})")

    def of(self, a: str, b: str) -> float:
        """The time of two things; inf for none."""
        check_name(a, "a")
        check_name(b, "b")
        row = self._rows.get((a, b), self._rows.get((b, a)))
        return inf if row is None else float(self.time[row])

    @property
    def first(self) -> float:
        """The earliest of all; inf for none."""
        return float(self.time.min(initial=inf))

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready."""
        return plain_values(self, "pairs", "time", "substeps")

    def __len__(self) -> int:
        return len(self.pairs)

    def __getitem__(self, i: int) -> tuple[str, str, float]:
        """(name, name, time) of pair ``i``."""
        return *self.pairs[i], float(self.time[i])

    def __reduce__(self) -> tuple[Any, ...]:
        return Detected, (self.pairs, np.array(self.time), self.substeps)

    def __repr__(self) -> str:
        return f"Detected({len(self)} pairs, first at {self.first:.6g}, {self.substeps} substeps)"


def detect(
    scene: Scene, poses_start: Motions, poses_end: Motions, substeps: int, *, stop: bool = False
) -> Detected:
    """The first sampled time at which each pair of things is in contact during a step.

    Things are moved to ``substeps + 1`` instants, from the start to the end of the step, and tested
    at each. **Contacts that begin and end between two instants are missed**, and times are late by
    up to ``1 / substeps``: use it to compare with, or where nothing is faster than its thickness
    in a substep.

    Parameters
    ----------
    scene : Scene
        Shapes, margins and what to ignore. It is not changed.
    poses_start, poses_end : mapping of str to (4, 4), or (n, 4, 4) array_like, or None
        Poses at time 0 and 1, by name, or of all things in the order of ``scene.names``. Things
        that are not named are where the scene has them. In between, origins move along lines, and
        bodies turn about them at a constant rate, the shorter way round.
    substeps : int
        From 1 on.
    stop : bool, optional
        End at the first instant with a contact.

    Returns
    -------
    Detected
        With ``pairs`` and ``time``; ``of(a, b)`` is inf for a pair that was not found.

    Raises
    ------
    ImpingeError
        If a name or a pose is not usable; the message names the thing.

    Notes
    -----
    The basic loop of interactive simulation: move everything to the next instant, test all pairs.
    There it ends at the first contact (``stop=True``), so that a response can be computed, and
    begins again from there.

    Examples
    --------
    A ball that flies through a wall, sampled too coarsely, and finely enough:

    >>> import impinge as im
    >>> from impinge.scene import Scene
    >>> scene = Scene.from_dict({"wall": im.Box((0.1, 4, 4)), "ball": im.Sphere(0.1)})
    >>> start, end = im.pose((-2, 0, 0)), im.pose((3, 0, 0))
    >>> detect(scene, {"ball": start}, {"ball": end}, 4).of("wall", "ball")
    inf
    >>> detect(scene, {"ball": start}, {"ball": end}, 40).of("wall", "ball")
    0.375
    """
    count, early = as_whole(substeps, "substeps", 1, MOST), as_flag(stop, "stop")
    moved = copy.copy(as_kind(scene, "scene", Scene))
    names = list(moved.names)
    start, end = _poses(moved, poses_start, "poses_start"), _poses(moved, poses_end, "poses_end")
    motion = Motion(start, end)
    # Both ends are taken as given, bit by bit.
    ends = {0: start, count: end}
    first: dict[int, float] = {}
    for k in range(count + 1):
        t = k / count
        moved.move(names, ends[k] if k in ends else motion.pose(t))
        for code in moved._codes().tolist():
            first.setdefault(code, t)
        if early and first:
            break
    things = moved._things
    pairs = things.names[things.ordered(pairs_of(np.array(list(first), np.int64)))]
    found = sorted(zip(map(tuple, pairs.tolist()), first.values(), strict=True))
    times = np.array([time for _, time in found])
    return Detected([pair for pair, _ in found], times, count)


def _poses(scene: Scene, given: Motions, argument: str) -> NDArray[np.float64]:
    """(n, 4, 4) poses of all things, those of the scene where nothing else is said."""
    poses = scene.poses.copy()
    if given is None:
        return poses
    if isinstance(given, Mapping):
        rows = {name: i for i, name in enumerate(scene.names)}
        for name, pose in given.items():
            if name not in rows:
                raise ImpingeError(f"{argument}: nothing in the scene is called {name!r}")
            poses[rows[name]] = check_pose(pose, name)
        return poses
    checked = as_poses(given, argument)
    if checked is None or checked.shape != poses.shape:
        shape = None if checked is None else checked.shape
        raise ImpingeError(f"{argument}: expected {poses.shape}, one a thing, got {shape}")
    return checked
