"""First contacts of things that move, as marks on the slider, layers and a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from impinge.continuous import ImpactStatus
from impinge.core.arrays import Array
from impinge.geometry import HalfSpace
from impinge.scene import SceneCast
from impinge.viewer.coordinates import moved
from impinge.viewer.layers_results import NORMAL_PIXELS, PairItem, spoken
from impinge.viewer.parts import PageParts
from impinge.viewer.step import Event, Step, sampled, turns_of
from impinge.viewer.tables import column, columns_of, integers, metres, texts
from impinge.viewer.words import Words, length

TABLE = "impacts"
WORDS = {
    ImpactStatus.FREE: "free in the whole step",
    ImpactStatus.HIT: "first contact",
    ImpactStatus.STARTED_TOUCHING: "touching at the start",
    ImpactStatus.OUT_OF_BUDGET: "out of budget",
}
DRAWN = ImpactStatus.HIT, ImpactStatus.STARTED_TOUCHING
LAST_TURNS = 1.5
"""Of the way to a contact so much is drawn: more turns would hide what they lead to."""
MANY = 100
"""First contacts beyond which each is marked until the next one only, without words and ways: they
would hide each other, and the page would grow with the square of their number."""
MOST_LETTERS = 24
"""Of a name in words beside a contact: longer ones would hide what they are about."""
ALONG = 0.01
"""Length of the vector from A to B that words stand beside, in sizes of the scene: the page sees
only its direction."""
GAP_DIGITS = 3
"""Of gaps below a tolerance, more are noise."""
UNSEEN = 1e-6
"""Ways that are shorter, in sizes of the scene, are those of things at rest."""
AT_REST = (
    "Not the moment of contact: it lies within a step, but nothing on this page moves. Add the "
    "things with their motions to see it."
)


class ImpactItem(PairItem):
    """When two moving things first touch, and where: an Impact of one row."""

    @property
    def status(self) -> ImpactStatus:
        return ImpactStatus(self.found.status)

    @property
    def event(self) -> Event:
        """When it is, in the step of the page."""
        return Event(self.status, float(self.found.time), self.names)

    def extent(self) -> Array:
        return super().extent() if self.status in DRAWN else np.zeros((0, 3))


def put_impacts(page: PageParts, items: Sequence[ImpactItem]) -> None:
    """One table of all first contacts, and layers of their places, normals and ways."""
    if not items:
        return
    key = _table(page, items)
    page.say(*_answer(items))
    _caution(page, items)
    _choose(page, items, key)
    drawn = [(row, item) for row, item in enumerate(items) if item.status in DRAWN]
    if not drawn:
        return
    name = items[0].name if len(items) == 1 else "First contacts"
    since = np.array([0 if page.step is None else page.step.phase(i.found.time) for _, i in drawn])
    rows = np.array([row for row, _ in drawn])
    middles = np.array([0.5 * (i.found.point_a + i.found.point_b) for _, i in drawn])
    normals = np.array([i.found.normal for _, i in drawn])
    # Each phase has all marks that are there by then: those of what has touched.
    phases, few = 1 if page.times is None else len(page.times), len(drawn) <= MANY
    seen = [np.flatnonzero(since <= k if few else since == k) for k in range(phases)]
    every = np.concatenate(seen)
    frames = None if page.step is None else np.cumsum([0, *map(len, seen)])
    linked: dict[str, Any] = {"table": key, "rows": rows[every], "frames": frames}
    layer = page.add_points(
        name, "contact", middles[every], 9.0, "first contact",
        about="Where they touch at that time", **linked,
    )  # fmt: skip
    page.add_arrows(
        f"{name}, normals" if len(drawn) > 1 else f"{name}, normal", "contact", middles[every],
        normals[every], "its normal", pixels=1.6 * NORMAL_PIXELS, width=3.0,
        about="Unit vectors from A to B", **linked,
    )  # fmt: skip
    if page.step is None or not few:
        return
    for (_, item), place, first in zip(drawn, middles, since.tolist(), strict=True):
        named = item.names is not None and len(items) > 1
        who = " and ".join(map(_cut, item.names or ())) if named else WORDS[item.status]
        along = ALONG * page.at.scale * _across(page, page.step, item)
        page.label(f"{who}, t = {item.found.time:.4g}", place, layer, first, along)
    _put_ways(page, page.step, drawn, name, key)


def _cut(name: str) -> str:
    """A name in the picture: of a long one its beginning and its end."""
    side = MOST_LETTERS // 2
    return name if len(name) <= MOST_LETTERS else f"{name[:side]}\u2026{name[-side:]}"


def _caution(page: PageParts, items: Sequence[ImpactItem]) -> None:
    """Say so where a contact is told and not to be seen, since its things do not move here."""
    for item in items:
        if isinstance(item.found, SceneCast) and item.found.started:
            page.cautions.append(f"Touched where it begins: {', '.join(item.found.started)}.")
    hits = [item for item in items if item.status is ImpactStatus.HIT]
    if not hits:
        return
    if page.step is None:
        page.cautions.append(AT_REST)
        return
    for item in hits:
        if item.names is not None and not any(name in page.step.motions for name in item.names):
            page.cautions.append(
                f"Not the moment of contact of {' and '.join(item.names)}: neither moves on this "
                "page. Add them with their motions to see it."
            )


def _choose(page: PageParts, items: Sequence[ImpactItem], key: str) -> None:
    """Open with the first contact chosen where other things might hide it: they fade then."""
    first = min(
        range(len(items)),
        key=lambda row: (items[row].status is not ImpactStatus.HIT, items[row].found.time),
    )
    item = items[first]
    if page.step is None or item.status not in DRAWN or item.names is None:
        return
    if len(page.things) > 2 and page.things.keys() >= set(item.names):
        next(made for made in page.tables if made["id"] == key)["select"] = first


def _table(page: PageParts, items: Sequence[ImpactItem]) -> str:
    named = any(item.names for item in items)
    deep = any(item.status is ImpactStatus.STARTED_TOUCHING for item in items)
    met = any(item.status is not ImpactStatus.FREE for item in items)
    parted = any(max(item.found.part_a, item.found.part_b) >= 0 for item in items)
    places = [
        column("time", shown=met), metres("gap", digits=GAP_DIGITS, shown=met),
        metres("depth", shown=deep), *columns_of("point_a", "point_b", "normal", shown=met),
        *(integers(f"part_{x.lower()}", f"part of {x}", shown=met and parted) for x in "AB"),
        *columns_of("nature", "feature_a", "feature_b", shown=met),
        column("upper", "overlap seen at", shown=met),
    ]  # fmt: skip
    heads = [*columns_of("a", "b", shown=named), texts("status", "answer")]
    cells = []
    for item in items:
        found = item.found
        # What stays free has no place of contact.
        told = [None] * len(places) if item.status is ImpactStatus.FREE else [
            found.time, found.gap, found.depth, found.point_a, found.point_b, found.normal,
            found.part_a, found.part_b, found.nature.label, found.feature_a, found.feature_b,
            found.upper,
        ]  # fmt: skip
        cells.append([*(item.names or (None, None)), WORDS[item.status], *told, found.steps])
    times = [float(item.found.time) for item in items]
    return page.table(
        TABLE,
        items[0].name if len(items) == 1 else "First contacts",
        [*heads, *places, integers("steps", "times looked at")],
        cells,
        about="When two moving things first touch, as a share of the step: never later than they "
        "really do. Points and normal are those of that time; at a later one, where told, an "
        "overlap was seen.",
        sort=("time", False) if len(items) > 1 else None,
        moments=[time if np.isfinite(time) else None for time in times],
    )


def _put_ways(
    page: PageParts, step: Step, drawn: Sequence[tuple[int, ImpactItem]], name: str, key: str
) -> None:
    """The last of the ways that the points of contact have come."""
    pieces, owners = [], []
    for row, item in drawn:
        sides = zip(item.names or (), (item.found.point_a, item.found.point_b), strict=False)
        for thing, point in sides:
            if thing in step.motions and item.found.time > 0.0:
                path = _way(step, thing, point, float(item.found.time))
                if np.ptp(path, axis=0).max() <= UNSEEN * page.at.scale:
                    continue
                pieces.append(np.stack([path[:-1], path[1:]], axis=1))
                owners += [row] * len(pieces[-1])
    if pieces:
        page.add_lines(
            f"{name}, ways", "path", np.concatenate(pieces), 1.5, "the way there",
            ways=len(pieces), table=key, rows=owners,
            about="How the points that touch have come there",
        )  # fmt: skip


def _way(step: Step, thing: str, point: Array, stop: float) -> Array:
    """(k, 3): where a point of a body has been that is at ``point`` in the end."""
    motion = step.motions[thing]
    turns = turns_of(motion)
    times = sampled(motion, stop, max(0.0, stop - LAST_TURNS / turns) if turns > 0.0 else 0.0)
    poses = motion.pose(times)
    last = poses[-1]
    own = last[:3, :3].T @ (point - last[:3, 3])
    return np.concatenate([moved(own[None], pose) for pose in poses])


def _across(page: PageParts, step: Step, item: ImpactItem) -> Array:
    """Unit vector from the middle of A to that of B at the contact: beside it there is room.

    The normal where the middles are not known, as of ground.
    """
    normal: Array = item.found.normal
    middles = []
    for name in item.names or ():
        row = next((row for row in page.thing_rows if row.name == name), None)
        if row is None or row.shape == HalfSpace.__name__:
            return normal
        layer, place = page.things[name]
        motion = step.motions.get(name)
        pose = row.poses if motion is None else motion.pose(float(item.found.time))
        middles.append(moved(page.drawn_centres[layer][place][None], pose)[0])
    if len(middles) != 2:
        return normal
    way = middles[1] - middles[0]
    length = float(np.linalg.norm(way))
    return way / length if length > UNSEEN * page.at.scale else normal


def _answer(items: Sequence[ImpactItem]) -> Words:
    if len(items) == 1:
        return [spoken(items[0].names), *_said(items[0])]
    first = min(items, key=lambda item: (item.status is not ImpactStatus.HIT, item.found.time))
    touching = sum(item.status in DRAWN for item in items)
    if first.status not in DRAWN:
        return [f"{len(items):,} pairs: none is seen to touch"]
    many = f"{touching:,} of {len(items):,} pairs touch; {spoken(first.names)}"
    return [many, *_said(first)]


def _said(item: ImpactItem) -> Words:
    found, status = item.found, item.status
    if status is ImpactStatus.HIT:
        return [f"first contact at {found.time:.6g} of the step"]
    if status is ImpactStatus.STARTED_TOUCHING:
        if not 0.0 < found.depth < np.inf:
            return ["touching at the start"]
        return ["touching at the start, ", length(found.depth), " deep"]
    if status is ImpactStatus.FREE:
        return ["free in the whole step"]
    return [f"free until {found.time:.6g} of the step; what comes then is not known"]
