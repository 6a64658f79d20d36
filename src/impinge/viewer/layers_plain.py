"""Items of a picture, and those that somebody has computed: points, lines and arrows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.viewer.parts import PageParts

MOST_POINTS = 250_000
"""Points of a cloud that are drawn: three megabytes of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """What a picture shows beside its things: a result or marks, by name; it is ``put`` on a page.

    It may have an ``extent``, (k, 3): points around what it shows beyond the things.
    """

    found: Any
    name: str

    def extent(self) -> Array:
        return np.zeros((0, 3))


@dataclass(frozen=True, slots=True, eq=False)
class PointsItem(Item):
    """Points of the world, (n, 3)."""

    colour: str
    size: float

    def extent(self) -> Array:
        return np.asarray(self.found)

    def put(self, page: PageParts) -> None:
        count, shown = len(self.found), self.found
        if count > MOST_POINTS:
            shown = shown[:: -(-count // MOST_POINTS)]
            page.notes.append(
                f"{self.name}: {len(shown):,} of {count:,} points are drawn, evenly taken from the "
                "list."
            )
        about = f"{count:,} points"
        page.add_points(self.name, self.colour, shown, self.size, self.name, about=about)


@dataclass(frozen=True, slots=True, eq=False)
class LinesItem(Item):
    """Segments of the world, (n, 2, 3)."""

    colour: str
    width: float
    dashed: bool

    def extent(self) -> Array:
        return np.asarray(self.found).reshape(-1, 3)

    def put(self, page: PageParts) -> None:
        page.add_lines(
            self.name, self.colour, self.found, self.width, self.name, dashed=self.dashed,
            about=f"{len(self.found):,} segments",
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class ArrowsItem(Item):
    """Arrows of the world, at (n, 3) along (n, 3), of true length."""

    colour: str
    vectors: Array

    def extent(self) -> Array:
        return np.concatenate([self.found, self.found + self.vectors])

    def put(self, page: PageParts) -> None:
        about = f"{len(self.found):,} arrows"
        page.add_arrows(self.name, self.colour, self.found, self.vectors, self.name, about=about)
