"""What is asked about a step of a scene: first contacts, freedom, where things are, and casts."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.continuous.impact import PosedPair, free_rows
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.given import given_ways, shape_of
from impinge.core.ids import Ids
from impinge.geometry import Shape
from impinge.scene.contacts import as_pairs
from impinge.scene.filters import Filters
from impinge.scene.impact_results import (
    SceneCast,
    SceneFreedom,
    SceneImpact,
    SceneImpacts,
    StepCost,
)
from impinge.scene.impacts import Found, find_impacts, find_unproved
from impinge.scene.step import Step, Targets
from impinge.scene.things import Things

ALONE = ""
"""Name of a shape that is cast: no thing has it, and it comes before all others, so that A is the
shape."""


def take_step(
    things: Things, filters: Filters, targets: Targets, options: Options, *, every: bool = False
) -> tuple[Step, Found]:
    """How things move, and what they meet."""
    step = Step(things, targets)
    return step, find_impacts(things, filters, step, options, every=every)


def first_of(
    things: Things, found: Found, count_started: bool, step: Step | None = None
) -> SceneImpact:
    """The first contact; what started touching beside it. With a step, it knows what touches."""
    began = found.rows[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING
    pairs = as_pairs(things.names[found.pairs])
    starts = tuple(pair for pair, early in zip(pairs, began.tolist(), strict=True) if early)
    started = SceneImpacts(found.rows[began], starts)
    counts = np.flatnonzero(np.ones_like(began) if count_started else ~began)
    if len(counts) == 0:
        return SceneImpact(free_rows(1)[0], None, started)
    first = SceneImpact(found.rows[counts[0]].copy(), pairs[counts[0]], started)
    if step is None:
        return first
    time = float(first._rows[impact_row.TIME])
    return first._knowing(posed_pair(things, pairs[counts[0]], *step.poses_at(time)))


def posed_pair(things: Things, names: tuple[str, str], slots: Ids, poses: Array) -> PosedPair:
    """Shapes of two things and where they are, with the poses of what moves."""
    moving = dict(zip(slots.tolist(), poses, strict=True))
    a, b = (things.slot(name) for name in names)
    pose_a, pose_b = (np.array(moving.get(slot, things.poses[slot])) for slot in (a, b))
    return things.shapes[things.kinds[a]], pose_a, things.shapes[things.kinds[b]], pose_b


def freedom_of(
    things: Things, filters: Filters, targets: Targets, options: Options
) -> tuple[SceneFreedom, StepCost]:
    """Whether all pairs stay apart, and what asking took."""
    found = find_unproved(things, filters, Step(things, targets), options)
    pairs = as_pairs(things.names[found.pairs])
    return SceneFreedom(found.rows, tuple(pairs)), found.cost


def moved_to(step: Step, first: SceneImpact, max_time: float) -> tuple[Ids, Array]:
    """What moves, and where it is at the first contact, or at the end."""
    time = first._rows[impact_row.TIME]
    return step.poses_at(float(min(time, max_time)))


def cast_shape(
    things: Things, shape: Shape, pose: Array, margin: float, direction: ArrayLike,
    options: Options, count_started: bool,
) -> tuple[SceneCast, StepCost]:  # fmt: skip
    """The first thing on the way of a shape that is not in the scene."""
    shape_given = shape_of(direction, "direction")
    if shape_given != (3,):
        raise ImpingeError(f"direction: expected shape (3,), got {shape_given}")
    way = given_ways(direction, "direction")[0][0]
    end = pose.copy()
    end[:3, 3] += way
    # Before it is copied: boxes and the order of names are kept for the next time.
    things.fit()
    things.ranks  # noqa: B018
    joined = things.copy()
    joined.add([ALONE], [shape], pose, margin)
    _, found = take_step(joined, Filters(), {ALONE: end}, options)
    first = first_of(joined, found, count_started)
    name = None if first.names is None else first.names[1]
    length = float(np.linalg.norm(way))
    started = tuple(pair[1] for pair in first.started.pairs)
    return SceneCast.of(first, length, name, started), found.cost
