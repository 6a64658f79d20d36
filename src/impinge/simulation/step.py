"""What a step of a world did."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import partial
from math import inf

import numpy as np

from impinge.core.arrays import Array


class StepStatus(IntEnum):
    """How a step ended."""

    DONE = 0
    """At its end."""
    OUT_OF_EVENTS = 1
    """After ``max_events`` impacts: bodies stay where they were then."""

    # Printed by its name, though it is a number.
    __str__ = Enum.__str__


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
    points, normals, separations, impulses : (m, 3), (m, 3), (m,), (m, 3) float64
        Of the contacts; impulses are on B [N s].
    repositioned : float
        Energy that repositioning put in [J].
    """

    impacts: int = 0
    repositionings: int = 0
    least_distance: float = inf
    status: StepStatus = StepStatus.DONE
    repositioned: float = 0.0
    points: Array = field(default_factory=partial(np.zeros, (0, 3)))
    normals: Array = field(default_factory=partial(np.zeros, (0, 3)))
    separations: Array = field(default_factory=partial(np.zeros, 0))
    impulses: Array = field(default_factory=partial(np.zeros, (0, 3)))

    @property
    def contacts(self) -> int:
        return len(self.separations)
