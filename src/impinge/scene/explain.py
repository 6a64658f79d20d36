"""Why a pair is tested or not, and what the test says."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from impinge.core.errors import ImpingeError
from impinge.narrow import distance
from impinge.scene.filters import Filters, codes_of
from impinge.scene.things import Things
from impinge.scene.touching import hits_of

Reason = Literal["ignored", "ignored groups", "boxes apart", "tested"]
AXES = "xyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why two things of a scene are in contact or not. ``print`` it for a sentence.

    Attributes
    ----------
    a, b : str
        Names.
    reason : str
        ``"ignored"``, ``"ignored groups"``, ``"boxes apart"`` or ``"tested"``.
    touching : bool
        What ``overlaps`` and ``collide`` say.
    margin : float
        Distance up to which they are in contact: the sum of their margins [m].
    axis : str or None
        Along which their boxes are furthest apart: ``"x"``, ``"y"`` or ``"z"``; None if they meet.
    box_gap : float
        How far the boxes, margins included, are apart along it [m]; 0 if they meet.
    query : str or None
        What was asked, if they were tested.
    distance : float or None
        Of the shapes [m], if they were tested; 0 where they overlap.
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
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Names and plain values, JSON-ready."""
        return asdict(self)

    def __str__(self) -> str:
        return self.text


def explained(things: Things, filters: Filters, a: int, b: int, solid: bool) -> Explanation:
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
    reason, query, gap, touching = _tested_or_not(things, filters, a, b, box_gap, solid)
    within = f" (margins {margins[0]:g} + {margins[1]:g} m)" if margin else ""
    if reason == "ignored":
        text = f"{names} are not tested: the pair is ignored."
    elif reason == "ignored groups":
        groups = [filters.groups[things.groups[i]] for i in (a, b)]
        where = (
            f"both are in group {groups[0]!r}, whose members are ignored among each other"
            if groups[0] == groups[1]
            else f"groups {groups[0]!r} and {groups[1]!r} are ignored with each other"
        )
        text = f"{names} are not tested: {where}."
    elif reason == "boxes apart":
        text = (
            f"{names} are not tested: their boxes are {box_gap:.6g} m apart along "
            f"{AXES[axis]}{within}."
        )
    else:
        said = "in contact" if touching else "not in contact"
        text = f"{names} are tested by {query}: {said}, at a distance of {gap:.6g} m{within}."
    return Explanation(
        a=things.names[a], b=things.names[b], reason=reason, touching=touching, margin=margin,
        axis=AXES[axis] if box_gap > 0.0 else None, box_gap=box_gap, query=query, distance=gap,
        text=text,
    )  # fmt: skip


def _tested_or_not(
    things: Things, filters: Filters, a: int, b: int, box_gap: float, solid: bool
) -> tuple[Reason, str | None, float | None, bool]:
    if int(codes_of(np.array([[a, b]]))[0]) in filters.codes:
        return "ignored", None, None, False
    if filters.are_ignored(int(things.groups[a]), int(things.groups[b])):
        return "ignored groups", None, None, False
    if box_gap > 0.0:
        return "boxes apart", None, None, False
    pair = things.ordered(np.array([[a, b]]))
    touching = bool(hits_of(things, pair, solid)[0])
    first, second = things.shapes_at(pair[0])
    kinds = f"{type(first).__name__} and {type(second).__name__}"
    query = f"overlap of {kinds}{', solid' if solid else ''}"
    gap = distance(first, second, *things.poses[pair[0]], solid=solid)
    return "tested", query, float(gap.distance), touching
