"""Contact points with normals and depths, as layers and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from impinge.contacts import Nature
from impinge.contacts.containment import Containment
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.viewer.colouring import DEPTH_COLOURS, RESTING, STEPS, DepthScale
from impinge.viewer.layers_results import (
    CONTAINED,
    LITTLE,
    NORMAL_PIXELS,
    TOUCHING,
    PairItem,
    both_sides,
    spoken,
    topic_of,
)
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import columns_of, metres, named, places, vectors
from impinge.viewer.words import Words, length, many

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
        more = {"colours": page.arrays.bytes(places), "palette": list(DEPTH_COLOURS)}
    middle = 0.5 * (a + b)
    linked: dict[str, Any] = {"table": table, "rows": rows, "frames": frames}
    seen = len(a) if frames is None else int(np.diff(frames).max(initial=0))
    stem = "Contact" if name in ("Contacts", "Contact points") else name
    page.add_points(
        name, colour, middle, FEW_SIZE if seen <= VERY_FEW else 7.0,
        about="Midway between both surfaces", **linked, **more,
    )  # fmt: skip
    page.add_arrows(
        f"{stem} normals", colour, middle, normals, pixels=NORMAL_PIXELS, visible=seen <= FEW,
        about="Unit vectors from A to B, of the same length on the screen", **linked,
    )  # fmt: skip
    page.add_lines(
        f"{stem} depths", "touch", np.stack([a, b], axis=1), 2.0, visible=seen <= FEW,
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
class ContactsItem(PairItem):
    """The contacts of two things, or of many pairs."""

    size: float
    """Of the smaller thing [m]."""

    def put(self, page: PageParts) -> None:
        found = self.found
        batch = found.offsets is not None
        key = page.table(
            "contacts", self.name,
            [*columns_of("row", shown=batch), metres("separation", zero=page.rounding),
             *columns_of("place", "normal", "nature", "feature_a", "feature_b")],
            zip(found.rows(), found.separation, found.point, found.normal,
                [Nature(code).label for code in found.nature], found.feature_a, found.feature_b,
                strict=True),
            about="Negative separations are local depths: how far the surfaces reach into each "
            "other at this place, along the normal from A to B. Less than rounding is 0.",
            sort=("separation", False),
        )  # fmt: skip
        scale = DepthScale.of(-found.separation, page.rounding, self.size)
        sides = found.point_a, found.point_b, found.normal
        put_contacts(page, self.name, *sides, table=key, rows=None, scale=scale)
        about = None if batch else topic_of(self.names)
        if len(found.separation) and not batch:
            deepest = scale.places(-found.separation).max()
            page.pair_colours[about] = DEPTH_COLOURS[deepest]
        least = float(found.separation.min(initial=np.inf))
        rank = TOUCHING if least <= page.rounding else LITTLE
        page.say(*self._answer(least, page.rounding), about=about, rank=rank)

    def _answer(self, least: float, rounding: float) -> Words:
        count = len(self.found.separation)
        points, what = many(count, "contact point"), spoken(self.names)
        if not count:
            return [f"{what}no contact"]
        if least > rounding:
            return [what, length(least), f" apart, {points}"]
        if least < -rounding:
            return [what, length(-least), f" deep (local), {points}"]
        return [f"{what}touching, {points}"]


class ContainmentItem(PairItem):
    """One thing inside another, surfaces apart."""

    found: Containment

    def extent(self) -> Array:
        return both_sides(self.found.contacts)

    def put(self, page: PageParts) -> None:
        contacts, swap = self.found.contacts, self.found.inner == "a"
        a, b = self.names or ("A", "B")
        inner, outer = (a, b) if swap else (b, a)
        start = contacts.point_a if swap else contacts.point_b
        out = -contacts.normal if swap else contacts.normal
        depth = np.maximum(-contacts.separation, 0.0)
        key = page.table(
            "containment", self.name,
            [named("inner", "inside"), named("outer", "of"), metres("depth", "local depth"),
             vectors("direction", "nearest way out"), places("start", "deepest point")],
            [[inner, outer, depth[0], out[0], start[0]]],
            about="One thing lies inside another, and their surfaces do not touch. The local depth "
            "is how far it has to go to be out by the surface that is nearest.",
        )  # fmt: skip
        layer = page.add_arrows(
            self.name, "touch", start, depth[:, None] * out, "the nearest way out", width=4.0,
            table=key, about="From the deepest point of the inner thing to the nearest surface",
        )  # fmt: skip
        page.label(length(depth[0]), start[0], layer)
        page.say(f"{inner} lies inside {outer}", about=topic_of(self.names), rank=CONTAINED)
