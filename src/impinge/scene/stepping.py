"""What is asked about a step of a scene: first contacts, what touches then, and casts."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from impinge.continuous.impact import free_rows
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.given import given_ways, shape_of
from impinge.geometry import Shape
from impinge.scene.filters import Filters
from impinge.scene.impact_results import SceneCast, SceneImpact, SceneImpacts, StepCost
from impinge.scene.impacts import Found, find_impacts
from impinge.scene.joint_step import JointStep
from impinge.scene.step import Step
from impinge.scene.things import Things

ALONE = ""
"""Name of a shape that is cast: no thing has it, and it comes before all others, so that A is the
shape."""


def first_of(found: Found, count_started: bool) -> SceneImpact:
    """The first contact; what started touching beside it."""
    began = found.rows[:, impact_row.STATUS] == impact_row.STARTED_TOUCHING
    starts = (pair for pair, early in zip(found.pairs, began.tolist(), strict=True) if early)
    started = SceneImpacts(found.rows[began], tuple(starts))
    counts = np.flatnonzero(np.ones_like(began) if count_started else ~began)
    if len(counts) == 0:
        return SceneImpact(free_rows(1)[0], None, started)
    return SceneImpact(found.rows[counts[0]].copy(), found.pairs[counts[0]], started)


def with_shapes(first: SceneImpact, step: Step | JointStep) -> SceneImpact:
    """The same, knowing the shapes that touch and where they are then."""
    if first.names is not None:
        things, (slots, poses) = step.things, step.poses_at(float(first._rows[impact_row.TIME]))
        moving = dict(zip(slots.tolist(), poses, strict=True))
        a, b = (things.slot(name) for name in first.names)
        pose_a, pose_b = (np.array(moving.get(slot, things.poses[slot])) for slot in (a, b))
        shape_a, shape_b = things.shapes_at(np.array([a, b]))
        first._knowing((shape_a, pose_a, shape_b, pose_b))
    return first


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
    joined.filters = Filters()
    joined.add([ALONE], [shape], pose, margin)
    found = find_impacts(Step(joined, {ALONE: end}), options)
    first = first_of(found, count_started)
    name = None if first.names is None else first.names[1]
    length = float(np.linalg.norm(way))
    started = tuple(pair[1] for pair in first.started.pairs)
    return SceneCast.of(first, length, name, started), found.cost
