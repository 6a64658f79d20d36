"""Triangles in which two meshes meet: the lines along which they cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.narrow import TrianglePairs
from impinge.viewer.coordinates import moved
from impinge.viewer.layers_results import CROSSING, Names, spoken, topic_of
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column

MOST_PAIRS = 100_000
"""Crossings that are drawn and listed."""

INSIDE = 1e-9
"""How far outside of a triangle a crossing of its plane still counts, as a share of it: the pairs
are known to meet, and rounding must not lose their crossing."""


@dataclass(frozen=True, slots=True, eq=False)
class MeshPairItem:
    """A result about two meshes, each with its pose."""

    found: Any
    name: str
    names: Names
    meshes: tuple[Mesh, Mesh]
    poses: tuple[Array, Array]

    def extent(self) -> Array:
        return np.zeros((0, 3))


def first_pairs(page: PageParts, name: str, pairs: Ids) -> Ids:
    """The pairs that are drawn and listed; the page says so if there are more."""
    if len(pairs) > MOST_PAIRS:
        page.notes.append(
            f"{name}: the first {MOST_PAIRS:,} of {len(pairs):,} are drawn and listed."
        )
    return pairs[:MOST_PAIRS]


class TrianglePairsItem(MeshPairItem):
    """Pairs of triangles."""

    found: TrianglePairs

    def put(self, page: PageParts) -> None:
        pairs = first_pairs(page, self.name, self.found.pairs)
        key = page.table(
            "triangles",
            self.name,
            [column("a", "triangle of A", "integer"), column("b", "triangle of B", "integer")],
            pairs.tolist(),
            about="Triangles of A and of B that meet.",
        )
        corners = [
            moved(mesh.vertices, pose)[mesh.faces[pairs[:, side]]]
            for side, (mesh, pose) in enumerate(zip(self.meshes, self.poses, strict=True))
        ]
        topic = topic_of(self.names)
        colour = page.pair_colours.get(topic, "contact")
        rows, segments = crossings(corners[0], corners[1])
        page.layer(
            "lines", self.name, colour, segments=page.points(segments), dashed=False, width=2.5,
            ends=False, table=key, rows=rows, about="Where triangles of both meshes cross",
        )  # fmt: skip
        page.explain("where the surfaces meet", colour, "lines")
        page.say(
            f"{spoken(self.names)}{len(self.found):,} pairs of triangles meet",
            about=topic,
            rank=CROSSING,
        )


def crossings(a: Array, b: Array) -> tuple[Ids, Array]:
    """Which pairs of triangles, (n, 3, 3) each, cross in a segment, and the segments (m, 2, 3).

    The ends of a crossing are places where an edge of one triangle pierces the other. Pairs in one
    plane, and those that touch in a point, have none.
    """
    points = np.concatenate([_pierced(a, b), _pierced(b, a)], axis=1)
    known = np.isfinite(points[:, :, 0])
    rows = np.flatnonzero(known.sum(axis=1) >= 2)
    chosen = points[rows]
    # Of up to six places, the two that are furthest apart along the line they are on.
    gaps = np.linalg.norm(chosen[:, :, None] - chosen[:, None], axis=3)
    gaps = np.where(np.isfinite(gaps), gaps, -1.0).reshape(len(rows), points.shape[1] ** 2)
    far = gaps.argmax(axis=1)
    i, j = np.divmod(far, points.shape[1])
    k = np.arange(len(rows))
    apart = gaps[k, far] > 0.0
    return rows[apart], np.stack([chosen[k, i], chosen[k, j]], axis=1)[apart]


def _pierced(a: Array, b: Array) -> Array:
    """(n, 3, 3): where the edges of triangles ``a`` pierce ``b``; nan where they do not."""
    u, v = b[:, 1] - b[:, 0], b[:, 2] - b[:, 0]
    normal = np.cross(u, v)
    found = np.full((len(a), 3, 3), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        for k in range(3):
            p, q = a[:, k], a[:, (k + 1) % 3]
            above = ((p - b[:, 0]) * normal).sum(axis=1)
            below = ((q - b[:, 0]) * normal).sum(axis=1)
            t = above / (above - below)
            place = p + t[:, None] * (q - p)
            # Shares of the two edges that lead to the place.
            w, size = place - b[:, 0], (normal * normal).sum(axis=1)
            s = (np.cross(w, v) * normal).sum(axis=1) / size
            r = (np.cross(u, w) * normal).sum(axis=1) / size
            hit = (t >= 0.0) & (t <= 1.0) & (np.minimum(s, r) >= -INSIDE) & (s + r <= 1.0 + INSIDE)
            found[hit, k] = place[hit]
    return found
