"""The answer to: how much of a step can a mesh take?"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from impinge.continuous.impact import ImpactStatus, PairImpacts
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.rows import plain_values
from impinge.geometry import Mesh


@dataclass(frozen=True, eq=False, kw_only=True)
class FreeStep:
    """How much of a step is proved free of contact, and what ends it. Immutable.

    ``float(found)`` is the step.

    Attributes
    ----------
    features : str or None
        What touches first: ``"vertex-face"`` or ``"edge-edge"``; None if nothing does.
    first : PairImpacts or None
        When, where and how: a single row. Of several pairs at one time the one that is nearest.
    min_separation : float
        Distance that was asked for [m].
    edges : (e, 2) int64
        What the numbers of edges mean: two vertices each, the lower first, rows sorted. Read-only.
    tested : int
        Pairs whose boxes met: the work that was done.
    vertex_face, edge_edge : PairImpacts or None
        All contacts of the whole step, a row for each pair that has any, sorted; only if asked for
        with ``impacts=True``.
    obstacle : int or None
        Which obstacle is touched first; None if the mesh touches itself, or nothing. Vertices,
        edges and faces of obstacles are numbered behind those of the mesh.
    surfaces : tuple of (Mesh, (n, 3) float64)
        The mesh, then the obstacles: at the start, and their vertices at the end of the step.
    """

    features: str | None
    first: PairImpacts | None
    min_separation: float
    edges: Ids
    tested: int
    vertex_face: PairImpacts | None = None
    edge_edge: PairImpacts | None = None
    obstacle: int | None = None
    surfaces: tuple[tuple[Mesh, Array], ...] = ()

    @property
    def step(self) -> float:
        """Part of the step that can be taken, from 0 to 1: never beyond the first contact."""
        return min(self.time, 1.0)

    @property
    def meshes(self) -> tuple[Mesh, ...]:
        """The mesh, then the obstacles, where the free part of the step ends."""
        share = self.step
        return tuple(
            mesh.with_vertices((1.0 - share) * mesh.vertices + share * last)
            for mesh, last in self.surfaces
        )

    @property
    def time(self) -> float:
        """Of the first contact, infinite if there is none; never later than the true one."""
        return inf if self.first is None else float(self.first.time)

    @property
    def upper(self) -> float:
        """A time by which contact is proved; infinite if it is not."""
        return inf if self.first is None else float(self.first.upper)

    @property
    def status(self) -> ImpactStatus:
        """What ended the step."""
        return ImpactStatus.FREE if self.first is None else ImpactStatus(int(self.first.status))

    @property
    def pair(self) -> tuple[int, int] | None:
        """Vertex and face, or two edges, that touch first; None if nothing does."""
        if self.first is None:
            return None
        i, j = self.first.pair.tolist()
        return i, j

    @property
    def gap(self) -> float:
        """Distance of that pair at ``time`` [m]; infinite if there is none."""
        return inf if self.first is None else float(self.first.gap)

    @property
    def depth(self) -> float:
        """How deep within ``min_separation`` it starts [m]; 0 if it does not start there."""
        if self.status != ImpactStatus.STARTED_TOUCHING:
            return 0.0
        return max(0.0, self.min_separation - self.gap)

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready: None stands for infinity."""
        return plain_values(
            self, "step", "status", "features", "obstacle", "depth", "tested",
            "first", "vertex_face", "edge_edge",
        )  # fmt: skip

    def __bool__(self) -> bool:
        raise TypeError("a FreeStep is neither true nor false: ask .step == 1.0, or .status")

    def __float__(self) -> float:
        return self.step

    def __repr__(self) -> str:
        if self.first is None:
            return f"FreeStep(step=1.0, status={self.status!r})"
        return (
            f"FreeStep(step={self.step!r}, status={self.status!r}, features={self.features!r}, "
            f"pair={self.pair}, gap={self.gap!r})"
        )
