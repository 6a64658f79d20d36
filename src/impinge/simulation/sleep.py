"""Islands of bodies at rest sleep: they are not moved until something wakes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.simulation.bodies import Bodies, Settings
from impinge.simulation.kernels.contact_step import label_islands

SLOW = 0.02
"""Speed at rest, relative to that of a fall by the size of the body."""
DAMPING = 0.9
"""Factor a step for velocities of bodies that have been slow for that time."""
QUIET = 0.5
"""Seconds for which all bodies of an island are slow before it sleeps."""


class Sleep:
    """Which bodies sleep in a step.

    Bodies that contacts connect are an island; fixed ones connect nothing. Islands whose bodies
    were slow for some time sleep. A contact with one that is not, or another applied force, wakes
    them.
    """

    def __init__(
        self, memory: dict[str, Any], bodies: Bodies, settings: Settings, dt: float
    ) -> None:
        n = len(bodies)
        self._dt, self._on = dt, settings.sleeping
        self._fall = float(np.linalg.norm(settings.gravity))
        quiet = memory.get("quiet", np.zeros(0))
        applied = memory.get("applied", np.zeros((0, 6)))
        # Bodies that were added since are awake.
        self._quiet: Array = np.zeros(n)
        self._quiet[: len(quiet)] = quiet
        same = (bodies.applied[: len(applied)] == applied).all(axis=1)
        self._quiet[: len(applied)][~same] = 0.0
        self._awake: Flags = ~bodies.fixed

    def awake(self, pairs: Ids) -> Flags:
        """(n,) bool: bodies that move in this step. ``pairs`` have n for fixed bodies."""
        if self._on:
            n = len(self._quiet)
            labels = np.empty(n, np.int64)
            label_islands(pairs, n, labels)
            least = np.full(n, np.inf)
            np.minimum.at(least, labels, self._quiet)
            self._awake = self._awake & (least[labels] < QUIET)
        return self._awake

    def after(self, bodies: Bodies, pairs: Ids) -> dict[str, Array]:
        """What to remember after the step; bodies that sleep are brought to rest."""
        if not self._on:
            return {}
        n = len(bodies)
        sizes = np.where(bodies.fixed, 1.0, bodies.size)
        # What has been slow for long is slowed down: pieces of a pile come to rest one by one.
        damping = np.where(self._quiet < QUIET, 1.0, DAMPING) * self._awake
        velocities = damping[:, None] * bodies.velocities
        bodies.velocities = velocities
        speeds = np.linalg.norm(velocities[:, :3], axis=1)
        speeds += sizes * np.linalg.norm(velocities[:, 3:], axis=1)
        touches = np.zeros(n + 1, np.bool_)
        touches[pairs] = True
        # What floats touches nothing, and what flies up may be slow at the top.
        slow = (speeds < SLOW * np.sqrt(self._fall * sizes)) & touches[:n]
        quiet = np.where(slow, self._quiet + self._dt, 0.0)
        return {"quiet": quiet, "applied": bodies.applied.copy()}
