"""Contact points with normals and depths, as layers and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.contacts import Contacts, Nature
from impinge.viewer.layers_results import NORMAL_PIXELS, both_sides
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column

Array = NDArray[np.float64]

FEW = 200
"""Contact points seen at a time up to which normals and depths are drawn from the start: more of
them hide what they are about."""


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
) -> None:
    """Points, normals and depths of contacts whose sides are at (n, 3) and (n, 3)."""
    if len(a) == 0:
        return
    middle = page.points(0.5 * (a + b))
    linked: dict[str, Any] = {"table": table, "rows": rows, "frames": frames}
    seen = len(a) if frames is None else int(np.diff(frames).max(initial=0))
    stem = "Contact" if name in ("Contacts", "Contact points") else name
    page.layer(
        "points", name, colour, positions=middle, size=7.0,
        about="Midway between both surfaces", **linked,
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
    page.explain("contact point", colour, "points")
    if seen <= FEW:
        page.explain("contact normal", colour, "arrows")


@dataclass(frozen=True, slots=True, eq=False)
class ContactsItem:
    """The contacts of two things, or of many pairs."""

    found: Contacts
    name: str

    def extent(self) -> Array:
        return both_sides(self.found)

    def put(self, page: PageParts) -> None:
        found = self.found
        batch = found.offsets is not None
        columns = [column("row", "row", "integer")] if batch else []
        columns += [
            column("separation", "separation", unit="m"),
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
                about="Negative separations are depths; the normal is from A to B.",
                sort=("separation", False),
            )  # fmt: skip
        put_contacts(
            page, self.name, found.point_a, found.point_b, found.normal, table=key, rows=None
        )
        if len(found):
            least = float(found.separation.min())
            word = f"the deepest by {-least:.4g} m" if least < 0.0 else f"{least:.4g} m apart"
            page.answers.append(f"{len(found):,} contact points, {word}")
        else:
            page.answers.append("no contact")
