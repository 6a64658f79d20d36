"""From many medial spheres to a few that cover a part of a surface and stick out little."""

from __future__ import annotations

import numpy as np

from impinge.bounds.kernels.sphere import bound_rows_sphere
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.hierarchy.kernels.sphere_cover import (
    PENALTY,
    cover_costs,
    cover_greedily,
    worst_costs,
)
from impinge.hierarchy.sphere_overhang import Solid, directions
from impinge.hierarchy.surface_pieces import Pieces

CHILDREN = 8
BEFORE = 40
"""Spheres that merging and bursting start from."""
BISECTIONS = 12
SWAPS = 8
POLISHES = 24
PROBES = 14
FINEST = 0.02
"""Steps end below this share of the first."""
NEIGHBOURS = 6
ROUGHLY = 64, 6
"""Directions and steps uphill when spheres are compared."""
ROUNDS = 4
"""Exchanges and moves in turns."""

REDUCERS = ("best", "merge", "burst", "expand")


def costs_of(pieces: Pieces, centres: Array, depths: Array, largest: float) -> Array:
    """(centres, pieces): how far a sphere sticks out if it covers a piece. Radii above ``largest``
    cost more: where one sphere would do for all, as of a ball, parts become smaller all the same.
    """
    out = np.empty((len(centres), len(pieces.corners)))
    at = np.ascontiguousarray(centres)
    run_rows(cover_costs, len(centres), pieces.corners, at, depths, largest, out)
    return out


def expand(costs: Array, count: int) -> Ids:
    """Centres that cover all pieces at the smallest overhang found: a greedy cover, bisected."""
    chosen, taken = np.empty(count, np.int64), np.empty(costs.shape[1], np.int64)
    low, high = float(costs.min(axis=0).max()), float(costs.max(axis=1).min())
    best = np.array([int(costs.max(axis=1).argmin())])
    for _ in range(BISECTIONS):
        limit = 0.5 * (low + high)
        n = cover_greedily(costs, limit, chosen, taken)
        if n <= count:
            best, high = chosen[:n].copy(), limit
        else:
            low = limit
    return best


def burst(costs: Array, count: int) -> Ids:
    """Remove spheres one by one: that whose pieces others take over at the least overhang."""
    kept = expand(costs, BEFORE)
    while len(kept) > count:
        some = costs[kept]
        owner = some.argmin(axis=0)
        second = np.partition(some, 1, axis=0)[1]
        worst = np.full(len(kept), -np.inf)
        np.maximum.at(worst, owner, second)
        kept = np.delete(kept, int(worst.argmin()))
    return kept


def merge(solid: Solid, pieces: Pieces, costs: Array, centres: Array, count: int) -> Array:
    """Join neighbours, the pair with the least overhang first, into the smallest sphere around the
    pieces of both. Returns centres.
    """
    kept = expand(costs, BEFORE)
    owner = costs[kept].argmin(axis=0)
    groups = [np.flatnonzero(owner == j) for j in range(len(kept))]
    at = [centres[j] for j, rows in zip(kept, groups, strict=True) if len(rows)]
    groups = [rows for rows in groups if len(rows)]
    found: dict[tuple[int, int], tuple[float, Array]] = {}
    alive = list(range(len(groups)))
    while len(alive) > count:
        gaps = np.linalg.norm(np.array(at)[alive][:, None] - np.array(at)[alive], axis=2)
        # Never with itself, also where centres are the same point.
        np.fill_diagonal(gaps, np.inf)
        near = np.argsort(gaps, axis=1, kind="stable")[:, : min(NEIGHBOURS, len(alive) - 1)]
        wanted = {
            (min(i, alive[k]), max(i, alive[k]))
            for i, row in zip(alive, near, strict=True)
            for k in row
        }
        new = sorted(wanted - found.keys())
        if new:
            balls = [_smallest(pieces, np.concatenate([groups[i], groups[j]])) for i, j in new]
            middles = np.array([centre for centre, _ in balls])
            depths = solid.depths(middles)
            for pair, (centre, radius), depth in zip(new, balls, depths, strict=True):
                found[pair] = radius - depth, np.array(centre)
        i, j = min(wanted, key=lambda pair: (found[pair][0], pair))
        groups.append(np.concatenate([groups[i], groups[j]]))
        at.append(found[i, j][1])
        alive = [k for k in alive if k not in (i, j)] + [len(groups) - 1]
    return np.array(at)[alive]


def _smallest(pieces: Pieces, rows: Ids) -> tuple[tuple[float, float, float], float]:
    points = np.ascontiguousarray(pieces.corners[rows].reshape(-1, 3))
    return bound_rows_sphere(points, 0, len(points), 1)  # type: ignore[no-any-return]


def swap(costs: Array, kept: Ids) -> Ids:
    """Exchange one of the chosen centres for another, or add one, as long as the overhang falls."""
    for _ in range(SWAPS):
        # By owner: the worst piece if a candidate is added, and if the owner is gone as well.
        some = np.vstack([costs[kept], np.full(costs.shape[1], np.inf)])
        owner = some.argmin(axis=0)
        order = np.argsort(owner, kind="stable")
        first, second = np.partition(some[:, order], 1, axis=0)[:2]
        owners, starts = np.unique(owner[order], return_index=True)
        with_all = np.maximum.reduceat(np.minimum(costs[:, order], first), starts, axis=1)
        without = np.maximum.reduceat(np.minimum(costs[:, order], second), starts, axis=1)
        after = np.repeat(with_all.max(axis=1)[:, None], len(kept) + 1, axis=1)
        for j, gone in enumerate(owners):
            with_others = np.delete(with_all, j, axis=1).max(axis=1, initial=-np.inf)
            after[:, gone] = np.maximum(with_others, without[:, j])
        choices = after if len(kept) < CHILDREN else after[:, :-1]
        k, j = divmod(int(choices.argmin()), choices.shape[1])
        if not choices[k, j] < float(first.max()) * (1.0 - 1e-6):
            break
        kept = (
            np.append(kept, k) if j == len(kept) else np.where(np.arange(len(kept)) == j, k, kept)
        )
    return kept


def polish(
    solid: Solid, pieces: Pieces, centres: Array, largest: float, steps: int = POLISHES
) -> Array:
    """Move each centre where its own pieces cost less, then deal out the pieces anew."""
    centres, depths = centres.copy(), solid.depths(centres)
    units = directions(PROBES)
    costs = costs_of(pieces, centres, depths, largest)
    first = step = 0.5 * float(costs.min(axis=0).max())
    for _ in range(steps):
        if step < FINEST * first:
            break
        owner = costs.argmin(axis=0)
        trials = centres[:, None] + step * units
        deep = solid.depths(trials.reshape(-1, 3)).reshape(trials.shape[:2])
        order = np.argsort(owner, kind="stable")
        starts = np.searchsorted(owner[order], np.arange(len(centres) + 1))
        after, before = np.empty(deep.shape), np.full(len(centres), -np.inf)
        run_rows(
            worst_costs, len(centres), pieces.corners, order, starts, trials, deep, largest, after
        )
        np.maximum.at(before, owner, costs.min(axis=0))
        best = after.argmin(axis=1)
        # False for centres without pieces.
        moved = np.flatnonzero(after.min(axis=1) < before * (1.0 - 1e-4))
        centres[moved], depths[moved] = trials[moved, best[moved]], deep[moved, best[moved]]
        costs = costs_of(pieces, centres, depths, largest)
        step *= 1.0 if len(moved) else 0.5
    return centres


def octants(pieces: Pieces) -> Array:
    """Centres of the octants of the box around pieces that one of them has its middle in."""
    middles = pieces.corners.reshape(-1, 3, 3).mean(axis=1)
    low, high = pieces.points.min(axis=0), pieces.points.max(axis=0)
    upper = np.unique(middles > 0.5 * (low + high), axis=0)
    return np.asarray(low + (0.25 + 0.5 * upper) * (high - low))


def reduced(
    solid: Solid, pieces: Pieces, some: Pieces, pool: tuple[Array, Array], reduce: str,
    largest: float,
) -> Array:  # fmt: skip
    """Centres of at most eight spheres for a part of the surface, by one of ``REDUCERS``.

    Chosen from a pool by ``some`` of the pieces, and moved by all of them.
    """
    centres, depths = pool
    costs = costs_of(some, centres, depths, largest)
    tried = []
    if reduce in ("best", "expand"):
        tried.append(centres[swap(costs, expand(costs, CHILDREN))])
    if reduce == "burst":
        tried.append(centres[swap(costs, burst(costs, CHILDREN))])
    if reduce in ("best", "merge"):
        tried.append(merge(solid, some, costs, centres, CHILDREN))
    if reduce == "best":
        tried.append(octants(pieces))
    # The last one also as it is: solids that an octree fits are hard to improve on.
    tried = [polish(solid, pieces, start, largest) for start in tried] + tried[2:]
    overhangs = [measured(solid, pieces, found, largest) for found in tried]
    found, overhang = tried[int(np.argmin(overhangs))], min(overhangs)
    for _ in range(ROUNDS):
        own = costs_of(some, found, solid.depths(found), largest)
        kept = swap(np.vstack([own, costs]), np.arange(len(found)))
        again = polish(solid, pieces, np.vstack([found, centres])[kept], largest)
        after = measured(solid, pieces, again, largest)
        if after >= overhang * (1.0 - 1e-3):
            break
        found, overhang = again, after
    return found


def measured(solid: Solid, pieces: Pieces, centres: Array, largest: float) -> float:
    """How far the worst of these spheres sticks out, with the penalty of large ones; less than
    costs say where a sphere reaches over a gap of the solid.
    """
    owner = costs_of(pieces, centres, solid.depths(centres), largest).argmin(axis=0)
    reach = costs_of(pieces, centres, np.zeros(len(centres)), np.inf)
    radii = np.array([reach[j, owner == j].max(initial=0.0) for j in range(len(centres))])
    extra = PENALTY * np.maximum(radii - largest, 0.0)
    return float((solid.overhang(centres, radii, *ROUGHLY) + extra).max())
