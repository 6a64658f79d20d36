"""Two meshes that meet: where they cross, and the contact of two polyhedra by its facets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from impinge.contacts import Nature
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry import Mesh
from impinge.narrow import HullStatus, PolyhedraContact, TrianglePairs
from impinge.narrow.contact_tracker import frame_along
from impinge.viewer.coordinates import moved
from impinge.viewer.layers_results import CROSSING, DEEP, LITTLE, Names, spoken, topic_of
from impinge.viewer.parts import Item, PageParts
from impinge.viewer.tables import integers, metres, places, texts
from impinge.viewer.words import length

MOST_PAIRS = 100_000
"""Crossings that are drawn and listed."""
INSIDE = 1e-9
"""How far outside of a triangle a crossing of its plane still counts, as a share of it: the pairs
are known to meet, and rounding must not lose their crossing."""

KEPT = "contact"
FACETS = (
    (0, "Kept facets", KEPT, "facets that may touch"),
    (1, "Facets that look away", "#8d98a5", "dropped by criterion 1: look away"),
    (2, "Facets outside the slab", "#5b8db8", "dropped by criterion 2: outside the slab"),
    (3, "Facets beside the disk", "#b8860b", "dropped by criterion 3: beside the disk"),
)
"""Criterion, layer, colour and legend."""
SLAB, DISKS = "#7a5fb0", "touch"
ROUND = 64
"""Corners of a drawn circle."""
WIDER = 1.3
"""Half the side of a drawn plane, as a multiple of the larger radius."""


@dataclass(frozen=True, slots=True, eq=False)
class MeshPairItem(Item):
    """A result about two meshes, each with its pose."""

    names: Names
    meshes: tuple[Mesh, Mesh]
    poses: tuple[Array, Array]

    def corners(self, side: int, faces: Ids | slice = slice(None)) -> Array:
        """(f, 3, 3): corners of some triangles of A or B in the world."""
        mesh = self.meshes[side]
        return np.asarray(moved(mesh.vertices, self.poses[side])[mesh.faces[faces]])


class TrianglePairsItem(MeshPairItem):
    """Pairs of triangles."""

    found: TrianglePairs

    def put(self, page: PageParts) -> None:
        pairs, topic = first_pairs(page, self.name, self.found.pairs), topic_of(self.names)
        key = page.table(
            "triangles",
            self.name,
            [integers("a", "triangle of A"), integers("b", "triangle of B")],
            pairs.tolist(),
            about="Triangles of A and of B that meet.",
        )
        rows, segments = crossings(*(self.corners(k, pairs[:, k]) for k in range(2)))
        page.add_lines(
            self.name, page.pair_colours.get(topic, "contact"), segments, 2.5,
            "where the surfaces meet", table=key, rows=rows,
            about="Where triangles of both meshes cross",
        )  # fmt: skip
        said = f"{spoken(self.names)}{len(self.found):,} pairs of triangles meet"
        page.say(said, about=topic, rank=CROSSING)


def first_pairs(page: PageParts, name: str, pairs: Ids) -> Ids:
    """The pairs that are drawn and listed; the page says so if there are more."""
    if len(pairs) > MOST_PAIRS:
        page.notes.append(
            f"{name}: the first {MOST_PAIRS:,} of {len(pairs):,} are drawn and listed."
        )
    return pairs[:MOST_PAIRS]


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


class PolyhedraContactItem(MeshPairItem):
    """What a tracker found in a frame, and both meshes as they are there."""

    found: PolyhedraContact

    def put(self, page: PageParts) -> None:
        contact, hulls = self.found, self.found.separation
        self._put_facets(page)
        if hulls.status != HullStatus.APART:
            self._put_slab(page)
        self._put_pairs(page)
        gap, count = float(hulls.distance), len(contact)
        said = f"{spoken(self.names)}hulls apart by "
        if hulls.status != HullStatus.APART:
            said = f"{spoken(self.names)}{count:,} pairs of facets meet, hulls overlap by "
        sides = contact.fallback and "; opposite sides are in contact"
        inside = contact.inside and f"; {contact.inside.upper()} is inside"
        rank, topic = CROSSING if count else DEEP if inside else LITTLE, topic_of(self.names)
        page.say(said, length(abs(gap)), sides or inside or "", about=topic, rank=rank)

    def _put_facets(self, page: PageParts) -> None:
        for criterion, title, colour, legend in FACETS:
            chosen = np.concatenate([
                self.corners(k)[self.found.dropped_by(side) == criterion]
                for k, side in enumerate("ab")
            ])  # fmt: skip
            page.add_lines(
                title, colour, _outlines(chosen), 2.5 if criterion == 0 else 1.0, legend,
                about=f"{len(chosen):,} facets of A and B",
            )  # fmt: skip

    def _put_slab(self, page: PageParts) -> None:
        contact = self.found
        disks, n = (contact.disk_a, contact.disk_b), np.array(contact.separation.direction)
        u, v, _ = frame_along(n)
        angle = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)[:, None]
        side = WIDER * max(disk.radius for disk in disks)
        middle = 0.5 * (disks[0].centre + disks[1].centre)
        circle = np.cos(angle) * u + np.sin(angle) * v
        # Both planes are drawn around the middle of the disks.
        heights = [((disk.centre - middle) @ n) * n for disk in disks]
        square = side * np.array([u + v, v - u, -u - v, u - v])
        page.add_lines(
            "Impact zones", DISKS,
            _outlines(np.stack([disk.centre + disk.radius * circle for disk in disks])), 2.5,
            "disks of the impact zones", about="Disks around what A and B have in the slab",
        )  # fmt: skip
        page.add_lines(
            "Contact slab", SLAB, _outlines(np.stack([middle + up + square for up in heights])),
            1.5, "contact slab of the hulls", dashed=True,
            about="Planes across the direction through the hulls' furthest points",
        )  # fmt: skip
        depth = max(-float(contact.separation.distance), 0.0)
        page.add_arrows(
            "Contact direction", SLAB, (middle - 0.5 * depth * n)[None],
            max(depth, 0.25 * side) * n[None], "contact direction", width=4.0,
            about="Moving B by the depth of the hulls along it parts them",
        )  # fmt: skip

    def _put_pairs(self, page: PageParts) -> None:
        contact = self.found
        key = page.table(
            "facets", self.name,
            [integers("a", "facet of A"), integers("b", "facet of B"), texts("nature"),
             metres("depth", zero=page.rounding), places("point")],
            zip(
                *contact.pairs.T, [Nature(code).label for code in contact.nature], contact.depths,
                contact.points, strict=True,
            ),
            about="Facets of A and of B that meet, and how deep along the contact direction.",
            sort=("depth", True),
        )  # fmt: skip
        page.add_points(
            "Contact points", KEPT, contact.points, 6.0, table=key, rows=np.arange(len(contact)),
            about="Halfway between both facets",
        )  # fmt: skip


def _outlines(corners: Array) -> Array:
    """(n k, 2, 3): the sides of polygons whose k corners are (n, k, 3)."""
    return np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2, 3)
