"""Steps of meshes that deform: where the free part ends and why, and rigid impact zones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from impinge.continuous import FreeStep, ImpactStatus, PairImpacts
from impinge.core.arrays import Array
from impinge.simulation import ClothStatus, ClothStep
from impinge.viewer.colouring import REGION_COLOURS
from impinge.viewer.layers_impacts import WORDS
from impinge.viewer.layers_results import NORMAL_PIXELS
from impinge.viewer.layers_surfaces import SurfaceItem, put_patches
from impinge.viewer.parts import Item, PageParts
from impinge.viewer.tables import column, integers, metres, places, texts, vectors
from impinge.viewer.words import many

ZONE_COLOURS = REGION_COLOURS[1:]
"""Without the blue that a cloth has."""
START_OPACITY = 0.22
"""Of the mesh where the step began."""


class FreeStepItem(Item):
    """How much of a step is free; its meshes are things of the page, where that part ends."""

    found: FreeStep

    def put(self, page: PageParts) -> None:
        found = self.found
        listed = list(_impacts(found))
        columns = [
            texts("status", "answer"), column("time"), texts("features"), integers("a", "first"),
            integers("b", "second"), metres("gap", digits=3), vectors("normal"),
            column("upper", "contact proved at"),
        ]  # fmt: skip
        cells = [
            [
                WORDS[ImpactStatus(row.status)], row.time, features, *row.pair.tolist(), row.gap,
                row.normal, row.upper,
            ]
            for features, row in listed
        ]  # fmt: skip
        key = page.table(
            "free-step",
            self.name,
            columns,
            cells or [[WORDS[ImpactStatus.FREE], *[None] * (len(columns) - 1)]],
            about="Pairs of vertices and faces, or of edges, and when they first touch, as a share "
            "of the step. The meshes are drawn where its free part ends.",
            sort=("time", False) if len(cells) > 1 else None,
        )
        page.say(_free_part(found))
        if found.first is None:
            return
        points, outlines = _touching(found)
        middle = points.mean(axis=0)[None]
        (row,) = (k for k, (name, row) in enumerate(listed) if _is_first(found, name, row))
        page.add_lines(
            f"{self.name}, features", "contact", outlines, 3.0, table=key,
            rows=[row] * len(outlines), about="The vertex and face, or the edges, that touch first",
        )  # fmt: skip
        layer = page.add_points(
            self.name, "contact", middle, 9.0, "first contact", table=key, rows=[row],
            about="Where they touch",
        )  # fmt: skip
        page.add_arrows(
            f"{self.name}, normal", "contact", middle, np.asarray(found.first.normal)[None],
            pixels=1.6 * NORMAL_PIXELS, width=3.0, table=key, rows=[row],
            about="Unit vector from the first feature to the second",
        )  # fmt: skip
        page.explain("what touches", "contact", "lines")
        page.label(f"{found.features}, t = {found.time:.4g}", middle[0], layer)


def _impacts(found: FreeStep) -> Iterator[tuple[str | None, Any]]:
    """(features, single row) of each contact that is known."""
    if found.vertex_face is None or found.edge_edge is None:
        if found.first is not None:
            yield found.features, found.first
        return
    for features, rows in (("vertex-face", found.vertex_face), ("edge-edge", found.edge_edge)):
        for row in rows:
            yield features, row


def _is_first(found: FreeStep, features: str | None, row: PairImpacts) -> bool:
    return features == found.features and tuple(row.pair.tolist()) == found.pair


def _touching(found: FreeStep) -> tuple[Array, Array]:
    """(2, 3): the points that touch; (k, 2, 3): edges of the two features, there and then."""
    assert found.first is not None
    i, j = found.first.pair.tolist()
    s, t = found.first.parameters.tolist()
    meshes = found.meshes
    points = np.concatenate([mesh.vertices for mesh in meshes])
    if found.features == "edge-edge":
        p, q = edges = np.stack([points[found.edges[i]], points[found.edges[j]]])
        return np.stack([(1.0 - s) * p[0] + s * p[1], (1.0 - t) * q[0] + t * q[1]]), edges
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = np.concatenate([m.faces + k for m, k in zip(meshes, starts, strict=False)])
    corners = points[faces[j]]
    on_face = (1.0 - s - t) * corners[0] + s * corners[1] + t * corners[2]
    sides = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)
    return np.stack([points[i], on_face]), sides


def _free_part(found: FreeStep) -> str:
    touches = "itself" if found.obstacle is None else f"obstacle {found.obstacle}"
    if found.status is ImpactStatus.FREE:
        return "the whole step is free"
    if found.status is ImpactStatus.STARTED_TOUCHING:
        return f"touching at the start; the mesh touches {touches}"
    if found.status is ImpactStatus.OUT_OF_BUDGET:
        return f"free until {found.time:.6g} of the step; what comes then is not known"
    return f"{found.step:.6g} of the step is free; the mesh touches {touches}"


class ClothStepItem(SurfaceItem):
    """What a step did; its mesh is a thing of the page, where the step ended."""

    found: ClothStep

    def put(self, page: PageParts) -> None:
        found = self.found
        if found.zones:
            self._put_zones(page)
        page.table(
            "impacts", f"{self.name}: passes",
            [integers("pass"), integers("impacts")],
            enumerate(found.impacts, 1),
            about="Pairs of features that would have hit each other, by pass.",
        )  # fmt: skip
        page.table(
            "seconds", f"{self.name}: time",
            [texts("stage"), column("seconds", "time", unit="s")],
            found.seconds.items(), about="Wall time by stage.",
        )  # fmt: skip
        page.say(_what_happened(found))

    def _put_zones(self, page: PageParts) -> None:
        zones, mesh = self.found.zones, self.surface.mesh
        points = self.surface.points()
        key = page.table(
            "zones", "Impact zones",
            [integers("zone"), integers("vertices"), places("middle")],
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


def _what_happened(found: ClothStep) -> str:
    hits = [count for count in found.impacts if count]
    said = [many(found.repulsions, "repulsion"), many(sum(hits), "impact")]
    if len(hits) > 1:
        said[-1] += f" in {len(hits)} passes"
    if found.zones:
        members = sum(map(len, found.zones))
        said.append(f"{many(len(found.zones), 'impact zone')} of {many(members, 'vertex')}")
    how = "the whole step is free"
    if found.status is not ClothStatus.FREE:
        how = f"cut: {found.taken:.4g} of the step was taken"
    return f"{how}; {', '.join(said)}"
