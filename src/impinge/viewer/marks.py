"""Marks of your own in a picture: points, lines, arrows and words."""

from __future__ import annotations

from typing import Self

from numpy.typing import ArrayLike

from impinge.core.arrays import as_numbers, as_points, as_scalar
from impinge.core.errors import ImpingeError
from impinge.core.options import as_flag
from impinge.viewer.arguments import as_text
from impinge.viewer.contents import Contents
from impinge.viewer.layers_plain import ArrowsItem, LinesItem, PointsItem
from impinge.viewer.parts import as_colour


class Marks:
    """The part of a :class:`~impinge.View` that shows what you have computed yourself."""

    _contents: Contents

    def points(
        self, points: ArrayLike, name: str = "points", colour: str = "contact", size: float = 6.0
    ) -> Self:
        """Show points of the world, (n, 3) [m]; ``size`` is in pixels."""
        places = as_points(points, "points", copy=True)
        self._contents.items.append(
            PointsItem(places, as_text(name, "name"), as_colour(colour), as_scalar(size, "size"))
        )
        return self

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
        wide = as_scalar(width, "width")
        self._contents.items.append(
            LinesItem(
                rows, as_text(name, "name"), as_colour(colour), wide, as_flag(dashed, "dashed")
            )
        )
        return self

    def arrows(
        self, points: ArrayLike, vectors: ArrayLike, name: str = "arrows", colour: str = "path"
    ) -> Self:
        """Show vectors of the world, (n, 3) [m], of true length, at points (n, 3) [m]."""
        places = as_points(points, "points", copy=True)
        along = as_points(vectors, "vectors", copy=True)
        if len(places) != len(along):
            raise ImpingeError(f"vectors: {len(along)} rows, expected {len(places)}, one a point")
        self._contents.items.append(
            ArrowsItem(places, as_text(name, "name"), as_colour(colour), along)
        )
        return self

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
