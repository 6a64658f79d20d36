"""Penalties: springs and dampers where bodies penetrate, the baseline of comparisons."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np

from impinge.core.arrays import Array
from impinge.response import penalty_forces
from impinge.scene import Scene
from impinge.simulation.bodies import Bodies, Settings
from impinge.simulation.contact_set import ContactSet, contact_set
from impinge.simulation.flight import fly
from impinge.simulation.step import Report
from impinge.simulation.stepping import smallest_size

STIFFNESS = 0.3
"""Of all springs of a body together, relative to its mass over the step squared: with their dampers
an explicit step is stable, also in a stack."""
SINKS, MOST_PARTS = 0.005, 64
"""Of its size, half of what the smallest body may fall in ten parts of a step; most parts."""
DAMPINGS = np.linspace(0.0, 0.69, 70)
"""Dampers relative to critical ones; stronger ones would be too strong for a step."""


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
        parts = self._parts(bodies, dt)
        for _ in range(parts):
            found, forces = self._part(bodies, scene, dt / parts)
        deep = found.separations < 0.0
        return Report(
            least_distance=found.least_distance, found=found.some(deep), impulses=dt * forces[deep]
        )

    def _parts(self, bodies: Bodies, dt: float) -> int:
        """Parts of a step: springs are soft for long steps, and small bodies would fall through."""
        fall = (10.0 * dt) ** 2 * float(np.linalg.norm(self._settings.gravity))
        return int(np.clip(np.ceil(np.sqrt(fall / (SINKS * smallest_size(bodies)))), 1, MOST_PARTS))

    def _part(self, bodies: Bodies, scene: Scene, dt: float) -> tuple[ContactSet, Array]:
        """Move bodies; contacts at the start, and forces at them."""
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
        return found, forces


def _forces(bodies: Bodies, found: ContactSet, dt: float) -> tuple[Array, Array]:
    """(m, 3) forces on B, and (n, 6) what they do to bodies."""
    pairs, points, normals = found.pairs, found.points, found.normals
    pushes = np.zeros((len(bodies), 6))
    if not len(pairs):
        return np.zeros((0, 3)), pushes
    speeds = found.rows(bodies).point_velocities(bodies.velocities)
    mass = _shares(bodies, found, normals)
    stiffness = STIFFNESS * mass / dt**2
    damping = _damping(bodies.pair_restitution(pairs), stiffness, mass)

    def pressed(friction: Array | float) -> Array:
        return penalty_forces(
            -found.separations, normals, speeds, stiffness=stiffness, damping=damping,
            friction=friction,
        )  # fmt: skip

    sliding = speeds - (speeds * normals).sum(axis=1)[:, None] * normals
    slip = np.linalg.norm(sliding, axis=1)
    ways = np.where(
        slip[:, None] > 0.0, sliding / np.where(slip > 0.0, slip, 1.0)[:, None], normals
    )
    # More friction than stops sliding would turn it round.
    most = _shares(bodies, found, ways) * slip / dt
    force = np.linalg.norm(pressed(0.0), axis=1)
    friction = bodies.pair_friction(pairs)
    friction = np.where(friction * force > most, most / np.where(force > 0.0, force, 1.0), friction)
    forces = pressed(friction)
    for side, sign in ((0, -1.0), (1, 1.0)):
        np.add.at(pushes[:, :3], pairs[:, side], sign * forces)
        turning = np.cross(points - bodies.centres[pairs[:, side]], sign * forces)
        np.add.at(pushes[:, 3:], pairs[:, side], turning)
    return forces, pushes


def _shares(bodies: Bodies, found: ContactSet, ways: Array) -> Array:
    """(m,) float64: mass that a contact moves along a unit vector, shared by a body's contacts."""
    deep = found.separations < 0.0
    number = np.bincount(found.pairs[deep].ravel(), minlength=len(bodies))
    number = np.maximum(number, 1)
    inverse = np.zeros(len(ways))
    for rows in found.pairs.T:
        turns = bodies.rotations[rows]
        arms = np.cross(found.points - bodies.centres[rows], ways)
        local = np.einsum("mji,mj->mi", turns, arms)
        spin = np.einsum("mi,mij,mj->m", local, bodies.inverse_inertia[rows], local)
        own = number[rows] * (1.0 / bodies.mass[rows] + spin)
        inverse += np.where(bodies.fixed[rows], 0.0, own)
    return np.asarray(1.0 / inverse)


def _damping(restitution: Array, stiffness: Array, mass: Array) -> Array:
    """Of a spring and a damper that return this share of the speed, and never pull."""
    free = np.sqrt(1.0 - DAMPINGS**2)
    returned = np.exp(
        -DAMPINGS / free * (pi - np.arctan2(2 * DAMPINGS * free, 1 - 2 * DAMPINGS**2))
    )
    found = np.interp(restitution, returned[::-1], DAMPINGS[::-1])
    return np.asarray(2.0 * found * np.sqrt(stiffness * mass))
