"""Features of a surface near each other: arrows between their closest points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.contacts import Nature
from impinge.core.arrays import Array
from impinge.narrow import Proximities
from impinge.viewer.depth_scale import STEPS
from impinge.viewer.layers_patches import Surface
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column
from impinge.viewer.words import Lengths, Words

NEAR_TO_FAR = STEPS[::-1]
MOST_ARROWS = 20_000
"""Pairs that are drawn and listed: the nearest."""
SHORT = 0.02
"""Share of the scene's size: shorter arrows are seen by dots."""


@dataclass(frozen=True, slots=True, eq=False)
class ProximitiesItem:
    """Pairs of vertices and faces, and of edges, that are near each other."""

    found: Proximities
    name: str
    surface: Surface

    def extent(self) -> Array:
        return np.zeros((0, 3))

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
            "proximities",
            self.name,
            [
                column("features", "features", "text"),
                column("a", "first", "integer"),
                column("b", "second", "integer"),
                column("distance", "distance", unit="m"),
                column("nature", "closest points on", "text"),
                column("normal", "normal", "vector"),
                column("place", "point of the first", "vector", "m"),
            ],
            [
                [word, *numbers, gap, Nature(code).label, n, place]
                for word, numbers, gap, code, n, place in zip(
                    words, pair.tolist(), distance, nature.tolist(), normal, first, strict=True
                )
            ],
            about="Vertices and faces, and edges, that share no vertex and are near each other. "
            "The normal is a unit vector from the first to the second.",
            sort=("distance", False),
        )
        ends = float(distance.min(initial=np.inf)), float(distance.max(initial=0.0))
        if len(chosen):
            share = (distance - ends[0]) / max(ends[1] - ends[0], np.finfo(np.float64).tiny)
            step = np.minimum((share * len(NEAR_TO_FAR)).astype(np.int64), len(NEAR_TO_FAR) - 1)
            more: dict[str, Any] = {
                "colours": page.arrays.bytes(step), "palette": list(NEAR_TO_FAR), "table": key,
            }  # fmt: skip
            page.layer(
                "arrows", self.name, "touch", positions=page.points(first),
                vectors=page.vectors(second - first), pixels=None, width=2.0,
                about="From the closest point of the first feature to that of the second", **more,
            )  # fmt: skip
            page.layer(
                "points", f"{self.name}, middles", "touch", size=4.0,
                positions=page.points(0.5 * (first + second)), about="Between the closest points",
                visible=ends[1] < SHORT * page.at.scale, **more,
            )  # fmt: skip
            page.explain("distance", "touch", "arrows", ends, unit="m", colours=list(NEAR_TO_FAR))
        apart: Words = [", ", Lengths(ends, " to "), " apart"] if len(chosen) else []
        page.say(f"{counts[0]:,} vertices near faces, {counts[1]:,} pairs of edges", *apart)
