"""Meshes in a step, their features in trees of boxes, and the walk over parts of the step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.continuous.kernels.linear import TIME
from impinge.continuous.kernels.meeting import FIRST, PAIR_ROW, SECOND, meeting_impacts
from impinge.core.arrays import Array, Flags
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.geometry.topology import edges_of
from impinge.pairs import ElementTree, element_boxes
from impinge.pairs.element_tree import element_order

Rows = dict[str, Array]

FEATURES = ("vertex-face", "edge-edge")
"""Kinds of pairs, in the order in which they are looked at."""

ROUNDING = 2.0**-42
"""Pad of boxes, as a share of the largest coordinate. An answer's gap may be ``linear.FLOOR``,
2**-44, of a difference of coordinates, and its place be off by some 2**-50: two boxes that are
wider by this meet at the time of each answer. Less could lose one; more makes more pairs."""
MOVING = 0.9
"""Share of the vertices that go no further than what parts are measured by. A single fast one has a
large box, which costs little; a tenth of them cost more than parts do."""

SAMPLE = 4096
"""Vertices and edges that are looked at for such measures; they change no answer."""


Surface = tuple[Mesh, Array]
"""A mesh at the start of the step, and its vertices at the end."""


FEW_LENGTHS = 2.0
"""Up to so many lengths of an edge vertices go in one part: boxes of the whole step meet little
more than those at rest."""
FIRST_PART = 0.25
"""How far they go in the first part otherwise, in lengths of edges: where much touches, some of it
does so at once, and boxes that are hardly larger than at rest find it."""
GROWTH = 2.0
"""How many times longer the next part is. More would find out too late that boxes have become too
large: what they meet grows with the third power, at worst."""
SHORTEST = 2.0**-10
"""No part is shorter, but the last: lengths of edges may be no measure of anything."""


class StepParts:
    """One part after the other, longer and longer as long as that makes the work less.

    ``length`` is that of an edge in the mean, ``travel`` how far vertices go in the step [m].

    Examples
    --------
    >>> parts = StepParts(1.0, 4.0)
    >>> parts.begin, parts.end
    (0.0, 0.0625)
    >>> parts.go_on(1000)
    >>> parts.begin, parts.end
    (0.0625, 0.1875)
    """

    __slots__ = ("_growing", "_part", "_rate", "begin", "end")

    begin: float
    end: float

    def __init__(self, length: float, travel: float) -> None:
        self._part = 1.0
        if travel > FEW_LENGTHS * length > 0.0:
            self._part = max(SHORTEST, FIRST_PART * length / travel)
        self._growing = True
        self._rate = float("inf")
        self.begin, self.end = 0.0, self._part

    @property
    def at_end(self) -> bool:
        """Whether this part is the last."""
        return self.end >= 1.0

    def go_on(self, work: int) -> None:
        """On to the next part; this one has cost so much, in whatever unit."""
        rate = work / (self.end - self.begin)
        if rate > self._rate and self._growing:
            # The part before was better than this.
            self._growing = False
            self._part /= GROWTH
        elif self._growing:
            self._part *= GROWTH
        self._rate = rate
        self.begin = self.end
        # None is left over that would be shorter than half of this.
        rest = 1.0 - self.begin
        self.end = 1.0 if rest < 1.5 * self._part else self.begin + self._part


class MovingSurface:
    """Vertices on their way, and the boxes of everything that is between them.

    Vertices, edges and faces of obstacles are numbered behind those of the mesh.

    Parameters
    ----------
    surfaces : sequence of (Mesh, (n, 3) float64)
        The mesh, then its obstacles: at the start of the step, and their vertices at the end.
        Obstacles are not looked at among each other.
    apart, tolerance : float
        Distance that counts as touching, and what may be missing to it [m].
    max_iterations : int
    limits : (n,) float64, optional
        A pair counts as touching at the least of its vertices' limits [m], none above ``apart``.
    wanted : (n,) bool, optional
        Only pairs with at least one of these vertices are looked at.
    """

    def __init__(
        self,
        surfaces: Sequence[Surface],
        apart: float,
        tolerance: float,
        max_iterations: int,
        limits: Array | None = None,
        wanted: Flags | None = None,
    ) -> None:
        self._points = np.concatenate(
            [np.concatenate([mesh.vertices, last], axis=1) for mesh, last in surfaces]
        )
        starts = np.cumsum([0, *(len(last) for _, last in surfaces)]).tolist()
        placed = [(mesh, start) for (mesh, _), start in zip(surfaces, starts, strict=False)]
        self.edges = np.concatenate([edges_of(mesh) + start for mesh, start in placed])
        faces = np.concatenate([mesh.faces + start for mesh, start in placed])
        vertices = np.arange(len(self._points)).reshape(-1, 1)
        self._features = {"vertex": vertices, "face": faces, "edge": self.edges}
        self._starts = starts
        if limits is None:
            limits = np.full(len(self._points), apart)
        self._question = limits, tolerance, max_iterations, starts[1]
        self._orders: dict[str, NDArray[np.int32]] | None = None
        if wanted is not None:
            self._orders = self._ordered(wanted)
        largest = float(np.abs(self._points).max(initial=0.0))
        self._pad = 0.5 * (apart + tolerance) + ROUNDING * largest
        some = _some(self._points)
        travel = some[:, 3:] - some[:, :3]
        # What is the same for all boxes need not contain; the few that fly off have no say in it.
        few = int((1.0 - MOVING) * len(some))
        self._shift = np.sort(travel, axis=0)[few : len(some) - few].mean(axis=0)
        ways = np.sort(np.abs(travel - self._shift).max(axis=1))
        self._travel = float(ways[len(ways) - 1 - few])

    def surface_of(self, feature: str, number: int) -> int:
        """Which of the surfaces a feature is of: 0 for the mesh, from 1 on for obstacles."""
        vertex = int(self._features[feature][number, 0])
        return int(np.searchsorted(self._starts, vertex, side="right")) - 1

    def parts(self) -> StepParts:
        """The step, cut by how far vertices go, in lengths of edges."""
        edges = _some(self.edges)
        sides = self._points[edges[:, 0], :3] - self._points[edges[:, 1], :3]
        length = float(np.abs(sides).max(axis=1).mean()) if len(sides) else 0.0
        return StepParts(length, self._travel)

    def impacts(self, *, every: bool) -> tuple[Rows, int, int]:
        """All answers, sorted, or at most one of each kind, up to the first contact.

        Also pairs asked, and boxes made.
        """
        found: dict[str, list[Array]] = {name: [] for name in FEATURES}
        asked = boxes = 0
        parts = self.parts()
        while True:
            begin, end = parts.begin, parts.end
            trees = self._trees(begin, end)
            made = sum(len(tree) for tree in trees.values())
            tested, enough = 0, end
            for name in FEATURES:
                rows, count = self._between(name, trees, begin, end, enough, every)
                found[name].append(rows)
                tested += count
                if len(rows) and not every:
                    enough = float(rows[:, TIME].min())
            asked, boxes = asked + tested, boxes + made
            touched = any(len(rows[-1]) for rows in found.values())
            if parts.at_end or (touched and not every):
                break
            parts.go_on(made + tested)
        return {name: _each_once(rows) for name, rows in found.items()}, asked, boxes

    def _ordered(self, wanted: Flags) -> dict[str, NDArray[np.int32]]:
        """Features of each kind along a curve at the start, all and those with a wanted vertex."""
        start = np.ascontiguousarray(self._points[:, :3])
        found = {}
        for name, features in self._features.items():
            order = element_order(start, features)
            found[name] = order
            found[f"wanted {name}"] = order[wanted[features].any(axis=1)[order]]
        return found

    def _trees(self, begin: float, end: float) -> dict[str, ElementTree]:
        """Trees over the boxes of a part of the step, by kind of feature.

        Boxes are those seen by an observer who moves by the common shift.
        """
        first = self._points[:, :3]
        travel = (self._points[:, 3:] - first) - self._shift
        a, b = first + begin * travel, first + end * travel
        trees = {}
        for name, features in self._features.items():
            boxes = element_boxes(a, features, b, self._pad)
            if self._orders is None:
                trees[name] = ElementTree(*boxes)
                continue
            for each in (name, f"wanted {name}"):
                trees[each] = ElementTree.of_checked(*boxes, self._orders[each])
        return trees

    def _walks(self, name: str) -> list[tuple[str, str]]:
        """Kinds of features, each with another, that make up all pairs that are looked at.

        A pair may come twice then.
        """
        a, _, b = name.partition("-")
        if self._orders is None:
            return [(a, b)]
        return [(f"wanted {a}", b)] if a == b else [(f"wanted {a}", b), (a, f"wanted {b}")]

    def _between(
        self,
        name: str,
        trees: dict[str, ElementTree],
        begin: float,
        end: float,
        enough: float,
        every: bool,
    ) -> tuple[Array, int]:
        """Answers of two kinds of features in a part of the step, and pairs asked."""
        found: list[Array] = []
        tested: list[int] = []
        latest = [enough]
        a, _, b = name.partition("-")

        def search(first: str, second: str, start: int, stop: int) -> None:
            # What another thread has found spares work, and changes no answer.
            rows, count, asked = meeting_impacts(
                trees[first].levels, trees[second].levels, first == second, self._points,
                self._features[a], self._features[b], a == b, self._question,
                (begin, end, min(latest)), every, start, stop,
            )  # fmt: skip
            tested.append(asked)
            if count:
                found.append(rows[:count])
                if not every:
                    latest.append(float(rows[0, TIME]))

        for first, second in self._walks(name):
            run_rows(search, trees[first].groups, first, second)
        rows = np.concatenate(found) if found else np.empty((0, PAIR_ROW))
        return rows, sum(tested)


def _some(rows: NDArray[Any]) -> NDArray[Any]:
    """At most ``SAMPLE`` rows, evenly spread."""
    return rows[:: -(-len(rows) // SAMPLE) or 1]


def _each_once(parts: list[Array]) -> Array:
    """Answers sorted by pair, of each pair the first.

    One that ran out of budget may come again in a later part of the step; one with two wanted
    vertices is found twice.
    """
    rows = np.concatenate(parts)
    rows = rows[np.lexsort((rows[:, TIME], rows[:, SECOND], rows[:, FIRST]))]
    pairs = rows[:, FIRST : SECOND + 1]
    return rows[np.r_[True, (pairs[1:] != pairs[:-1]).any(axis=1)][: len(rows)]]
