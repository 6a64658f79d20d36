"""What touches and what is nearest, for batches of a robot's configurations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.contacts import Contacts
from impinge.contacts.collide import contacts_of
from impinge.contacts.request import Request
from impinge.contacts.result import joined
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.motion.kinematics import Kinematics
from impinge.narrow.distance import distances_of
from impinge.narrow.kernels.pair_row import FEATURE_A, FEATURE_B, GAP, PAIR_ROW, POINT_A, POINT_B
from impinge.narrow.overlap import overlaps_of
from impinge.narrow.posed_shapes import NO_MARGIN, PosedPairs
from impinge.scene.kernels.robot import (
    bound_robot_rows,
    collide_robot_rows,
    collide_wide_robot_rows,
    place_bodies_rows,
)
from impinge.scene.robot_bodies import Bodies, World

AT_ONCE = 1 << 19
"""Gaps of pairs that are kept at a time: 4 MB."""
FIRST_ASKED = 4
"""Pairs of a configuration that are measured first, the nearest by their volumes."""

Flags = NDArray[np.bool_]


class Touching(NamedTuple):
    """Pairs of bodies that touch: the configuration and pair of each, and their contacts."""

    rows: Ids
    pairs: Ids
    """(m, 2) int64: a body of the robot, and another or, from their number on, one of the world."""
    contacts: Contacts | None


class NearestRows(NamedTuple):
    """The nearest pair of each configuration."""

    rows: Array
    """(n, PAIR_ROW) float64; infinite distances where nothing is tested."""
    pairs: Ids
    """(n, 2) int64, as in :class:`Touching`; -1 where nothing is tested."""


class RobotQueries:
    """A robot as it is now: bodies, and pairs of them that are tested. Immutable.

    Parameters
    ----------
    kinematics : Kinematics
    bodies : Bodies
    links : (n,) int64
        The link that carries each body.
    pairs : (m, 2) int64
        Bodies that are tested with each other.
    """

    def __init__(self, kinematics: Kinematics, bodies: Bodies, links: Ids, pairs: Ids) -> None:
        self.kinematics, self.bodies, self.links, self.pairs = kinematics, bodies, links, pairs
        self.arrays = bodies.arrays, links, bodies.places, bodies.padding

    def collides(
        self, rows: Array, world: World, ignored: Any, own: bool, margin: float, solid: bool
    ) -> Flags:
        """(n,) bool: at which configurations any two bodies come within their margins."""
        found = self.touches(rows, world, ignored, self.pairs if own else self.pairs[:0], margin)
        if solid:
            # Surfaces apart: one may be inside of the other.
            free = np.flatnonzero(~found)
            inside = self.touching(rows[free], world, self.all_pairs(ignored, own), margin, True)
            found[free[inside.rows]] = True
        return found

    def touches(self, rows: Array, world: World, ignored: Any, pairs: Ids, margin: float) -> Flags:
        """(n,) bool: the same for surfaces, and some pairs of the robot's bodies."""
        found = np.zeros(len(rows), np.bool_)
        others = (
            world.bodies.arrays, world.bodies.places, world.bodies.padding, world.levels, ignored
        )  # fmt: skip
        wide = margin > 0.0 or self.bodies.padding.any() or world.bodies.padding.any()
        run_rows(
            collide_wide_robot_rows if wide else collide_robot_rows, len(rows),
            self.kinematics.arrays, self.arrays, pairs, others, margin, rows, found,
        )  # fmt: skip
        return found

    def all_pairs(self, ignored: Any, own: bool) -> Ids:
        """(m, 2) int64: all that are tested, those with the world last."""
        a, b = np.nonzero(np.asarray(ignored) == 0)
        outer = np.stack([a, b + len(self.bodies)], axis=1).astype(np.int64)
        return np.concatenate([self.pairs, outer]) if own else outer

    def touching(
        self, rows: Array, world: World, pairs: Ids, margin: float, solid: bool,
        limit: int | None = None,
    ) -> Touching:  # fmt: skip
        """All pairs that come within their margins; with a limit, their contacts too."""
        wide = self._wide(world, pairs, margin)
        found_rows, found_pairs, shares = [], [], []
        count = 0
        for begin, poses, gaps in self._bounded(rows, world, pairs, float(wide.max(initial=0.0))):
            r, k = np.nonzero(gaps <= wide)
            for some, order in self._posed(poses, world, r, pairs[k], wide[k]):
                hits = overlaps_of(some, solid)
                r_hit, k_hit = r[order[hits]], k[order[hits]]
                found_rows.append(begin + r_hit)
                found_pairs.append(pairs[k_hit])
                if limit is not None:
                    for share in contacts_of(some.some(hits), Request(NO_MARGIN, limit, solid)):
                        shares.append(share._replace(batch=share.batch + count))
                count += len(r_hit)
        all_rows = np.concatenate([np.zeros(0, np.int64), *found_rows])
        all_pairs = np.concatenate([np.zeros((0, 2), np.int64), *found_pairs])
        return Touching(all_rows, all_pairs, None if limit is None else joined(shares, count))

    def nearest(self, rows: Array, world: World, pairs: Ids, solid: bool) -> NearestRows:
        """The nearest pair of each configuration; of equals, one of them."""
        found = np.zeros((len(rows), PAIR_ROW))
        found[:, [GAP, *range(POINT_A, POINT_A + 3), *range(POINT_B, POINT_B + 3)]] = np.inf
        found[:, [FEATURE_A, FEATURE_B]] = -1.0
        which = np.full(len(rows), -1)
        for begin, poses, gaps in self._bounded(rows, world, pairs, 0.0):
            best = found[begin : begin + len(gaps)]
            near = which[begin : begin + len(gaps)]
            first = np.zeros_like(gaps, np.bool_)
            few = min(FIRST_ASKED, len(pairs))
            nearest = np.argpartition(gaps, few - 1, axis=1)[:, :few]
            np.put_along_axis(first, nearest, True, axis=1)
            for later in (False, True):
                # None of those left may be nearer than the best of the first.
                asked = ~first & (gaps < best[:, GAP, None]) if later else first
                r, k = np.nonzero(asked)
                for some, part in self._posed(poses, world, r, pairs[k], np.zeros(len(k))):
                    _keep_nearest(best, near, distances_of(some, solid), r[part], k[part])
        none = np.full((1, 2), -1)
        return NearestRows(found, np.concatenate([pairs, none])[which])

    def gradients(self, rows: Array, nearest: NearestRows) -> Array:
        """(n, speeds) float64: how fast distances grow with the speeds of joints; 0 at contact."""
        found = np.zeros((len(rows), self.kinematics.articulation.speeds))
        apart = np.isfinite(nearest.rows[:, GAP]) & (nearest.rows[:, GAP] > 0.0)
        between = (
            nearest.rows[:, POINT_B : POINT_B + 3][apart]
            - nearest.rows[:, POINT_A : POINT_A + 3][apart]
        )
        units = between / np.linalg.norm(between, axis=1, keepdims=True)
        for side, at, sign in ((0, POINT_A, -1.0), (1, POINT_B, 1.0)):
            body = nearest.pairs[apart, side]
            own = np.flatnonzero(body < len(self.bodies))
            some = np.flatnonzero(apart)[own]
            links = self.links[body[own]]
            poses = self.kinematics.link_poses(rows[some])[np.arange(len(some)), links]
            points = nearest.rows[some, at : at + 3] - poses[:, :3, 3]
            points = np.einsum("nji,nj->ni", poses[:, :3, :3], points)
            jacobians = self.kinematics.jacobian(rows[some], links, points)[:, :3]
            found[some] += sign * np.einsum("ni,nij->nj", units[own], jacobians)
        return found

    def _wide(self, world: World, pairs: Ids, margin: float) -> Array:
        """Margins of pairs."""
        padding = np.concatenate([self.bodies.padding, world.bodies.padding])
        return np.asarray(margin + padding[pairs].sum(axis=1))

    def _bounded(
        self, rows: Array, world: World, pairs: Ids, limit: float
    ) -> Iterator[tuple[int, Array, Array]]:
        """Ranges of rows: (begin, poses of bodies, lower bounds of the gaps of all pairs).

        Bounds up to ``limit`` are those of boxes, others those of balls.
        """
        step = max(1, AT_ONCE // max(1, len(pairs)))
        others = world.bodies.arrays, world.bodies.places
        for begin in range(0, len(rows) if len(pairs) else 0, step):
            some = np.ascontiguousarray(rows[begin : begin + step])
            poses = np.empty((len(some), len(self.bodies), 4, 4))
            run_rows(place_bodies_rows, len(some), self.kinematics.arrays, self.arrays, some, poses)
            gaps = np.empty((len(some), len(pairs)))
            run_rows(bound_robot_rows, len(some), self.arrays, others, pairs, limit, poses, gaps)
            yield begin, poses, gaps

    def _posed(
        self, poses: Array, world: World, rows: Ids, pairs: Ids, margins: Array
    ) -> Iterator[tuple[PosedPairs, Ids]]:
        """Pairs as posed shapes, those of the robot with itself first; and which they are."""
        count = len(self.bodies)
        mine = self.bodies.posed(poses)
        first = rows * count + pairs[:, 0]
        own = np.flatnonzero(pairs[:, 1] < count)
        outer = np.flatnonzero(pairs[:, 1] >= count)
        if len(own):
            both = np.stack([first[own], rows[own] * count + pairs[own, 1]], axis=1)
            yield PosedPairs(mine, mine, both, margins[own]), own
        if len(outer):
            both = np.stack([first[outer], pairs[outer, 1] - count], axis=1)
            yield PosedPairs(mine, world.posed, both, margins[outer]), outer


def _keep_nearest(best: Array, near: Ids, measured: Array, rows: Ids, pairs: Ids) -> None:
    """Take over what is nearer; of equals, the pair with the lowest number."""
    order = np.lexsort((pairs, measured[:, GAP], rows))
    at, first = np.unique(rows[order], return_index=True)
    chosen = order[first]
    gaps, known = measured[chosen, GAP], best[at, GAP]
    better = (gaps < known) | ((gaps == known) & (pairs[chosen] < near[at]))
    best[at[better]] = measured[chosen[better], :PAIR_ROW]
    near[at[better]] = pairs[chosen[better]]


def count_pairs(touching: Touching, owners: Ids, names: Sequence[str]) -> dict[Any, int]:
    """In how many configurations the owners of bodies touch, by their names."""
    if len(touching.rows) == 0:
        return {}
    pairs = np.sort(owners[touching.pairs], axis=1)
    once = np.unique(np.column_stack([touching.rows, pairs]), axis=0)
    found, counts = np.unique(once[:, 1:], axis=0, return_counts=True)
    return {(names[a], names[b]): int(n) for (a, b), n in zip(found, counts, strict=True)}
