"""The contact of two polyhedra: slab, disks, direction, and facets by what dropped them."""

from __future__ import annotations

import numpy as np

from impinge.contacts import Nature
from impinge.core.arrays import Array
from impinge.narrow import HullStatus, PolyhedraContact
from impinge.narrow.contact_tracker import frame_along
from impinge.viewer.coordinates import moved
from impinge.viewer.layers_results import CROSSING, DEEP, LITTLE, spoken, topic_of
from impinge.viewer.layers_triangles import MeshPairItem
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column
from impinge.viewer.words import length

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


class PolyhedraContactItem(MeshPairItem):
    """What a tracker found in a frame, and both meshes as they are there."""

    found: PolyhedraContact

    def put(self, page: PageParts) -> None:
        contact, topic = self.found, topic_of(self.names)
        hulls = contact.separation
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
        rank = CROSSING if count else DEEP if inside else LITTLE
        page.say(said, length(abs(gap)), sides or inside or "", about=topic, rank=rank)

    def _corners(self, side: int) -> Array:
        """(f, 3, 3): corners of the facets of A or B."""
        mesh = self.meshes[side]
        return np.asarray(moved(mesh.vertices, self.poses[side])[mesh.faces])

    def _put_facets(self, page: PageParts) -> None:
        for criterion, title, colour, text in FACETS:
            chosen = np.concatenate([
                self._corners(k)[self.found.dropped_by(side) == criterion]
                for k, side in enumerate("ab")
            ])  # fmt: skip
            outlines = np.stack([chosen, np.roll(chosen, -1, axis=1)], axis=2).reshape(-1, 2, 3)
            page.layer(
                "lines", title, colour, segments=page.points(outlines), dashed=False,
                width=2.5 if criterion == 0 else 1.0, ends=False,
                about=f"{len(chosen):,} facets of A and B",
            )  # fmt: skip
            page.explain(text, colour, "lines")

    def _put_slab(self, page: PageParts) -> None:
        contact = self.found
        disks, n = (contact.disk_a, contact.disk_b), np.array(contact.separation.direction)
        u, v, _ = frame_along(n)
        angle = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)[:, None]
        side = WIDER * max(disk.radius for disk in disks)
        middle = 0.5 * (disks[0].centre + disks[1].centre)
        circles, squares = [], []
        for disk in disks:
            rim = disk.centre + disk.radius * (np.cos(angle) * u + np.sin(angle) * v)
            circles.append(np.stack([rim, np.roll(rim, -1, axis=0)], axis=1))
            # Both planes are drawn around the middle of the disks.
            at = middle + ((disk.centre - middle) @ n) * n
            rim = at + side * np.array([u + v, v - u, -u - v, u - v])
            squares.append(np.stack([rim, np.roll(rim, -1, axis=0)], axis=1))
        page.layer(
            "lines", "Impact zones", DISKS, segments=page.points(np.concatenate(circles)),
            dashed=False, width=2.5, ends=False,
            about="Disks around what A and B have in the slab",
        )  # fmt: skip
        page.layer(
            "lines", "Contact slab", SLAB, segments=page.points(np.concatenate(squares)),
            dashed=True, width=1.5, ends=False,
            about="Planes across the direction through the hulls' furthest points",
        )  # fmt: skip
        depth = max(-float(contact.separation.distance), 0.0)
        page.layer(
            "arrows", "Contact direction", SLAB,
            positions=page.points((middle - 0.5 * depth * n)[None]),
            vectors=page.vectors(max(depth, 0.25 * side) * n[None]), pixels=None, width=4.0,
            about="Moving B by the depth of the hulls along it parts them",
        )  # fmt: skip
        page.explain("disks of the impact zones", DISKS, "lines")
        page.explain("contact slab of the hulls", SLAB, "dashed")
        page.explain("contact direction", SLAB, "arrows")

    def _put_pairs(self, page: PageParts) -> None:
        contact = self.found
        key = page.table(
            "facets",
            self.name,
            [
                column("a", "facet of A", "integer"),
                column("b", "facet of B", "integer"),
                column("nature", "nature", "text"),
                column("depth", "depth", unit="m", zero=page.rounding),
                column("point", "point", "vector", "m"),
            ],
            [
                [i, j, Nature(code).label, depth, point]
                for (i, j), code, depth, point in zip(
                    contact.pairs.tolist(), contact.nature.tolist(), contact.depths.tolist(),
                    contact.points.tolist(), strict=True,
                )
            ],
            about="Facets of A and of B that meet, and how deep along the contact direction.",
            sort=("depth", True),
        )  # fmt: skip
        page.layer(
            "points", "Contact points", KEPT, positions=page.points(contact.points), size=6.0,
            table=key, rows=np.arange(len(contact)), about="Halfway between both facets",
        )  # fmt: skip
