"""Faces of a surface that meet others of it, and the regions that were looked at to find them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.hierarchy import RegionTree
from impinge.narrow import SelfIntersections
from impinge.viewer.depth_scale import STEPS
from impinge.viewer.layers_patches import Surface, put_patches
from impinge.viewer.layers_triangles import crossings, first_pairs
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column

MEETS = "a"
FINE_TO_COARSE = STEPS[::-1]


@dataclass(frozen=True, slots=True, eq=False)
class SelfIntersectionsItem:
    """Pairs of faces of one mesh that meet."""

    found: SelfIntersections
    name: str
    surface: Surface

    def extent(self) -> Array:
        return np.zeros((0, 3))

    def put(self, page: PageParts) -> None:
        found, pairs = self.found, first_pairs(page, self.name, self.found.pairs)
        key = page.table(
            "self-intersections",
            self.name,
            [column("a", "face", "integer"), column("b", "meets face", "integer")],
            pairs.tolist(),
            about="Faces of one surface that meet.",
        )
        if len(found.looked_at):
            self._put_looked_at(page)
        labels = np.full(len(self.surface.mesh.faces), -1)
        meeting = np.unique(pairs)
        labels[meeting] = np.arange(len(meeting))
        put_patches(
            page, self.surface, "Faces that meet others", labels, [len(meeting)], colour=MEETS,
            about="Faces that meet another one",
        )  # fmt: skip
        corners = [self.surface.corners(pairs[:, side]) for side in (0, 1)]
        rows, segments = crossings(*corners)
        page.layer(
            "lines", self.name, "contact", segments=page.points(segments), dashed=False, width=2.5,
            ends=False, table=key, rows=rows, about="Where faces of the surface cross",
        )  # fmt: skip
        page.explain("where the surface meets itself", "contact", "lines")
        page.explain("faces that meet others", MEETS, "patches")
        what = f"{len(found.pairs):,} pairs of faces meet" if len(pairs) else "no faces meet"
        looked = "1 region" if found.visited == 1 else f"{found.visited:,} regions and their pairs"
        page.say(f"{what}; {looked} looked at, {found.tested:,} pairs of faces tested")

    def _put_looked_at(self, page: PageParts) -> None:
        """Each face in the colour of the smallest region looked at that it belongs to."""
        tree = RegionTree(self.surface.mesh)
        labels, levels, counts = looked_at(tree, np.asarray(self.found.looked_at))
        low, high = int(levels.min(initial=0)), int(levels.max(initial=0))
        steps = ((levels - low) * len(FINE_TO_COARSE)) // (high - low + 1)
        name = "Regions looked at"
        page.table(
            "looked-at", name,
            [column("level", "level", "integer"), column("regions", "regions", "integer"),
             column("looked", "looked at", "integer")],
            [[k, tree.counts[k], count] for k, count in enumerate(counts)],
            about="Regions of each level, and those that the detection looked at: it opens a "
            "region only if its faces could meet.",
        )  # fmt: skip
        put_patches(
            page, self.surface, name, labels, [len(levels)], palette=list(FINE_TO_COARSE),
            colours=page.arrays.bytes(steps), colour=FINE_TO_COARSE[-1],
            about="The smallest regions that were looked at, coloured by their level",
        )  # fmt: skip
        page.explain(
            "level of regions looked at", FINE_TO_COARSE[0], "patches",
            (float(low), float(high)), colours=list(FINE_TO_COARSE),
        )  # fmt: skip


def looked_at(tree: RegionTree, rows: Ids) -> tuple[Ids, Ids, Ids]:
    """Patches of a detection.

    Parameters
    ----------
    tree : RegionTree
    rows : (k, 2) int64
        Level and region of what was looked at.

    Returns
    -------
    (m,) int64
        Of each face the patch that it is in: the smallest region looked at; -1 if there is none.
    (patches,) int64
        Their levels.
    (levels,) int64
        How many regions were looked at.
    """
    rows = np.unique(rows, axis=0)
    labels = np.full(int(tree.counts[0]), -1)
    for level in reversed(range(tree.levels)):
        known = np.full(int(tree.counts[level]), -1)
        here = rows[:, 0] == level
        known[rows[here, 1]] = np.flatnonzero(here)
        own = known[tree.regions(level)]
        labels = np.where(own >= 0, own, labels)
    used, labels_used = np.unique(labels[labels >= 0], return_inverse=True)
    labels[labels >= 0] = labels_used
    return labels, rows[used, 0], np.bincount(rows[:, 0], minlength=tree.levels)
