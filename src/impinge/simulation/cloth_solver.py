"""Repulsions, impacts in passes, rigid impact zones: what keeps a step of surfaces free."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import NamedTuple

import numpy as np

from impinge.continuous import collision_free_step
from impinge.continuous.moving_surface import FEATURES
from impinge.core.arrays import Array
from impinge.core.derived import derived
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.geometry.topology import edges_of
from impinge.narrow import proximities
from impinge.response.stencils import gather, stencils_of
from impinge.simulation.impact_zones import ImpactZones
from impinge.simulation.impulses import Impulses
from impinge.simulation.step_impacts import StepImpacts, contacts_among, find_impacts

STAGES = ("start", "repulsions", "impacts", "zones", "proof")
KEPT = 0.25
"""Share of the thickness that impacts leave between features, if they had so much before."""
LEAST, MOST = 1e-3, 0.1
"""The same as shares of the length of an edge: not less, not more."""
PROVABLE = 2e-6
"""Separation [m] from which the default tolerance of ``collision_free_step`` is no matter."""
SHARE = 0.5
"""Of the distance at the start: pairs come no nearer than this, where it is less than the
separation. Nor does what ``collision_free_step`` calls free by default."""
OPENED = 0.1
"""Share of a lack of distance that a step makes up for: of the thickness by springs, of a gap that
is too small for the next step always."""
UNMOVED = 0.02
"""Share of the distance it must keep, by which a vertex moves without being looked at again."""
ROUNDS, ROUND_PASSES, PATIENCE, FEWER = 6, 16, 2, 0.7
"""Rounds of zones with passes of impulses between them, and how many of those at most: after a few,
as long as impacts become fewer. After these rounds zones alone grow until nothing hits."""
MOST_DOUBLINGS = 20
"""Then zones take in neighbours too, twice as many rings in each round: the number of rounds grows
with the logarithm of the size of the mesh."""
ATTEMPTS = 4
"""Parts of a step that are tried where driven vertices crush something, each half as long."""
EARLY = 0.9
"""Part of the way to the contact of driven vertices with each other that is tried."""
CLOSEST, SHORTEST = 1e-2, 1e-9
"""A part of a step leaves no pair nearer than this share of the separation, unless it was nearer
before; and it is no shorter than this, or nothing is taken."""


class StepOptions(NamedTuple):
    """Of :func:`~impinge.simulation.cloth_step`, checked."""

    dt: float
    thickness: float
    stiffness: float
    friction: float
    passes: int


class ClothSolver:
    """A step on its way: vertices at its end, and what has been done to them.

    Parameters
    ----------
    mesh : Mesh
        At the start, without a crossing.
    proposed : (n, 3) float64
        Vertices at the end of the step.
    masses : (n,) float64
        Infinite: driven.
    options : StepOptions
    own : int, optional
        Vertices, faces and edges from here on are of obstacles, which may meet each other.

    Attributes
    ----------
    end : (n, 3) float64
        Where vertices go.
    repulsions : int
        Pairs that were pushed.
    impacts : list of int
        Found, by pass.
    zones : ImpactZones
    seconds : dict
        By stage.
    """

    def __init__(
        self, mesh: Mesh, proposed: Array, masses: Array, options: StepOptions,
        own: int | None = None,
    ) -> None:  # fmt: skip
        self._mesh, self._start, self._proposed = mesh, mesh._vertices, proposed
        self._masses, self._options = masses, options
        self._own = len(proposed) if own is None else own
        self._soft = np.arange(len(proposed)) < self._own
        self._edges = edges_of(mesh)
        sides = self._start[self._edges[:, 0]] - self._start[self._edges[:, 1]]
        length = float(np.median(np.linalg.norm(sides, axis=1))) if len(sides) else 0.0
        least = max(LEAST * length, min(PROVABLE, 0.5 * MOST * length))
        self._separation = min(max(KEPT * options.thickness, least), MOST * length)
        self._rest = max(options.thickness, 2.0 * self._separation)
        self._limits = np.full(len(proposed), self._separation)
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self._begin(1.0)

    def _begin(self, part: float) -> None:
        """Propose a part of the step."""
        self.end = self._proposed.copy()
        if part < 1.0:
            self.end = self._start + part * (self._proposed - self._start)
        self._impulses = Impulses(self._start, self._masses, self._options.friction)
        self.zones = ImpactZones(self._start, self._masses, self._edges)
        self.repulsions = 0
        self.impacts: list[int] = []
        self._seen: Array | None = None
        self._hit: Ids = np.empty((0, 4), np.int64)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        begin = perf_counter()
        yield
        self.seconds[stage] += perf_counter() - begin

    def solve(self) -> float:
        """The part of the step that is taken, 1.0 if all of it; ``end`` is proved free."""
        part = following = 1.0
        for _ in range(ATTEMPTS):
            part = following
            self._begin(part)
            with self.timed("repulsions"):
                self._repel()
            with self.timed("impacts"):
                reached = self._push_apart()
            if reached == 1.0 and self._settle() and (part == 1.0 or not self._too_near()):
                return part
            following = part * min(EARLY * reached, 0.5)
        with self.timed("proof"):
            return part * self._cut()

    def _repel(self) -> None:
        """Stop pairs within the thickness from coming nearer, and open them by springs."""
        thickness, dt = self._options.thickness, self._options.dt
        found = proximities(self._mesh, max(thickness, self._separation / SHARE))
        near = stencils_of(found, len(self._start))
        soft = near.touch(self._soft)
        limited = near.where(soft)
        np.minimum.at(self._limits, limited.vertices, SHARE * limited.distance[:, None])
        depth = thickness - near.distance
        split, times = len(found.vertex_face), np.zeros(len(depth))
        some = contacts_among(self._mesh, self._start, near, times, split) & (depth >= 0.0) & soft
        if thickness == 0.0 or not some.any():
            return
        near, depth = near.where(some), depth[some]
        rates = (near.weights**2 / self._masses[near.vertices]).sum(axis=1)
        # fmin: where an infinite spring meets no depth, it does nothing.
        opened = np.fmin(OPENED * depth, self._options.stiffness * dt * dt * depth * rates)
        self._impulses.add(near, self._opened(near.distance) + opened)
        self._impulses.sweep(self.end)
        self.repulsions = self._impulses.pushing()

    def _opened(self, gaps: Array) -> Array:
        """Gaps to have at the end of the step: larger than at the start where too small."""
        return np.maximum(gaps, np.minimum((1.0 + OPENED) * gaps, self._separation))

    def _find(self) -> StepImpacts:
        """Impacts of the step as it is now.

        Pairs are left out whose vertices are all about where they were when last looked at, and
        that were free then. The proof in the end leaves out none.
        """
        wanted = None if self._soft.all() else self._soft
        if self._seen is not None:
            moved = np.abs(self.end - self._seen).max(axis=1, initial=0.0)
            wanted = moved > UNMOVED * self._limits
            wanted[self._hit] = True
        found = find_impacts(self._mesh, self.end, self._limits, wanted).among(self._soft)
        if found.touching.any():
            first = found.names(found.touching)
            raise ImpingeError(
                f"mesh: touches itself at the start, to rounding in so long a step: {first}"
            )
        if self._seen is None:
            self._seen = self.end.copy()
        elif wanted is not None:
            self._seen[wanted] = self.end[wanted]
        self._hit = found.stencils.vertices
        return found

    def _push(self, found: StepImpacts, *, every: bool, near: bool) -> None:
        """Impulses at impacts, and at all pairs before, on vertices and zones.

        Pairs that are no contacts wait, unless every: the true ones may settle them. Only pairs
        near these impacts are solved anew, if near.
        """
        stencils = found.stencils
        if not every:
            some = contacts_among(self._mesh, self.end, stencils, found.time, found.vertex_face)
            stencils = stencils.where(some)
        # The start fulfils each row, and so does all that moves as one.
        gaps = np.minimum(self._impulses.gaps_at_start(stencils), self._rest)
        self._impulses.add(stencils, self._opened(gaps))
        movers = self.zones.movers() if self.zones.count else (None, None)
        self._impulses.sweep(self.end, found.stencils.vertices if near else None, *movers)

    def _push_apart(self) -> float:
        """Impulses in passes, until nothing hits.

        Returns 1.0, or when driven vertices hit each other: then nothing else is done.
        """
        passes = self._options.passes
        for k in range(passes):
            found = self._find()
            self.impacts.append(len(found))
            if not len(found):
                return 1.0
            blocked = np.isinf(self._masses[found.stencils.vertices]).all(axis=1)
            if blocked.any():
                return float(found.time[blocked].min())
            self._push(found, every=2 * k >= passes, near=k > 0)
        self._find()
        return 1.0

    def _settle(self) -> bool:
        """Zones and the proof in turn, until all is free; False if a zone is crushed."""
        while True:
            with self.timed("zones"):
                if not self._join_zones():
                    return False
            with self.timed("proof"):
                self._hit = self._unproved()
            if not len(self._hit):
                return True

    def _join_zones(self) -> bool:
        """Let what hits move as one, and impulses settle it with the rest, until nothing hits."""
        rounds = 0
        while len(self._hit):
            rings = 0 if rounds < ROUNDS else 2 ** min(rounds - ROUNDS, MOST_DOUBLINGS)
            if not self.zones.join(self._hit, rings):
                return False
            self.zones.move(self.end)
            found = self._find()
            for k in range(ROUND_PASSES if rounds < ROUNDS else 0):
                last = len(found)
                if last == 0:
                    break
                self._push(found, every=True, near=True)
                found = self._find()
                if k >= PATIENCE and len(found) >= FEWER * last:
                    break
            rounds += 1
        return True

    def _unproved(self) -> Ids:
        """(0, 4), or the vertices of a pair for which the step is not proved free."""
        mesh, end, obstacles = self._mesh, self.end, []
        if not self._soft.all():
            own, start = self._own, self._start
            cloth, hard = derived(self._mesh._topology, ("parts", own), self._parts)
            mesh, end = cloth.with_vertices(start[:own]), self.end[:own]
            obstacles = [(hard.with_vertices(start[own:]), self.end[own:])]
        found = collision_free_step(mesh, end, obstacles=obstacles)
        if found.pair is None:
            return np.empty((0, 4), np.int64)
        i, j = found.pair
        if found.features == FEATURES[0]:
            return np.array([[i, *self._mesh.faces[j]]])
        return self._edges[[i, j]].reshape(1, 4)

    def _parts(self) -> tuple[Mesh, Mesh]:
        """Cloths, and obstacles: numbered as they are in the whole mesh, one after the other."""
        faces, start, own = self._mesh._faces, self._start, self._own
        soft = faces[:, 0] < own
        return Mesh(start[:own], faces[soft]), Mesh(start[own:], faces[~soft] - own)

    def _cut(self) -> float:
        """Take the part in which nothing comes too near: nothing, if that is little."""
        wanted = None if self._soft.all() else self._soft
        first = find_impacts(self._mesh, self.end, self._limits, wanted, every=False)
        whole, taken = self.end, float(first.time.min(initial=1.0))
        while taken > SHORTEST:
            self.end = self._start + taken * (whole - self._start)
            if not len(self._unproved()) and not self._too_near():
                return taken
            taken *= 0.5
        self.end = self._start.copy()
        return 0.0

    def _too_near(self) -> bool:
        """Whether a pair has come so near that later steps would find it touching."""
        moved = self._mesh.with_vertices(self.end)
        near = stencils_of(proximities(moved, CLOSEST * self._separation), len(self.end))
        near = near.where(near.touch(self._soft))
        before = np.linalg.norm(gather(self._start, near.vertices, near.weights), axis=1)
        return bool((near.distance < before).any())
