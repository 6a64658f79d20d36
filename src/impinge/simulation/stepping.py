"""Time stepping: contacts at the start of a step, velocities by Gauss-Seidel with friction."""

from __future__ import annotations

from typing import Any

from impinge.scene import Scene
from impinge.simulation.bodies import Bodies, Settings
from impinge.simulation.flight import fly
from impinge.simulation.step import Report


class Stepping:
    """The method "stepping"."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.memory: dict[str, Any] = {}

    def margin(self, bodies: Bodies) -> float:
        """Distance [m] within which contacts are looked for."""
        return 0.0

    def advance(self, bodies: Bodies, scene: Scene, dt: float) -> Report:
        """One step."""
        bodies.centres, bodies.rotations, bodies.velocities = fly(
            bodies, self._settings.gravity, dt, self._settings.integrator
        )
        return Report()
