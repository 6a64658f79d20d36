"""Points, lines and arrows that somebody has computed, as layers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array
from impinge.viewer.parts import PageParts

MOST_POINTS = 250_000
"""Points of a cloud that are drawn: three megabytes of them."""


@dataclass(frozen=True, slots=True, eq=False)
class PointsItem:
    """Points of the world, (n, 3)."""

    points: Array
    name: str
    colour: str
    size: float

    def extent(self) -> Array:
        return self.points

    def put(self, page: PageParts) -> None:
        shown = self.points
        if len(shown) > MOST_POINTS:
            shown = shown[:: -(-len(shown) // MOST_POINTS)]
            page.notes.append(
                f"{self.name}: {len(shown):,} of {len(self.points):,} points are drawn, evenly "
                "taken from the list."
            )
        page.layer(
            "points", self.name, self.colour, positions=page.points(shown), size=self.size,
            about=f"{len(self.points):,} points",
        )  # fmt: skip
        page.explain(self.name, self.colour, "points")


@dataclass(frozen=True, slots=True, eq=False)
class LinesItem:
    """Segments of the world, (n, 2, 3)."""

    segments: Array
    name: str
    colour: str
    width: float
    dashed: bool

    def extent(self) -> Array:
        return self.segments.reshape(-1, 3)

    def put(self, page: PageParts) -> None:
        page.layer(
            "lines", self.name, self.colour, segments=page.points(self.segments),
            dashed=self.dashed, width=self.width, ends=False,
            about=f"{len(self.segments):,} segments",
        )  # fmt: skip
        page.explain(self.name, self.colour, "dashed" if self.dashed else "lines")


@dataclass(frozen=True, slots=True, eq=False)
class ArrowsItem:
    """Arrows of the world, at (n, 3) along (n, 3), of true length."""

    points: Array
    vectors: Array
    name: str
    colour: str

    def extent(self) -> Array:
        return np.concatenate([self.points, self.points + self.vectors])

    def put(self, page: PageParts) -> None:
        page.layer(
            "arrows", self.name, self.colour, positions=page.points(self.points),
            vectors=page.vectors(self.vectors), pixels=None,
            about=f"{len(self.points):,} arrows",
        )  # fmt: skip
        page.explain(self.name, self.colour, "arrows")
