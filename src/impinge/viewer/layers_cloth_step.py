"""A step of surfaces without a crossing: where it ended, and its rigid impact zones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from impinge.core.arrays import Array
from impinge.simulation import ClothStatus, ClothStep
from impinge.viewer.colouring import REGION_COLOURS
from impinge.viewer.layers_patches import Surface, put_patches
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column

ZONE_COLOURS = REGION_COLOURS[1:]
"""Without the blue that a cloth has."""
START_OPACITY = 0.22
"""Of the mesh where the step began."""


@dataclass(frozen=True, slots=True, eq=False)
class ClothStepItem:
    """What a step did; its mesh is a thing of the page, where the step ended."""

    found: ClothStep
    name: str
    surface: Surface

    def extent(self) -> Array:
        return np.zeros((0, 3))

    def put(self, page: PageParts) -> None:
        found = self.found
        if found.zones:
            self._put_zones(page)
        page.table(
            "impacts", f"{self.name}: passes",
            [column("pass", "pass", "integer"), column("impacts", "impacts", "integer")],
            list(enumerate(found.impacts, 1)),
            about="Pairs of features that would have hit each other, by pass.",
        )  # fmt: skip
        page.table(
            "seconds", f"{self.name}: time",
            [column("stage", "stage", "text"), column("seconds", "time", unit="s")],
            list(found.seconds.items()), about="Wall time by stage.",
        )  # fmt: skip
        page.say(_answer(found))

    def _put_zones(self, page: PageParts) -> None:
        zones, mesh = self.found.zones, self.surface.mesh
        points = self.surface.points()
        key = page.table(
            "zones", "Impact zones",
            [column("zone", "zone", "integer"), column("vertices", "vertices", "integer"),
             column("middle", "middle", "vector", "m")],
            [[k, len(zone), points[zone].mean(axis=0)] for k, zone in enumerate(zones)],
            about="Vertices that moved as one rigid body, since impulses alone did not keep them "
            "apart.", sort=("vertices", True),
        )  # fmt: skip
        owner = np.full(len(points), -1)
        members = np.concatenate(zones)
        owner[members] = np.repeat(np.arange(len(zones)), [len(zone) for zone in zones])
        corners = owner[mesh.faces]
        whole = (corners == corners[:, :1]).all(axis=1)
        colours, palette = np.arange(len(zones)) % len(ZONE_COLOURS), list(ZONE_COLOURS)
        put_patches(
            page, self.surface, "Impact zones", np.where(whole, corners[:, 0], -1), [len(zones)],
            colours=page.arrays.bytes(colours), palette=palette, table=key,
            about="Faces whose vertices are all in one zone",
        )  # fmt: skip
        page.layer(
            "points", "Vertices of zones", palette[0], positions=page.points(points[members]),
            size=6.0, table=key, rows=owner[members], palette=palette,
            colours=page.arrays.bytes(colours[owner[members]]),
            about="Each in the colour of its zone",
        )  # fmt: skip
        page.explain("rigid impact zones", palette[0], "patches", stripes=palette[:3])


def _answer(found: ClothStep) -> str:
    hits = [count for count in found.impacts if count]
    said = [_many(found.repulsions, "repulsion"), _many(sum(hits), "impact")]
    if len(hits) > 1:
        said[-1] += f" in {len(hits)} passes"
    if found.zones:
        members = sum(map(len, found.zones))
        said.append(f"{_many(len(found.zones), 'impact zone')} of {_many(members, 'vertex')}")
    how = "the whole step is free"
    if found.status is not ClothStatus.FREE:
        how = f"cut: {found.taken:.4g} of the step was taken"
    return f"{how}; {', '.join(said)}"


def _many(count: int, noun: str) -> str:
    more = noun.replace("vertex", "vertice") + "s"
    return f"{count:,} {noun if count == 1 else more}"
