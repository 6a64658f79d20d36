"""Compounds against everything: overlap, distance and depth of unions, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags, frozen
from impinge.core.ids import Ids
from impinge.core.threads import run_rows
from impinge.geometry import Compound, HalfSpace, HeightField, Shape
from impinge.geometry.kernels.convex_row import HALFSPACE
from impinge.hierarchy.tree import tree_of
from impinge.narrow.distance import DISTANCE, distances_of
from impinge.narrow.hulls import convex_of
from impinge.narrow.kernels import pair_row
from impinge.narrow.kernels.convex_pair import TOUCH
from impinge.narrow.kernels.parts import nearest_on_mesh_rows, nearest_parts_rows
from impinge.narrow.overlap import OVERLAP, overlaps_of
from impinge.narrow.pair_rows import Distance
from impinge.narrow.parts import PartPairs, PosedParts
from impinge.narrow.penetration import KINDS, PENETRATION, Penetration, ask, depths_of, row_count
from impinge.narrow.posed import Pose
from impinge.narrow.posed_shapes import count_costs
from impinge.narrow.shape_table import surface_of

STEP = 8.0 * TOUCH
"""Share of the largest coordinate that a way must have to be gone: less is rounding."""


@OVERLAP.answers(Compound, Shape)
@OVERLAP.answers(Compound, HeightField)
def overlap_compound(
    a: Compound, pose_a: Pose, b: Any, pose_b: Pose, margin: float, solid: bool = False
) -> bool | Flags:
    """Whether any part of A overlaps any part of B."""
    parts = PosedParts(a, pose_a, b, pose_b, solid=solid)
    found = _nearest(parts, margin, True, solid)[:, pair_row.GAP] <= 0.0
    return bool(found[0]) if parts.single else frozen(found)


@DISTANCE.answers(Compound, Shape)
@DISTANCE.answers(Compound, HeightField)
def distance_compound(
    a: Compound, pose_a: Pose, b: Any, pose_b: Pose, solid: bool = False
) -> Distance:
    """The nearest of all pairs of parts."""
    parts = PosedParts(a, pose_a, b, pose_b, solid=solid)
    rows = _nearest(parts, np.inf, False, solid)
    parts.hide_wholes(rows)
    return Distance(rows[0] if parts.single else rows)


def _nearest(parts: PosedParts, margin: float, any_one: bool, solid: bool) -> Array:
    """(n, WITH_PARTS): the nearest parts of each row.

    With ``any_one`` only: GAP is 0 where some come within the margin, else infinite.
    """
    rows, costs = np.empty((parts.count, pair_row.WITH_PARTS)), np.empty((parts.count, 2), np.int64)
    run_rows(nearest_parts_rows, parts.count, *parts.arguments(), margin, any_one, rows, costs)
    highest = parts.a.highest, parts.b.highest
    if max(highest) > HALFSPACE or min(highest) == HALFSPACE:
        # Pairs that the convex kernels do not take.
        near = parts.near(np.where(rows[:, pair_row.GAP] <= 0.0, -np.inf, rows[:, pair_row.LOWER]))
        _ask_meshes(parts, near, rows, margin, any_one, costs)
        for some in in_rounds(near.some(near.left(solid))):
            limits = np.where(rows[:, pair_row.GAP] > 0.0, rows[:, pair_row.GAP], -np.inf)
            left = some.some(some.bounds <= limits[some.rows])
            if any_one:
                touching = overlaps_of(left.posed(margin), solid)
                rows[left.rows[touching], pair_row.GAP] = 0.0
            else:
                keep_nearest(rows, left, distances_of(left.posed(), solid))
    count_costs(costs)
    return rows


def _ask_meshes(
    parts: PosedParts, near: PartPairs, rows: Array, margin: float, any_one: bool, costs: Ids
) -> None:
    """Surfaces of one side against the convex parts of the other, if near at all, into ``rows``."""
    both = (parts.a, parts.poses_a), (parts.b, parts.poses_b)
    for side in (0, 1):
        (mine, poses), (other, poses_b) = both[side], both[1 - side]
        for number in near.surfaces(side):
            tree = tree_of(surface_of(mine.shapes[number]))
            ball, pose = mine.own[number : number + 1], mine.posed.poses[number]
            run_rows(
                nearest_on_mesh_rows, parts.count, (tree._arrays, number, ball, pose), poses,
                other.arrays, poses_b, other.depth, margin, any_one, side == 1, rows, costs,
                grain=64,
            )  # fmt: skip


def in_rounds(pairs: PartPairs) -> Iterator[PartPairs]:
    """One pair of each row, the nearest; then the next two of each, the next four, and so on."""
    waiting = pairs.some(np.lexsort((pairs.bounds, pairs.rows)))
    ranks = np.arange(len(waiting.rows)) - np.searchsorted(waiting.rows, waiting.rows)
    first, many = 0, 1
    while len(ranks) and first <= ranks.max():
        yield waiting.some((ranks >= first) & (ranks < first + many))
        first, many = first + many, 2 * many


def keep_nearest(rows: Array, pairs: PartPairs, found: Array) -> None:
    """Take over what is nearer than the rows have it; of equals, the first."""
    best = _first_of_rows(np.lexsort((found[:, pair_row.GAP], pairs.rows)), pairs)
    nearer = found[best, pair_row.GAP] < rows[pairs.rows[best], pair_row.GAP]
    _keep(rows, pairs, found, best[nearer])


def _first_of_rows(order: Ids, pairs: PartPairs) -> Ids:
    """The first pair of each row, of pairs in an order that keeps those of a row together."""
    _, first = np.unique(pairs.rows[order], return_index=True)
    return order[first]


def _keep(rows: Array, pairs: PartPairs, found: Array, best: Ids) -> None:
    """Take over what was found for some pairs, one a row at most."""
    at = pairs.rows[best]
    rows[at, : pair_row.PAIR_ROW] = found[best, : pair_row.PAIR_ROW]
    rows[at, pair_row.PART_A], rows[at, pair_row.PART_B] = pairs.parts[best].T


@PENETRATION.answers(Compound, Shape)
def penetration_compound(
    a: Compound, pose_a: Pose, b: Any, pose_b: Pose, kind: str | None, direction: Array | None,
    solid: bool,
) -> Penetration:  # fmt: skip
    """Local: of all pairs of parts the deepest, measured as if there were no others.

    No translation that is shorter than ``lower`` separates the shapes, since it would have to
    separate this pair. Against a half space that is the answer: it is called ``"convex"`` there.
    """
    if kind == "convex" and not isinstance(b, HalfSpace):
        return ask(convex_of(a), pose_a, convex_of(b), pose_b, kind, None)
    parts = PosedParts(a, pose_a, b, pose_b, solid=solid)
    single = parts.single
    if direction is None:
        rows = _deepest(parts, solid)
    else:
        parts.count = row_count(parts.count, direction)
        single = single and parts.count == 1
        rows = _along(parts, np.broadcast_to(direction, (parts.count, 3)), solid)
    free = rows[:, pair_row.GAP] == 0.0
    if free.any():
        _write_closest(rows, free, a, b, parts)
    parts.hide_wholes(rows)
    if direction is not None:
        rows[:, pair_row.NORMAL : pair_row.NORMAL + 3] = direction
    default = "convex" if isinstance(b, HalfSpace) else "local"
    rows[:, pair_row.KIND] = KINDS.index(kind or default)
    return Penetration(rows[0] if single else rows)


def _deepest(parts: PosedParts, solid: bool) -> Array:
    """(n, WITH_PARTS): the deepest pair of each row; zeros where there is none."""
    pairs = parts.near(np.zeros(parts.count))
    rows = np.zeros((parts.count, pair_row.WITH_PARTS))
    _keep_deepest(rows, pairs, depths_of(pairs.posed(), None, None, solid))
    return rows


def _along(parts: PosedParts, units: Array, solid: bool) -> Array:
    """(n, WITH_PARTS): ways of B until no pair of parts overlaps; zeros where none does.

    Each pair that overlaps has a way out. After the longest of these, others may overlap that did
    not before, and so on: what is gone through are the pairs' intervals, from zero to their end.
    """
    rows = np.zeros((parts.count, pair_row.WITH_PARTS))
    way = np.zeros(parts.count)
    home = np.array(np.broadcast_to(parts.poses_b, (parts.count, 4, 4)))
    size = np.abs(home[:, :3, 3]).max(axis=1, initial=0.0)
    for one in (parts.a, parts.b):
        reach = np.abs(one.balls[0, :3]).max() + one.balls[0, 3]
        size = np.maximum(size, reach if np.isfinite(reach) else 0.0)
    moving = np.ones(parts.count, np.bool_)
    while moving.any():
        parts.poses_b = home.copy()
        parts.poses_b[moving, :3, 3] += way[moving, None] * units[moving]
        pairs = parts.near(np.where(moving, 0.0, -np.inf))
        step = np.zeros((parts.count, pair_row.WITH_PARTS))
        found = depths_of(pairs.posed(), "directional", units[pairs.rows], solid)
        _keep_deepest(step, pairs, found)
        moving = step[:, pair_row.GAP] > STEP * np.maximum(size, way)
        rows[moving] = step[moving]
        way += np.where(moving, step[:, pair_row.GAP], 0.0)
        moving &= np.isfinite(way)
    parts.poses_b = home
    shown = np.where(np.isfinite(way), way, 0.0)[:, None] * units
    rows[:, pair_row.POINT_B : pair_row.NORMAL] = (
        rows[:, pair_row.POINT_A : pair_row.POINT_B] - shown
    )
    rows[:, pair_row.GAP] = rows[:, pair_row.LOWER] = way
    return rows


def _keep_deepest(rows: Array, pairs: PartPairs, found: Array) -> None:
    """Take over the deepest of each row's pairs, if it is deep at all; of equals, the first."""
    order = np.lexsort((pairs.parts[:, 1], pairs.parts[:, 0], -found[:, pair_row.GAP], pairs.rows))
    best = _first_of_rows(order, pairs)
    _keep(rows, pairs, found, best[found[best, pair_row.GAP] > 0.0])


def _write_closest(rows: Array, free: Flags, a: Any, b: Any, parts: PosedParts) -> None:
    """The closest points, where nothing is deep."""
    poses = (np.broadcast_to(p, (parts.count, 4, 4))[free] for p in (parts.poses_a, parts.poses_b))
    rows[free] = distance_compound(a, next(poses), b, next(poses))._rows
    rows[free, pair_row.GAP] = rows[free, pair_row.LOWER] = 0.0
