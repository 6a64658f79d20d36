"""The cells of a partition of space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import Array
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column

MOST_CELLS = 20_000
"""Cells that are drawn and listed."""


@dataclass(frozen=True, slots=True, eq=False)
class CellsItem:
    """Corners of cells, and how much each holds."""

    lower: Array
    upper: Array
    counts: NDArray[np.int64]
    name: str

    @classmethod
    def of(cls, partition: Any, name: str) -> CellsItem:
        """The cells of a grid, a hash, an octree or a k-d tree that hold something."""
        lower, upper, counts = partition.cells()
        return cls(lower, upper, counts, name)

    def extent(self) -> Array:
        corners = np.concatenate([self.lower, self.upper])
        return corners[np.isfinite(corners).all(axis=1)]

    def put(self, page: PageParts) -> None:
        lower, upper, counts = self.lower, self.upper, self.counts
        if len(counts) > MOST_CELLS:
            # The fullest are those that tell how well it divides.
            chosen = np.sort(np.argsort(-counts, kind="stable")[:MOST_CELLS])
            page.notes.append(
                f"{self.name}: the fullest {MOST_CELLS:,} of {len(counts):,} are drawn and listed."
            )
            lower, upper, counts = lower[chosen], upper[chosen], counts[chosen]
        # Cells at the rim of a grid have no end.
        low = np.maximum(lower, page.at.origin - page.at.scale)
        high = np.maximum(low, np.minimum(upper, page.at.origin + page.at.scale))
        centres, sizes = 0.5 * low + 0.5 * high, high - low
        key = page.table(
            "cells",
            self.name,
            [
                column("cell", "cell", "integer"),
                column("count", "holds", "integer"),
                column("centre", "centre", "vector", "m"),
                column("size", "size", "vector", "m"),
            ],
            zip(range(len(counts)), counts, centres, sizes, strict=True),
            about="Cells that hold something, and how much.",
            sort=("count", True),
        )
        page.layer(
            "boxes", self.name, "cell", centres=page.points(centres),
            halves=page.vectors(0.5 * sizes), axes=None, fill=0.04, of=None, things=None, table=key,
            about=f"{len(self.counts):,} cells that hold something",
        )  # fmt: skip
        page.explain("cell that holds something", "cell", "boxes")
        most = int(self.counts.max(initial=0))
        page.say(
            f"{len(self.counts):,} cells, {self.counts.mean():.1f} in each on average, {most} at "
            "most" if len(self.counts) else "no cell holds anything"
        )  # fmt: skip
