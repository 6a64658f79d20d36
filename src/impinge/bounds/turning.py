"""k-DOPs of what turns: recomputed, climbed, or expanded.

The directions of a k-DOP stay with the world, so a turned body needs new ends. Three ways, from
tight and slow to loose and fast: looking at all vertices of its hull, climbing from the extreme
vertices of the pose before, and combining the ends of the k-DOP at rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.bounds.directions import dop_of
from impinge.bounds.kdop import Kdop
from impinge.bounds.kernels.climb import climb_kdops, recompute_kdops
from impinge.bounds.points import as_pose, points_of
from impinge.core.arrays import Array, as_numbers, frozen
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.core.poses import as_poses
from impinge.geometry.hull_parts import edges_of, exactly_convex, hull_of, slack_of

REACH_ROUNDING = 2.0**-50
"""Share by which the length of the furthest vertex may err."""


@dataclass(frozen=True, slots=True, eq=False)
class Climb:
    """A k-DOP found by climbing, and where the climb ended."""

    volume: Kdop
    """Around the body at this pose."""
    extremes: Ids
    """(k,) int64: the vertex furthest along each signed direction. Read-only."""
    steps: int
    """Moves from vertex to vertex, over all directions."""
    scans: int
    """How often all vertices were looked at, since rounding hid the way up."""


@dataclass(frozen=True, slots=True, eq=False)
class KdopSequence:
    """One k-DOP a pose, in order; ``sequence[i]`` is that of pose i."""

    k: int
    lower: Array
    """(n, k/2) float64: lowest values along the directions [m]. Read-only."""
    upper: Array
    """(n, k/2) float64: highest values along the directions [m]. Read-only."""
    steps: Ids
    """(n,) int64: moves from vertex to vertex; 0 where nothing was climbed. Read-only."""
    scans: Ids
    """(n,) int64: how often all vertices were looked at. Read-only."""

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, i: int) -> Kdop:
        return Kdop(self.k, self.lower[i], self.upper[i])


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class TurningHull:
    """The convex hull of a body, made once, to bound the body at any pose. Immutable.

    Parameters
    ----------
    source : (n, 3) array_like or Mesh
        Points [m] in the body's frame, or a mesh, whose faces count. Flat sets, segments and
        single points are hulls too.
    k : int, optional
        Of the k-DOPs: 6 (boxes along the axes), 12, 14, 18, 26, 32 or 62.

    Raises
    ------
    ImpingeError
        If there are no points, or there is no such k.

    Notes
    -----
    A k-DOP holds all that was given whatever was rounded: it is larger by about 1e-14 of the
    body's furthest point from its frame's origin, and of the shift. For k = 6 its ``lower`` and
    ``upper`` are those of an :class:`~impinge.bounds.Aabb`.

    Only a hull whose surface is convex exactly, and not to rounding, is climbed; of another, and
    of what is flat, all vertices are looked at.

    Examples
    --------
    >>> hull = TurningHull([[-1, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], k=6)
    >>> quarter = [[0, -1, 0, 10], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    >>> climb = hull.climbed(quarter)
    >>> climb.volume.upper.round(9).tolist()
    [10.0, 1.0, 3.0]
    >>> hull.climbed(quarter, climb.extremes).steps
    0
    """

    _k: int
    _vertices: Array
    _starts: Ids
    _neighbours: Ids
    _edges: Array
    _convex: bool
    _slack: float
    _reach: float
    _tops: Ids
    _rest: Kdop

    def __init__(self, source: Any, k: int = 6) -> None:
        dop = dop_of(k)
        points = points_of(source, "source")
        hull = hull_of(points)
        slack = slack_of(points, hull)
        convex = exactly_convex(hull)
        starts, neighbours = edges_of(convex or hull)
        begins = np.repeat(hull.vertices, np.diff(starts), axis=0)
        # Sums of coordinates: not below the lengths, and nothing vanishes in squares.
        lengths = np.abs(hull.vertices).sum(axis=1)
        reach = float(lengths.max()) * (1.0 + REACH_ROUNDING) + slack
        self._set(
            _k=2 * len(dop.directions), _vertices=hull.vertices, _starts=starts,
            _neighbours=neighbours, _edges=hull.vertices[neighbours] - begins,
            _convex=convex is not None, _slack=slack, _reach=reach,
        )  # fmt: skip
        tops = np.zeros(self._k, np.int64)
        self._set(_tops=tops, _rest=Kdop._from_row(self._recompute(np.eye(4)[None], tops)[0]))

    def _set(self, **parts: Any) -> None:
        for name, value in parts.items():
            object.__setattr__(self, name, value)

    @property
    def k(self) -> int:
        """Of the k-DOPs."""
        return self._k

    @property
    def vertices(self) -> Array:
        """(n, 3) float64: those of the hull [m], in the body's frame. Read-only."""
        return frozen(self._vertices)

    @property
    def volume(self) -> Kdop:
        """The k-DOP at rest: at the identity."""
        return self._rest

    def recomputed(self, pose: ArrayLike) -> Kdop:
        """The k-DOP of the hull at ``pose`` (4, 4), from all its vertices."""
        return Kdop._from_row(self._recompute(as_pose(pose)[None], self._tops.copy())[0])

    def climbed(self, pose: ArrayLike, last: ArrayLike | None = None) -> Climb:
        """The k-DOP of the hull at ``pose`` (4, 4), by climbing to its extreme vertices.

        What is highest among its neighbours is highest of all on a hull. From one frame to the next
        few steps are enough, whatever the number of vertices; where rounding cannot tell which is
        the highest, all are looked at. The answer is that of :meth:`recomputed` to rounding.

        Parameters
        ----------
        pose : (4, 4) array_like
        last : (k,) array_like, optional
            The ``extremes`` of a climb before, to begin with; those at rest if not given.
        """
        extremes = self._as_extremes(last)
        ends, steps, scans = self._climb(as_pose(pose)[None], extremes)
        return Climb(Kdop._from_row(ends), frozen(extremes), int(steps[0]), int(scans[0]))

    def expanded(self, pose: ArrayLike) -> Kdop:
        """A k-DOP around the k-DOP at rest, moved by ``pose`` (4, 4): see :meth:`Kdop.moved`."""
        return self._rest.moved(pose)

    def climb_over(self, poses: ArrayLike, last: ArrayLike | None = None) -> KdopSequence:
        """The k-DOPs at poses (n, 4, 4), each climbed to from the one before, in one call."""
        return self._sequence(*self._climb(_many_poses(poses), self._as_extremes(last)))

    def recompute_over(self, poses: ArrayLike) -> KdopSequence:
        """The k-DOPs at poses (n, 4, 4), each from all vertices, in one call."""
        return self._sequence(*self._recompute(_many_poses(poses), self._tops.copy()))

    def _sequence(self, ends: Array, steps: Ids, scans: Ids) -> KdopSequence:
        m = self._k // 2
        return KdopSequence(
            self._k, frozen(ends[:, :m]), frozen(ends[:, m:]), frozen(steps), frozen(scans)
        )

    def _climb(self, poses: Array, extremes: Ids) -> tuple[Array, Ids, Ids]:
        """Ends, steps and scans of each pose; ``extremes`` are those of the last in the end."""
        if not self._convex:
            return self._recompute(poses, extremes)
        dop = dop_of(self._k)
        ends = np.empty((len(poses), self._k))
        steps, scans = np.empty(len(poses), np.int64), np.empty(len(poses), np.int64)
        climb_kdops(
            (self._vertices, self._starts, self._neighbours, self._edges),
            dop.directions, dop.lengths, self._slack, self._reach, poses, extremes,
            ends, steps, scans,
        )  # fmt: skip
        return ends, steps, scans

    def _recompute(self, poses: Array, extremes: Ids) -> tuple[Array, Ids, Ids]:
        """The same from all vertices."""
        dop, n = dop_of(self._k), len(poses)
        ends = np.empty((n, self._k))
        recompute_kdops(
            self._vertices, dop.directions, dop.lengths, self._slack, self._reach, poses, extremes,
            ends,
        )  # fmt: skip
        return ends, np.zeros(n, np.int64), np.full(n, self._k, np.int64)

    def _as_extremes(self, last: ArrayLike | None) -> Ids:
        """A copy that the climb may write to."""
        if last is None:
            return self._tops.copy()
        places = np.array(as_numbers(last, "last"))
        if places.shape != (self._k,) or places.dtype.kind not in "iu":
            raise ImpingeError(
                f"last: expected {self._k} vertex numbers, the extremes of a climb before"
            )
        n = len(self._vertices)
        if places.min() < 0 or places.max() >= n:
            raise ImpingeError(f"last: a number is outside 0 to {n - 1}, those of the vertices")
        return places.astype(np.int64)

    def __repr__(self) -> str:
        return f"TurningHull({len(self._vertices)} vertices, k={self._k})"


def _many_poses(poses: ArrayLike) -> Array:
    matrices = as_poses(poses, "poses")
    if matrices is None or matrices.ndim != 3:
        raise ImpingeError("poses: expected a sequence of poses, of shape (n, 4, 4)")
    return matrices
