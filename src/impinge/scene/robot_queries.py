"""What touches and what is nearest, for batches of a robot's configurations in a world."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from impinge.contacts import Contacts
from impinge.contacts.collide import contacts_of
from impinge.contacts.request import Request
from impinge.contacts.result import joined
from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.motion.kinematics import Kinematics
from impinge.narrow.distance import distances_of
from impinge.narrow.kernels.pair_row import FEATURE_A, FEATURE_B, GAP, PAIR_ROW, POINT_A, POINT_B
from impinge.narrow.overlap import overlaps_of
from impinge.narrow.posed_shapes import NO_MARGIN, PosedPairs
from impinge.scene.kernels import robot as kernels
from impinge.scene.robot_bodies import Bodies, NamePair, World, sorted_pair

AT_ONCE = 1 << 19
"""Gaps of pairs that are kept at a time: 4 MB."""
FIRST_ASKED = 4
"""Pairs of a configuration that are measured first, the nearest by their volumes."""


class Touching(NamedTuple):
    """Pairs of bodies that touch: the configuration and pair of each, and their contacts."""

    rows: Ids
    pairs: Ids
    """(m, 2) int64, as ``all_pairs`` of :class:`RobotQueries`."""
    contacts: Contacts | None


class NearestRows(NamedTuple):
    """The nearest pair of each configuration."""

    rows: Array
    """(n, PAIR_ROW) float64; infinite distances where nothing is tested."""
    pairs: Ids
    """(n, 2) int64, as ``all_pairs`` of :class:`RobotQueries`; -1 where nothing is tested."""


class RobotQueries(NamedTuple):
    """A robot as it is now in a world: bodies, and pairs of them that are tested."""

    kinematics: Kinematics
    bodies: Bodies
    links: Ids
    """(n,) int64: the link that carries each body."""
    pairs: Ids
    """(m, 2) int64: bodies that are tested with each other."""
    names: tuple[str, ...]
    """Links, or what is attached, that the bodies are of."""
    world: World
    ignored: NDArray[np.uint8]
    """(bodies, world's bodies) uint8: which are not tested with each other."""
    solid: bool

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The robot as kernels take it."""
        return self.bodies.arrays, self.links, self.bodies.places, self.bodies.padding

    @property
    def others(self) -> tuple[Any, ...]:
        """The world as kernels take it."""
        bodies = self.world.bodies
        return bodies.arrays, bodies.places, bodies.padding, self.world.levels, self.ignored

    @property
    def padding(self) -> Array:
        """(n,) float64: of all bodies, those of the world after those of the robot."""
        return np.concatenate([self.bodies.padding, self.world.bodies.padding])

    @property
    def all_pairs(self) -> Ids:
        """(m, 2) int64: all that are tested, those with the world last.

        A body of the robot, and another or, from their number on, one of the world.
        """
        a, b = np.nonzero(self.ignored == 0)
        outer = np.stack([a, b + len(self.bodies)], axis=1).astype(np.int64)
        return np.concatenate([self.pairs, outer])

    def named(self, pairs: Ids) -> tuple[tuple[str | None, ...], tuple[str | None, ...]]:
        """Names of pairs of bodies, those of A and those of B; None where there is no pair."""
        world = (self.world.names[k] for k in self.world.bodies.owners)
        a, b = np.array([*self.names, *world, None], object)[pairs.T].tolist()
        return tuple(a), tuple(b)

    def collides(self, rows: Array, margin: float) -> Flags:
        """(n,) bool: at which configurations any two bodies come within their margins."""
        found = self.touches(rows, margin)
        if self.solid:
            # Surfaces apart: one may be inside of the other.
            free = np.flatnonzero(~found)
            found[free[self.touching(rows[free], margin).rows]] = True
        return found

    def touches(self, rows: Array, margin: float) -> Flags:
        """(n,) bool: the same for surfaces."""
        found = np.zeros(len(rows), np.bool_)
        wide = margin > 0.0 or self.bodies.padding.any() or self.world.bodies.padding.any()
        kernel = kernels.collide_wide_robot_rows if wide else kernels.collide_robot_rows
        run_rows(
            kernel, len(rows), self.kinematics.arrays, self.arrays, self.pairs, self.others, margin,
            rows, found,
        )  # fmt: skip
        return found

    def touching(self, rows: Array, margin: float, limit: int | None = None) -> Touching:
        """All pairs that come within their margins; with a limit, their contacts too."""
        pairs = self.all_pairs
        wide = margin + self.padding[pairs].sum(axis=1)
        found_rows, found_pairs, shares = [], [], []
        count = 0
        for begin, poses, gaps in self._bounded(rows, pairs, float(wide.max(initial=0.0))):
            r, k = np.nonzero(gaps <= wide)
            for some, order in self._posed(poses, r, pairs[k], wide[k]):
                hits = overlaps_of(some, self.solid)
                r_hit, k_hit = r[order[hits]], k[order[hits]]
                found_rows.append(begin + r_hit)
                found_pairs.append(pairs[k_hit])
                if limit is not None:
                    found = contacts_of(some.some(hits), Request(NO_MARGIN, limit, self.solid))
                    shares += [share._replace(batch=share.batch + count) for share in found]
                count += len(r_hit)
        all_rows = np.concatenate([np.zeros(0, np.int64), *found_rows])
        all_pairs = np.concatenate([np.zeros((0, 2), np.int64), *found_pairs])
        return Touching(all_rows, all_pairs, None if limit is None else joined(shares, count))

    def count_touching(self, rows: Array) -> dict[NamePair, int]:
        """At how many configurations links touch each other, by sorted names; without a world."""
        touching, owners = self.touching(rows, 0.0), self.bodies.owners
        if len(touching.rows) == 0:
            return {}
        pairs = np.sort(owners[touching.pairs], axis=1)
        once = np.unique(np.column_stack([touching.rows, pairs]), axis=0)
        found, counts = np.unique(once[:, 1:], axis=0, return_counts=True)
        names = dict(zip(owners.tolist(), self.names, strict=True))
        sorted_pairs = (sorted_pair(names[a], names[b]) for a, b in found.tolist())
        return dict(zip(sorted_pairs, counts.tolist(), strict=True))

    def touching_surfaces(self, q: Array) -> set[NamePair]:
        """Links whose surfaces touch at one configuration (1, dof), without a world.

        By the kernel of ``collides``, pair by pair: it waits for no other to be compiled.
        """
        if not self.touches(q, 0.0)[0]:
            return set()
        pairs = self.pairs[:, None]
        touch = [self._replace(pairs=pair).touches(q, 0.0)[0] for pair in pairs]
        names = zip(*self.named(self.pairs[touch]), strict=True)
        return {sorted_pair(str(a), str(b)) for a, b in names}

    def nearest(self, rows: Array) -> NearestRows:
        """The nearest pair of each configuration; of equals, one of them."""
        pairs = self.all_pairs
        found = np.zeros((len(rows), PAIR_ROW))
        found[:, [GAP, *range(POINT_A, POINT_A + 3), *range(POINT_B, POINT_B + 3)]] = np.inf
        found[:, [FEATURE_A, FEATURE_B]] = -1.0
        which = np.full(len(rows), -1)
        for begin, poses, gaps in self._bounded(rows, pairs, 0.0):
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
                for some, part in self._posed(poses, r, pairs[k], np.zeros(len(k))):
                    _keep_nearest(best, near, distances_of(some, self.solid), r[part], k[part])
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

    def _bounded(self, rows: Array, pairs: Ids, limit: float) -> Iterator[tuple[int, Array, Array]]:
        """Ranges of rows: (begin, poses of bodies, lower bounds of the gaps of all pairs).

        Bounds up to ``limit`` are those of boxes, others those of balls.
        """
        step = max(1, AT_ONCE // max(1, len(pairs)))
        others = self.others[:2]
        for begin in range(0, len(rows) if len(pairs) else 0, step):
            some = np.ascontiguousarray(rows[begin : begin + step])
            poses = np.empty((len(some), len(self.bodies), 4, 4))
            run_rows(
                kernels.place_bodies_rows,
                len(some),
                self.kinematics.arrays,
                self.arrays,
                some,
                poses,
            )
            gaps = np.empty((len(some), len(pairs)))
            run_rows(
                kernels.bound_robot_rows, len(some), self.arrays, others, pairs, limit, poses, gaps
            )
            yield begin, poses, gaps

    def _posed(
        self, poses: Array, rows: Ids, pairs: Ids, margins: Array
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
            yield PosedPairs(mine, self.world.posed, both, margins[outer]), outer


def _keep_nearest(best: Array, near: Ids, measured: Array, rows: Ids, pairs: Ids) -> None:
    """Take over what is nearer; of equals, the pair with the lowest number."""
    order = np.lexsort((pairs, measured[:, GAP], rows))
    at, first = np.unique(rows[order], return_index=True)
    chosen = order[first]
    gaps, known = measured[chosen, GAP], best[at, GAP]
    better = (gaps < known) | ((gaps == known) & (pairs[chosen] < near[at]))
    best[at[better]] = measured[chosen[better], :PAIR_ROW]
    near[at[better]] = pairs[chosen[better]]
