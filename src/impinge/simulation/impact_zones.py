"""Rigid impact zones: vertices that move as one where impulses were not enough [Bridson2002]_.

A zone moves each of its vertices on a line from x to R x + d, a turn R of less than 180 degrees. At
the time t its points are at ((1 - t) I + t R) x + t d. Along the axis of R that map is the
identity, across it a scaling by |1 - t + t exp(i a)| >= cos(a / 2) > 0 and a turn. So it is affine
and invertible, and what was apart stays apart: a zone never crosses itself. Distances shrink to
cos(a / 2) at most; ``MOST_TURN`` keeps them above what counts as an impact.

Driven vertices go where they are driven. A zone that touches some follows them: by their rigid
motion if they have one, else by the affine motion that fits best, for which the same argument
holds as long as it turns nothing over.
"""

from __future__ import annotations

from math import radians

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.simulation.flight import axial_of, skew_of

MOST_TURN = radians(75.0)
"""Largest turn of a zone in a step: distances within it stay above 0.79 of those at the start."""
EXACT = 1e-9
"""Share of the size of a driven set by which a rigid motion may miss its vertices."""
TURNS, SHIFTS, STUCK = 0, 1, 2
"""What zones may still do: turn, or follow an affine motion; only shift; nothing more."""


class ImpactZones:
    """Vertices in zones, and where they go.

    Parameters
    ----------
    start : (n, 3) float64
        Vertices at the start of the step.
    masses : (n,) float64
        Infinite: driven.
    edges : (e, 2) int64
        By which zones grow when pairs alone take too long.
    """

    def __init__(self, start: Array, masses: Array, edges: Ids) -> None:
        self._start, self._masses = start, masses
        self._free = np.isfinite(masses)
        self._edges = edges[self._free[edges].all(axis=1)]
        self._labels = np.full(len(start), -1)
        self._levels = np.zeros(len(start), np.int64)
        self._links = np.empty((0, 2), np.int64)
        self._driven = np.empty((0, 2), np.int64)

    def join(self, corners: Ids, rings: int = 0) -> bool:
        """Make the vertices of each pair (m, 4) one zone; False if nothing is left to try.

        Zones also take in neighbours, so many rings of them. Each call adds a vertex to a zone,
        joins zones, adds a driven vertex to one, or lets one do something simpler: there is an end
        to it.
        """
        free = self._free[corners]
        if not free.any(axis=1).all():
            return False
        before = self._state()
        anchor = corners[np.arange(len(corners)), free.argmax(axis=1)]
        members = np.column_stack([np.repeat(anchor, 4), corners.ravel()])
        self._driven = np.concatenate([self._driven, members[~free.ravel()]])
        self._link(members[free.ravel()])
        for _ in range(rings):
            within = self._labels[self._edges] >= 0
            border = self._edges[within[:, 0] != within[:, 1]]
            if not len(border):
                break
            self._link(border)
        if self._state() == before:
            self._levels[np.isin(self._labels, self._labels[anchor])] += 1
        return bool((self._levels < STUCK).all())

    def _state(self) -> tuple[int, int, int]:
        """What changes if any zone does: vertices in zones, zones, driven vertices of zones."""
        pairs = np.column_stack([self._labels[self._driven[:, 0]], self._driven[:, 1]])
        self._driven = self._driven[np.unique(pairs, axis=0, return_index=True)[1]]
        return int((self._labels >= 0).sum()), self.count, len(self._driven)

    def _link(self, more: Ids) -> None:
        """Number the connected parts of the graph of links; -1 for vertices of none."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        n = len(self._start)
        self._links = np.concatenate([self._links, more])
        links = coo_array((np.ones(len(self._links), np.int8), tuple(self._links.T)), (n, n))
        _, labels = connected_components(links, directed=False)
        used = np.zeros(n, np.bool_)
        used[self._links] = True
        _, dense = np.unique(labels[used], return_inverse=True)
        self._labels = np.full(n, -1)
        self._labels[used] = dense
        # What one vertex has tried in vain, its zone has.
        worst = np.zeros(self.count, np.int64)
        np.maximum.at(worst, dense, self._levels[used])
        self._levels[used] = worst[dense]

    @property
    def count(self) -> int:
        return int(self._labels.max(initial=-1)) + 1

    def members(self) -> tuple[Ids, ...]:
        """Vertices of each zone, sorted, zones by their first vertex; driven ones left out."""
        order = np.argsort(self._labels, kind="stable")
        sizes = np.bincount(self._labels + 1, minlength=self.count + 1)
        return tuple(np.split(order, np.cumsum(sizes)[:-1])[1:])

    def move(self, end: Array) -> None:
        """Move vertices at the end of the step with their zones."""
        inside = np.flatnonzero(self._labels >= 0)
        zone = self._labels[inside]
        turned = self._turned(inside, zone, end)
        for k, driven in self._followers().items():
            some = zone == k
            turned[some] = self._followed(inside[some], driven, end)
        end[inside] = turned

    def movers(self) -> tuple[Ids, Array]:
        """(n,) which vertices shift as one, and the masses of what shifts; infinite if driven."""
        movers, masses, driven = np.arange(len(self._start)), self._masses.copy(), self._followers()
        for k, some in enumerate(self.members()):
            movers[some] = some[0]
            masses[some] = np.inf if k in driven else self._masses[some].sum()
        return movers, masses

    def _followers(self) -> dict[int, Ids]:
        """Driven vertices of each zone that has some."""
        zone = self._labels[self._driven[:, 0]]
        return {k: np.unique(self._driven[zone == k, 1]) for k in np.unique(zone).tolist()}

    def _turned(self, inside: Ids, zone: Ids, end: Array) -> Array:
        """Rigid motions that keep the momentum of each zone, and its angular momentum if possible.

        Angular momentum of displacements is sum(m x0 * (x1 - x0)), whichever of the two positions
        on the left. Newton's method finds the turn that keeps it; its linear part is I omega = L.
        """
        mass, start = self._masses[inside], self._start[inside]
        travel = end[inside] - start
        total = np.bincount(zone, mass)
        centre = _sums(zone, mass[:, None] * start) / total[:, None]
        shift = _sums(zone, mass[:, None] * travel) / total[:, None]
        arms = start - centre[zone]
        spin = _sums(zone, mass[:, None] * np.cross(arms, travel - shift[zone]))
        products = (arms[:, :, None] * arms[:, None, :]).reshape(-1, 9)
        moments = _sums(zone, mass[:, None] * products).reshape(-1, 3, 3)
        levels = np.zeros(len(total), np.int64)
        levels[zone] = self._levels[inside]
        turns = _turns(moments, spin)
        turns[levels != TURNS] = 0.0
        spun = np.einsum("nij,nj->ni", _turnings(turns)[zone], arms)
        return start + (shift[zone] + spun)

    def _followed(self, some: Ids, driven: Ids, end: Array) -> Array:
        """Vertices of a zone that go along with driven ones."""
        points, travel = self._start[driven], end[driven] - self._start[driven]
        if self._levels[some[0]] == TURNS and (travel != travel[0]).any():
            centre, middle = points.mean(axis=0), travel.mean(axis=0)
            linear = _linear_motion(points - centre, travel - middle)
            return self._start[some] + (middle + (self._start[some] - centre) @ linear.T)
        shift = travel[0] if (travel == travel[0]).all() else travel.mean(axis=0)
        return self._start[some] + shift


def _sums(zone: Ids, rows: Array) -> Array:
    """Sums of rows by zone, taken in their order."""
    return np.stack([np.bincount(zone, column) for column in rows.T], axis=1)


def _turns(moments: Array, spin: Array) -> Array:
    """Rotation vectors (z, 3) whose displacements have an angular momentum, at most MOST_TURN."""
    trace = np.trace(moments, axis1=1, axis2=2)
    # A line, or a point, has no moment about itself, and no angular momentum either.
    least = np.maximum(1e-12 * trace, 1e-300)
    inertia = (trace + least)[:, None, None] * np.eye(3) - moments
    turns = np.zeros_like(spin)
    for _ in range(20):
        there = axial_of(_turnings(turns) @ moments)
        turns = turns + np.linalg.solve(inertia, (spin - there)[:, :, None])[:, :, 0]
        angle = np.linalg.norm(turns, axis=1, keepdims=True)
        turns *= np.minimum(1.0, MOST_TURN / np.maximum(angle, 1e-300))
    return turns


def _turnings(turns: Array) -> Array:
    """Matrices (z, 3, 3) of rotation vectors, less the identity."""
    angle = np.linalg.norm(turns, axis=1)
    small = angle < 1e-8
    safe = np.where(small, 1.0, angle)
    one = np.where(small, 1.0, np.sin(safe) / safe)
    two = np.where(small, 0.5, (1.0 - np.cos(safe)) / safe**2)
    cross = skew_of(turns)
    return one[:, None, None] * cross + two[:, None, None] * (cross @ cross)


def _linear_motion(points: Array, travel: Array) -> Array:
    """The matrix D with D x about the travel of points x, both about their means.

    A turn less the identity, if one takes all points where they go; else the best linear fit. One
    that moves points further than they are from the mean is none: what is around them would be
    flung away, and a map I + t D with |D| below one never turns a zone inside out.
    """
    left, values, right = np.linalg.svd(points.T @ (points + travel))
    # Points on a line leave a turn open.
    if values[1] > EXACT * values[0]:
        flip = np.array([1.0, 1.0, np.linalg.det(left @ right)])
        turn = (right.T * flip) @ left.T - np.eye(3)
        if np.abs(points @ turn.T - travel).max() <= EXACT * np.abs(points).max():
            return turn
    linear = np.asarray(np.linalg.lstsq(points, travel, rcond=EXACT)[0].T, np.float64)
    return linear if np.linalg.norm(linear, 2) < 1.0 else np.zeros((3, 3))
