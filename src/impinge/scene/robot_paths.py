"""Paths of a robot between configurations, row by row: which pair touches first, where, and how."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np

from impinge.continuous.impact import PosedPair, free_rows
from impinge.continuous.impact_completion import LATER, copy_witness, depths
from impinge.continuous.impact_features import name_features
from impinge.continuous.kernels import impact_row as row
from impinge.continuous.kernels.impact_row import FREE, HIT, OUT_OF_BUDGET, STARTED_TOUCHING
from impinge.continuous.options import Options
from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.motion.in_between import InBetween
from impinge.narrow.distance import DISTANCE
from impinge.narrow.overlap import OVERLAP
from impinge.scene.kernels.robot_motion import (
    BODY_A,
    INTERVALS,
    NEAR,
    PATH_ROW,
    SEARCHED,
    TAYLOR,
    search_paths_rows,
)
from impinge.scene.robot_bodies import World
from impinge.scene.robot_queries import RobotQueries

BOXES = {"taylor": TAYLOR, "intervals": INTERVALS}


class PathRows(NamedTuple):
    """First contacts of paths."""

    impacts: Array
    """(n, IMPACT_ROW) float64"""
    pairs: Ids
    """(n, 2) int64: a body of the robot, and another or, from their number on, one of the world;
    -1 where free."""
    near: Ids
    """(n,) int64: pairs left by the boxes of whole paths."""
    searched: Ids
    """(n,) int64: pairs left by hulls and by earlier contacts."""


class Paths:
    """Paths of a robot among the things of a scene.

    Parameters
    ----------
    queries : RobotQueries
    motion : InBetween
    world : World
    ignored : (bodies, world's bodies) uint8
    pairs : (m, 2) int64
        Bodies of the robot that are tested with each other.
    """

    def __init__(
        self, queries: RobotQueries, motion: InBetween, world: World, ignored: Any, pairs: Ids
    ) -> None:
        self.queries, self.motion, self.world = queries, motion, world
        self.ignored, self.pairs = ignored, pairs

    def some(self, rows: Ids) -> Paths:
        """Some of the paths."""
        return Paths(self.queries, self.motion._some(rows), self.world, self.ignored, self.pairs)

    def search(
        self, options: Options, *, any_contact: bool = False, boxes: str = "taylor"
    ) -> Array:
        """(n, PATH_ROW) float64: first contacts, or any if one will do; surfaces only."""
        queries, world = self.queries, self.world
        out = np.zeros((len(self.motion.q0), PATH_ROW))
        others = (
            world.bodies.arrays, world.bodies.places, world.bodies.padding, world.levels,
            self.ignored,
        )  # fmt: skip
        asked = (
            options.margin, options.tolerance, options.max_steps, bool(any_contact), BOXES[boxes]
        )  # fmt: skip
        run_rows(
            search_paths_rows, len(out), queries.kinematics.arrays, queries.arrays,
            queries.bodies.corners, self.pairs, others, asked,
            (self.motion.q0, self.motion.q1), out,
        )  # fmt: skip
        return out

    def first_contacts(self, options: Options) -> PathRows:
        """First contacts with points, features and depths."""
        found = self.search(options)
        pairs = found[:, BODY_A : BODY_A + 2].astype(np.int64)
        impacts = np.ascontiguousarray(found[:, : row.IMPACT_ROW])
        if options.solid:
            self._start_inside(options, impacts, pairs)
        free = impacts[:, row.STATUS] == FREE
        impacts[free] = free_rows(int(free.sum()))
        for a, b, rows in self._groups(pairs):
            self._complete(a, b, rows, options, impacts)
        return PathRows(
            impacts, pairs, found[:, NEAR].astype(np.int64), found[:, SEARCHED].astype(np.int64)
        )

    def collides_at(self, shares: Sequence[float], rows: Ids, options: Options) -> Flags:
        """(m,) bool: which of some paths touch anything at one of some times."""
        q, own = self.motion._sampled(rows, shares), bool(len(self.pairs))
        found = self.queries.collides(
            q, self.world, self.ignored, own, options.margin, options.solid
        )
        return np.asarray(found.reshape(len(rows), len(shares)).any(axis=1))

    def _start_inside(self, options: Options, impacts: Array, pairs: Ids) -> None:
        """Find paths that start with one solid inside of another."""
        rows = np.flatnonzero(impacts[:, row.STATUS] != STARTED_TOUCHING)
        asked = np.concatenate([self.pairs, self.queries.all_pairs(self.ignored, False)])
        q = self.motion.q0[rows]
        inside = self.queries.touching(q, self.world, asked, options.margin, True)
        which, first = np.unique(inside.rows, return_index=True)
        impacts[rows[which], row.STATUS] = STARTED_TOUCHING
        impacts[rows[which], row.TIME] = impacts[rows[which], row.UPPER] = 0.0
        pairs[rows[which]] = inside.pairs[first]

    def _groups(self, pairs: Ids) -> list[tuple[int, int, Ids]]:
        """Pairs of bodies that touch, with the rows of each."""
        hits = np.flatnonzero(pairs[:, 0] >= 0)
        order = hits[np.lexsort((pairs[hits, 1], pairs[hits, 0]))]
        cuts = np.flatnonzero((np.diff(pairs[order], axis=0) != 0).any(axis=1)) + 1
        return [
            (int(pairs[some[0], 0]), int(pairs[some[0], 1]), some)
            for some in np.split(order, cuts)
            if len(some)
        ]

    def poses_of(self, body: int, rows: Ids, times: Array) -> Array:
        """(m, 4, 4) float64: poses of a body on some paths, each at a time."""
        bodies = self.queries.bodies
        if body >= len(bodies):
            place = self.world.bodies.places[body - len(bodies)]
            return np.broadcast_to(place, (len(rows), 4, 4)).copy()
        every = np.zeros(len(self.motion.q0))
        every[rows] = times
        q = np.atleast_2d(self.motion.configuration(every))[rows]
        links = self.queries.kinematics.link_poses(q)[:, self.queries.links[body]]
        return np.ascontiguousarray(links @ bodies.places[body])

    def posed_pair(self, path: int, pair: Ids, time: float) -> PosedPair:
        """Shapes of two bodies and where they are on a path at a time."""
        a, b = pair.tolist()
        at = np.array([path]), np.array([time])
        return (
            self.shape_of(a), self.poses_of(a, *at)[0], self.shape_of(b), self.poses_of(b, *at)[0]
        )  # fmt: skip

    def shape_of(self, body: int) -> Any:
        bodies = self.queries.bodies
        side, k = (bodies, body) if body < len(bodies) else (self.world.bodies, body - len(bodies))
        return side.table.shapes[side.kinds[k]]

    def _complete(self, a: int, b: int, rows: Ids, options: Options, impacts: Array) -> None:
        """Points, features, depth and upper bound of the contacts of two bodies."""
        shape_a, shape_b = self.shape_of(a), self.shape_of(b)
        padding = np.concatenate([self.queries.bodies.padding, self.world.bodies.padding])
        margin = options.margin + padding[a] + padding[b]
        for share in LATER:
            left = rows[(impacts[rows, row.STATUS] == HIT) & np.isinf(impacts[rows, row.UPPER])]
            times = impacts[left, row.TIME] + share
            left, times = left[times <= 1.0], times[times <= 1.0]
            if not len(left):
                break
            poses = self.poses_of(a, left, times), self.poses_of(b, left, times)
            seen = OVERLAP(shape_a, poses[0], shape_b, poses[1], margin, False)
            impacts[left[seen], row.UPPER] = times[seen]
        times = impacts[rows, row.TIME]
        poses_a, poses_b = self.poses_of(a, rows, times), self.poses_of(b, rows, times)
        copy_witness(DISTANCE(shape_a, poses_a, shape_b, poses_b, False)._rows, rows, impacts)
        name_features(shape_a, poses_a, shape_b, poses_b, rows, impacts)
        deep = (impacts[rows, row.STATUS] == STARTED_TOUCHING) & (
            options.solid | (impacts[rows, row.GAP] <= 0.0)
        )
        inside = np.full(int(deep.sum()), options.solid)
        impacts[rows[deep], row.DEPTH] = depths(
            shape_a, shape_b, poses_a[deep], poses_b[deep], inside
        )


def is_undecided(impacts: Array) -> Flags:
    """Which paths are neither free nor seen to touch."""
    status = impacts[:, row.STATUS]
    unseen = (status == HIT) & (impacts[:, row.UPPER] == inf)
    return np.asarray((status == OUT_OF_BUDGET) | unseen)
