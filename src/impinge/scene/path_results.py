"""Results of queries about paths of robots, with the names of links and things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np

from impinge.continuous import Freedom, Impact, ImpactStatus
from impinge.continuous.impact import PosedPair
from impinge.continuous.kernels import convex_freedom
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.rows import SET_ROWS, scalar

Names = str | tuple[str | None, ...] | None


class RobotImpact(Impact):
    """First contact of a robot on its path; one row a path, or no batch axis at all.

    Attributes
    ----------
    time, status, lower, upper
        As of :class:`~impinge.continuous.Impact`: 0 is the first configuration, 1 the last.
        ``time`` is never later than the true contact.
    link, other : str or None, or tuple of them
        Names of A, a link or something attached, and of B, another or a thing of the scene; None
        where free.
    point_a, point_b, normal, nature, feature_a, feature_b, gap, depth, steps
        As of :class:`~impinge.continuous.Impact`, of the two shapes that touch.
    configuration : (dof,) or (n, dof) float64
        At ``time``; where free, the last one.
    path : (2, dof) or (n, 2, dof) float64, or None
        Configurations that the robot moves between; pages show it moving. Not in ``to_dict``.
    """

    __slots__ = ("_source", "configuration", "link", "other", "path")

    _sides = {"link": "other", "other": "link"}  # noqa: RUF012

    configuration: Array
    link: Names
    other: Names
    path: Array | None
    _source: Callable[[int], PosedPair] | None

    def __init__(
        self, rows: Array, configuration: Array, link: Names, other: Names,
        path: Array | None = None,
    ) -> None:  # fmt: skip
        super().__init__(rows, configuration, link, other, path)
        object.__setattr__(self, "_source", None)

    def _knowing(self, source: Callable[[int], PosedPair] | None) -> Self:
        """The same, with what says of a row which shapes touch and where they are then."""
        object.__setattr__(self, "_source", source)
        return self

    def _posed(self, row: int) -> PosedPair | None:
        return None if self._source is None else self._source(row)

    def __getitem__(self, rows: Any) -> Self:
        found, source = super().__getitem__(rows), self._source
        chosen = np.atleast_1d(np.arange(len(self))[rows])
        return found if source is None else found._knowing(lambda k: source(int(chosen[k])))

    def to_dict(self) -> dict[str, Any]:
        """Names and plain numbers, JSON-ready: None stands for infinity."""
        plain = Impact(self._rows).to_dict()
        first = {name: plain.pop(name) for name in ("time", "status", "lower", "upper")}
        return {
            **first, "link": self.link, "other": self.other, **plain,
            "configuration": self.configuration.tolist(),
        }  # fmt: skip

    def __repr__(self) -> str:
        if self._rows.ndim > 1:
            return f"{type(self).__name__}({len(self._rows)} rows)"
        who = "" if self.link is None else f", {self.link!r}, {self.other!r}"
        said = Impact(self._rows).__repr__()[len("Impact(") : -1]
        return f"{type(self).__name__}({said}{who})"


class PathImpact(RobotImpact):
    """First contact along way-points.

    Attributes
    ----------
    segment : int
        The segment it lies on: from ``waypoints[segment]`` on; -1 where the path is free.
    path : (k, dof) float64, or None
        The way-points.
    time, ...
        As of :class:`RobotImpact`, ``time`` within the segment.
    """

    __slots__ = ("segment",)

    segment: int

    def __init__(self, found: RobotImpact, segment: int, path: Array | None = None) -> None:
        SET_ROWS(self, found._rows)
        for slot in RobotImpact.__slots__:
            object.__setattr__(self, slot, getattr(found, slot))
        object.__setattr__(self, "segment", segment)
        object.__setattr__(self, "path", path)

    def swapped(self) -> PathImpact:
        """The same contact with A and B exchanged."""
        return PathImpact(self._found().swapped(), self.segment, self.path)

    def _found(self) -> RobotImpact:
        return RobotImpact(self._rows, self.configuration, self.link, self.other)

    @property
    def free(self) -> bool:
        """Whether the whole path is proved free."""
        return self.status == ImpactStatus.FREE

    def __reduce__(self) -> tuple[Any, ...]:
        return PathImpact, (self._found(), self.segment, self.path)

    def to_dict(self) -> dict[str, Any]:
        return {"segment": self.segment, **super().to_dict()}


class Clearance(Freedom):
    """How near a robot comes to anything on its path; one row a path, or no batch axis at all.

    Attributes
    ----------
    free : bool, or (n,) bool
        Whether it is proved to keep the distance that was asked for.
    status, time, steps
        As of :class:`~impinge.continuous.Freedom`, for that distance.
    lower, upper : float, or (n,) float64
        The least distance on the path [m] lies between them: the largest one proved, and the
        smallest one measured.
    """

    __slots__ = ()

    _layout = convex_freedom.LAYOUT.extended(lower=1, upper=1)
    _names: tuple[str, ...] = ("free", "status", "time", "lower", "upper", "steps")

    lower, upper = scalar(), scalar()


class Culling(NamedTuple):
    """Pairs of bodies on each path: all, left by boxes of the whole path, and searched.

    Attributes
    ----------
    before, after_spatial, after_temporal : (n,) int64
    """

    before: Ids
    after_spatial: Ids
    after_temporal: Ids
