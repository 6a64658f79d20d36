"""Impacts of the features of a surface in a step, as stencils."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from impinge.continuous import ImpactStatus
from impinge.continuous.elementary import MAX_ITERATIONS
from impinge.continuous.kernels.linear import GAP, NORMAL, PARAMETERS, STATUS, TIME
from impinge.continuous.kernels.meeting import FIRST, SECOND
from impinge.continuous.moving_surface import FEATURES, MovingSurface
from impinge.core.arrays import Array, Flags
from impinge.core.derived import derived
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Mesh
from impinge.response.stencils import Stencils
from impinge.simulation.kernels.local_minima import mark_contacts

TOLERANCE = 0.1
"""Share of the separation by which impacts may be early."""


class StepImpacts(NamedTuple):
    """Pairs that come too near in a step: vertices with faces first, sorted."""

    stencils: Stencils
    """At the time of impact."""
    pair: Ids
    """(m, 2) numbers of the features."""
    time: Array
    """(m,) of impact, from 0 to 1."""
    vertex_face: int
    """How many of them are pairs of a vertex and a face."""
    touching: Flags
    """(m,) whether they touch at the start."""

    def __len__(self) -> int:
        return len(self.time)

    def among(self, soft: Flags) -> StepImpacts:
        """Those with at least one of these vertices (n,)."""
        if soft.all():
            return self
        some = self.stencils.touch(soft)
        vertex_face = int(some[: self.vertex_face].sum())
        return StepImpacts(
            self.stencils.where(some), self.pair[some], self.time[some], vertex_face,
            self.touching[some],
        )  # fmt: skip

    def names(self, some: Flags, most: int = 3) -> str:
        """Some of the pairs in words, the first of them."""
        rows = np.flatnonzero(some)
        first = [
            f"vertex {i} and face {j}" if row < self.vertex_face else f"edges {i} and {j}"
            for row, (i, j) in zip(rows[:most], self.pair[rows[:most]].tolist(), strict=True)
        ]
        return "; ".join(first) + (f"; {len(rows)} in all" if len(rows) > most else "")


def find_impacts(
    mesh: Mesh, end: Array, limits: Array, wanted: Flags | None = None, *, every: bool = True
) -> StepImpacts:
    """Pairs that come as near as the least limit of their vertices.

    Only those with at least one wanted vertex; at most one of each kind, the first, unless every.
    """
    apart = float(limits.max(initial=0.0))
    surface = MovingSurface([(mesh, end)], apart, TOLERANCE * apart, MAX_ITERATIONS, limits, wanted)
    found, _, _ = surface.impacts(every=every)
    vf, ee = (found[name] for name in FEATURES)
    pairs = [part[:, FIRST : SECOND + 1].astype(np.int64) for part in (vf, ee)]
    corners = [
        np.column_stack([pairs[0][:, 0], mesh._faces[pairs[0][:, 1]]]),
        surface.edges[pairs[1]].reshape(-1, 4),
    ]
    u, v = vf[:, PARAMETERS], vf[:, PARAMETERS + 1]
    weights = [np.column_stack([np.ones(len(vf)), u + v - 1.0, -u, -v])]
    u, v = ee[:, PARAMETERS], ee[:, PARAMETERS + 1]
    weights += [np.column_stack([1.0 - u, u, v - 1.0, -v])]
    rows = np.concatenate([vf, ee])
    stencils = Stencils(
        np.concatenate(corners),
        np.concatenate(weights),
        rows[:, GAP].copy(),
        rows[:, NORMAL : NORMAL + 3].copy(),
    )
    touching = rows[:, STATUS] == ImpactStatus.STARTED_TOUCHING
    return StepImpacts(stencils, np.concatenate(pairs), rows[:, TIME].copy(), len(vf), touching)


def contacts_among(
    mesh: Mesh, end: Array, stencils: Stencils, times: Array, vertex_face: int
) -> Flags:
    """Which pairs are contacts: their points nearest to each other on the surfaces around them."""
    flags = np.empty(len(times), np.bool_)
    rows = stencils.vertices, stencils.weights, stencils.normal
    surface = mesh._faces, *derived(mesh._topology, "faces_around", lambda: _faces_around(mesh))
    run_rows(
        mark_contacts, len(times), surface, rows, vertex_face, mesh._vertices, end, times, flags
    )
    return flags


def _faces_around(mesh: Mesh) -> tuple[Ids, Ids]:
    """Faces of vertex i are ``around[offsets[i] : offsets[i + 1]]``."""
    corners = mesh._faces.ravel()
    counts = np.bincount(corners, minlength=len(mesh._vertices))
    return np.concatenate(([0], np.cumsum(counts))), np.argsort(corners, kind="stable") // 3
