"""Marks of your own in a picture: points, lines, arrows and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array, as_numbers, as_points, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.options import as_flag
from impinge.viewer.arguments import as_text
from impinge.viewer.contents import Contents
from impinge.viewer.parts import Item, PageParts, as_colour

MOST_POINTS = 250_000
"""Points of a cloud that are drawn: three megabytes of them."""


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


class Marks:
    """The part of a :class:`~impinge.View` that shows what you have computed yourself."""

    _contents: Contents

    def _with(self, item: Item) -> Self:
        self._contents.items.append(item)
        return self

    def points(
        self, points: ArrayLike, name: str = "points", colour: str = "contact", size: float = 6.0
    ) -> Self:
        """Show points of the world, (n, 3) [m]; ``size`` is in pixels."""
        places = as_points(points, "points", copy=True)
        title, shown = as_text(name, "name"), as_colour(colour)
        return self._with(PointsItem(places, title, shown, as_scalar(size, "size")))

    def lines(
        self,
        segments: ArrayLike,
        name: str = "lines",
        colour: str = "path",
        width: float = 1.5,
        *,
        dashed: bool = False,
    ) -> Self:
        """Show segments of the world, (n, 2, 3) [m]; ``width`` is in pixels."""
        ends = as_numbers(segments, "segments", "(n, 2, 3)")
        if ends.ndim != 3 or ends.shape[1:] != (2, 3):
            raise ImpingeError(f"segments: expected shape (n, 2, 3), got {ends.shape}")
        rows = as_points(ends.reshape(-1, 3), "segments", copy=True).reshape(-1, 2, 3)
        wide, title, shown = as_scalar(width, "width"), as_text(name, "name"), as_colour(colour)
        return self._with(LinesItem(rows, title, shown, wide, as_flag(dashed, "dashed")))

    def arrows(
        self, points: ArrayLike, vectors: ArrayLike, name: str = "arrows", colour: str = "path"
    ) -> Self:
        """Show vectors of the world, (n, 3) [m], of true length, at points (n, 3) [m]."""
        places = as_points(points, "points", copy=True)
        along = as_points(vectors, "vectors", copy=True)
        if len(places) != len(along):
            raise ImpingeError(f"vectors: {len(along)} rows, expected {len(places)}, one a point")
        return self._with(ArrowsItem(places, as_text(name, "name"), as_colour(colour), along))

    def label(self, text: str, point: ArrayLike) -> Self:
        """Write a few words beside a point of the world, (3,) [m]."""
        place = as_points(as_numbers(point, "point")[None], "point")[0]
        self._contents.labels.append(
            {"text": as_text(text, "text"), "at": place.tolist(), "layer": None}
        )
        return self

    def note(self, text: str) -> Self:
        """Tell the reader something that the picture does not show."""
        self._contents.notes.append(as_text(text, "text"))
        return self
