"""Answers about a step of a whole scene: first contacts, with the names of what touches."""

from __future__ import annotations

from typing import Any, NamedTuple

from impinge.continuous import Cast, Freedom, FreedomStatus, Impact
from impinge.continuous.impact import PosedPair

Pairs = tuple[tuple[str, str], ...]


class SceneImpacts(Impact):
    """First contacts of pairs of things in a step, one row a pair: by time, then by names.

    Attributes
    ----------
    pairs : tuple of pairs of names
        Of A and of B, each in alphabetical order.
    time, status, lower, upper, gap, depth, point_a, point_b, normal, feature_a, ...
        As of :class:`impinge.continuous.Impact`; always with a batch axis.
    """

    __slots__ = ("pairs",)

    pairs: Pairs

    def __getitem__(self, rows: Any) -> Any:
        """One row as an :class:`~impinge.continuous.Impact`, or some as another of these."""
        found = super().__getitem__(rows)
        return Impact(found._rows) if found._rows.ndim == 1 else found

    def __repr__(self) -> str:
        return f"SceneImpacts({len(self)} pairs)"


class SceneImpact(Impact):
    """The first contact in a step of a scene.

    Attributes
    ----------
    names : (str, str) or None
        Of A and of B, in alphabetical order; None where nothing comes into contact.
    started : SceneImpacts
        Pairs that touch at the start, with their depths: of all of which one moves.
    time, status, lower, upper, gap, depth, point_a, point_b, normal, feature_a, ...
        As of :class:`impinge.continuous.Impact`, without a batch axis.
    """

    __slots__ = ("_pair", "names", "started")

    names: tuple[str, str] | None
    started: SceneImpacts
    _pair: PosedPair

    def _knowing(self, pair: PosedPair) -> SceneImpact:
        """The same, with the shapes that touch and where they are then."""
        object.__setattr__(self, "_pair", pair)
        return self

    def _posed(self, row: int) -> PosedPair | None:  # noqa: ARG002
        return getattr(self, "_pair", None)

    def __repr__(self) -> str:
        more = f", {len(self.started)} started touching" if len(self.started) else ""
        if self.names is None:
            return f"SceneImpact(free{more})"
        status: Any = self.status
        return f"SceneImpact({self.names!r}, {status.name}, time={self.time:.6g}{more})"


class SceneFreedom(Freedom):
    """Whether all things of a scene stay apart in a step; one row for each pair that may not.

    ``bool(found)`` is ``found.free``.

    Attributes
    ----------
    free : bool
        True only if it is proved of every pair.
    pairs : tuple of pairs of names
        Those of which it is not: of A and of B, each in alphabetical order; by time, then by names.
    status : (n,) int64
        Of these pairs: ``HITS`` or ``UNDECIDED``, as :class:`impinge.continuous.FreedomStatus`.
    time : (n,) float64
        Nothing touches before it, as of :class:`impinge.continuous.Freedom`.
    steps : (n,) int64
        Times looked at.
    """

    __slots__ = ("pairs",)

    pairs: Pairs

    @property
    def free(self) -> bool:
        return len(self.pairs) == 0

    def __bool__(self) -> bool:
        return self.free

    def __getitem__(self, rows: Any) -> Any:
        """One row as a :class:`~impinge.continuous.Freedom`, or a batch of some."""
        return Freedom(self._rows[rows])

    def __repr__(self) -> str:
        if self.free:
            return "SceneFreedom(free)"
        status: Any = self.status
        (a, b), first = self.pairs[0], FreedomStatus(int(status[0]))
        more = f", {len(self.pairs) - 1} more" if len(self.pairs) > 1 else ""
        return f"SceneFreedom({a!r} and {b!r} {first.name}{more})"


class SceneCast(Cast):
    """The first thing of a scene that a shape meets on its way. The shape is A, the thing is B.

    Attributes
    ----------
    name : str or None
        Of the thing; None where the way is free.
    distance : float
        How far the shape gets [m]; infinite where the way is free.
    started : tuple of str
        What the shape touches where it begins, by name.
    time, status, lower, upper, gap, depth, point_a, point_b, normal, feature_a, ...
        As of :class:`impinge.continuous.Impact`; ``time`` is the share of the way.
    """

    __slots__ = ("name", "started")

    name: str | None
    started: tuple[str, ...]

    def __repr__(self) -> str:
        more = f", {len(self.started)} touched at the start" if self.started else ""
        if self.name is None:
            return f"SceneCast(free{more})"
        return f"SceneCast({self.name!r}, distance={self.distance:.6g}{more})"


class StepCost(NamedTuple):
    """What a question about a step has taken.

    Attributes
    ----------
    moving : int
        Things that move.
    near : int
        Pairs whose boxes meet on their ways.
    possible : int
        Those of them whose boxes can be in one place at the same time, and that nothing said to
        ignore.
    asked : int
        Queries about two moving shapes.
    sweep_seconds, near_seconds, ask_seconds : float
        For boxes, for finding pairs, and for asking about them.
    """

    moving: int = 0
    near: int = 0
    possible: int = 0
    asked: int = 0
    sweep_seconds: float = 0.0
    near_seconds: float = 0.0
    ask_seconds: float = 0.0
