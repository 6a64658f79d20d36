"""What a broad phase makes of things: cells of a partition, candidates, and which of them touch."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.pairs import find_pairs
from impinge.scene import Scene
from impinge.viewer.layers_things import things_extent
from impinge.viewer.parts import Item, PageParts
from impinge.viewer.tables import flags, integers, named, places

MOST_CELLS = 20_000
"""Cells that are drawn and listed."""
MOST_PAIRS = 50_000
"""Candidates that are drawn and listed."""

BOXES = "#8d98a5"
"""Grey on light and on dark: boxes are many, and are not the answer."""


class CellsItem(Item):
    """Lower and upper corners of cells, and how much each contains."""

    def extent(self) -> Array:
        lower, upper, _ = self.found
        corners = np.concatenate([lower, upper])
        return corners[np.isfinite(corners).all(axis=1)]

    def put(self, page: PageParts) -> None:
        lower, upper, counts = self.found
        total, every = len(counts), counts
        if total > MOST_CELLS:
            # The fullest are those that tell how well it divides.
            chosen = np.sort(np.argsort(-counts, kind="stable")[:MOST_CELLS])
            page.notes.append(
                f"{self.name}: the fullest {MOST_CELLS:,} of {total:,} are drawn and listed."
            )
            lower, upper, counts = lower[chosen], upper[chosen], counts[chosen]
        # Cells at the rim of a grid have no end.
        low = np.maximum(lower, page.at.origin - page.at.scale)
        high = np.maximum(low, np.minimum(upper, page.at.origin + page.at.scale))
        key = page.table(
            "cells",
            self.name,
            [integers("cell"), integers("count", "holds"), places("centre"), places("size")],
            zip(range(len(counts)), counts, 0.5 * low + 0.5 * high, high - low, strict=True),
            about="Cells that hold something, and how much.",
            sort=("count", True),
        )
        about = f"{total:,} cells that hold something"
        _put_boxes(page, self.name, "cell", (low, high), 0.04, table=key, about=about)
        page.explain("cell that holds something", "cell", "boxes")
        page.say(
            f"{total:,} cells, {every.mean():.1f} in each on average, {every.max()} at most"
            if total else "no cell holds anything"
        )  # fmt: skip


class PairsItem(Item):
    """What a broad phase hands on of a scene, and what of that touches."""

    def extent(self) -> Array:
        return things_extent(self.found.shapes, self.found.poses)

    def put(self, page: PageParts) -> None:
        names = self.found.names
        lower, upper, pairs, real = candidates(self.found)
        total, touching = len(pairs), int(real.sum())
        if total > MOST_PAIRS:
            # Those that touch are what one looks for.
            order = np.argsort(~real, kind="stable")[:MOST_PAIRS]
            pairs, real = pairs[order], real[order]
            page.notes.append(f"{len(pairs):,} of {total:,} candidates are drawn and listed.")
        # Half spaces have no middle: what counts is the part of them that is in the picture.
        reach = page.at.scale
        low = np.maximum(lower, page.at.origin - reach)
        high = np.minimum(upper, page.at.origin + reach)
        middle = 0.5 * low + 0.5 * np.maximum(low, high)
        key = page.table(
            "candidates",
            "Candidates",
            [named("a", "thing"), named("b", "other"), flags("touching")],
            [[names[i], names[j], hit] for (i, j), hit in zip(pairs.tolist(), real, strict=True)],
            about="Pairs whose boxes meet, and whether the shapes do.",
            sort=("touching", True),
        )
        for mask, title, legend, colour, dashed, width in (
            (~real, "Only boxes meet", "only the boxes meet: tested in vain", "candidate", True, 2),
            (real, "Shapes touch", "the shapes touch", "touch", False, 3.5),
        ):
            rows = np.flatnonzero(mask)
            page.add_lines(
                title, colour, middle[pairs[rows]], float(width), legend, dashed=dashed, table=key,
                rows=rows, about="From the middle of one box to that of the other",
            )  # fmt: skip
        finite = np.isfinite(np.concatenate([lower, upper], axis=1)).all(axis=1)
        _put_boxes(
            page, "Boxes", BOXES, (lower[finite], upper[finite]), 0.0,
            visible=len(names) <= 300, about="The box of each thing, margins included",
        )  # fmt: skip
        page.explain("box of a thing", BOXES, "boxes")
        share = f" ({100.0 * touching / total:.0f} %)" if total else ""
        page.say(
            f"{total:,} candidates of {len(names) * (len(names) - 1) // 2:,} pairs, {touching:,} "
            f"of them touch{share}"
        )


def _put_boxes(
    page: PageParts, name: str, colour: str, ends: tuple[Array, Array], fill: float, **more: Any
) -> None:
    low, high = ends
    page.layer(
        "boxes", name, colour, centres=page.points(0.5 * low + 0.5 * high),
        halves=page.vectors(0.5 * high - 0.5 * low), axes=None, fill=fill, of=None, things=None,
        **more,
    )  # fmt: skip


def candidates(scene: Scene) -> tuple[Array, Array, Ids, Flags]:
    """Boxes of the things (n, 3), (n, 3), the pairs that are tested (m, 2), and which touch."""
    own = copy.copy(scene)
    names = own.names
    lower, upper = own.boxes
    pairs = find_pairs(lower, upper)
    slots = own._things.in_order()
    pairs = pairs[own._things.allowed(slots[pairs])]
    number = {name: i for i, name in enumerate(names)}
    touching = {tuple(sorted((number[a], number[b]))) for a, b in own.overlaps()}
    real = np.array([pair in touching for pair in map(tuple, pairs.tolist())], dtype=bool)
    return lower, upper, pairs, real
