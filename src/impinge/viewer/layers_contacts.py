"""Contact points with normals and depths, as layers and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.contacts import Contacts, Nature
from impinge.contacts.containment import Containment
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.viewer.depth_scale import PALETTE, RESTING, STEPS, DepthScale
from impinge.viewer.layers_results import (
    CONTAINED,
    LITTLE,
    NORMAL_PIXELS,
    TOUCHING,
    Names,
    both_sides,
    spoken,
    topic_of,
)
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column
from impinge.viewer.words import Words, length

FEW = 200
"""Contact points seen at a time up to which normals and depths are drawn from the start: more of
them hide what they are about."""


VERY_FEW, FEW_SIZE = 20, 10.0
"""Contact points that are drawn larger, and how large [px]."""


def put_contacts(
    page: PageParts,
    name: str,
    a: Array,
    b: Array,
    normals: Array,
    *,
    table: str | None,
    rows: ArrayLike | None,
    frames: ArrayLike | None = None,
    colour: str = "contact",
    scale: DepthScale | None = None,
) -> None:
    """Points, normals and depths of contacts whose sides are at (n, 3) and (n, 3).

    With a scale, points have the colours of their depths.
    """
    if len(a) == 0:
        return
    more: dict[str, Any] = {}
    if scale is not None:
        places = scale.places(-((b - a) * normals).sum(axis=1))
        more = {"colours": page.arrays.bytes(places), "palette": list(PALETTE)}
    middle = page.points(0.5 * (a + b))
    linked: dict[str, Any] = {"table": table, "rows": rows, "frames": frames}
    seen = len(a) if frames is None else int(np.diff(frames).max(initial=0))
    stem = "Contact" if name in ("Contacts", "Contact points") else name
    page.layer(
        "points", name, colour, positions=middle, size=FEW_SIZE if seen <= VERY_FEW else 7.0,
        about="Midway between both surfaces", **linked, **more,
    )  # fmt: skip
    page.layer(
        "arrows", f"{stem} normals", colour, positions=middle,
        vectors=page.arrays.floats(normals), pixels=NORMAL_PIXELS, visible=seen <= FEW,
        about="Unit vectors from A to B, of the same length on the screen", **linked,
    )  # fmt: skip
    page.layer(
        "lines", f"{stem} depths", "touch", segments=page.points(np.stack([a, b], axis=1)),
        dashed=False, width=2.0, ends=False, visible=seen <= FEW,
        about="From the surface of A to that of B, of true length", **linked,
    )  # fmt: skip
    if scale is None:
        page.explain("contact point", colour, "points")
    else:
        explain_depths(page, places, scale, "points")
    if seen <= FEW:
        page.explain("contact normal", colour, "arrows")


def explain_depths(page: PageParts, places: Ids, scale: DepthScale, kind: str = "things") -> None:
    """Say in the legend what colours of depths mean, as far as they are there."""
    if (places == 0).any():
        page.explain("resting contact", RESTING, kind)
    if (places > 0).any():
        page.explain(
            "local depth", STEPS[len(STEPS) // 2], kind, (0.0, scale.deepest),
            colours=list(STEPS), unit="m",
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class ContactsItem:
    """The contacts of two things, or of many pairs."""

    found: Contacts
    name: str
    names: Names = None
    size: float = 0.0
    """Of the smaller thing [m]."""

    def extent(self) -> Array:
        return both_sides(self.found)

    def put(self, page: PageParts) -> None:
        found = self.found
        batch = found.offsets is not None
        columns = [column("row", "row", "integer")] if batch else []
        columns += [
            column("separation", "separation", unit="m", zero=page.rounding),
            column("place", "where", "vector", "m"),
            column("normal", "normal", "vector"),
            column("nature", "nature", "text"),
            column("feature_a", "feature of A", "integer"),
            column("feature_b", "feature of B", "integer"),
        ]
        parts = zip(
            found.rows(), found.separation, found.point, found.normal, found.nature,
            found.feature_a, found.feature_b, strict=True,
        )  # fmt: skip
        key = page.table(
                "contacts",
                self.name,
                columns,
                [
                    [*([row] if batch else []), s, p, n, Nature(k).label, *rest]
                    for row, s, p, n, k, *rest in parts
                ],
                about="Negative separations are local depths: how far the surfaces reach into each "
                "other at this place, along the normal from A to B. Less than rounding is 0.",
                sort=("separation", False),
            )  # fmt: skip
        scale = DepthScale.of(-found.separation, page.rounding, self.size)
        put_contacts(
            page, self.name, found.point_a, found.point_b, found.normal, table=key, rows=None,
            scale=scale,
        )  # fmt: skip
        about = None if batch else topic_of(self.names)
        if len(found.separation) and not batch:
            deepest = scale.places(-found.separation).max()
            page.pair_colours[about] = PALETTE[deepest]
        least = float(found.separation.min(initial=np.inf))
        rank = TOUCHING if least <= page.rounding else LITTLE
        page.say(*self._answer(least, page.rounding), about=about, rank=rank)

    def _answer(self, least: float, rounding: float) -> Words:
        count = len(self.found.separation)
        points = f"{count:,} contact point{'' if count == 1 else 's'}"
        what = spoken(self.names)
        if not count:
            return [f"{what}no contact"]
        if least > rounding:
            return [what, length(least), f" apart, {points}"]
        if least < -rounding:
            return [what, length(-least), f" deep (local), {points}"]
        return [f"{what}touching, {points}"]


@dataclass(frozen=True, slots=True, eq=False)
class ContainmentItem:
    """One thing inside another, surfaces apart."""

    found: Containment
    name: str
    names: Names

    def extent(self) -> Array:
        return both_sides(self.found.contacts)

    def put(self, page: PageParts) -> None:
        contacts, swap = self.found.contacts, self.found.inner == "a"
        a, b = self.names or ("A", "B")
        inner, outer = (a, b) if swap else (b, a)
        start = contacts.point_a if swap else contacts.point_b
        out = -contacts.normal if swap else contacts.normal
        depth = np.maximum(-contacts.separation, 0.0)
        way = depth[:, None] * out
        key = page.table(
            "containment",
            self.name,
            [
                column("inner", "inside", "name"),
                column("outer", "of", "name"),
                column("depth", "local depth", unit="m"),
                column("direction", "nearest way out", "vector"),
                column("start", "deepest point", "vector", "m"),
            ],
            [[inner, outer, depth[0], out[0], start[0]]],
            about="One thing lies inside another, and their surfaces do not touch. The local depth "
            "is how far it has to go to be out by the surface that is nearest.",
        )
        layer = page.layer(
            "arrows", self.name, "touch", positions=page.points(start),
            vectors=page.vectors(way), pixels=None, width=4.0, table=key,
            about="From the deepest point of the inner thing to the nearest surface",
        )  # fmt: skip
        page.explain("the nearest way out", "touch", "arrows")
        page.label(length(depth[0]), start[0], layer)
        page.say(f"{inner} lies inside {outer}", about=topic_of(self.names), rank=CONTAINED)
