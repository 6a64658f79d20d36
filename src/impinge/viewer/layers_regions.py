"""Regions of a surface, with the level of their hierarchy on a slider."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array
from impinge.hierarchy import RegionTree
from impinge.viewer.colouring import REGION_COLOURS, colours_of_levels, parents_of
from impinge.viewer.layers_patches import Surface, put_patches
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column

FIRST_SEEN = 60
"""The level shown at first has at most so many regions."""


@dataclass(frozen=True, slots=True, eq=False)
class RegionTreeItem:
    """The regions of a mesh, level by level."""

    tree: RegionTree
    name: str
    surface: Surface

    def extent(self) -> Array:
        return np.zeros((0, 3))

    def put(self, page: PageParts) -> None:
        levels = [self.tree.regions(k) for k in range(self.tree.levels)]
        counts = [int(count) for count in self.tree.counts]
        starts = np.cumsum([0, *counts])
        colours = colours_of_levels(levels, self.surface.mesh.adjacency)
        parents = [
            parents_of(fine, coarse) + start
            for fine, coarse, start in zip(levels, levels[1:], starts[1:], strict=False)
        ]
        few = [k for k, count in enumerate(counts) if count <= FIRST_SEEN]
        faces = len(levels[0])
        key = page.table(
            "regions", self.name,
            [column("level", "level", "integer"), column("regions", "regions", "integer"),
             column("faces", "faces a region"),
             column("largest", "faces of the largest", "integer")],
            [[k, count, round(faces / count, 2), np.bincount(levels[k]).max()]
             for k, count in enumerate(counts)],
            about="Level 0 is the faces; the last level has one region for each connected part. "
            "Choose a level to see it.",
        )  # fmt: skip
        put_patches(
            page, self.surface, self.name, levels[0], counts, np.concatenate([*parents, [0]]),
            colours=page.arrays.bytes(np.concatenate(colours)), palette=list(REGION_COLOURS),
            level=few[0] if few else len(counts) - 1, level_table=key,
            about="Regions of neighbouring faces: those of a level cover the surface, and each "
            "consists of two or three of the level below. Colours only tell neighbours apart",
        )  # fmt: skip
        page.explain(
            "regions of a level", REGION_COLOURS[0], "patches", stripes=list(REGION_COLOURS[:3])
        )
        page.say(f"{faces:,} faces in {len(counts)} levels of regions")
