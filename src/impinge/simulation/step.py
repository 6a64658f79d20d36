"""What a step of a world did."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from math import inf

import numpy as np

from impinge.core.arrays import Array
from impinge.core.rows import Status
from impinge.simulation.bodies import Bodies
from impinge.simulation.contact_set import NO_CONTACTS, ContactSet

BARB = 0.2
"""Length of an arrow's head, relative to the arrow."""
SHORTEST, LONGEST = 0.02, 5.0
"""Arrows that are drawn, relative to the size of a body; longer ones are cut."""


class StepStatus(Status):
    """How a step ended."""

    DONE = 0
    """At its end."""
    OUT_OF_EVENTS = 1
    """After ``max_events`` impacts: bodies stay where they were then."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one or several steps did.

    Attributes
    ----------
    time : float
        Of the world after the step [s].
    impacts : int
        Contacts at which bodies hit each other, over all steps.
    contacts : int
        Contact points in the last step.
    repositionings : int
        Corrections of positions, over all steps.
    least_distance : float
        Least separation of two bodies found in these steps [m]; negative: penetration depth. inf
        if none were near each other.
    status : StepStatus
        The worst of all steps.
    """

    time: float
    impacts: int
    contacts: int
    repositionings: int
    least_distance: float
    status: StepStatus


@dataclass(slots=True)
class Report:
    """What a method says about a step: the numbers of :class:`Step`, and contacts to record.

    Attributes
    ----------
    found : ContactSet
    impulses : (m, 3) float64
        At the contacts, on B [N s].
    repositioned : float
        Energy that repositioning put in [J].
    """

    impacts: int = 0
    repositionings: int = 0
    least_distance: float = inf
    status: StepStatus = StepStatus.DONE
    repositioned: float = 0.0
    found: ContactSet = NO_CONTACTS
    impulses: Array = field(default_factory=partial(np.zeros, (0, 3)))

    @property
    def contacts(self) -> int:
        return self.found.number


def arrows(bodies: Bodies, report: Report, dt: float, gravity: Array) -> list[Array]:
    """Impulses as arrows from contacts, each a line (5, 3): start, tip, barb, tip, barb.

    The weight of a middling body over a step is as long as its size.
    """
    free = ~bodies.fixed
    if not free.any():
        return []
    weight = float(np.median(bodies.mass[free])) * max(float(np.linalg.norm(gravity)), 1.0) * dt
    size = float(np.median(bodies.size[free]))
    steps = report.impulses * (size / weight)
    length = np.linalg.norm(steps, axis=1, keepdims=True)
    steps *= np.minimum(1.0, LONGEST * size / np.maximum(length, 1e-300))
    some = length[:, 0] > SHORTEST * size
    start, along = report.found.points[some], steps[some]
    across = np.cross(along, np.eye(3)[np.argmin(np.abs(along), axis=1)])
    tip, back = start + along, start + (1.0 - BARB) * along
    barb = 0.5 * BARB * across
    return [*np.stack([start, tip, back + barb, tip, back - barb], axis=1)]
