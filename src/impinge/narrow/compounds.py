"""Compounds against everything: overlap and distance of unions, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from impinge.core.arrays import frozen
from impinge.core.counters import add_cost, counting
from impinge.core.threads import run_rows
from impinge.geometry import Compound, HeightField, Shape
from impinge.hierarchy.tree import tree_of
from impinge.narrow.distance import DISTANCE
from impinge.narrow.distance_rows import Distance
from impinge.narrow.kernels.mesh_parts import nearest_on_mesh_rows
from impinge.narrow.kernels.pair_row import GAP, LOWER, PAIR_ROW, PART_A, PART_B, WITH_PARTS
from impinge.narrow.kernels.parts import nearest_parts_rows, overlap_parts_rows
from impinge.narrow.overlap import OVERLAP
from impinge.narrow.part_pairs import PartPairs, PosedParts
from impinge.narrow.posed import Pose

Vectors = NDArray[np.float64]
Flags = NDArray[np.bool_]


@OVERLAP.answers(Compound, Shape)
@OVERLAP.answers(Compound, HeightField)
def overlap_compound(
    a: Compound, pose_a: Pose, b: Any, pose_b: Pose, margin: float, solid: bool = False
) -> bool | Flags:
    """Whether any part of A overlaps any part of B."""
    parts = PosedParts(a, pose_a, b, pose_b, solid=solid)
    found = np.zeros(parts.count, np.bool_)
    costs = np.zeros((parts.count, 2), np.int64)
    if parts.a.has_rows and parts.b.has_rows:
        run_rows(overlap_parts_rows, parts.count, *parts.arguments(), margin, found, costs)
    if not parts.only_rows:
        # What is found already looks for nothing more.
        near = parts.near(np.where(found, -np.inf, margin))
        rows = np.where(found, 0.0, np.inf)[:, None] + np.zeros(WITH_PARTS)
        _ask_meshes(parts, near, rows, margin, True, costs)
        found = rows[:, GAP] <= 0.0
        for some in in_rounds(near[near.left(solid)]):
            left = some[~found[some.rows]]
            for shape_a, poses_a, shape_b, poses_b, which in left.buckets():
                touching = OVERLAP(shape_a, poses_a, shape_b, poses_b, margin, solid)
                np.logical_or.at(found, left.rows[which], touching)
    if counting():
        add_cost(0, *costs.sum(axis=0))
    return bool(found[0]) if parts.single else frozen(found)


@DISTANCE.answers(Compound, Shape)
@DISTANCE.answers(Compound, HeightField)
def distance_compound(
    a: Compound, pose_a: Pose, b: Any, pose_b: Pose, solid: bool = False
) -> Distance:
    """The nearest of all pairs of parts."""
    parts = PosedParts(a, pose_a, b, pose_b, solid=solid)
    rows, costs = np.empty((parts.count, WITH_PARTS)), np.empty((parts.count, 2), np.int64)
    run_rows(nearest_parts_rows, parts.count, *parts.arguments(), rows, costs)
    if not parts.only_rows:
        near = parts.near(np.where(rows[:, GAP] <= 0.0, -np.inf, rows[:, LOWER]))
        _ask_meshes(parts, near, rows, np.inf, False, costs)
        for some in in_rounds(near[near.left(solid)]):
            left = some[
                some.bounds <= np.where(rows[:, GAP] > 0.0, rows[:, GAP], -np.inf)[some.rows]
            ]
            for shape_a, poses_a, shape_b, poses_b, which in left.buckets():
                found = DISTANCE(shape_a, poses_a, shape_b, poses_b, solid)._rows
                keep_nearest(rows, left[which], found)
    for part, bundle in ((PART_A, parts.a), (PART_B, parts.b)):
        if not bundle.is_compound:
            rows[:, part] = -1.0
    if counting():
        add_cost(0, *costs.sum(axis=0))
    return Distance(rows[0] if parts.single else rows)


def _ask_meshes(
    parts: PosedParts,
    near: PartPairs,
    rows: Vectors,
    margin: float,
    any_one: bool,
    costs: NDArray[np.int64],
) -> None:
    """Surfaces of one side against the convex parts of the other, if near at all, into ``rows``."""
    both = (parts.a, parts.poses_a), (parts.b, parts.poses_b)
    for side in (0, 1):
        (mine, poses), (other, poses_b) = both[side], both[1 - side]
        for number in near.surfaces(side):
            tree = tree_of(mine.surface(number))
            run_rows(
                nearest_on_mesh_rows, parts.count, tree._nodes, tree._triangles, tree._place,
                number, mine.own[number : number + 1], poses, mine.poses[number],
                other.arrays(), poses_b, other.depth, margin, any_one, side == 1, rows, costs,
                grain=64,
            )  # fmt: skip


def in_rounds(pairs: PartPairs) -> Iterator[PartPairs]:
    """One pair of each row, the nearest; then the next two of each, the next four, and so on."""
    waiting = pairs.sorted()
    ranks = waiting.ranks()
    first, many = 0, 1
    while len(ranks) and first <= ranks.max():
        yield waiting[(ranks >= first) & (ranks < first + many)]
        first, many = first + many, 2 * many


def keep_nearest(rows: Vectors, pairs: PartPairs, found: Vectors) -> None:
    """Take over what is nearer than the rows have it; of equals, the first."""
    order = np.lexsort((found[:, GAP], pairs.rows))
    _, first = np.unique(pairs.rows[order], return_index=True)
    best = order[first]
    best = best[found[best, GAP] < rows[pairs.rows[best], GAP]]
    at = pairs.rows[best]
    rows[at, :PAIR_ROW] = found[best, :PAIR_ROW]
    rows[at, PART_A], rows[at, PART_B] = pairs.parts[best].T
