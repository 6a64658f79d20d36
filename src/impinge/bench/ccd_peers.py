"""ipctk behind one face: Tight-Inclusion on queries, prepared, one by one, and on whole meshes.

Its tolerance is the width, along each axis, of the box of differences at which a search ends: the
meaning is ours, but for the shape of the neighbourhood. By default ipctk keeps a fifth of the first
distance between features (``conservative_rescaling``), which another question is: with 1 it answers
the same as :mod:`impinge.continuous`, and faster. Points are split into arrays before the timers;
so is a mesh made, with its edges.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from impinge.bench.ccd_queries import Queries
from impinge.bench.timing import Array, Flags, Ids
from impinge.geometry import Mesh

Asked = Callable[[int], tuple[bool, float]]

SAME_QUESTION, AS_IT_COMES = "ipctk", "ipctk, default rescaling"
RESCALING = {SAME_QUESTION: 1.0, AS_IT_COMES: 0.8}
ADDITIVE = "ipctk, additive"
STEP_PEERS = (SAME_QUESTION, AS_IT_COMES, ADDITIVE)
"""Ways to ask for the step of a whole mesh; the last is its fast one, without a proof."""
PHASES = ("LBVH", "HashGrid", "SweepAndPrune")
"""Its broad phases; the fastest on a mesh is the one that is timed."""

ITERATIONS = 10_000_000
"""Its own limit."""
FEWER_ITERATIONS = 100_000
"""Limit on real sets: some of their queries take it seconds and a gigabyte, and hit then."""


def tight_inclusion(
    queries: Queries, tolerance: float, rescaling: float, most: int = ITERATIONS
) -> Asked:
    """A function that answers query ``i`` with whether it hits, and when.

    After ``most`` iterations it answers that it does, as early as it cannot exclude.
    """
    import ipctk

    method = ipctk.TightInclusionCCD(tolerance, most, rescaling)
    both = np.concatenate([queries.points_t0, queries.points_t1], axis=1)
    points = [[point.copy() for point in row] for row in both]
    known = {"edge-edge": method.edge_edge_ccd, "vertex-face": method.point_triangle_ccd}
    ask = known[queries.features]
    return lambda i: ask(*points[i])


def answers(ask: Asked, count: int) -> tuple[Flags, Array]:
    """Whether each query hits, and when; infinite if never."""
    found = np.array([ask(i) for i in range(count)], float)
    hits = found[:, 0] > 0.0
    return hits, np.where(hits, found[:, 1], np.inf)


def collision_mesh(mesh: Mesh) -> Any:
    """A mesh of ipctk, which then uses one thread."""
    import ipctk

    ipctk.set_num_threads(1)
    parts = (np.asfortranarray(part, dtype=np.int32) for part in (mesh.edges, mesh.faces))
    return ipctk.CollisionMesh(np.asfortranarray(mesh.vertices), *parts)


def step_peer(
    name: str, start: Array, end: Array, faces: Ids, tolerance: float, phase: str | None = None
) -> tuple[Callable[[int], float], str]:
    """A function that gives the step of a mesh on one thread, and its broad phase.

    Where none is named, it is the one that is fastest in one trial each.
    """
    import ipctk

    mesh = collision_mesh(Mesh(start, faces))
    first, last = np.asfortranarray(start), np.asfortranarray(end)
    method = ipctk.AdditiveCCD()
    if name != ADDITIVE:
        method = ipctk.TightInclusionCCD(tolerance, ITERATIONS, RESCALING[name])

    def ask(chosen: str) -> float:
        broad = getattr(ipctk, chosen)()
        return float(ipctk.compute_collision_free_stepsize(mesh, first, last, 0.0, broad, method))

    if phase is None:
        seconds = {}
        for each in PHASES:
            begin = perf_counter()
            ask(each)
            seconds[each] = perf_counter() - begin
        phase = min(seconds, key=lambda each: seconds[each])
    return lambda _: ask(phase), phase
