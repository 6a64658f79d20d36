"""Results of queries over a step: first contacts of shapes and of features, and freedom."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np

from impinge.continuous.kernels import convex_freedom, impact_row, linear, meeting
from impinge.core.arrays import Array, Flags, frozen
from impinge.core.ids import Ids
from impinge.core.rows import Field, Rows, SidedRows, Status, code, integer, scalar, vector
from impinge.geometry import Shape
from impinge.geometry.nature import Nature


class ImpactStatus(Status):
    """What an answer over a step says.

    Examples
    --------
    >>> ImpactStatus(1)
    <ImpactStatus.HIT: 1>
    """

    FREE = impact_row.FREE
    """Proved: nothing touches in the whole step."""
    HIT = impact_row.HIT
    """First contact after the start, to the tolerance asked for."""
    STARTED_TOUCHING = impact_row.STARTED_TOUCHING
    """In contact at the start already."""
    OUT_OF_BUDGET = impact_row.OUT_OF_BUDGET
    """Free until the time given; what comes after is not known."""


class ElementaryImpacts(Rows):
    """First contacts of vertices and faces, or of edges; one row a pair, or no batch axis at all.

    Attributes
    ----------
    time, status
        As of :class:`Impact`.
    lower, upper : float, or (n,) float64
        The first contact lies between them: ``lower`` equals ``time``; ``upper`` is infinite where
        contact is not proved but only as near as the tolerance, or exactly on a border.
    gap : float, or (n,) float64
        Distance at ``time`` [m] of the points that ``parameters`` tell; infinite where free. Of
        edges that are parallel but for 1e-8 they may not be the very nearest.
    parameters : (2,) or (n, 2) float64
        Where they are nearest at ``time``. Vertex and face: the weights of the face's second and
        third corner, the first has the rest to one. Edges: how far along the first and the second.
        Infinite where free.
    normal : (3,) or (n, 3) float64
        Unit vector from the first feature to the second at ``time``; zero where free.
    steps : int, or (n,) int64
        Times looked at.
    """

    __slots__ = ()

    _layout = linear.LAYOUT

    time, status, lower, upper = scalar(), code(ImpactStatus), scalar("time"), scalar()
    gap, parameters, normal, steps = scalar(), vector(count=2), vector(), integer()


class PairImpacts(ElementaryImpacts):
    """First contacts of the features of a mesh, and which features those are.

    Attributes
    ----------
    pair : (2,) or (n, 2) int64
        Vertex and face, or two edges, the lower number first. Rows are sorted by it.

    All others are those of :class:`ElementaryImpacts`.
    """

    __slots__ = ()

    _layout = meeting.LAYOUT
    _names = ("pair", *ElementaryImpacts._names)

    pair = Field(lambda found, column: frozen(found._vector(column, 2).astype(np.int64)))


PosedPair = tuple[Shape, Array, Shape, Array]
"""Two shapes, each with its pose."""


class Impact(SidedRows):
    """First contact of two moving shapes; one row a pair of motions, or no batch axis at all.

    Attributes
    ----------
    time : float, or (n,) float64
        Of first contact, 0 to 1 in the step; infinite where free. Never later than the true one.
        Where the budget ran out, the time until which the pair is proved free.
    status : ImpactStatus, or (n,) int64
        What the time means.
    lower, upper : float, or (n,) float64
        The first contact lies between them: ``lower`` equals ``time``; ``upper`` is a time at which
        the shapes were seen to overlap, infinite where none was, as in a grazing contact.
    gap : float, or (n,) float64
        Distance of the shapes at ``time`` [m], of two meshes that hit that of the triangles met;
        infinite where free.
    depth : float, or (n,) float64
        How deep they are in each other at the start [m], where they are; otherwise 0. Infinite
        where no translation separates them.
    point_a, point_b : (3,) or (n, 3) float64
        Where they touch, or are nearest, then [m], world frame; infinite where free.
    normal : (3,) or (n, 3) float64
        Unit vector from A to B then; zero where free.
    nature : Nature, or (n,) int64
        Whether the points lie on a vertex, an edge or a face, of A and of B:
        :class:`~impinge.contacts.Nature`. None where free; -1 in a batch.
    feature_a, feature_b : int, or (n,) int64
        Which: a row of ``vertices``, ``edges`` or ``faces`` of a mesh, a feature of a convex shape;
        -1 where free.
    part_a, part_b : int, or (n,) int64
        Of compounds, the parts that these are of; -1 for other shapes.
    steps : int, or (n,) int64
        Times looked at.
    """

    __slots__ = ()

    _layout = impact_row.LAYOUT

    time, status, lower, upper = scalar(), code(ImpactStatus), scalar("time"), scalar()
    gap, depth = scalar(), scalar()
    point_a, point_b, normal = vector(), vector(), vector()
    nature: Field[Nature | Ids | None] = code(Nature)
    feature_a, feature_b, part_a, part_b = integer(), integer(), integer(), integer()
    steps = integer()

    def _posed(self, row: int) -> PosedPair | None:  # noqa: ARG002
        """Shapes and poses of both at the time of a row, where the impact knows them."""
        return None

    def __bool__(self) -> bool:
        raise TypeError(
            "an Impact is neither true nor false: ask .status, .time < inf, or im.stay_free"
        )

    def __repr__(self) -> str:
        kind, status = type(self).__name__, self.status
        if not isinstance(status, ImpactStatus):
            return super().__repr__()
        told = {
            ImpactStatus.FREE: "",
            ImpactStatus.HIT: f", time={self.time:.6g}, gap={self.gap:.3g}",
            ImpactStatus.STARTED_TOUCHING: f", depth={self.depth:.6g}",
            ImpactStatus.OUT_OF_BUDGET: f", free until {self.time:.6g}, {self.steps} steps",
        }
        return f"{kind}({status.name}{told[status]})"


class Cast(Impact):
    """How far A gets along a line until it touches B; one row a direction, or no batch axis at all.

    Attributes
    ----------
    distance : float, or (n,) float64
        How far A gets [m]; infinite where nothing is in the way. Never further than the contact.
    time, status, lower, upper, gap, depth, point_a, point_b, normal, feature_a, ...
        As of :class:`Impact`; ``time`` is the share of the line.
    """

    __slots__ = ()

    _layout = impact_row.LAYOUT.extended(distance=1)
    _names = ("distance", *Impact._names)

    distance = scalar()

    @classmethod
    def of(cls, impact: Impact, lengths: float | Array, *beside: Any) -> Self:
        """First contacts along lines of some lengths [m]."""
        time, far = impact._rows[..., impact_row.TIME], np.asarray(lengths)
        # Nothing in the way of no length at all is as free.
        distance = np.where(np.isfinite(time), time, 1.0) * np.where(np.isfinite(time), far, inf)
        return cls(np.concatenate([impact._rows, distance[..., None]], axis=-1), *beside)


def free_rows(count: int) -> Array:
    """(count, IMPACT_ROW) float64: rows of pairs that never touch."""
    return np.tile(impact_row.FREE_ROW, (count, 1))


def clear_free(rows: Array) -> None:
    """Clear all but the steps of free rows: a search leaves there what it measured last."""
    free = rows[:, impact_row.STATUS] == impact_row.FREE
    rows[free, : impact_row.STEPS] = impact_row.FREE_ROW[: impact_row.STEPS]


class FreedomStatus(Status):
    """Whether shapes stay apart."""

    FREE = convex_freedom.FREE
    """Proved: nothing touches in the whole step."""
    HITS = convex_freedom.HITS
    """Seen to touch at some time."""
    UNDECIDED = convex_freedom.UNDECIDED
    """Neither: they come nearer than can be told apart, or the budget ran out."""


class Freedom(Rows):
    """Whether two moving shapes stay apart; one row a pair of motions, or no batch axis at all.

    ``bool(found)`` of a single answer is ``found.free``.

    Attributes
    ----------
    free : bool, or (n,) bool
        True only if it is proved.
    status : FreedomStatus, or (n,) int64
        FREE, HITS or UNDECIDED.
    time : float, or (n,) float64
        Nothing touches before it: the end of the time looked at where free, elsewhere a lower bound
        of the first contact, and often a poor one. :func:`~impinge.continuous.time_of_impact` finds
        the best.
    steps : int, or (n,) int64
        Times looked at.
    """

    __slots__ = ()

    _layout = convex_freedom.LAYOUT
    _names: tuple[str, ...] = ("free", "status", "time", "steps")

    status, time, steps = code(FreedomStatus), scalar(), integer()

    @property
    def free(self) -> bool | Flags:
        found = self._rows[..., convex_freedom.STATUS] == convex_freedom.FREE
        return bool(found) if self._rows.ndim == 1 else found

    def __bool__(self) -> bool:
        if self._rows.ndim > 1:
            raise TypeError("a batch is neither free nor not: ask .free.all() or .free.any()")
        return bool(self.free)
