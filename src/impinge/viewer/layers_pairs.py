"""Candidates of the broad phase against pairs that really touch."""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.pairs import find_pairs
from impinge.scene import Scene
from impinge.viewer.layers_things import things_extent
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column

MOST_PAIRS = 50_000
"""Candidates that are drawn and listed."""

BOXES = "#8d98a5"
"""Grey on light and on dark: boxes are many, and are not the answer."""


@dataclass(frozen=True, slots=True, eq=False)
class PairsItem:
    """What a broad phase hands on of a scene, and what of that touches."""

    scene: Scene
    name: str

    def extent(self) -> Array:
        return things_extent(self.scene.shapes, self.scene.poses)

    def put(self, page: PageParts) -> None:
        names = self.scene.names
        lower, upper, pairs, real = candidates(self.scene)
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
            [
                column("a", "thing", "name"),
                column("b", "other", "name"),
                column("touching", "touching", "flag"),
            ],
            [
                [names[i], names[j], bool(hit)]
                for (i, j), hit in zip(pairs.tolist(), real, strict=True)
            ],
            about="Pairs whose boxes meet, and whether the shapes do.",
            sort=("touching", True),
        )
        segments = middle[pairs]
        for mask, title, colour, dashed, width in (
            (~real, "Only boxes meet", "candidate", True, 2.0),
            (real, "Shapes touch", "touch", False, 3.5),
        ):
            rows = np.flatnonzero(mask)
            page.layer(
                "lines", title, colour, segments=page.points(segments[rows]), dashed=dashed,
                width=width, ends=False, table=key, rows=rows,
                about="From the middle of one box to that of the other",
            )  # fmt: skip
        page.explain("only the boxes meet: tested in vain", "candidate", "dashed")
        page.explain("the shapes touch", "touch", "lines")
        page.explain("box of a thing", BOXES, "boxes")
        finite = np.isfinite(np.concatenate([lower, upper], axis=1)).all(axis=1)
        low, high = lower[finite], upper[finite]
        page.layer(
            "boxes", "Boxes", BOXES, centres=page.points(0.5 * low + 0.5 * high),
            halves=page.vectors(0.5 * high - 0.5 * low), axes=None, fill=0.0, of=None, things=None,
            visible=len(names) <= 300, about="The box of each thing, margins included",
        )  # fmt: skip
        share = f" ({100.0 * touching / total:.0f} %)" if total else ""
        page.say(
            f"{total:,} candidates of {len(names) * (len(names) - 1) // 2:,} pairs, {touching:,} "
            f"of them touch{share}"
        )


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
