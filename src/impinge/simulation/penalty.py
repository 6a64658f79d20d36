"""Penalties: springs and dampers where bodies penetrate, the baseline of comparisons."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.response import contact_rows, penalty_forces
from impinge.scene import Scene
from impinge.simulation.bodies import Bodies, Settings
from impinge.simulation.contact_set import ContactSet, contact_set
from impinge.simulation.flight import fly
from impinge.simulation.step import Report

STIFFNESS = 0.1
"""Of a contact's spring, relative to the mass of the lighter body over the step squared: four such
springs under a body are still stable."""
LEAST_RESTITUTION = 0.05
"""Below, the damper would be too strong for a step."""


class Penalty:
    """The method "penalty"."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.memory: dict[str, Any] = {}

    def margin(self, bodies: Bodies) -> float:  # noqa: ARG002 - as other methods
        """No force where nothing penetrates."""
        return 0.0

    def advance(self, bodies: Bodies, scene: Scene, dt: float) -> Report:
        """One step."""
        bodies.place_in(scene)
        found = contact_set(scene)
        forces, pushes = _forces(bodies, found, dt)
        applied = bodies.applied
        bodies.applied = applied + pushes
        try:
            moved = fly(bodies, self._settings.gravity, dt, self._settings.integrator)
        finally:
            bodies.applied = applied
        bodies.centres, bodies.rotations, bodies.velocities = moved
        deep = found.separations < 0.0
        return Report(
            impacts=0, least_distance=float(found.separations.min(initial=np.inf)),
            points=found.points[deep], normals=found.normals[deep],
            separations=found.separations[deep], impulses=dt * forces[deep],
        )  # fmt: skip


def _forces(bodies: Bodies, found: ContactSet, dt: float) -> tuple[Array, Array]:
    """(m, 3) forces on B, and (n, 6) what they do to bodies."""
    pairs, points = found.pairs, found.points
    pushes = np.zeros((len(bodies), 6))
    if not len(pairs):
        return np.zeros((0, 3)), pushes
    rows = contact_rows(pairs, points, points, found.normals, bodies.centres)
    lighter = bodies.mass[pairs].min(axis=1)
    stiffness = STIFFNESS * lighter / dt**2
    forces = penalty_forces(
        -found.separations, found.normals, rows.point_velocities(bodies.velocities),
        stiffness=stiffness, damping=_damping(bodies.pair_restitution(pairs), stiffness, lighter),
        friction=bodies.pair_friction(pairs),
    )  # fmt: skip
    for side, sign in ((0, -1.0), (1, 1.0)):
        np.add.at(pushes[:, :3], pairs[:, side], sign * forces)
        turning = np.cross(points - bodies.centres[pairs[:, side]], sign * forces)
        np.add.at(pushes[:, 3:], pairs[:, side], turning)
    return forces, pushes


def _damping(restitution: Array, stiffness: Array, mass: Array) -> Array:
    """Of a spring and a damper that return this share of the speed."""
    decay = -np.log(np.maximum(restitution, LEAST_RESTITUTION))
    return np.asarray(2.0 * decay / np.sqrt(pi**2 + decay**2) * np.sqrt(stiffness * mass))
