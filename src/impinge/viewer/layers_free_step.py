"""The free part of a step of a mesh that deforms, and what ends it, as layers and a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from impinge.continuous import FreeStep, ImpactStatus, PairImpacts
from impinge.core.arrays import Array
from impinge.viewer.layers_impacts import WORDS
from impinge.viewer.layers_results import NORMAL_PIXELS
from impinge.viewer.parts import PageParts
from impinge.viewer.tables import column


@dataclass(frozen=True, slots=True, eq=False)
class FreeStepItem:
    """How much of a step is free; its meshes are things of the page, where that part ends."""

    found: FreeStep
    name: str

    def extent(self) -> Array:
        return np.zeros((0, 3))

    def put(self, page: PageParts) -> None:
        found = self.found
        listed = list(_impacts(found))
        columns = [
            column("status", "answer", "text"),
            column("time", "time"),
            column("features", "features", "text"),
            column("a", "first", "integer"),
            column("b", "second", "integer"),
            column("gap", "gap", unit="m", digits=3),
            column("normal", "normal", "vector"),
            column("upper", "contact proved at"),
        ]
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
        page.say(_answer(found))
        if found.first is None:
            return
        first = _touching(found)
        (row,) = (k for k, (name, row) in enumerate(listed) if _is_first(found, name, row))
        middle, outlines = first[0].mean(axis=0)[None], np.concatenate(first[1:])
        page.layer(
            "lines", f"{self.name}, features", "contact", segments=page.points(outlines),
            dashed=False, width=3.0, ends=False, table=key, rows=[row] * len(outlines),
            about="The vertex and face, or the edges, that touch first",
        )  # fmt: skip
        layer = page.layer(
            "points", self.name, "contact", positions=page.points(middle), size=9.0,
            table=key, rows=[row], about="Where they touch",
        )  # fmt: skip
        page.layer(
            "arrows", f"{self.name}, normal", "contact", positions=page.points(middle),
            vectors=page.arrays.floats(np.asarray(found.first.normal)[None]),
            pixels=1.6 * NORMAL_PIXELS, width=3.0, table=key, rows=[row],
            about="Unit vector from the first feature to the second",
        )  # fmt: skip
        page.explain("first contact", "contact", "points")
        page.explain("what touches", "contact", "lines")
        page.label(f"{found.features}, t = {found.time:.4g}", middle[0], layer)


def _impacts(found: FreeStep) -> Any:
    """(features, single row) of each contact that is known."""
    if found.vertex_face is None or found.edge_edge is None:
        if found.first is not None:
            yield found.features, found.first
        return
    for features, rows in (("vertex-face", found.vertex_face), ("edge-edge", found.edge_edge)):
        for row in rows:
            yield features, row


def _is_first(found: FreeStep, features: str, row: PairImpacts) -> bool:
    return features == found.features and tuple(row.pair.tolist()) == found.pair


def _touching(found: FreeStep) -> tuple[Array, Array, Array]:
    """(2, 3): the points that touch; (k, 2, 3) each: edges of the two features, there and then."""
    assert found.first is not None
    i, j = found.first.pair.tolist()
    s, t = found.first.parameters.tolist()
    meshes = found.meshes
    points = np.concatenate([mesh.vertices for mesh in meshes])
    if found.features == "edge-edge":
        p, q = points[found.edges[i]], points[found.edges[j]]
        ends = np.stack([(1.0 - s) * p[0] + s * p[1], (1.0 - t) * q[0] + t * q[1]])
        return ends, p[None], q[None]
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = np.concatenate([m.faces + k for m, k in zip(meshes, starts, strict=False)])
    corners = points[faces[j]]
    on_face = (1.0 - s - t) * corners[0] + s * corners[1] + t * corners[2]
    sides = np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)
    return np.stack([points[i], on_face]), np.zeros((0, 2, 3)), sides


def _answer(found: FreeStep) -> str:
    if found.status is ImpactStatus.FREE:
        return "the whole step is free"
    if found.status is ImpactStatus.STARTED_TOUCHING:
        return f"touching at the start{_where(found)}"
    if found.status is ImpactStatus.OUT_OF_BUDGET:
        return f"free until {found.time:.6g} of the step; what comes then is not known"
    return f"{found.step:.6g} of the step is free{_where(found)}"


def _where(found: FreeStep) -> str:
    if found.obstacle is None:
        return "; the mesh touches itself"
    return f"; the mesh touches obstacle {found.obstacle}"
