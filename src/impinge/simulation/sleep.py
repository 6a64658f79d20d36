"""Islands of bodies at rest sleep: they are not moved until something wakes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from impinge.core.arrays import Array, Flags
from impinge.core.ids import Ids
from impinge.simulation.bodies import Bodies, Settings

STILL = 0.005
"""How far a body at rest may be from where it was, relative to its size: what trembles is at rest.
"""
SLOW = 0.02
"""Speed at rest, relative to that of a fall by the body's size: what creeps is at rest."""
QUIET = 0.5
"""Seconds for which bodies are still or slow before they sleep."""
DAMPING = 0.9
"""Factor a step for velocities of bodies that have been at rest for that time."""


class Sleep:
    """Which bodies sleep in a step.

    A body that was at rest for some time sleeps, unless it touches one that is not at rest: islands
    of bodies at rest sleep, and a large pile does so from its quiet parts on. Another applied force
    wakes a body. To those that are awake, sleeping ones are fixed. Without gravity nothing sleeps.

    What is kept: ``quiet`` (n, 2), seconds for which bodies have been still, and slow; ``anchors``
    (n, 12), where they were then; ``applied``, forces of the last step.
    """

    def __init__(
        self, memory: dict[str, Any], bodies: Bodies, settings: Settings, dt: float
    ) -> None:
        self._dt, self._on = dt, settings.sleeping and bool(settings.gravity.any())
        self._awake: Flags = ~bodies.fixed
        if not self._on:
            return
        # Bodies that were added since are awake.
        known = len(memory.get("quiet", ()))
        self._fall = float(np.linalg.norm(settings.gravity))
        self._quiet: Array = np.zeros((len(bodies), 2))
        self._anchors = _places(bodies)
        if known:
            same = (bodies.applied[:known] == memory["applied"]).all(axis=1)
            self._quiet[:known] = np.where(same[:, None], memory["quiet"], 0.0)
            self._anchors[:known] = memory["anchors"]

    def awake(self, pairs: Ids) -> Flags:
        """(n,) bool: bodies that move in this step. ``pairs`` have n for fixed bodies."""
        if self._on:
            restless = np.append(self._awake & (self._quiet.max(axis=1) < QUIET), False)
            near = np.zeros(len(restless), np.bool_)
            near[pairs[restless[pairs].any(axis=1)]] = True
            self._awake = self._awake & (near | restless)[:-1]
        return self._awake

    def after(self, bodies: Bodies, pairs: Ids) -> dict[str, Array]:
        """What to remember after the step; bodies that sleep are brought to rest."""
        if not self._on:
            return {}
        # What has been at rest for long is slowed down: a pile settles piece by piece.
        damping = np.where(self._quiet.max(axis=1) < QUIET, 1.0, DAMPING) * self._awake
        bodies.velocities = damping[:, None] * bodies.velocities
        now, size = _places(bodies), np.where(bodies.fixed, 1.0, bodies.size)
        off = np.linalg.norm(now[:, :3] - self._anchors[:, :3], axis=1)
        off += size * np.linalg.norm(now[:, 3:] - self._anchors[:, 3:], axis=1)
        touches = np.zeros(len(bodies) + 1, np.bool_)
        touches[pairs] = True
        speeds = np.linalg.norm(bodies.velocities[:, :3], axis=1)
        speeds += size * np.linalg.norm(bodies.velocities[:, 3:], axis=1)
        still, slow = off < STILL * size, speeds < SLOW * np.sqrt(self._fall * size)
        # What touches nothing flies.
        rests = np.stack([still, slow], axis=1) & touches[:-1, None]
        return {
            "quiet": np.where(rests, self._quiet + self._dt, 0.0),
            "anchors": np.where(still[:, None], self._anchors, now),
            "applied": bodies.applied.copy(),
        }


def _places(bodies: Bodies) -> Array:
    """(n, 12) float64: centres and rotations."""
    return np.hstack([bodies.centres, bodies.rotations.reshape(-1, 9)])
