"""Results about one surface: regions, proximities, where it meets itself, as colours of faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.contacts import Nature
from impinge.core.errors import ImpingeError
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.hierarchy import RegionTree
from impinge.narrow import Proximities
from impinge.viewer.colouring import REGION_COLOURS, STEPS, colours_of_levels, parents_of
from impinge.viewer.coordinates import moved
from impinge.viewer.layers_meshes import crossings, first_pairs
from impinge.viewer.layers_things import LooseThing
from impinge.viewer.parts import Item, PageParts
from impinge.viewer.tables import column, columns_of, integers, metres, places, texts, vectors
from impinge.viewer.words import Lengths, Words

MEETS = "a"
FALLING = STEPS[::-1]
"""Colours of regions from fine to coarse, and of pairs from near to far."""
FIRST_SEEN = 60
"""The level of regions shown at first has at most so many."""
MOST_ARROWS = 20_000
"""Pairs of features that are drawn and listed: the nearest."""
SHORT = 0.02
"""Share of the scene's size: shorter arrows are seen by dots."""


class Surface(NamedTuple):
    """A mesh of the view, by the name of its thing."""

    thing: str
    mesh: Mesh
    pose: Any

    def points(self) -> Any:
        """Vertices in the world."""
        return moved(self.mesh.vertices, self.pose)

    def corners(self, faces: Ids) -> Any:
        """(n, 3, 3): corners of some faces in the world."""
        return self.points()[self.mesh.faces[faces]]


def surface_among(
    things: Sequence[LooseThing], what: str, faces: int, vertices: int = 0, exact: bool = False
) -> Surface:
    """The last mesh of a view, which has at least so many faces, or exactly, and vertices."""
    for thing in reversed(things):
        if isinstance(thing.shape, Mesh):
            counts = len(thing.shape.faces), len(thing.shape.vertices)
            fits = counts[0] == faces if exact else counts[0] >= faces
            if fits and counts[1] >= vertices:
                return Surface(thing.name, thing.shape, thing.pose)
            raise ImpingeError(
                f"thing: {what} of another mesh: {thing.name!r} has {counts[0]} triangles and "
                f"{counts[1]} vertices"
            )
    raise ImpingeError(f"thing: {what} are shown on their mesh; add it to the view before")


def put_patches(
    page: PageParts,
    surface: Surface,
    name: str,
    labels: ArrayLike,
    counts: Sequence[int],
    parents: ArrayLike | None = None,
    **more: Any,
) -> str:
    """A layer of patches; its id.

    ``labels`` has the item of each face at level 0, -1 for none; ``parents`` the item of the next
    level that each item is part of. Items are numbered through all levels, ``counts`` each.
    """
    layer, of = page.things[surface.thing]
    mesh, centre = surface.mesh, page.drawn_centres[layer][of]
    return page.layer(
        "patches", name, more.pop("colour", "touch"), things=layer, of=page.arrays.integers([of]),
        positions=page.arrays.floats(page.at.lengths(mesh.vertices - centre)),
        indices=page.arrays.indices(mesh.faces), labels=page.arrays.integers(labels),
        parents=None if parents is None else page.arrays.integers(parents),
        levels=np.concatenate([[0], np.cumsum(counts)]), **more,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceItem(Item):
    """A result about a mesh of the view."""

    surface: Surface


class RegionTreeItem(SurfaceItem):
    """The regions of a mesh, level by level."""

    found: RegionTree

    def put(self, page: PageParts) -> None:
        tree = self.found
        levels = [tree.regions(k) for k in range(tree.levels)]
        counts = [int(count) for count in tree.counts]
        starts = np.cumsum([0, *counts])
        colours = colours_of_levels(levels, self.surface.mesh.adjacency)
        parents = [
            parents_of(fine, coarse) + start
            for fine, coarse, start in zip(levels, levels[1:], starts[1:], strict=False)
        ]
        few = [k for k, count in enumerate(counts) if count <= FIRST_SEEN]
        faces, palette = len(levels[0]), list(REGION_COLOURS)
        key = page.table(
            "regions", self.name,
            [*columns_of("level", "regions"), column("faces", "faces a region"),
             integers("largest", "faces of the largest")],
            [[k, count, round(faces / count, 2), np.bincount(levels[k]).max()]
             for k, count in enumerate(counts)],
            about="Level 0 is the faces; the last level has one region for each connected part. "
            "Choose a level to see it.",
        )  # fmt: skip
        put_patches(
            page, self.surface, self.name, levels[0], counts, np.concatenate([*parents, [0]]),
            colours=page.arrays.bytes(np.concatenate(colours)), palette=palette,
            level=few[0] if few else len(counts) - 1, level_table=key,
            about="Regions of neighbouring faces: those of a level cover the surface, and each "
            "consists of two or three of the level below. Colours only tell neighbours apart",
        )  # fmt: skip
        page.explain("regions of a level", palette[0], "patches", stripes=palette[:3])
        page.say(f"{faces:,} faces in {len(counts)} levels of regions")


class SelfIntersectionsItem(SurfaceItem):
    """Pairs of faces of one mesh that meet."""

    def put(self, page: PageParts) -> None:
        found, pairs = self.found, first_pairs(page, self.name, self.found.pairs)
        key = page.table(
            "self-intersections",
            self.name,
            [integers("a", "face"), integers("b", "meets face")],
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
        rows, segments = crossings(*(self.surface.corners(pairs[:, side]) for side in (0, 1)))
        page.add_lines(
            self.name, "contact", segments, 2.5, "where the surface meets itself", table=key,
            rows=rows, about="Where faces of the surface cross",
        )  # fmt: skip
        page.explain("faces that meet others", MEETS, "patches")
        what = f"{len(found.pairs):,} pairs of faces meet" if len(pairs) else "no faces meet"
        looked = "1 region" if found.visited == 1 else f"{found.visited:,} regions and their pairs"
        page.say(f"{what}; {looked} looked at, {found.tested:,} pairs of faces tested")

    def _put_looked_at(self, page: PageParts) -> None:
        """Each face in the colour of the smallest region looked at that it belongs to."""
        tree = RegionTree(self.surface.mesh)
        labels, levels, counts = looked_at(tree, np.asarray(self.found.looked_at))
        low, high = int(levels.min(initial=0)), int(levels.max(initial=0))
        steps = ((levels - low) * len(FALLING)) // (high - low + 1)
        palette, name = list(FALLING), "Regions looked at"
        page.table(
            "looked-at", name,
            [*columns_of("level", "regions"), integers("looked", "looked at")],
            [[k, tree.counts[k], count] for k, count in enumerate(counts)],
            about="Regions of each level, and those that the detection looked at: it opens a "
            "region only if its faces could meet.",
        )  # fmt: skip
        put_patches(
            page, self.surface, name, labels, [len(levels)], palette=palette,
            colours=page.arrays.bytes(steps), colour=palette[-1],
            about="The smallest regions that were looked at, coloured by their level",
        )  # fmt: skip
        ends = (float(low), float(high))
        page.explain("level of regions looked at", palette[0], "patches", ends, colours=palette)


def looked_at(tree: RegionTree, rows: Ids) -> tuple[Ids, Ids, Ids]:
    """Patches of a detection that looked at the regions in rows of level and number, (k, 2).

    Of each face the patch that it is in, the smallest region looked at, or -1; the levels of
    patches; and of each level how many regions were looked at.
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


class ProximitiesItem(SurfaceItem):
    """Pairs of vertices and faces, and of edges, that are near each other."""

    found: Proximities

    def put(self, page: PageParts) -> None:
        kinds = (self.found.vertex_face, self.found.edge_edge)
        counts = [len(kind) for kind in kinds]
        distance = np.concatenate([kind.distance for kind in kinds])
        chosen = np.sort(np.argsort(distance, kind="stable")[:MOST_ARROWS])
        if len(chosen) < len(distance):
            page.notes.append(
                f"{self.name}: the nearest {MOST_ARROWS:,} of {len(distance):,} pairs are drawn "
                "and listed."
            )
        distance, words = distance[chosen], np.repeat(["vertex-face", "edge-edge"], counts)[chosen]
        pair, vertices, weights, normal, nature = (
            np.concatenate([getattr(kind, field) for kind in kinds])[chosen]
            for field in ("pair", "vertices", "weights", "normal", "nature")
        )
        points = self.surface.points()[vertices]
        first, second = (
            np.einsum("mk,mkj->mj", np.maximum(sign * weights, 0.0), points) for sign in (1, -1)
        )
        key = page.table(
            "proximities", self.name,
            [texts("features"), integers("a", "first"), integers("b", "second"), metres("distance"),
             texts("nature", "closest points on"), vectors("normal"),
             places("place", "point of the first")],
            zip(words, *pair.T, distance, [Nature(code).label for code in nature], normal, first,
                strict=True),
            about="Vertices and faces, and edges, that share no vertex and are near each other. "
            "The normal is a unit vector from the first to the second.",
            sort=("distance", False),
        )  # fmt: skip
        ends = float(distance.min(initial=np.inf)), float(distance.max(initial=0.0))
        if len(chosen):
            share = (distance - ends[0]) / max(ends[1] - ends[0], np.finfo(np.float64).tiny)
            step = np.minimum((share * len(FALLING)).astype(np.int64), len(FALLING) - 1)
            colours, palette = page.arrays.bytes(step), list(FALLING)
            more: dict[str, Any] = {"colours": colours, "palette": palette, "table": key}
            page.add_arrows(
                self.name, "touch", first, second - first, width=2.0,
                about="From the closest point of the first feature to that of the second", **more,
            )  # fmt: skip
            page.add_points(
                f"{self.name}, middles", "touch", 0.5 * (first + second), 4.0,
                about="Between the closest points", visible=ends[1] < SHORT * page.at.scale, **more,
            )  # fmt: skip
            page.explain("distance", "touch", "arrows", ends, unit="m", colours=palette)
        apart: Words = [", ", Lengths(ends, " to "), " apart"] if len(chosen) else []
        page.say(f"{counts[0]:,} vertices near faces, {counts[1]:,} pairs of edges", *apart)
