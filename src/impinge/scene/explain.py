"""Why a pair is tested or not, and what the test says."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.narrow import distance
from impinge.scene.filters import codes_of
from impinge.scene.things import Things
from impinge.scene.touching import hits_of

Reason = Literal["ignored", "ignored groups", "boxes apart", "tested", "cannot be tested"]
AXES = "xyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why two things of a scene are in contact or not. ``print`` it for a sentence.

    Attributes
    ----------
    a, b : str
        Names.
    reason : str
        ``"ignored"``, ``"ignored groups"``, ``"boxes apart"``, ``"tested"`` or ``"cannot be
        tested"``: ``overlaps`` raises for this pair, and says so in ``error``.
    touching : bool
        What ``overlaps`` and ``collide`` say; False for what cannot be tested.
    margin : float
        Distance up to which they are in contact: the sum of their margins [m].
    axis : str or None
        Along which their boxes are furthest apart: ``"x"``, ``"y"`` or ``"z"``; None if they meet.
    box_gap : float
        How far the boxes, margins included, are apart along it [m]; 0 if they meet.
    query : str or None
        What was asked, or would be.
    distance : float or None
        Of the shapes [m], if they were tested; 0 where they overlap. None where it is not known
        though they were, as of two half spaces.
    error : str or None
        Why they cannot be tested.
    text : str
        All of it in words.
    """

    a: str
    b: str
    reason: Reason
    touching: bool
    margin: float
    axis: str | None
    box_gap: float
    query: str | None
    distance: float | None
    error: str | None
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Names and plain values, JSON-ready."""
        return asdict(self)

    def __str__(self) -> str:
        return self.text


def explained(things: Things, a: int, b: int) -> Explanation:
    """Why the things of two slots are in contact or not."""
    if a == b:
        raise ImpingeError(f"a and b: both are {things.names[a]!r}, expected two things")
    things.fit()
    names = f"{things.names[a]!r} and {things.names[b]!r}"
    margins = float(things.margins[a]), float(things.margins[b])
    margin = margins[0] + margins[1]
    apart = np.maximum(things.lower[b] - things.upper[a], things.lower[a] - things.upper[b])
    axis = int(np.argmax(apart))
    box_gap = max(0.0, float(apart[axis]))
    within = f" (margins {margins[0]:g} + {margins[1]:g} m)" if margin else ""
    groups = [things.filters.groups[things.groups[i]] for i in (a, b)]
    if int(codes_of(np.array([[a, b]]))[0]) in things.filters.codes:
        found = _Found("ignored", f"{names} are not tested: the pair is ignored.")
    elif things.filters.are_ignored(int(things.groups[a]), int(things.groups[b])):
        which = (
            f"both are in group {groups[0]!r}, whose members are ignored among each other"
            if groups[0] == groups[1]
            else f"groups {groups[0]!r} and {groups[1]!r} are ignored with each other"
        )
        found = _Found("ignored groups", f"{names} are not tested: {which}.")
    elif box_gap > 0.0:
        which = f"their boxes are {box_gap:.6g} m apart along {AXES[axis]}{within}"
        found = _Found("boxes apart", f"{names} are not tested: {which}.")
    else:
        found = _tested(things, a, b, names, within)
    return Explanation(
        a=things.names[a], b=things.names[b], margin=margin,
        axis=AXES[axis] if box_gap > 0.0 else None, box_gap=box_gap, **found._asdict(),
    )  # fmt: skip


class _Found(NamedTuple):
    """The part of an explanation that a test has a say in."""

    reason: Reason
    text: str
    query: str | None = None
    touching: bool = False
    distance: float | None = None
    error: str | None = None


def _tested(things: Things, a: int, b: int, names: str, within: str) -> _Found:
    pair = things.ordered(np.array([[a, b]]))
    first, second = things.shapes_at(pair[0])
    kinds = f"{type(first).__name__} and {type(second).__name__}"
    query = f"overlap of {kinds}{', solid' if things.solid else ''}"
    try:
        touching = bool(hits_of(things, pair)[0][0])
    except ImpingeError as error:
        text = f"{names} cannot be tested by {query}: {error}."
        return _Found("cannot be tested", text, query, error=str(error))
    text = f"{names} are tested by {query}: {'' if touching else 'not '}in contact"
    try:
        gap = float(distance(first, second, *things.poses[pair[0]], solid=things.solid).distance)
    except ImpingeError:
        return _Found("tested", f"{text}{within}.", query, touching)
    return _Found("tested", f"{text}, at a distance of {gap:.6g} m{within}.", query, touching, gap)
