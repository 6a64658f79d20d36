"""Paths of a robot between configurations, row by row: which pair touches first, where, and how."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.continuous.impact import PosedPair, free_rows
from impinge.continuous.impact_completion import depths, find_upper, measure_contacts
from impinge.continuous.kernels import impact_row as row
from impinge.continuous.kernels.impact_row import FREE, HIT, OUT_OF_BUDGET, STARTED_TOUCHING
from impinge.continuous.options import Options
from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.motion.in_between import InBetween
from impinge.scene.kernels import robot_motion as kernels
from impinge.scene.robot_queries import RobotQueries

BOXES = {"taylor": kernels.TAYLOR, "intervals": kernels.INTERVALS}
ONLY = np.zeros(1, np.int64)
"""The row of a single path."""


class Paths(NamedTuple):
    """Paths of a robot among the things of a scene."""

    queries: RobotQueries
    motion: InBetween

    def some(self, rows: Ids) -> Paths:
        """Some of the paths."""
        return Paths(self.queries, self.motion._some(rows))

    def search(
        self, options: Options, *, any_contact: bool = False, boxes: str = "taylor"
    ) -> Array:
        """(n, PATH_ROW) float64: first contacts, or any if one will do; surfaces only."""
        queries, motion = self.queries, self.motion
        out = np.zeros((len(motion.q0), kernels.PATH_ROW))
        asked = options.margin, options.tolerance, options.max_steps, any_contact, BOXES[boxes]
        run_rows(
            kernels.search_paths_rows, len(out), queries.kinematics.arrays, queries.arrays,
            queries.bodies.corners, queries.pairs, queries.others, asked,
            (motion.q0, motion.q1), out,
        )  # fmt: skip
        return out

    def first_contacts(self, options: Options) -> tuple[Array, Ids]:
        """(n, IMPACT_ROW) float64: first contacts with points, features and depths.

        And (n, 2) int64: the bodies, as ``all_pairs`` of :class:`RobotQueries`; -1 where free.
        """
        found = self.search(options)
        pairs = found[:, kernels.BODY_A : kernels.BODY_A + 2].astype(np.int64)
        impacts = np.ascontiguousarray(found[:, : row.IMPACT_ROW])
        if options.solid:
            self._start_inside(options, impacts, pairs)
        free = impacts[:, row.STATUS] == FREE
        impacts[free] = free_rows(int(free.sum()))
        for a, b, rows in self._groups(pairs):
            self._complete(a, b, rows, options, impacts)
        return impacts, pairs

    def collides_at(self, shares: Sequence[float], rows: Ids, options: Options) -> Flags:
        """(m,) bool: which of some paths touch anything at one of some times."""
        found = self.queries.collides(self.motion._sampled(rows, shares), options.margin)
        return np.asarray(found.reshape(len(rows), len(shares)).any(axis=1))

    def _start_inside(self, options: Options, impacts: Array, pairs: Ids) -> None:
        """Find paths that start with one solid inside of another."""
        rows = np.flatnonzero(impacts[:, row.STATUS] != STARTED_TOUCHING)
        inside = self.queries.touching(self.motion.q0[rows], options.margin)
        which, first = np.unique(inside.rows, return_index=True)
        impacts[rows[which], row.STATUS] = STARTED_TOUCHING
        impacts[rows[which], row.TIME] = impacts[rows[which], row.UPPER] = 0.0
        pairs[rows[which]] = inside.pairs[first]

    def _groups(self, pairs: Ids) -> list[tuple[int, int, Ids]]:
        """Pairs of bodies that touch, with the rows of each."""
        hits = np.flatnonzero(pairs[:, 0] >= 0)
        order = hits[np.lexsort((pairs[hits, 1], pairs[hits, 0]))]
        cuts = np.flatnonzero((np.diff(pairs[order], axis=0) != 0).any(axis=1)) + 1
        return [(*pairs[some[0]].tolist(), some) for some in np.split(order, cuts) if len(some)]

    def poses_of(self, body: int, rows: Ids, times: Array) -> Array:
        """(m, 4, 4) float64: poses of a body on some paths, each at a time."""
        bodies = self.queries.bodies
        if body >= len(bodies):
            place = self.queries.world.bodies.places[body - len(bodies)]
            return np.broadcast_to(place, (len(rows), 4, 4)).copy()
        every = np.zeros(len(self.motion.q0))
        every[rows] = times
        q = np.atleast_2d(self.motion.configuration(every))[rows]
        links = self.queries.kinematics.link_poses(q)[:, self.queries.links[body]]
        return np.ascontiguousarray(links @ bodies.places[body])

    def posed_pair(self, path: int, pair: Ids, time: float) -> PosedPair:
        """Shapes of two bodies and where they are on a path at a time."""
        a, b = pair.tolist()
        poses = BodyPair(self, a, b, np.array([path])).poses_at(ONLY, np.array([time]))
        return self.shape_of(a), poses[0][0], self.shape_of(b), poses[1][0]

    def shape_of(self, body: int) -> Any:
        side, k = self.queries.bodies, body
        if body >= len(side):
            side, k = self.queries.world.bodies, body - len(side)
        return side.table.shapes[side.kinds[k]]

    def _complete(self, a: int, b: int, rows: Ids, options: Options, impacts: Array) -> None:
        """Points, features, depth and upper bound of the contacts of two bodies."""
        shapes, both = (self.shape_of(a), self.shape_of(b)), BodyPair(self, a, b, rows)
        padding, found = self.queries.padding, impacts[rows]
        margin = options.margin + padding[a] + padding[b]
        wide = options._replace(margin=margin, solid=False, max_time=1.0)
        find_upper(*shapes, both, wide, found)
        measure_contacts(*shapes, both, wide, np.ones(len(rows), np.bool_), found)
        deep = found[:, row.STATUS] == STARTED_TOUCHING
        deep = np.flatnonzero(deep & (options.solid | (found[:, row.GAP] <= 0.0)))
        if len(deep):
            poses = both.poses_at(deep, np.zeros(len(deep)))
            found[deep, row.DEPTH] = depths(*shapes, *poses, np.full(len(deep), options.solid))
        impacts[rows] = found


class BodyPair(NamedTuple):
    """How two bodies move on some paths, as completion of impacts asks for it."""

    paths: Paths
    a: int
    b: int
    rows: Ids

    def poses_at(self, rows: Ids, times: Array) -> tuple[Array, Array]:
        paths, which = self.paths, self.rows[rows]
        return paths.poses_of(self.a, which, times), paths.poses_of(self.b, which, times)


def is_undecided(impacts: Array) -> Flags:
    """Which paths are neither free nor seen to touch."""
    status = impacts[:, row.STATUS]
    unseen = (status == HIT) & (impacts[:, row.UPPER] == inf)
    return np.asarray((status == OUT_OF_BUDGET) | unseen)
